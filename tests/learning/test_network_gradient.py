"""The gradient of the network equals finite differences of its loss."""

from random import Random

import numpy as np
import pytest
from finite_differences import agrees

from arcwalk.learning.kernels.network_epoch import Treebank, random_dropout, sentences_gradient
from arcwalk.learning.network_run import initial_parameters, uniform_numbers
from arcwalk.neural.network import network_of, shapes

LABELS, STATE, ROWS = 3, 64, 12


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    rng = np.random.default_rng(1)
    rows = rng.integers(0, ROWS, (10, 3)).astype(np.int32)
    heads = np.array([-1, 0, -1, 2, 0, 4, 2, -1, 2, 0], dtype=np.int32)
    labels = np.array([-1, 2, -1, 0, 1, 2, 0, -1, 1, 1], dtype=np.int32)
    return Treebank(rows, np.array([0, 2, 7, 10]), heads, labels)


def loss_and_gradient(treebank, parameters, embeddings):
    network = network_of(parameters, LABELS, STATE)
    gradient = np.zeros_like(parameters)
    of_embeddings = np.zeros_like(embeddings)
    dropout = random_dropout(treebank.start, network, 0.3, np.array([7], dtype=np.uint64))
    views = network_of(gradient, LABELS, STATE)
    loss = sentences_gradient(treebank, embeddings, network, dropout, views, of_embeddings)
    return loss, gradient, of_embeddings


@pytest.fixture(scope="module")
def values():
    random = Random(2)
    parameters = initial_parameters(shapes(LABELS, STATE), random)
    parameters += 0.1 * uniform_numbers(parameters.shape, random)  # biases and distances, too
    return parameters, 0.3 * uniform_numbers((ROWS, 2 * STATE), random)


def loss_of(treebank):
    return lambda values: loss_and_gradient(treebank, *values)[0]


def test_parameters(treebank, values) -> None:
    _, gradient, _ = loss_and_gradient(treebank, *values)
    names = network_of(np.arange(len(values[0]), dtype=np.float32), LABELS, STATE)
    arrays = names._asdict() | names.layers._asdict()
    del arrays["layers"]
    for name, places in arrays.items():
        own = places.ravel().astype(np.int64)
        largest = own[np.argsort(-np.abs(gradient[own]))[:10]]
        assert agrees(loss_of(treebank), values, 0, gradient, largest), name


def test_embeddings(treebank, values) -> None:
    _, _, gradient = loss_and_gradient(treebank, *values)
    row = treebank.rows[2, 1]
    largest = np.argsort(-np.abs(gradient[row]))[:10]
    assert agrees(loss_of(treebank), values, 1, gradient, [(row, column) for column in largest])
