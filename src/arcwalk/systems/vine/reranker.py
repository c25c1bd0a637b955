"""The reranker: chooses from the k-best list by features of whole labeled trees (the paper, section 5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Codes, Scores
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.templates import shipped
from arcwalk.systems.vine.conditionals import Conditionals, pack_lookup, read_conditionals, unpack_lookup
from arcwalk.systems.vine.kernels.decode import KBestList
from arcwalk.systems.vine.kernels.lookup import Lookup
from arcwalk.systems.vine.kernels.rerank_features import rerank_scores
from arcwalk.treebank.encoding import Encoder

_ROLES = "hmgsn"
_STRUCTURE = (  # in the order of `arcwalk.systems.vine.kernels.rerank_features`
    *("dir", "dist", "label", "head.label", "grand.label", "sib.label", "next.label"),
    *("frame", "frame.labels", "frame.left", "frame.right", "valency.left", "valency.right"),
    *("verbs", "marks", "conjunctions"),
)


@cache
def feature_families(clusters: bool = False) -> Conditionals:
    """All lines of `reranker.templates`; with those for `clusters` of words, if there are any."""
    text = shipped("reranker", "arcwalk.systems.vine", clusters=clusters)
    return read_conditionals(text, "reranker.templates", "family", _ROLES, _STRUCTURE)


def family_table(encoder: Encoder, chosen: Sequence[int] | None = None) -> PartTable:
    """Some of the feature families, or all, as kernels read them."""
    families = feature_families(encoder.words is not None)
    lines = families if chosen is None else families.select(chosen)
    return lines.table(_ROLES, _STRUCTURE, encoder.columns)


@dataclass(frozen=True)
class Reranker:
    """A trained reranker. It is immutable, so threads can share it."""

    encoder: Encoder
    chosen: list[int]  # feature families, by number
    counts: Lookup
    weights: Scores  # of the log probabilities of tree and labeling, then of the chosen families

    @cached_property
    def table(self) -> PartTable:
        """The chosen families as kernels read them."""
        return family_table(self.encoder, self.chosen)

    def scores(self, codes: Codes, found: KBestList) -> Scores:
        """The scores of the labeled trees of a list."""
        return rerank_scores(codes, found, self.table, self.counts, self.weights)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of a model file."""
        return {
            "reranker.chosen": np.array(self.chosen, dtype=np.int32),
            "reranker.weights": self.weights,
            **pack_lookup(self.counts, "reranker.counts"),
        }

    @classmethod
    def restore(cls, arrays: Mapping[str, NDArray[Any]], encoder: Encoder) -> "Reranker | None":
        """The reranker that `arrays` came from, if there was one."""
        if "reranker.chosen" not in arrays:
            return None
        counts = unpack_lookup(arrays, "reranker.counts")
        return cls(encoder, arrays["reranker.chosen"].tolist(), counts, arrays["reranker.weights"])
