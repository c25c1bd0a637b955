"""Problems with sibling scores, and an oracle that lists every tree."""

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from brute_force import Problem, all_trees, random_problem
from numpy.typing import NDArray

from arcwalk.trees.decoders.forest import Forest
from arcwalk.trees.decoders.second_order import PartScores, Siblings, find_siblings, second_order_forest


class Metadata(NamedTuple):
    """What the chart should say: trees with their scores, best first."""

    trees: NDArray[np.int32]
    scores: NDArray[np.float64]


@dataclass
class SecondOrderProblem:
    """Candidates, and scores of arcs and siblings kept in dictionaries that the oracle reads."""

    problem: Problem
    pairs: dict[tuple[int, int, int, int], float]  # head, side, nearer sibling or -1, modifier or -1

    @property
    def siblings(self) -> Siblings:
        return find_siblings(self.problem.start, self.problem.head)

    def part_scores(self) -> PartScores:
        siblings, head = self.siblings, self.problem.head
        modifier = siblings.modifier
        sibling = np.full(siblings.part[-1], np.nan)
        last = np.empty(len(head))
        for arc in range(len(head)):
            h, m = int(head[arc]), int(modifier[arc])
            side = int(m > h)
            nearer = [s for s in (range(h + 1, m) if side else range(h - 1, m, -1)) if self.is_candidate(h, s)]
            for i, s in enumerate([-1, *nearer]):
                sibling[siblings.part[arc] + i] = self.pairs[h, side, s, m]
            last[arc] = self.pairs[h, side, m, -1]
        childless = np.array([[self.pairs[h, side, -1, -1] for side in range(2)] for h in range(self.problem.n + 1)])
        assert not np.isnan(sibling).any()
        return PartScores(self.problem.scores, sibling, last, childless)

    def is_candidate(self, h: int, m: int) -> bool:
        start = self.problem.start
        return h in self.problem.head[start[m] : start[m + 1]]

    def forest(self, single_root: bool) -> Forest:
        return second_order_forest(
            self.problem.start, self.problem.head, self.siblings, self.part_scores(), single_root
        )

    def score(self, tree: NDArray[np.int32]) -> float:
        total = float(self.problem.score_all(tree[None])[0])
        if total == -np.inf:
            return total
        for h in range(len(tree)):
            for side in range(2):
                if h == 0 and side == 0:
                    continue
                children = [m for m in range(1, len(tree)) if tree[m] == h and (m > h) == side]
                outward = [-1, *(children if side else children[::-1]), -1]
                total += sum(self.pairs[h, side, s, m] for s, m in pairwise(outward))
        return total

    def facts(self, single_root: bool) -> Metadata:
        trees = all_trees(self.problem.n, True, single_root)
        scores = np.array([self.score(tree) for tree in trees])
        order = np.argsort(-scores, kind="stable")
        order = order[scores[order] > -np.inf]
        return Metadata(trees[order], scores[order])


def first_order_scores(scores: NDArray[np.float64], siblings: Siblings) -> PartScores:
    """Arc scores alone, in the shape that the second-order chart takes."""
    n = (len(siblings.start) - 3) // 2
    return PartScores(scores, np.zeros(siblings.part[len(scores)]), np.zeros(len(scores)), np.zeros((n + 1, 2)))


def random_second_order(random: np.random.Generator, n: int) -> SecondOrderProblem:
    problem = random_problem(random, n)
    if np.abs(problem.scores).max(initial=0) > 1e6:
        problem.scores /= 1e8
    words = range(-1, n + 1)
    ties = random.random() < 0.3
    pairs = {
        (h, side, s, m): float(random.integers(-1, 2)) if ties else float(random.normal())
        for h in range(n + 1)
        for side in range(2)
        for s in words
        for m in words
    }
    return SecondOrderProblem(problem, pairs)
