"""The reranker of the vine parser: chooses among the best labelings of the best trees (the paper, section 5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Codes, Heads, Labels, Scores
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.templates import shipped
from arcwalk.systems.vine.conditionals import Conditionals, lookup_of, packed_lookup, read_conditionals
from arcwalk.systems.vine.kernels.lookup import Lookup
from arcwalk.systems.vine.kernels.rerank_scores import rerank_scores
from arcwalk.treebank.encoding import Encoder

_ROLES = "hmgsn"
_STRUCTURE = (
    "dir",
    "dist",
    "label",
    "head.label",
    "grand.label",
    "sib.label",
    "next.label",
    "frame",
    "frame.labels",
    "frame.left",
    "frame.right",
    "valency.left",
    "valency.right",
    "verbs",
    "marks",
    "conjunctions",
)


class Candidates(NamedTuple):
    """Labeled trees of a sentence, and the log probabilities of tree and labeling."""

    heads: Heads  # (candidates, n + 1)
    labels: Labels  # (candidates, n + 1)
    base: Scores  # (candidates, 2)


def families() -> Conditionals:
    """All families of features."""
    found = read_conditionals(
        shipped("families", "arcwalk.systems.vine"), "families.templates", {"family": _ROLES}, {"family": _STRUCTURE}
    )
    return found["family"]


def family_table(encoder: Encoder, chosen: Sequence[int] | None = None) -> PartTable:
    """Some families, or all, as kernels read them."""
    every = families()
    numbers = range(len(every.joint)) if chosen is None else chosen
    lines = Conditionals(*([side[i] for i in numbers] for side in every))
    return lines.table(_ROLES, _STRUCTURE, encoder.columns)


@dataclass(frozen=True)
class Reranker:
    """It never changes once made, so threads can share it."""

    encoder: Encoder
    chosen: list[int]  # families, by number
    counts: Lookup
    weights: Scores  # of the log probabilities of tree, labeling and families

    @cached_property
    def table(self) -> PartTable:
        """The chosen families as kernels read them."""
        return family_table(self.encoder, self.chosen)

    def scores(self, codes: Codes, candidates: Candidates) -> Scores:
        """The higher the better."""
        return rerank_scores(codes, *candidates, self.table, self.counts, self.weights)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file keeps."""
        return {
            "reranker.chosen": np.array(self.chosen, dtype=np.int32),
            "reranker.weights": self.weights,
            **packed_lookup(self.counts, "reranker.counts"),
        }

    @classmethod
    def restore(cls, arrays: Mapping[str, NDArray[Any]], encoder: Encoder) -> "Reranker | None":
        """The reranker that `arrays` came from, if there was one."""
        if "reranker.chosen" not in arrays:
            return None
        return cls(
            encoder,
            arrays["reranker.chosen"].tolist(),
            lookup_of(arrays["reranker.counts.keys"], arrays["reranker.counts.values"]),
            arrays["reranker.weights"],
        )
