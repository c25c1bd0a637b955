"""The network computes what its equations say."""

from random import Random

import numpy as np
import pytest
from lstm_reference import bidirectional, logistic

from arcwalk.compiled.tiles import add_tile
from arcwalk.learning.network_run import initial_parameters, uniform_numbers
from arcwalk.neural.kernels.activations import empty_activations, nothing_dropped
from arcwalk.neural.kernels.arc_scores import head_log_probabilities, prepare_heads
from arcwalk.neural.kernels.candidate_scores import add_head_scores, add_label_log_probabilities, read_words
from arcwalk.neural.kernels.matrices import add_product, add_transposed_product, transposed
from arcwalk.neural.kernels.squashing import sigmoid, tanh
from arcwalk.neural.kernels.word_states import LayerDropout, embed, word_states
from arcwalk.neural.network import Network, network_of, parameter_count, shapes
from arcwalk.scoring.choices import Choices

LABELS, STATE, ROWS, N = 4, 24, 20, 6


@pytest.fixture(scope="module")
def network() -> Network:
    random = Random(1)
    parameters = initial_parameters(shapes(LABELS, STATE), random)
    return network_of(parameters + 0.2 * uniform_numbers(parameters.shape, random), LABELS, STATE)


@pytest.fixture(scope="module")
def embeddings():
    return uniform_numbers((ROWS, 2 * STATE), Random(2))


@pytest.fixture(scope="module")
def rows():
    return np.random.default_rng(3).integers(0, ROWS, (N + 1, 3)).astype(np.int32)


def reference_states(rows, embeddings, network: Network):
    return bidirectional(embeddings[rows].sum(axis=1), network.layers)


def leaky(values):
    return np.where(values > 0, values, 0.1 * values)


def distance_bin(h: int, m: int) -> int:
    distance = abs(h - m)
    return min(distance - 1, 5 if distance <= 10 else 6 if distance <= 20 else 7) + (8 if h < m else 0)


def reference_heads(states, network: Network):
    heads = leaky(states @ network.head + network.head_bias)
    modifiers = leaky(states @ network.modifier + network.modifier_bias)
    scores = modifiers @ (heads @ network.arc).T
    for m in range(len(states)):
        for h in range(len(states)):
            scores[m, h] += modifiers[m] @ network.arc_distance[distance_bin(h, m)] if h != m else -np.inf
    return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))


def reference_labels(states, network: Network, h: int, m: int):
    hidden = states[h] @ network.label_head + states[m] @ network.label_modifier + network.label_bias
    scores = leaky(hidden + network.label_distance[distance_bin(h, m)]) @ network.label + network.label_prior
    return scores - np.log(np.exp(scores).sum())


def activations_of(rows, embeddings, network: Network):
    activations = empty_activations(np.array([0, len(rows)]), network)
    dropout = nothing_dropped(len(rows), network)
    embed(rows, embeddings, activations.layers.states[0])
    word_states(network.layers, dropout.layers, activations.layers)
    return activations, dropout


@pytest.mark.parametrize(
    ("n", "k", "m"),
    [
        (1, 1, 1),
        (3, 4, 5),
        (2, 7, 9),
        (5, 64, 33),
        (4, 0, 3),
        (7, 9, 70),
        (8, 5, 64),
        (0, 3, 4),
        (3, 4, 0),
        (11, 4, 17),
    ],
)
def test_products(n: int, k: int, m: int) -> None:
    rng = np.random.default_rng(n)
    left, right, around = (rng.normal(size=shape).astype(np.float32) for shape in ((n, k), (k, m), (n + 2, m)))
    out, before, after = around[1:-1], around[0].copy(), around[-1].copy()
    expected = out + left.astype(np.float64) @ right
    alone, plain, of_transposed = out[:1].copy(), out.copy(), out.copy()
    add_product(left, right, out)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-5)
    add_product(left[:1], right, alone)
    assert np.array_equal(alone, out[:1])  # to the last bit, however many rows there are
    add_tile(left, right, plain, 0, 0, n, m)
    assert np.array_equal(plain, out)  # as plain Python computes it
    add_transposed_product(transposed(left), right, of_transposed)
    assert np.array_equal(of_transposed, out)
    assert np.array_equal(around[0], before)  # nothing else is written
    assert np.array_equal(around[-1], after)


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (1, 1), (5, 40), (16, 3), (37, 21), (64, 64)])
def test_transposed(shape: tuple[int, int]) -> None:
    matrix = np.random.default_rng(1).normal(size=shape).astype(np.float32)
    assert np.array_equal(transposed(matrix), matrix.T)


