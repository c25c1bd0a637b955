"""Options of `arcwalk parse --consistency` and `arcwalk tag --consistency`."""

from dataclasses import dataclass

from arcwalk.consistency.contexts import COLUMNS, UPOS
from arcwalk.consistency.head_classes import DETAILS, SIDE
from arcwalk.errors import ArcwalkError
from arcwalk.models.options import option

_MOST_WORDS = 1_000_000  # that are frequent
_ITERATIONS = "iterations before sentences that do not agree with the consensus are released from their constraints"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rewards:
    """What both share: the rewards of section 4."""

    def __post_init__(self) -> None:
        same, close, off = (getattr(self, name) for name in ("same", "close", "off"))
        if not same >= close >= off:
            raise ArcwalkError(f"options same={same}, close={close}, off={off}: must satisfy same >= close >= off")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsistentParsingOptions(_Rewards):
    """Options of `parse_consistently`."""

    same: float = option(0.4, "δ1: reward for a head that matches the consensus of a word's context")
    close: float = option(0.2, "δ2: reward if only its coarse tag (and side) matches")
    off: float = option(0.12, "δ3: reward if the constraint is turned off")
    heads: str = option(
        SIDE, "consensus on the tag of the head (as published), or on its tag and side", choices=DETAILS
    )
    consensus: str = option(
        UPOS, "column of that tag; the coarse tag of an XPOS is its most frequent UPOS", choices=COLUMNS
    )
    contexts: int = option(20, "contexts per word, most predictive first; 1: as published", least=1)
    words: str = option(
        "30,300",
        "frequent words whose forms are part of contexts; for several numbers, contexts of each kind; 0: tags only, "
        "as published",
    )
    share: float = option(0.8, "share of the usual head that a context needs in training; 1: as published", most=1)
    least: int = option(1, "words that a context of the training data needs there; 1: as published", least=1)
    doubt: float = option(
        1.0,
        "words without the usual head that each context is taken to have besides, which lowers its rewards; 0: none, "
        "as published",
    )
    unseen: int = option(3, "minimum number of tags in a recurring context not seen in training; 0: none, as published")
    iterations: int = option(200, _ITERATIONS, least=1, most=100_000)

    def __post_init__(self) -> None:
        _Rewards.__post_init__(self)
        if not all(number.isdecimal() and int(number) <= _MOST_WORDS for number in str(self.words).split(",")):
            message = f"option words={self.words}: these are not whole numbers from 0 to {_MOST_WORDS:,}"
            raise ArcwalkError(message, "separate them by commas, as in words=30,300")

    @property
    def word_counts(self) -> list[int]:
        """How many frequent words each kind of context has."""
        return [int(number) for number in str(self.words).split(",")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsistentTaggingOptions(_Rewards):
    """Options of `tag_consistently`."""

    same: float = option(0.5, "δ1: reward for a tag that matches the consensus of an unknown word's type")
    close: float = option(0.25, "δ2: reward if only its coarse tag matches")
    off: float = option(0.1, "δ3: reward if the constraint is turned off")
    related: int = option(5, "word pairs needed to relate two suffixes, so that such types share a consensus; 0: none")
    imports: int = option(20, "maximum number of raw sentences to import per unknown word type", most=100_000)
    iterations: int = option(200, _ITERATIONS, least=1, most=100_000)
