"""Training the network."""

from random import Random

import numpy as np
import pytest

from arcwalk import sample
from arcwalk.learning.kernels.adam import BETA1, BETA2, LARGEST, adam_step, clipping_factor
from arcwalk.learning.network_learner import NetworkLearner
from arcwalk.learning.network_run import DOUBLINGS, SMALL, Regimen, regimen_for, uniform_numbers
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.neural.kernels.candidate_scores import read_words
from arcwalk.neural.network import network_of
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import MEMORY
from arcwalk.treebank.corpus import encode_corpus
from arcwalk.treebank.encoding import Encoder

TRAIN, TEST = sample(150), sample(30, seed=1)


@pytest.fixture(scope="module")
def learner() -> NetworkLearner:
    labels = sorted({label for sentence in TRAIN for label in sentence.deprels})
    encoder = Encoder.fit(TRAIN, ["form", "pos", "suffix2"])
    corpus = encode_corpus(TRAIN, encoder, labels)
    return NetworkLearner(
        corpus=corpus,
        lexical=[2],
        labels=len(labels),
        state=64,
        rows=EmbeddingRows.of(corpus, 3),
        epochs=6,
        word_dropout=1.0,
        regimen=Regimen(rate=0.004, dropout=0.25),
    )


def test_it_learns_heads(learner: NetworkLearner) -> None:
    run = learner.start(Random(1))
    for _ in range(learner.epochs):
        learner.learn(run)
    network, embeddings = network_of(run.parameters.values, learner.labels, learner.state), run.embeddings.values
    encoder = Encoder.fit(TRAIN, ["form", "pos", "suffix2"])
    right = []
    for sentence in TEST:
        rows = learner.rows.of_codes(encoder.encode(sentence)[:-2])
        heads = read_words(rows, embeddings, network).heads.argmax(axis=1)
        right += (heads[1:] == sentence.heads).tolist()
    assert np.mean(right) > 0.8


def test_the_same_random_numbers_give_the_same_network(learner: NetworkLearner) -> None:
    runs = [learner.start(Random(seed)) for seed in (1, 1, 2)]
    for run in runs:
        learner.learn(run)
    first, again, other = (run.parameters.values for run in runs)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_run_can_be_resumed(learner: NetworkLearner) -> None:
    whole, resumed = learner.start(Random(1)), learner.start(Random(2))
    learner.learn(whole)
    metadata, arrays = whole.kept()
    resumed.resume(Metadata(metadata, MEMORY), StoredArrays(arrays, MEMORY))
    for run in (whole, resumed):
        learner.learn(run)
    assert resumed.epochs == 2
    assert np.array_equal(whole.parameters.values, resumed.parameters.values)
    assert np.array_equal(whole.embeddings.values, resumed.embeddings.values)
    assert whole.random.getstate() == resumed.random.getstate()


def test_a_large_treebank_is_learned_in_smaller_steps() -> None:
    small, large = regimen_for(SMALL), regimen_for(SMALL << DOUBLINGS)
    assert regimen_for(0) == small == Regimen(rate=0.004, dropout=0.25)
    assert regimen_for(10**8) == large
    assert large == pytest.approx((0.002, 0.15))
    between = regimen_for(4 * SMALL)
    assert large.rate < between.rate < small.rate
    assert between.dropout == pytest.approx(0.2)


def test_adam() -> None:
    rng = np.random.default_rng(5)
    values, steady, large = np.ones(9, dtype=np.float32), np.zeros(9, dtype=np.float32), np.zeros(9, dtype=np.float32)
    expected, first, second = np.ones(9), np.zeros(9), np.zeros(9)
    for step in range(1, 6):
        gradient = rng.normal(size=9).astype(np.float32)
        scaled = 0.5 * gradient.astype(np.float64)
        first, second = BETA1 * first + (1 - BETA1) * scaled, BETA2 * second + (1 - BETA2) * scaled**2
        expected -= 0.01 * (first / (1 - BETA1**step)) / (np.sqrt(second / (1 - BETA2**step)) + 1e-8)
        adam_step(values, gradient, steady, large, 0.01, 0.5, step)
        assert not gradient.any()
    np.testing.assert_allclose(values, expected, rtol=1e-4)


def test_large_gradients_are_clipped() -> None:
    gradient = np.full(4, 10.0, dtype=np.float32)  # of norm 20
    assert clipping_factor(gradient, 0.1) == pytest.approx(0.1)
    assert clipping_factor(gradient, 1.0) == pytest.approx(LARGEST / 20)


def test_numbers_are_spread_evenly() -> None:
    numbers = uniform_numbers((100, 50), Random(1))
    assert numbers.min() >= -1
    assert numbers.max() <= 1
    assert abs(numbers.mean()) < 0.05
    assert numbers.var() == pytest.approx(1 / 3, rel=0.05)