def test_sentences_are_read_as_if_alone(embeddings, network: Network) -> None:
    start = np.array([0, 3, 10, 11, 16, 23])
    rows = np.random.default_rng(4).integers(0, ROWS, (start[-1], 3)).astype(np.int32)
    together = empty_activations(start, network)
    dropout = nothing_dropped(start[-1], network)
    embed(rows, embeddings, together.layers.states[0])
    word_states(network.layers, dropout.layers, together.layers)
    prepare_heads(network, dropout, together)
    for i in range(len(start) - 1):
        own = slice(start[i], start[i + 1])
        alone, _ = activations_of(rows[own], embeddings, network)
        assert np.array_equal(together.layers.states[:, own], alone.layers.states)
        reading = read_words(rows[own], embeddings, network)
        assert np.array_equal(head_log_probabilities(network, together, i)[1:], reading.heads[1:])


def test_squashing() -> None:
    values = np.linspace(-12, 12, 481)
    np.testing.assert_allclose([tanh(np.float32(value)) for value in values], np.tanh(values), atol=2e-4)
    np.testing.assert_allclose([sigmoid(np.float32(value)) for value in values], logistic(values), atol=1e-4)


def test_states(rows, embeddings, network: Network) -> None:
    activations, _ = activations_of(rows, embeddings, network)
    np.testing.assert_allclose(activations.layers.states[-1], reference_states(rows, embeddings, network), atol=1e-3)


def test_heads(rows, embeddings, network: Network) -> None:
    activations, dropout = activations_of(rows, embeddings, network)
    prepare_heads(network, dropout, activations)
    found = head_log_probabilities(network, activations, 0)[1:]
    np.testing.assert_allclose(
        found, reference_heads(reference_states(rows, embeddings, network), network)[1:], atol=0.01
    )
    np.testing.assert_allclose(np.exp(found.astype(np.float64)).sum(axis=1), 1, atol=1e-5)
    assert all(np.isneginf(found[m - 1, m]) for m in range(1, N + 1))


def test_dropout_removes_what_it_covers(rows, embeddings, network: Network) -> None:
    activations, dropout = activations_of(rows, embeddings, network)
    nothing = LayerDropout(*(np.zeros_like(part) for part in dropout.layers))
    word_states(network.layers, nothing, activations.layers)
    assert not activations.layers.states.any()


def test_scores_of_choices(rows, embeddings, network: Network) -> None:
    heads = np.array([0, 3, 3, 1, 2, 2, 6], dtype=np.int32)  # of words 1, 1, 1, 2, 4, 4, 5; the rest has none
    labels = np.array([1, 0, 2, 3, 0, 1, 1], dtype=np.int32)
    arcs = np.array([0, 1, 1, 2, 3, 3, 4], dtype=np.int32)
    words = np.array([1, 1, 1, 2, 4, 4, 5])
    start = np.searchsorted(words, np.arange(N + 2))
    scores = np.arange(7, dtype=np.float64)
    reading = read_words(rows, embeddings, network)
    choices = Choices(start, heads, labels, arcs)
    add_head_scores(reading.heads, choices, 0.5, scores)
    add_label_log_probabilities(reading.label_heads, reading.label_modifiers, network, choices, 2.0, scores)
    states = reference_states(rows, embeddings, network)
    of_heads = reference_heads(states, network)
    expected = [
        i + 0.5 * of_heads[m, h] + 2 * reference_labels(states, network, h, m)[label]
        for i, (m, h, label) in enumerate(zip(words, heads, labels, strict=True))
    ]
    np.testing.assert_allclose(scores, expected, atol=0.02)


def test_parameters_are_views_of_one_array() -> None:
    parameters = np.zeros(parameter_count(LABELS, STATE), dtype=np.float32)
    layers, *rest = network_of(parameters, LABELS, STATE)
    for array in (*layers, *rest):
        array += 1
    assert (parameters == 1).all()
