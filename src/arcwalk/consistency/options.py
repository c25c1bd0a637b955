"""Options of `arcwalk parse --consistency` and `arcwalk tag --consistency`."""

from dataclasses import dataclass

from arcwalk.consistency.head_classes import DETAILS, SIDE
from arcwalk.errors import ArcwalkError
from arcwalk.models.options import option

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

    same: float = option(0.2, "δ1: reward for a head that matches the consensus of a word's context")
    close: float = option(0.1, "δ2: reward if only its coarse tag (and side) matches")
    off: float = option(0.06, "δ3: reward if the constraint is turned off")
    heads: str = option(
        SIDE, "consensus on the tag of the head (as published), or on its tag and side", choices=DETAILS
    )
    contexts: int = option(10, "contexts per word, most predictive first; 1: as published", least=1)
    words: int = option(
        30, "frequent words whose forms are part of contexts; 0: tags only, as published", most=1_000_000
    )
    unseen: int = option(3, "minimum number of tags in a recurring context not seen in training; 0: none, as published")
    iterations: int = option(200, _ITERATIONS, least=1, most=100_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsistentTaggingOptions(_Rewards):
    """Options of `tag_consistently`."""

    same: float = option(0.5, "δ1: reward for a tag that matches the consensus of an unknown word's type")
    close: float = option(0.25, "δ2: reward if only its coarse tag matches")
    off: float = option(0.1, "δ3: reward if the constraint is turned off")
    related: int = option(5, "word pairs needed to relate two suffixes, so that such types share a consensus; 0: none")
    imports: int = option(20, "maximum number of raw sentences to import per unknown word type", most=100_000)
    iterations: int = option(200, _ITERATIONS, least=1, most=100_000)
