"""What a trained system can say besides its best tree, whichever system it is: how sure it is, what comes next."""

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, Scores
from arcwalk.errors import ArcwalkError
from arcwalk.features.arc_kernels import arc_parts, score_arcs
from arcwalk.systems.bayes_point import BayesPointParser
from arcwalk.systems.first_order import FirstOrderModel
from arcwalk.systems.registry import TreeFinder
from arcwalk.systems.sampling import PARSING_OPTIONS, SamplingParser
from arcwalk.trees.candidates import all_heads, arc_index, heads_with_fixed
from arcwalk.trees.inside_outside import projective_marginals
from arcwalk.trees.matrix_tree import nonprojective_marginals

TEMPERATURE = 1.4  # of a first-order model, at which the probability of an arc is the share of such arcs that are right


class ConfidentTree(NamedTuple):
    """A tree, and the probability that each of the words 1..n has the right head, and the right head and label."""

    heads: Heads  # index 0 is the root
    labels: list[str]  # of words 1..n
    in_heads: Scores
    in_arcs: Scores | None  # not every system has an opinion


def confident_tree(
    system: TreeFinder, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
) -> ConfidentTree:
    """What `find_tree` finds, and how sure the system is of it."""
    if isinstance(system, SamplingParser):
        return ConfidentTree(*system.find_confident_tree(codes, heads, labels))
    if isinstance(system, BayesPointParser):
        tree, names = system.find_tree(codes, heads, labels)
        return ConfidentTree(tree, names, _head_marginals(system.arcs, codes, heads, tree), None)
    raise ArcwalkError(f"{type(system).__name__} cannot say how sure it is; use another system")


def best_trees(
    system: TreeFinder, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, count: int
) -> list[tuple[Heads, list[str], float]]:
    """At most `count` distinct trees and their scores, best first."""
    if isinstance(system, SamplingParser):
        return system.best_trees(codes, heads, labels, count)
    raise ArcwalkError("this model finds a single tree for a sentence; for more, train with --system sampling")


def label_set(system: TreeFinder) -> Collection[str]:
    """The labels there are."""
    if isinstance(system, SamplingParser):
        return system.labels
    return system.labeler.labels if isinstance(system, BayesPointParser) else ()


def parsing_options(system: TreeFinder) -> tuple[str, ...]:
    """The options that may be set anew for a trained system."""
    return PARSING_OPTIONS if isinstance(system, SamplingParser) else ()


def with_options(system: TreeFinder, values: Mapping[str, object]) -> TreeFinder:
    """The system with some of its `parsing_options` set anew."""
    return system.with_options(values) if isinstance(system, SamplingParser) else system


def _head_marginals(model: FirstOrderModel, codes: Codes, fixed: Heads | None, tree: Heads) -> Scores:
    """The exact probability of each arc of a tree, among trees of the kind that a model searches.

    As in decoding, fixed arcs can rule out all of these; then it is the next freer kind.
    """
    start, head = all_heads(len(tree) - 1) if fixed is None else heads_with_fixed(fixed)
    scores, marginals = np.empty(len(head)), np.zeros(len(head))
    score_arcs(arc_parts(codes, model.table), start, head, model.table, model.weights, scores)
    scores /= TEMPERATURE
    kinds = [projective_marginals, nonprojective_marginals] if model.projective else [nonprojective_marginals]
    for find, single_root in product(kinds, [True, False] if model.single_root else [False]):
        if find(start, head, scores, single_root, marginals) > -np.inf:
            break
    return np.array([marginals[arc_index(start, head, m, tree[m])] for m in range(1, len(tree))])
