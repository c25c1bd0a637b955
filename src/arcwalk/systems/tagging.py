"""Where a parser has its tags from: its input, or a tagger of its own that is kept in the same model."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from arcwalk.errors import TreebankError
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.options import option
from arcwalk.systems.tagger.analyses import Ambiguity, WordAnalyses, analyze
from arcwalk.systems.tagger.options import NAME, TaggerOptions
from arcwalk.systems.tagger.tagger import Tagger
from arcwalk.treebank.sentence import TAG_COLUMNS, Sentence

GOLD, PREDICTED, JOINT = "gold", "predicted", "joint"
TAGS = (GOLD, PREDICTED, JOINT)

_FACTS = "tagging"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggingOptions:
    """What can be set for `--tags predicted` and `--tags joint`, besides the options of the parser's system."""

    tag_columns: str = option("auto", "what to tag, see columns of tagger; auto: all that the treebank has")
    tag_folds: int = option(10, "parts of the treebank that are tagged by a tagger trained on the others", least=2)
    tag_shuffles: int = option(TaggerOptions().shuffles, "perceptrons to average in the tagger", least=1)
    tag_epochs: int = option(
        TaggerOptions().epochs, "passes over the treebank for each of them, and in each fold", least=1
    )
    tag_doubt: float = option(0.05, "joint: how probable a tag must be to be considered", least=1e-6, most=0.5)
    lemmas: str = option("hidden", "whether sentences to parse will have LEMMA", choices=("hidden", "given"))

    def __post_init__(self) -> None:
        if self.tag_columns != "auto":
            TaggerOptions(columns=self.tag_columns)  # says so where they are wrong


def split_options(tags: str, options: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """The options for tagging, which gold tags do not have, and those for the system of the parser."""
    names = set() if tags == GOLD else {item.name for item in fields(TaggingOptions)}
    own = {name: value for name, value in options.items() if name in names}
    return own, {name: value for name, value in options.items() if name not in names}


@dataclass(frozen=True)
class Tagging:
    """How a parser comes to its tags, and which columns it looks at. It never changes."""

    tagger: Tagger | None = None  # without one, tags come with the input
    hidden: tuple[str, ...] = ()  # columns of the input that the parser does not look at
    expected: bool = False  # whether the input should have tags, because the treebank had
    ambiguity: Ambiguity | None = None  # with one, the parser chooses among tags

    @property
    def corrects(self) -> bool:
        """Whether the parser chooses among tags."""
        return self.ambiguity is not None

    @property
    def columns(self) -> tuple[str, ...]:
        """What the tagger fills."""
        return () if self.tagger is None else tuple(self.tagger.columns)

    def tag_one(self, sentence: Sentence) -> Sentence:
        """The sentence with tags by the tagger, if there is one."""
        return sentence if self.tagger is None else self.tagger.tag(sentence)

    def tag(self, sentences: Iterable[Sentence], *, jobs: int = 1) -> Iterable[Sentence]:
        """The same for a stream of sentences."""
        return sentences if self.tagger is None else self.tagger.tag(sentences, jobs=jobs)

    def seen(self, sentence: Sentence) -> Sentence:
        """A tagged sentence as the parser sees it."""
        return sentence.hiding(self.hidden) if self.hidden else sentence

    def analyze(self, sentence: Sentence) -> list[WordAnalyses]:
        """What a parser that corrects tags may choose from for each word, the best tags first."""
        if self.tagger is None or self.ambiguity is None:
            raise ValueError("this parser does not correct tags")
        return analyze(self.tagger, sentence, self.ambiguity)

    def require_tags(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """The same sentences, or an error at one that has no tags, though the parser relies on them."""
        for sentence in sentences:
            if self.expected and not filled_columns([sentence]):
                message = "no word has a tag, and the parser was trained with tags"
                remedy = "tag the input first, or train the parser with --tags predicted"
                raise TreebankError(sentence.finding(0, "no-tags", message, remedy))
            yield sentence

    def joined_to(self, model: ModelFile) -> ModelFile:
        """The model of a system with all that belongs to its tags."""
        facts: dict[str, Any] = {"hidden": list(self.hidden), "expected": self.expected}
        if self.ambiguity is not None:
            facts["joint"] = asdict(self.ambiguity)
        joined = model._replace(metadata={**model.metadata, _FACTS: facts})
        return joined if self.tagger is None else joined.with_part(NAME, self.tagger.model())

    @classmethod
    def restore(cls, model: ModelFile) -> "Tagging":
        """What a model says of its tags; nothing, if it is an older one."""
        facts = model.metadata.get(_FACTS, {"hidden": [], "expected": False})
        part = model.part(NAME)
        tagger = None if part is None else Tagger.restore(part)
        ambiguity = Ambiguity(**facts["joint"]) if "joint" in facts else None
        return cls(tagger, tuple(facts["hidden"]), facts["expected"], ambiguity)


def filled_columns(sentences: Iterable[Sentence]) -> list[str]:
    """The columns of tags in which some word has a value."""
    filled: set[str] = set()
    for sentence in sentences:
        filled.update(name for name in TAG_COLUMNS if any(tag != "_" for tag in sentence.tags(name)))
        if len(filled) == len(TAG_COLUMNS):
            break
    return [name for name in TAG_COLUMNS if name in filled]
