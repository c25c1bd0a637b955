"""The gradient of the network equals finite differences of its loss."""

from random import Random

import numpy as np
import pytest

from arcwalk.learning.kernels.network_epoch import Treebank, random_dropout, sentence_gradient
from arcwalk.learning.network_learner import initial_parameters, uniform_numbers
from arcwalk.neural.network import WIDTH, network_of

LABELS, ROWS = 3, 12
STEP = 0.002


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    rng = np.random.default_rng(1)
    rows = rng.integers(0, ROWS, (5, 3)).astype(np.int32)
    heads, labels = np.array([-1, 2, 0, 4, 2], dtype=np.int32), np.array([-1, 0, 1, 2, 0], dtype=np.int32)
    return Treebank(rows, np.array([0, 5]), heads, labels)


def loss_and_gradient(treebank, parameters, embeddings):
    network = network_of(parameters, LABELS)
    gradient = np.zeros_like(parameters)
    of_embeddings = np.zeros_like(embeddings)
    dropout = random_dropout(5, network, 0.3, np.array([7], dtype=np.uint64))
    views = network_of(gradient, LABELS)
    loss = sentence_gradient(treebank, 0, embeddings, network, dropout, views, of_embeddings)
    return loss, gradient, of_embeddings


@pytest.fixture(scope="module")
def values():
    random = Random(2)
    parameters = initial_parameters(LABELS, random)
    parameters += 0.1 * uniform_numbers(parameters.shape, random)  # biases and distances, too
    return parameters, 0.3 * uniform_numbers((ROWS, WIDTH), random)


def slope(treebank, values, which: int, place) -> float:
    """The difference quotient of the loss by one entry of the parameters or of the embeddings."""
    losses = []
    for sign in (1, -1):
        moved = [array.copy() for array in values]
        moved[which][place] += sign * STEP
        losses.append(loss_and_gradient(treebank, *moved)[0])
    return (losses[0] - losses[1]) / (2 * STEP)


def test_parameters(treebank, values) -> None:
    _, gradient, _ = loss_and_gradient(treebank, *values)
    names = network_of(np.arange(len(values[0]), dtype=np.float32), LABELS)
    for name, places in names._asdict().items():
        own = places.ravel().astype(np.int64)
        largest = own[np.argsort(-np.abs(gradient[own]))[:5]]
        ratios = [slope(treebank, values, 0, place) / gradient[place] for place in largest]
        assert np.median(ratios) == pytest.approx(1, abs=0.01), name  # some are next to the kink of a rectifier


def test_embeddings(treebank, values) -> None:
    _, _, gradient = loss_and_gradient(treebank, *values)
    row = treebank.rows[2, 1]
    largest = np.argsort(-np.abs(gradient[row]))[:5]
    ratios = [slope(treebank, values, 1, (row, column)) / gradient[row, column] for column in largest]
    assert np.median(ratios) == pytest.approx(1, abs=0.01)
