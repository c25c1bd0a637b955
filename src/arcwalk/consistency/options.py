"""What can be set for consistency, in parsing and in tagging."""

from dataclasses import dataclass

from arcwalk.consistency.head_classes import DETAILS, SIDE
from arcwalk.errors import ArcwalkError
from arcwalk.systems.options import option


@dataclass(frozen=True, slots=True, kw_only=True)
class _Agreement:
    """What both have."""

    def __post_init__(self) -> None:
        same, close, off = (getattr(self, name) for name in ("same", "close", "off"))
        if not same >= close >= off:
            raise ArcwalkError(
                f"options same={same}, close={close}, off={off}: each may not be larger than the one before"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextOptions(_Agreement):
    """What can be set for `arcwalk parse --consistency`."""

    same: float = option(0.2, "what a word earns by a head like the consensus of a context, δ1 of the paper", least=0)
    close: float = option(0.1, "the same if only the coarse tag (and the side) is like it, δ2", least=0)
    off: float = option(0.06, "the same if the context has no consensus, δ3", least=0)
    threshold: float = option(1.0, "share that a context's usual head needs in the treebank", least=0, most=1)
    contexts: int = option(10, "contexts of a word that count, the most telling ones; 1: as published", least=1)
    heads: str = option(SIDE, "what is to agree: the tag of the head, as published, or its side too", choices=DETAILS)
    words: int = option(30, "frequent words that contexts tell apart; 0: tags alone, as published", least=0)
    unseen: int = option(3, "tags a context needs to count if the treebank has it not; 0: none does", least=0)
    step: float = option(0.25, "first step of the multipliers, in units of same", least=1e-9)
    iterations: int = option(200, "iterations before sentences that do not agree are lifted", least=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeOptions(_Agreement):
    """What can be set for `arcwalk tag --consistency`."""

    same: float = option(0.5, "what an unknown word earns by the tag its type agrees on, δ1 of the paper", least=0)
    close: float = option(0.25, "the same if only the coarse tag is like it, δ2", least=0)
    off: float = option(0.1, "the same if the type agrees on nothing, δ3", least=0)
    related: int = option(5, "pairs of words that show two endings to be related; 0: types are never joined", least=0)
    imports: int = option(20, "sentences of --raw for each unknown type, at most", least=0)
    step: float = option(0.25, "first step of the multipliers, in units of same", least=1e-9)
    iterations: int = option(200, "iterations before sentences that do not agree are lifted", least=1)
