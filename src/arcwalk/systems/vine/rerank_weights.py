"""Learning to rerank: which families of features, and what they weigh, by minimum risk (the paper, section 5)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Scores
from arcwalk.learning.kernels.expected_error import Lists
from arcwalk.learning.minimum_risk import anneal_risk, errors_of_best
from arcwalk.systems.vine.kernels.rerank_scores import BASE

SUBSETS = (10, 20, 40)  # sizes to try, besides all
_RIDGE = 1.0
_STEPS = 30
_ALONE = (0.2, 0.5, 1.0)  # weights to try for a family by itself


class RerankWeights(NamedTuple):
    """What is learned."""

    chosen: list[int]  # families
    weights: Scores  # (2 + chosen,)


def with_families(lists: Lists, chosen: Sequence[int]) -> Lists:
    """The lists with some of the families only."""
    columns = [*range(BASE), *(BASE + family for family in chosen)]
    return lists._replace(values=np.ascontiguousarray(lists.values[:, columns]))


def rank_families(lists: Lists) -> list[int]:
    """The families, best first by what each one alone does beside the probabilities of trees and labelings."""
    errors = []
    for family in range(lists.values.shape[1] - BASE):
        one = with_families(lists, [family])
        errors.append(min(errors_of_best(one, np.array([1.0] * BASE + [weight])).sum() for weight in _ALONE))
    ranked: list[int] = np.argsort(errors, kind="stable").tolist()
    return ranked


def learn_weights(lists: Lists, chosen: Sequence[int]) -> RerankWeights:
    """The weights of some families."""
    origin = np.zeros(BASE + len(chosen))
    origin[:BASE] = 1.0
    *_, weights = anneal_risk(with_families(lists, chosen), origin, ridge=_RIDGE, steps=_STEPS)
    return RerankWeights(list(chosen), weights)


def errors_with(lists: Lists, learned: RerankWeights) -> float:
    """The errors of the best candidates by these weights."""
    return float(errors_of_best(with_families(lists, learned.chosen), learned.weights).sum())
