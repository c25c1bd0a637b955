"""SampleRank of first-order models against all trees of a short sentence."""

import numba
import numpy as np
import pytest
from brute_force import all_trees
from numpy.typing import NDArray
from scipy.stats import chisquare
from tiny_scorers import ARCS, ENCODER, probabilities, sentence_of

from arcwalk.features.arc_templates import arc_table
from arcwalk.features.kernels.arc_features import arc_parts, score_arcs
from arcwalk.learning.kernels.arc_samplerank import arc_samples_epoch
from arcwalk.treebank.corpus import Corpus, encode_corpus
from arcwalk.trees.candidates import all_heads, tree_score

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="learning needs compiled kernels")

TABLE = arc_table(ARCS, ENCODER.columns)
TREES = all_trees(3, False, False)
GOLD = [2, 0, 2]


def corpus_of(sentences: int) -> Corpus:
    sentence = sentence_of(["dog", "sees", "cat"]).with_tree(GOLD, ["dep"] * 3)
    return encode_corpus([sentence] * sentences, ENCODER, ["dep"])


def scores(corpus: Corpus, weights: NDArray[np.float32], trees: NDArray[np.int32]) -> NDArray[np.float64]:
    start, head = all_heads(3)
    arcs = np.empty(len(head))
    score_arcs(arc_parts(corpus.sentence(0)[0], TABLE), start, head, TABLE, weights, arcs)
    return np.array([tree_score(start, head, arcs, tree) for tree in trees])


def some_weights(seed: int) -> NDArray[np.float32]:
    return (0.2 * np.random.default_rng(seed).normal(size=1 << 12)).astype(np.float32)


def learn(
    corpus: Corpus, weights: NDArray[np.float32], samples: NDArray[np.int32], temperature: float, aggressiveness: float
) -> None:
    order, state = np.arange(len(corpus)), np.array([1], np.uint64)
    how = (temperature, aggressiveness, 1, state, samples)
    arc_samples_epoch(corpus.codes, corpus.rows, corpus.heads, order, TABLE, *how, weights, np.zeros_like(weights))


def test_steps_sample_by_exact_probabilities() -> None:
    """With steps of size 0, nothing is learned, so chains that begin with fair samples must end with fair ones."""
    corpus, weights = corpus_of(4000), some_weights(1)
    before = weights.copy()
    expected = probabilities(scores(corpus, weights, TREES), 0.7)
    drawn = np.random.default_rng(2).choice(len(TREES), len(corpus), p=expected)
    samples = np.minimum(corpus.heads, 0)
    places = corpus.rows[:-1, None] + np.arange(4)
    samples[places] = TREES[drawn]
    learn(corpus, weights, samples, 0.7, 0.0)
    number = {tuple(tree): i for i, tree in enumerate(TREES.tolist())}
    ends = np.array([number[tuple(tree)] for tree in samples[places].tolist()])
    np.testing.assert_array_equal(weights, before)
    assert (ends != drawn).mean() > 0.2
    assert chisquare(np.bincount(ends, minlength=len(TREES)), len(corpus) * expected).pvalue > 0.001


@pytest.mark.parametrize("seed", range(3))
def test_gold_leads_where_the_sampler_stops(seed: int) -> None:
    """The last step sees to it, if steps may be long."""
    corpus, weights = corpus_of(1), some_weights(seed)
    samples = np.minimum(corpus.heads, 0)
    learn(corpus, weights, samples, 1.0, 100.0)
    gold, end = corpus.heads[:4], samples[:4]
    ahead = np.subtract(*scores(corpus, weights, np.array([gold, end])))
    assert ahead > (gold != end).sum() - 1e-3
