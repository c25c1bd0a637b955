"""Mixture weights whose likelihood only grows, and log-linear models that learn their decisions."""

from itertools import islice, pairwise
from random import Random

import numpy as np
import pytest

from arcwalk.sample import sample
from arcwalk.systems.vine.estimation import (
    PRIOR,
    count_events,
    estimate_mixture,
    expectation_maximization,
    trained_weights,
    vine_events,
)
from arcwalk.systems.vine.log_linear import Decision, fit
from arcwalk.systems.vine.templates import TemplateTexts, VineTemplates, vine_properties
from arcwalk.training.encoded_treebank import EncodedTreebank
from arcwalk.treebank.corpus import encode_corpus, repeated
from arcwalk.treebank.encoding import COARSE_TAGS


def test_likelihood_grows_with_every_round() -> None:
    random = np.random.default_rng(4)
    probabilities = random.random((200, 5)) ** 3
    rounds = list(islice(expectation_maximization(probabilities, np.ones(200, dtype=np.int64)), 30))
    likelihoods = [np.log(probabilities @ weights).sum() + PRIOR * np.log(weights).sum() for weights in rounds]
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(likelihoods))
    assert likelihoods[-1] > likelihoods[0] + 1
    for weights in rounds:
        assert weights.sum() == pytest.approx(1)


def test_each_bucket_has_weights_of_its_own() -> None:
    probabilities = np.array([[0.9, 0.1]] * 50 + [[0.1, 0.9]] * 50)
    weights = trained_weights(probabilities, np.repeat([0, 1], 50), np.ones(100, dtype=np.int64), 3)
    assert weights[0, 0] > 0.9
    assert weights[1, 1] > 0.9
    np.testing.assert_allclose(weights[2], 0.5)


def test_decisions_are_learned() -> None:
    random = np.random.default_rng(5)
    decisions = list[Decision]()
    for _ in range(200):
        kinds = random.permutation(8)[:3]
        indices = np.column_stack((kinds, random.integers(8, 16, 3))).astype(np.int32)  # the first feature tells
        decisions.append(Decision(indices, kinds != kinds.min()))
    weights = fit(decisions, 16, Random(0))
    right = [int(np.argmax(weights[indices].sum(axis=1))) == int(np.argmin(wrong)) for indices, wrong, _ in decisions]
    assert sum(right) > 190


def test_decisions_count_as_often_as_they_should() -> None:
    one, other = (Decision(np.array([[0], [1]], dtype=np.int32), np.array([i == 0, i == 1])) for i in range(2))
    for weights, is_first_better in (((1, 5), True), ((5, 1), False)):
        decisions = [own._replace(weight=weight) for own, weight in zip((one, other), weights, strict=True)]
        first, second = fit(decisions, 2, Random(0))
        assert (first > second) == is_first_better


def test_events_count_as_if_there_were_copies_of_their_sentences() -> None:
    trees, texts = sample(12), TemplateTexts.shipped(clusters=False)
    weights = [1 + i % 3 for i in range(len(trees))]
    copies = EncodedTreebank.of(repeated(trees, weights), vine_properties(texts))
    weighted = encode_corpus(
        [tree.with_weight(weight) for tree, weight in zip(trees, weights, strict=True)],
        copies.encoder,
        copies.label_set.names,
    )
    templates = VineTemplates.for_encoder(texts, copies.encoder)
    bounds = np.full((COARSE_TAGS, 2), 8, dtype=np.int32)
    tables = []
    for corpus in (weighted, copies.corpus):
        events = vine_events(corpus, bounds)
        assert np.bincount(events.words[:, 0], minlength=len(corpus)).min() > 0
        counts = [own[:-1] for own in count_events(corpus, events, templates.child)]  # but for the places of events
        tables.append((*(array for own in counts for array in own), *estimate_mixture(corpus, bounds, templates).table))
    for one, other in zip(*tables, strict=True):
        np.testing.assert_array_equal(one, other)


def test_events_that_count_more_decide_the_mixture() -> None:
    probabilities = np.array([[0.9, 0.1], [0.1, 0.9]])
    buckets, rounds = np.zeros(2, dtype=np.int64), np.array([[1, 20], [20, 1]])
    second, first = (trained_weights(probabilities, buckets, counts, 1)[0].argmax() for counts in rounds)
    assert (first, second) == (0, 1)
