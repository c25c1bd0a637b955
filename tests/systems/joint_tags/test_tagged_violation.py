"""Learning from tagged trees: features against scores, and the lead that a step gives."""

import numpy as np
import pytest
from tagged_trees import random_tagged_tree

from arcwalk.learning.kernels.feature_difference import subtract
from arcwalk.scoring.choices import Candidates, Choices
from arcwalk.systems.joint_tags.kernels.joint_search import go_to
from arcwalk.systems.joint_tags.kernels.tagged_tree import score_as_is
from arcwalk.systems.joint_tags.kernels.tagged_violation import all_features, learn_from_worst_tagged


def test_features_of_a_tagged_tree_add_up_to_its_score() -> None:
    random = np.random.default_rng(5)
    for _ in range(5):
        tagged = random_tagged_tree(random, 4)
        start = tagged.analyses.start
        taken = np.array([0, *(random.integers(start[m], start[m + 1]) for m in range(1, 5))])
        go_to(tagged, tagged.scorer.chosen.copy(), taken)
        known = tagged.prior[tagged.scorer.chosen[1:]].sum() + tagged.analyses.score[taken[1:]].sum()
        features = tagged.model.weights[all_features(tagged)].sum(dtype=np.float64)
        assert features + known == pytest.approx(score_as_is(tagged), abs=1e-3)


def test_what_both_lists_have_cancels() -> None:
    difference = subtract(np.array([3, 3, 5, 7], np.uint32), np.array([3, 7, 9], np.uint32))
    found = dict(zip(difference.indices.tolist(), difference.values.tolist(), strict=True))
    assert found == {3: 1.0, 5: 1.0, 9: -1.0}


def test_right_trees_and_tags_are_learned() -> None:
    """After some steps on one sentence, nothing that is wrong comes close any more."""
    random = np.random.default_rng(6)
    learned = 0
    for _ in range(8):
        tagged = random_tagged_tree(random, 4)
        scorer, analyses, start = tagged.scorer, tagged.analyses, tagged.analyses.start
        choices = Choices(scorer.start, scorer.head, scorer.label, np.arange(len(scorer.head), dtype=np.int32))
        gold = scorer.chosen.copy()
        gold_analyses = np.array([0, *(random.integers(start[m], start[m + 1]) for m in range(1, 5))])
        errors, tag_errors = np.ones(len(scorer.head)), np.full(len(analyses.score), 0.5)
        errors[gold[1:]], tag_errors[gold_analyses[1:]] = 0.0, 0.0
        candidates = Candidates(scorer.start, scorer.head, choices, np.zeros(len(scorer.head)), gold)
        task = (
            candidates,
            analyses._replace(score=np.zeros(len(analyses.score))),
            gold,
            errors,
            gold_analyses,
            tag_errors,
        )
        weights = np.zeros_like(scorer.weights)
        model = tagged.model._replace(weights=weights)
        squares, totals = np.zeros_like(weights), np.zeros_like(weights)
        found = [
            learn_from_worst_tagged(scorer.sentence, model, *task, True, False, 0.1, float(step), squares, totals)
            for step in range(40)
        ]
        learned += found[-1] == 0 < found[0]
    assert learned >= 7
