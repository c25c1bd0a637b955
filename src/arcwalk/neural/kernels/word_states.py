"""Words in context: the sum of the embeddings of a word, then layers of LSTMs that read the sentence both ways."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import IntegerTable, WeightCube, Weights, WeightStack, WeightTable
from arcwalk.compiled import kernel
from arcwalk.neural.kernels.matrices import add_product
from arcwalk.neural.kernels.squashing import sigmoid, tanh
from arcwalk.neural.layers import Layers


class LayerActivations(NamedTuple):
    """The values of a sentence; its rows 0 to n are the root and the words."""

    states: WeightCube  # (layers + 1, n + 1, width): the words, then what each layer makes of them
    gates: WeightStack  # (layers, directions, n + 1, 4 state)
    cells: WeightStack  # (layers, directions, n + 1, state)


class LayerDropout(NamedTuple):
    """Factors that are 0 for what is dropped and otherwise above 1, so that sums stay as they are on average.

    In all layers but the words themselves, the same places are dropped in every word of a sentence.
    """

    words: WeightTable  # (n + 1, width)
    states: WeightTable  # (layers, width)


@kernel
def empty_layers(rows: int, layers: Layers) -> LayerActivations:
    """Room for the values of a sentence."""
    count, directions, width, gates = layers.inputs.shape
    return LayerActivations(
        np.empty((count + 1, rows, width), dtype=np.float32),
        np.empty((count, directions, rows, gates), dtype=np.float32),
        np.empty((count, directions, rows, gates // 4), dtype=np.float32),
    )


@kernel
def no_layer_dropout(rows: int, layers: Layers) -> LayerDropout:
    """The factors outside training: 1."""
    count, _, width, _ = layers.inputs.shape
    return LayerDropout(np.ones((rows, width), dtype=np.float32), np.ones((count, width), dtype=np.float32))


@kernel
def embed(rows: IntegerTable, embeddings: WeightTable, out: WeightTable) -> None:
    """Each word as the sum of the embeddings at its `rows`, of which -1 means none."""
    out[:] = 0.0
    for i in range(len(rows)):
        word = out[i]
        for row in rows[i]:
            if row < 0:
                continue
            embedding = embeddings[row]
            for j in range(len(word)):
                word[j] += embedding[j]


@kernel
def read_sentence(
    below: WeightTable,
    inputs: WeightTable,
    recurrent: WeightTable,
    bias: Weights,
    backward: bool,
    gates: WeightTable,
    cells: WeightTable,
    out: WeightTable,
) -> None:
    """An LSTM over the words, from left to right or `backward`; it writes one half of the columns of `out`."""
    rows, size = cells.shape
    offset = size if backward else 0
    for i in range(rows):
        gates[i] = bias
    add_product(below, inputs, gates)
    state = np.zeros((1, size), dtype=np.float32)
    for step in range(rows):
        i = rows - 1 - step if backward else step
        before = i + 1 if backward else i - 1
        if step > 0:
            add_product(state, recurrent, gates[i : i + 1])
        gate, cell = gates[i], cells[i]
        for j in range(3 * size):
            gate[j] = sigmoid(gate[j])
        for j in range(3 * size, 4 * size):
            gate[j] = tanh(gate[j])
        for j in range(size):
            cell[j] = gate[j] * gate[3 * size + j]
        if step > 0:
            previous = cells[before]
            for j in range(size):
                cell[j] += gate[size + j] * previous[j]
        for j in range(size):
            state[0, j] = gate[2 * size + j] * tanh(cell[j])
            out[i, offset + j] = state[0, j]


@kernel
def word_states(layers: Layers, dropout: LayerDropout, activations: LayerActivations) -> None:
    """Fill the states, gates and cells of a sentence whose words are in `activations.states[0]`."""
    states = activations.states
    states[0] *= dropout.words
    for layer in range(len(layers.inputs)):
        below, above = states[layer], states[layer + 1]
        for direction in range(2):
            read_sentence(
                below,
                layers.inputs[layer, direction],
                layers.recurrent[layer, direction],
                layers.gate_bias[layer, direction],
                direction == 1,
                activations.gates[layer, direction],
                activations.cells[layer, direction],
                above,
            )
        above *= dropout.states[layer]
