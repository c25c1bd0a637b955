"""The oracle: every tree of a short sentence, listed; decoders and marginals must agree with it."""

from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray


def descends(heads: tuple[int, ...] | NDArray[np.int32], word: int, ancestor: int) -> bool:
    """Follow the heads up from `word` for as long as a tree could need."""
    for _ in heads:
        if word == ancestor:
            return True
        if word <= 0:
            return False
        word = heads[word]
    return False


def spans_a_stranger(heads: tuple[int, ...], m: int) -> bool:
    h = heads[m]
    return any(not descends(heads, k, h) for k in range(min(h, m) + 1, max(h, m)))


def is_tree(heads: tuple[int, ...] | NDArray[np.int32]) -> bool:
    return all(descends(heads, m, 0) for m in range(1, len(heads)))


@cache
def all_trees(n: int, projective: bool, single_root: bool) -> NDArray[np.int32]:
    """All trees over n words as an array `[tree, word]`, heads[0] = -1."""
    trees = []
    for choice in product(range(n + 1), repeat=n):
        heads = (-1, *choice)
        if single_root and choice.count(0) != 1:
            continue
        if not is_tree(heads) or (projective and any(spans_a_stranger(heads, m) for m in range(1, n + 1))):
            continue
        trees.append(heads)
    return np.array(trees, np.int32).reshape(len(trees), n + 1)


@dataclass
class Problem:
    """Candidates with scores, in the shape that the kernels take."""

    start: NDArray[np.int64]
    head: NDArray[np.int32]
    scores: NDArray[np.float64]

    @property
    def n(self) -> int:
        return len(self.start) - 2

    def modifiers(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(self.n + 1), np.diff(self.start))

    def score_all(self, trees: NDArray[np.int32]) -> NDArray[np.float64]:
        """The score of each tree; -inf where it uses an arc that is not a candidate."""
        table = np.full((self.n + 1, self.n + 1), -np.inf)
        table[self.modifiers(), self.head] = self.scores
        return table[np.arange(1, self.n + 1), trees[:, 1:]].sum(axis=1)

    def best(self, projective: bool, single_root: bool) -> float:
        scores = self.score_all(all_trees(self.n, projective, single_root))
        return float(scores.max(initial=-np.inf))

    def marginals(self, projective: bool, single_root: bool) -> tuple[float, NDArray[np.float64]]:
        """The log partition function, and the probability of each candidate arc."""
        trees = all_trees(self.n, projective, single_root)
        scores = self.score_all(trees)
        best = scores.max(initial=-np.inf)
        if best == -np.inf:
            return -np.inf, np.zeros(len(self.head))
        weights = np.exp(scores - best)
        uses = trees[:, self.modifiers()] == self.head
        return float(best + np.log(weights.sum())), weights @ uses / weights.sum()


def random_problem(random: np.random.Generator, n: int) -> Problem:
    """Scores of some kind (ties, negative, huge, tiny, peaked) for all heads or any subset of them."""
    kept = np.ones((n + 1, n + 1), bool)
    if random.random() < 0.6:
        kept = random.random((n + 1, n + 1)) < random.choice([0.3, 0.5, 0.8])
    kept[0] = False
    np.fill_diagonal(kept, False)
    heads = np.nonzero(kept)[1]
    start = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])
    count = len(heads)
    kinds = [
        random.normal(size=count),
        random.integers(-1, 2, count).astype(float),
        -random.exponential(size=count) * 10,
        random.normal(size=count) * 1e9,
        random.normal(size=count) * 1e-9,
        random.normal(size=count) * 60,
        np.zeros(count),
    ]
    return Problem(start, heads.astype(np.int32), kinds[random.integers(len(kinds))])
