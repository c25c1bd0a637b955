"""Which system to train, with which options: from an options object, or from a name and keyword arguments."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, TypeAlias

from arcwalk.errors import ArcwalkError, Argument, TreebankError, Wording
from arcwalk.models.options import Options, make_options
from arcwalk.systems.registry import DEFAULT_SYSTEM, SYSTEMS, SystemEntry, Train, installed_systems, system_named
from arcwalk.systems.tag_source_options import GOLD, JOINT, PREDICTED, TAGS, TaggingOptions, split_options
from arcwalk.treebank.sentence import Sentence

if TYPE_CHECKING:
    from arcwalk.systems.bayes_point.options import BayesPointOptions
    from arcwalk.systems.mst.options import MstOptions
    from arcwalk.systems.rerank.options import RerankOptions
    from arcwalk.systems.sampling.options import SamplingOptions
    from arcwalk.systems.vine.options import VineOptions

    SystemOptions: TypeAlias = SamplingOptions | BayesPointOptions | MstOptions | RerankOptions | VineOptions

LONGEST = 5000  # words of a training sentence, where all pairs of them are in memory


@dataclass(frozen=True, slots=True)
class SystemChoice:
    """A system by name, its options, and where its tags come from."""

    name: str
    options: Any
    tags: str
    tagging: TaggingOptions

    @property
    def entry(self) -> SystemEntry:
        """The system."""
        return system_named(self.name)

    @property
    def train(self) -> Train:
        """The training function."""
        return self.entry.implementation(corrects_tags=self.tags == JOINT).train.load()

    def refuse_long(self, sentences: Iterable[Sentence]) -> None:
        """Raise for a sentence that is too long to learn from."""
        if self.entry.is_linear:
            return
        for sentence in sentences:
            if len(sentence) > LONGEST:
                message = f"{len(sentence):,} words, but {self.name} learns from sentences of at most {LONGEST:,}"
                able = ", ".join(name for name, entry in SYSTEMS.items() if entry.is_linear)
                remedy = Wording("split the sentence, leave it out, or train with ", Argument("system", able))
                raise TreebankError(sentence.finding(0, "too-long", message, remedy))

    def values(self) -> dict[str, object]:
        """All options by name."""
        return asdict(self.options) | ({} if self.tags == GOLD else {**asdict(self.tagging), "tags": self.tags})


def choose_system(
    name: str | None,
    options: "SystemOptions | None",
    tags: str,
    tag_options: TaggingOptions | None,
    keywords: Mapping[str, object],
) -> SystemChoice:
    """Check what `Parser.train` was given, and fill in the rest; contradictions raise `ArcwalkError`."""
    if tags not in TAGS:
        raise ArcwalkError(Wording(Argument("tags", tags), f": choose one of {', '.join(TAGS)}"))
    for_tags, others = split_options(tags, keywords)
    if options is None:
        name = name or DEFAULT_SYSTEM
        chosen = make_system_options(name, system_named(name).options.load(), others)
    else:
        _refuse_both("options", options, others)
        owner = _owner_of(options)
        if name not in (None, owner):
            raise ArcwalkError(f"system={name}: {type(options).__name__} belongs to {owner}", "leave out one of them")
        name, chosen = owner, _checked(options)
    if tag_options is not None:
        _refuse_both("tag_options", tag_options, for_tags)
        if tags == GOLD:
            raise ArcwalkError(f"tag_options: {GOLD} tags have none", f"leave them out, or use tags={PREDICTED!r}")
    tagging = make_options(TaggingOptions, for_tags) if tag_options is None else _checked(tag_options)
    if tags == JOINT and system_named(name).joint is None:
        able = ", ".join(other for other, entry in SYSTEMS.items() if entry.joint)
        raise ArcwalkError(
            Wording(Argument("tags", tags), f": {name} does not correct tags"),
            Wording(f"train {able}, or use ", Argument("tags", PREDICTED)),
        )
    if features_from := getattr(chosen, "features_from", ""):
        from arcwalk.features.python_features import load_features, require  # loads Numba, which help does without

        require([feature.name for feature in load_features(features_from)])  # errors come before any training
    return SystemChoice(name, chosen, tags, tagging)


def make_system_options(name: str, kind: type[Options], values: Mapping[str, object]) -> Options:
    """Fill the options class of a system; for an option that only other systems have, the error names those."""
    own = _names(kind)
    for option in values:
        if option not in own and (others := [other for other, each in _kinds().items() if option in _names(each)]):
            have = f"but {' and '.join(others)} {'has' if len(others) == 1 else 'have'}"
            raise ArcwalkError(f"{name} has no option {option!r}, {have}", f"options of {name}: {', '.join(own)}")
    return make_options(kind, values, name)


def _kinds() -> dict[str, type[Any]]:
    """The options classes of all systems."""
    return {name: system_named(name).options.load() for name in [*SYSTEMS, *installed_systems()]}


def _names(kind: type[Any]) -> list[str]:
    return [item.name for item in fields(kind)]


def _owner_of(options: object) -> str:
    """The system that the options belong to."""
    kinds = _kinds()
    for name, kind in kinds.items():
        if isinstance(options, kind):
            return name
    names = ", ".join(kind.__name__ for kind in kinds.values())
    raise ArcwalkError(f"options: {type(options).__name__} is not for parsers", f"give one of {names}")


def _refuse_both(argument: str, options: object, keywords: Mapping[str, object]) -> None:
    if keywords:
        message = f"{argument}={type(options).__name__}(...) and {', '.join(keywords)}=... are both given"
        raise ArcwalkError(message, "set all options in the object, or all as keyword arguments")


def _checked(options: Any) -> Any:
    """The same options, or an error for a value out of range."""
    return make_options(type(options), asdict(options))
