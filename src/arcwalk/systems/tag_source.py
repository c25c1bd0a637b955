"""How a parser gets its tags: from its input, or from its own tagger, which is part of the same model."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from arcwalk.components.tagger.options import NAME
from arcwalk.errors import TreebankError, Wording
from arcwalk.models.model_file import ModelFile, StoredModel
from arcwalk.systems.tag_source_options import GOLD, JOINT, PREDICT_TAGS, PREDICTED
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_text import TAG_COLUMNS

if TYPE_CHECKING:  # parsers without a tagger do not load its kernels
    from arcwalk.components.tagger.analyses import Ambiguity, WordAnalyses
    from arcwalk.components.tagger.tagger import Tagger

_TAGGING, _JOINT = "tagging", "joint"
_HIDEABLE = {*TAG_COLUMNS, "lemmas"}


@dataclass(frozen=True)
class Tagging:
    """How a parser gets its tags, and which columns it reads. Immutable."""

    tagger: "Tagger | None" = None  # None: tags come with the input
    hidden: tuple[str, ...] = ()  # columns of the input that the parser does not read
    expected: bool = False  # whether the input must have tags, as all sentences of the treebank had
    ambiguity: "Ambiguity | None" = None  # None: the parser does not correct tags

    @property
    def corrects(self) -> bool:
        """Whether the parser corrects tags."""
        return self.ambiguity is not None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the tagger fills."""
        return () if self.tagger is None else tuple(self.tagger.columns)

    def tag_one(self, sentence: Sentence) -> Sentence:
        """The sentence with tags by the tagger, if there is one."""
        return sentence if self.tagger is None else self.tagger.tag(sentence)

    def tag(self, sentences: Iterable[Sentence], *, jobs: int = 1) -> Iterable[Sentence]:
        """The same for a stream of sentences."""
        return sentences if self.tagger is None else self.tagger.tag(sentences, jobs=jobs)

    def visible(self, sentence: Sentence) -> Sentence:
        """A tagged sentence as the parser reads it."""
        return sentence.hiding(self.hidden) if self.hidden else sentence

    def analyze(self, sentence: Sentence) -> "list[WordAnalyses]":
        """The analyses that a parser which corrects tags can choose from for each word, the best first."""
        if self.tagger is None or self.ambiguity is None:
            raise ValueError("this parser does not correct tags")
        from arcwalk.components.tagger.analyses import analyze

        return analyze(self.tagger, sentence, self.ambiguity)

    def require_tags(self, sentence: Sentence) -> None:
        """Raise if the sentence has no tags, but the parser relies on them."""
        if self.expected and not has_tags(sentence):
            message = "no word has a tag, but the parser was trained with tags"
            remedy = Wording("tag the input first, or ", PREDICT_TAGS)
            raise TreebankError(sentence.finding(0, "no-tags", message, remedy))

    def __str__(self) -> str:
        if self.tagger is None:
            return f"{GOLD} tags" if self.expected else "no tags"
        return f"{JOINT if self.corrects else PREDICTED} tags"

    def joined_to(self, model: ModelFile) -> ModelFile:
        """The model of a system with everything that belongs to its tags."""
        metadata: dict[str, Any] = {"hidden": list(self.hidden), "expected": self.expected}
        if self.ambiguity is not None:
            metadata[_JOINT] = asdict(self.ambiguity)
        joined = model._replace(metadata={**model.metadata, _TAGGING: metadata})
        return joined if self.tagger is None else joined.with_part(NAME, self.tagger.model())

    @classmethod
    def restore(cls, model: StoredModel) -> "Tagging":
        """The inverse of `joined_to`."""
        metadata = model.metadata.part(_TAGGING)
        hidden, expected, part = tuple(metadata.texts("hidden")), metadata.flag("expected"), model.part(NAME, NAME)
        if not set(hidden) <= _HIDEABLE:
            raise metadata.wrong("hidden", f"among {', '.join(sorted(_HIDEABLE))}")
        if part is None:
            return cls(None, hidden, expected)
        from arcwalk.components.tagger.analyses import Ambiguity
        from arcwalk.components.tagger.tagger import Tagger

        tagger = Tagger.restore(part)
        ambiguity = Ambiguity.restore(metadata.part(_JOINT), tagger) if _JOINT in metadata else None
        return cls(tagger, hidden, expected, ambiguity)


def has_tags(sentence: Sentence) -> bool:
    """Whether some word has a tag or features."""
    return any(sentence.tags(column).count("_") < len(sentence) for column in TAG_COLUMNS)
