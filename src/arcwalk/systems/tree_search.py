"""How trees are searched, whatever the model: which trees, by what method, for how long."""

import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Codes, Heads, Labels
from arcwalk.features.scorer import Model
from arcwalk.trees.pruning import Candidates
from arcwalk.trees.search import best_tree
from arcwalk.trees.shape import is_projective

METHODS = ("climb", "walk", "gibbs")  # in the order of their numbers in `arcwalk.trees.search`


@dataclass(frozen=True, slots=True)
class Search:
    """How trees are searched, whatever the model."""

    single_root: bool
    projective: bool
    method: str
    budget: int
    reach: float
    seed: int

    def shape(self, candidates: Candidates) -> tuple[bool, bool]:
        """Whether one root and projective trees are asked for; arcs that a user fixed can rule out either."""
        heads = candidates.choices.head[candidates.chosen]
        heads[0] = -1
        single_root = self.single_root and np.count_nonzero(heads == 0) == 1
        return single_root, self.projective and is_projective(heads)

    def state(self, codes: Codes) -> NDArray[np.uint64]:
        """A random stream that depends on the seed and on the sentence alone."""
        return np.array([zlib.crc32(codes.tobytes()) << 32 ^ self.seed], dtype=np.uint64)

    def best(self, model: Model, codes: Codes, candidates: Candidates) -> tuple[Heads, Labels]:
        """Heads and labels of the best tree found."""
        method = METHODS.index(self.method)
        heads, labels, _ = best_tree(
            codes, model, candidates, *self.shape(candidates), self.reach, method, self.budget, self.state(codes)
        )
        return heads, labels
