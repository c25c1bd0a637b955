"""The labelings of a tree against all of them."""

from itertools import product

import numpy as np

from arcwalk.models.label_set import LabelSet, label_lists
from arcwalk.sample import sample
from arcwalk.systems.vine.kernels.label_model import best_labels, label_forest, label_indices, label_scores
from arcwalk.systems.vine.templates import TemplateTexts, VineTemplates, vine_properties
from arcwalk.treebank.encoding import COARSE_TAGS, Encoder
from arcwalk.trees.decoders.k_best import k_best


def test_the_best_labelings_equal_brute_force() -> None:
    random = np.random.default_rng(0)
    for n in (1, 2, 4):
        for _ in range(10):
            sizes = random.integers(1, 4, n)
            start = np.concatenate(([0, 0], np.cumsum(sizes)))
            labels = np.concatenate([random.permutation(5)[:size] for size in sizes]).astype(np.int32)
            scores = random.normal(size=len(labels))
            every = sorted(
                (
                    (sum(scores[list(places)]), tuple(labels[list(places)]))
                    for places in product(*(range(start[m], start[m + 1]) for m in range(1, n + 1)))
                ),
                reverse=True,
            )
            found, their_scores = k_best(label_forest(start, labels, scores), n, len(every) + 2)
            assert [tuple(labeling[1:]) for labeling in found] == [labeling for _, labeling in every]
            np.testing.assert_allclose(their_scores, [score for score, _ in every])
            best = np.empty(n + 1, dtype=np.int32)
            best_labels(start, labels, scores, best)
            assert tuple(best[1:]) == every[0][1]


def test_labels_are_scored_by_the_features_they_are_learned_from() -> None:
    random = np.random.default_rng(2)
    sentences = sample(20)
    texts = TemplateTexts.shipped()
    encoder = Encoder.fit(sentences, sorted(vine_properties(texts)))
    templates, size = VineTemplates.for_encoder(texts, encoder), 1 << 10
    allowed = random.random((COARSE_TAGS, 7)) < 0.5
    allowed[:, :2] = True
    label_set = LabelSet(list("abcdefg"), ["a"])
    weights = random.normal(size=size).astype(np.float32)
    model = templates.label_model(label_lists(allowed, label_set), weights=weights)
    for sentence in sentences:
        codes, heads = encoder.encode(sentence), np.array([-1, *sentence.heads], dtype=np.int32)
        start, labels, scores = label_scores(codes, heads, np.full_like(heads, -1), model)
        indices = label_indices(codes, heads, start, labels, templates.label_features, size)
        has_choice = np.repeat(np.diff(start) > 1, np.diff(start))
        assert has_choice.any()
        expected = np.where(has_choice, weights[indices].sum(axis=1, dtype=np.float64), 0.0)
        np.testing.assert_allclose(scores, expected, atol=1e-4)
