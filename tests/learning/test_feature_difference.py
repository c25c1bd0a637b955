"""Differences of the features of two trees, against features counted in Python."""

from collections import Counter

import numpy as np
import pytest
from part_oracles import tree_features
from tiny_scorers import (
    ARCS,
    ENCODER,
    LABELS,
    LEAVES,
    STRUCTURE,
    TABLE_BITS,
    random_choices,
    random_scorer,
    valid_trees,
)

from arcwalk.features.arc_templates import arc_table
from arcwalk.features.kernels.arc_features import ArcParts, arc_parts
from arcwalk.features.kernels.structure_features import label_contributions
from arcwalk.features.templates import shipped
from arcwalk.learning.kernels.feature_difference import Difference, cancel, feature_difference
from arcwalk.learning.kernels.updates import lead, squared_length
from arcwalk.scoring.choices import Choices
from arcwalk.scoring.moves import start_from
from arcwalk.scoring.part_kinds import Convention
from arcwalk.scoring.scorer import Model, Scorer, all_parts, score_choices

HEADS = Convention(adposition_heads=True, conjunction_heads=True, conjunct=-1)


def model_of(scorer: Scorer) -> Model:
    return Model(
        arc_table(ARCS, ENCODER.columns),
        STRUCTURE,
        label_contributions(LABELS, STRUCTURE),
        scorer.convention,
        scorer.weights,
        np.zeros((0, 3), np.int64),
        np.zeros(LABELS + 1, np.int32),
    )


def two_trees(seed: int, convention: Convention = LEAVES) -> tuple[Scorer, np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    n = int(random.integers(2, 6))
    scorer = random_scorer(random, random_choices(random, n, 3, 5), convention)
    trees = valid_trees(scorer, single_root=False, projective=False)
    if len(trees) < 2:
        return two_trees(seed + 1000, convention)
    one, other = random.permutation(len(trees))[:2]
    return scorer, trees[one].copy(), trees[other].copy()


def difference_of(scorer: Scorer, plus: np.ndarray, minus: np.ndarray) -> Difference:
    model = model_of(scorer)
    arcs: ArcParts = arc_parts(scorer.sentence, model.arcs)
    start_from(scorer, minus)
    minus_parts = all_parts(scorer)
    start_from(scorer, plus)
    return feature_difference(scorer, model, arcs, all_parts(scorer), plus, minus_parts, minus)


def counted(scorer: Scorer, chosen: np.ndarray) -> Counter[int]:
    heads = [-1, *scorer.head[chosen[1:]].tolist()]
    labels = [-1, *scorer.label[chosen[1:]].tolist()]
    texts = shipped("arc"), shipped("structure")
    tables = (scorer.sentence, ENCODER.columns, heads, labels, LABELS, scorer.convention, TABLE_BITS)
    return tree_features(*texts, *tables)


@pytest.mark.parametrize("convention", [LEAVES, HEADS], ids=["leaves", "heads"])
@pytest.mark.parametrize("seed", range(8))
def test_a_difference_is_that_of_counted_features(seed: int, convention: Convention) -> None:
    scorer, plus, minus = two_trees(seed, convention)
    difference = difference_of(scorer, plus, minus)
    wanted = counted(scorer, plus)
    wanted.subtract(counted(scorer, minus))
    assert len(set(difference.indices.tolist())) == len(difference.indices)
    values = dict(zip(difference.indices.tolist(), difference.values.tolist(), strict=True))
    assert values == {index: value for index, value in wanted.items() if value}
    assert squared_length(difference) == sum(value * value for value in wanted.values())
    assert lead(difference, scorer.weights) == pytest.approx(
        sum(float(scorer.weights[index]) * value for index, value in wanted.items()), abs=1e-4
    )


def test_the_lead_is_the_difference_of_scores() -> None:
    for seed in range(8):
        scorer, plus, minus = two_trees(seed)
        model = model_of(scorer)
        start, arcs = scorer.start, arc_parts(scorer.sentence, model.arcs)
        choices = (scorer.start, scorer.head, scorer.label, np.arange(len(scorer.head), dtype=np.int32))
        score_choices(arcs, model, scorer.words, start, scorer.head, Choices(*choices), scorer.choice_score)
        ahead = start_from(scorer, plus) - start_from(scorer, minus)
        assert lead(difference_of(scorer, plus, minus), scorer.weights) == pytest.approx(ahead, abs=1e-4)


def test_a_tree_does_not_differ_from_itself() -> None:
    scorer, plus, _ = two_trees(1)
    difference = difference_of(scorer, plus, plus)
    assert len(difference.indices) == 0


def test_parts_cancel() -> None:
    plus = np.array([[1, 1], [2, 2], [1, 1], [3, 3]])
    minus = np.array([[2, 2], [1, 1], [4, 4], [4, 4]])
    parts, counts = np.empty((8, 2), np.int64), np.empty(8, np.int64)
    kept = cancel(plus, minus, parts, counts)
    counted = {(*part, count) for part, count in zip(parts[:kept].tolist(), counts[:kept].tolist(), strict=True)}
    assert {(part, count) for part, _, count in counted} == {(1, 1), (3, 1), (4, -2)}
