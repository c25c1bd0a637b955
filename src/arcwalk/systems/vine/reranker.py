"""The reranker: chooses from the k-best list by features of whole labeled trees (the paper, section 5)."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Codes, Scores
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.safe_reading.arrays import ANY, StoredArrays
from arcwalk.systems.vine.conditionals import Conditionals, pack_lookup, read_conditionals, take_lookup
from arcwalk.systems.vine.kernels.decode import KBestList
from arcwalk.systems.vine.kernels.lookup import Lookup
from arcwalk.systems.vine.kernels.rerank_features import BASE, rerank_scores
from arcwalk.treebank.encoding import COARSE_TAGS, Encoder

_LARGEST = 1e6  # of a weight
_ROLES = "hmgsn"
_STRUCTURE = (  # in the order of `arcwalk.systems.vine.kernels.rerank_features`
    *("dir", "dist", "label", "head.label", "grand.label", "sib.label", "next.label"),
    *("frame", "frame.labels", "frame.left", "frame.right", "valency.left", "valency.right"),
    *("verbs", "marks", "conjunctions", "between"),
)


def feature_families(text: str) -> Conditionals:
    """The feature families in the text of `reranker.templates`."""
    source = "reranker templates"
    return read_conditionals(text, source, "family", _ROLES, _STRUCTURE).complete(source)


def family_table(families: Conditionals, encoder: Encoder) -> PartTable:
    """Feature families as kernels read them."""
    return families.table(_ROLES, _STRUCTURE, encoder.columns)


@dataclass(frozen=True)
class Reranker:
    """A trained reranker. It is immutable, so threads can share it."""

    encoder: Encoder
    families: Conditionals  # all of them
    chosen: list[int]  # those in use, by number
    counts: Lookup
    separator: int  # the coarse tag that `between` looks for
    weights: Scores  # of the log probabilities of tree and labeling, then of the chosen families

    @cached_property
    def table(self) -> PartTable:
        """The chosen families as kernels read them."""
        return family_table(self.families.select(self.chosen), self.encoder)

    def scores(self, codes: Codes, trees: KBestList) -> Scores:
        """The scores of the labeled trees of a list."""
        return rerank_scores(codes, trees, self.table, self.counts, self.separator, self.weights)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of a model file."""
        return {
            "reranker.chosen": np.array(self.chosen, dtype=np.int32),
            "reranker.separator": np.array([self.separator], dtype=np.int32),
            "reranker.weights": self.weights,
            **pack_lookup(self.counts, "reranker.counts"),
        }

    @classmethod
    def restore(cls, arrays: StoredArrays, encoder: Encoder, text: str) -> "Reranker | None":
        """The reranker that `arrays` came from, if there was one; `text` are its templates."""
        if "reranker.chosen" not in arrays:
            return None
        with arrays.source.reading():
            families = feature_families(text)
            encoder.require(families.properties)
        chosen = arrays.take("reranker.chosen", np.int32, (ANY,), 0, len(families.joint) - 1).tolist()
        weights = arrays.take("reranker.weights", np.float64, (BASE + len(chosen),), -_LARGEST, _LARGEST)
        [separator] = arrays.take("reranker.separator", np.int32, (1,), 0, COARSE_TAGS - 1).tolist()
        return cls(encoder, families, chosen, take_lookup(arrays, "reranker.counts"), separator, weights)
