"""The gradient of the tagger's network equals finite differences of its loss."""

from random import Random

import numpy as np
import pytest
from finite_differences import agrees

from arcwalk.learning.kernels.dropout import drop_some_states
from arcwalk.learning.kernels.tag_network_epoch import tag_gradient
from arcwalk.learning.network_run import initial_parameters, uniform_numbers
from arcwalk.neural.kernels.tag_scores import TagInput
from arcwalk.neural.kernels.word_states import no_layer_dropout
from arcwalk.neural.tag_network import WIDTH, tag_network_of, tag_shapes

TAGS, ROWS = 4, 12
RNG = np.random.default_rng(1)
START = np.array([0, 3, 9, 11])
SENTENCES = TagInput(
    RNG.integers(0, ROWS, (11, 3)).astype(np.int32), RNG.dirichlet(np.ones(TAGS), 11).astype(np.float32), START
)
GOLD = np.array([-1, 0, 1, -1, 0, 2, 1, 3, 1, -1, 2], dtype=np.int32)


def loss_and_gradient(parameters, embeddings):
    network = tag_network_of(parameters, TAGS)
    gradient, of_embeddings = np.zeros_like(parameters), np.zeros_like(embeddings)
    dropout = no_layer_dropout(len(GOLD), network.layers)
    drop_some_states(dropout, START, 0.3, np.array([7], dtype=np.uint64))
    views = tag_network_of(gradient, TAGS)
    loss = tag_gradient(SENTENCES, GOLD, embeddings, network, dropout, views, of_embeddings)
    return loss, gradient, of_embeddings


def loss_of(values) -> float:
    return loss_and_gradient(*values)[0]


@pytest.fixture(scope="module")
def values():
    random = Random(2)
    parameters = initial_parameters(tag_shapes(TAGS), random)
    parameters += 0.1 * uniform_numbers(parameters.shape, random)
    return parameters, 0.3 * uniform_numbers((ROWS, WIDTH), random)


def test_parameters(values) -> None:
    _, gradient, _ = loss_and_gradient(*values)
    names = tag_network_of(np.arange(len(values[0]), dtype=np.float32), TAGS)
    arrays = names._asdict() | names.layers._asdict()
    del arrays["layers"]
    for name, places in arrays.items():
        own = places.ravel().astype(np.int64)
        largest = own[np.argsort(-np.abs(gradient[own]))[:10]]
        assert agrees(loss_of, values, 0, gradient, largest), name


def test_embeddings(values) -> None:
    _, _, gradient = loss_and_gradient(*values)
    row = SENTENCES.rows[2, 1]
    largest = np.argsort(-np.abs(gradient[row]))[:10]
    assert agrees(loss_of, values, 1, gradient, [(row, column) for column in largest])
