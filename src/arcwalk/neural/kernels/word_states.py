"""Words in context: the sum of the embeddings of a word, then layers of LSTMs that read the sentence both ways."""

import numpy as np

from arcwalk.arrays import IntegerTable, Weights, WeightTable
from arcwalk.compiled import kernel
from arcwalk.neural.kernels.activations import Activations, Dropout, sigmoid, tanh
from arcwalk.neural.kernels.matrices import add_product
from arcwalk.neural.network import Network


@kernel
def embed(rows: IntegerTable, embeddings: WeightTable, out: WeightTable) -> None:
    """Each word as the sum of the embeddings at its `rows`."""
    out[:] = 0.0
    for i in range(len(rows)):
        word = out[i]
        for row in rows[i]:
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
def word_states(
    rows: IntegerTable,
    embeddings: WeightTable,
    network: Network,
    dropout: Dropout,
    activations: Activations,
) -> None:
    """Fill the states, gates and cells of a sentence."""
    states = activations.states
    embed(rows, embeddings, states[0])
    states[0] *= dropout.words
    for layer in range(len(network.inputs)):
        below, above = states[layer], states[layer + 1]
        for direction in range(2):
            read_sentence(
                below,
                network.inputs[layer, direction],
                network.recurrent[layer, direction],
                network.gate_bias[layer, direction],
                direction == 1,
                activations.gates[layer, direction],
                activations.cells[layer, direction],
                above,
            )
        above *= dropout.states[layer]
