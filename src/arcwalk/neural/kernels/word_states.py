"""Words in context: the sum of the embeddings of a word, then layers of LSTMs that read sentences both ways.

A few sentences are read side by side, as rows of one matrix, for larger products.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import IntegerTable, Numbers, Starts, WeightCube, Weights, WeightStack, WeightTable
from arcwalk.compiled import inline, kernel
from arcwalk.neural.kernels.matrices import add_product
from arcwalk.neural.kernels.squashing import sigmoid, tanh
from arcwalk.neural.layers import Layers


class LayerActivations(NamedTuple):
    """The values of a few sentences; sentence i has rows `start[i]` to `start[i + 1]`: its root and its words."""

    start: Starts
    longest_first: Numbers  # the sentences by length
    states: WeightCube  # (layers + 1, rows, width): the words, then what each layer makes of them
    gates: WeightStack  # (layers, directions, rows, 4 state)
    cells: WeightStack  # (layers, directions, rows, state)


class LayerDropout(NamedTuple):
    """Factors that are 0 for what is dropped and otherwise above 1, so that sums stay as they are on average.

    In all layers but the words themselves, the same places are dropped in every word of a sentence.
    """

    words: WeightTable  # (rows, width)
    states: WeightCube  # (layers, rows, width)


@kernel
def empty_layers(start: Starts, layers: Layers) -> LayerActivations:
    """Room for the values of sentences."""
    count, directions, width, gates = layers.inputs.shape
    rows = start[-1]
    return LayerActivations(
        start,
        by_length(start),
        np.empty((count + 1, rows, width), dtype=np.float32),
        np.empty((count, directions, rows, gates), dtype=np.float32),
        np.empty((count, directions, rows, gates // 4), dtype=np.float32),
    )


@inline
def row_count(start: Starts, sentence: int) -> int:
    """How many rows a sentence has."""
    return start[sentence + 1] - start[sentence]


@inline
def by_length(start: Starts) -> Numbers:
    """The sentences, the longest first."""
    order = np.arange(len(start) - 1)
    for i in range(1, len(order)):  # few enough for an insertion sort
        sentence, place = order[i], i
        while place > 0 and row_count(start, order[place - 1]) < row_count(start, sentence):
            order[place] = order[place - 1]
            place -= 1
        order[place] = sentence
    return order


@kernel
def no_layer_dropout(rows: int, layers: Layers) -> LayerDropout:
    """The factors outside training: 1."""
    count, _, width, _ = layers.inputs.shape
    return LayerDropout(np.ones((rows, width), dtype=np.float32), np.ones((count, rows, width), dtype=np.float32))


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


@inline
def row_at(step: int, start: Starts, sentence: int, backward: bool) -> int:
    """The row of a sentence that is read in a step."""
    return start[sentence + 1] - 1 - step if backward else start[sentence] + step


@inline
def sentences_at(step: int, start: Starts, longest_first: Numbers) -> int:
    """How many sentences, of the longest ones, have a word for a step."""
    count = len(longest_first)
    while row_count(start, longest_first[count - 1]) <= step:
        count -= 1
    return count


@kernel
def read_sentences(
    start: Starts,
    longest_first: Numbers,
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
    size = cells.shape[1]
    offset = size if backward else 0
    for i in range(len(gates)):
        gates[i] = bias
    add_product(below, inputs, gates)
    states = np.zeros((len(longest_first), size), dtype=np.float32)
    sums = np.empty((len(longest_first), 4 * size), dtype=np.float32)
    for step in range(row_count(start, longest_first[0])):
        count = sentences_at(step, start, longest_first)
        for k in range(count):
            sums[k] = gates[row_at(step, start, longest_first[k], backward)]
        if step > 0:
            add_product(states[:count], recurrent, sums[:count])
        for k in range(count):
            i = row_at(step, start, longest_first[k], backward)
            own, gate, cell, state = sums[k], gates[i], cells[i], states[k]
            for j in range(3 * size):
                gate[j] = sigmoid(own[j])
            for j in range(3 * size, 4 * size):
                gate[j] = tanh(own[j])
            for j in range(size):
                cell[j] = gate[j] * gate[3 * size + j]
            if step > 0:
                previous = cells[i + 1 if backward else i - 1]
                for j in range(size):
                    cell[j] += gate[size + j] * previous[j]
            for j in range(size):
                state[j] = gate[2 * size + j] * tanh(cell[j])
                out[i, offset + j] = state[j]


@kernel
def word_states(layers: Layers, dropout: LayerDropout, activations: LayerActivations) -> None:
    """Fill the states, gates and cells of sentences whose words are in `activations.states[0]`."""
    states = activations.states
    states[0] *= dropout.words
    for layer in range(len(layers.inputs)):
        below, above = states[layer], states[layer + 1]
        for direction in range(2):
            read_sentences(
                activations.start,
                activations.longest_first,
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
