"""The tagger's network computes what its equations say."""

from random import Random

import numpy as np
from lstm_reference import bidirectional

from arcwalk.learning.network_run import initial_parameters, uniform_numbers
from arcwalk.neural.kernels.tag_scores import TagInput, network_tags
from arcwalk.neural.tag_network import WIDTH, tag_network_of, tag_parameter_count, tag_shapes

TAGS, ROWS, N = 5, 20, 6


def test_log_probabilities() -> None:
    random, rng = Random(1), np.random.default_rng(2)
    parameters = initial_parameters(tag_shapes(TAGS), random)
    network = tag_network_of(parameters + 0.2 * uniform_numbers(parameters.shape, random), TAGS)
    embeddings = uniform_numbers((ROWS, WIDTH), random)
    rows = rng.integers(0, ROWS, (N + 1, 3)).astype(np.int32)
    given = rng.dirichlet(np.ones(TAGS), N + 1).astype(np.float32)
    found = network_tags(TagInput(rows, given, np.array([0, len(rows)])), embeddings, network)[1:]
    scores = bidirectional(embeddings[rows].sum(axis=1) + given @ network.given, network.layers)[1:] @ network.tag
    scores += network.tag_prior
    expected = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    np.testing.assert_allclose(found, expected, atol=5e-3)


def test_parameters_are_views_of_one_array() -> None:
    parameters = np.zeros(tag_parameter_count(TAGS), dtype=np.float32)
    layers, *rest = tag_network_of(parameters, TAGS)
    for array in (*layers, *rest):
        array += 1
    assert (parameters == 1).all()
