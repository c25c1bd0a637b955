"""The gradients of LSTMs and of layers of them: backpropagation through the words of a few sentences."""

import numpy as np

from arcwalk.arrays import IntegerTable, Numbers, Starts, Weights, WeightTable
from arcwalk.compiled import kernel
from arcwalk.neural.kernels.matrices import add_product, add_transposed_product, transposed
from arcwalk.neural.kernels.squashing import tanh
from arcwalk.neural.kernels.word_states import LayerActivations, LayerDropout, row_at, row_count, sentences_at
from arcwalk.neural.layers import Layers


@kernel
def lstm_gradient(
    start: Starts,
    longest_first: Numbers,
    below: WeightTable,
    inputs: WeightTable,
    recurrent: WeightTable,
    backward: bool,
    gates: WeightTable,
    cells: WeightTable,
    above_gradient: WeightTable,
    below_gradient: WeightTable,
    inputs_gradient: WeightTable,
    recurrent_gradient: WeightTable,
    bias_gradient: Weights,
) -> None:
    """Add to the gradients of the layer below and of the parameters; `read_sentences` is the computation itself."""
    rows, size = cells.shape
    offset = size if backward else 0
    one = np.float32(1.0)
    from_next = np.zeros((len(longest_first), size), dtype=np.float32)  # of states, by way of the next words' gates
    cell_gradients = np.zeros((len(longest_first), size), dtype=np.float32)
    gate_gradients = np.empty((rows, 4 * size), dtype=np.float32)
    of_step = np.empty((len(longest_first), 4 * size), dtype=np.float32)
    states_before = np.zeros((rows, size), dtype=np.float32)
    recurrent_transposed = transposed(recurrent)
    nothing = np.zeros(size, dtype=np.float32)
    for step in range(row_count(start, longest_first[0]) - 1, -1, -1):
        count = sentences_at(step, start, longest_first)
        for k in range(count):
            i = row_at(step, start, longest_first[k], backward)
            before = i + 1 if backward else i - 1
            gate, cell, own, cell_gradient = gates[i], cells[i], of_step[k], cell_gradients[k]
            previous = cells[before] if step > 0 else nothing
            for j in range(size):
                input_gate, forget_gate, output_gate, content = (
                    gate[j],
                    gate[size + j],
                    gate[2 * size + j],
                    gate[3 * size + j],
                )
                squashed = tanh(cell[j])
                state = above_gradient[i, offset + j] + from_next[k, j]
                change = cell_gradient[j] + state * output_gate * (one - squashed * squashed)
                own[j] = change * content * input_gate * (one - input_gate)
                own[size + j] = change * previous[j] * forget_gate * (one - forget_gate)
                own[2 * size + j] = state * squashed * output_gate * (one - output_gate)
                own[3 * size + j] = change * input_gate * (one - content * content)
                cell_gradient[j] = change * forget_gate
            if step > 0:
                for j in range(size):
                    states_before[i, j] = gates[before, 2 * size + j] * tanh(previous[j])
            gate_gradients[i] = own
            for j in range(4 * size):
                bias_gradient[j] += own[j]
        if step > 0:
            from_next[:count] = 0.0
            add_product(of_step[:count], recurrent_transposed, from_next[:count])
    add_transposed_product(states_before, gate_gradients, recurrent_gradient)
    add_transposed_product(below, gate_gradients, inputs_gradient)
    add_product(gate_gradients, transposed(inputs), below_gradient)


@kernel
def states_gradient(
    layers: Layers, dropout: LayerDropout, activations: LayerActivations, above: WeightTable, gradient: Layers
) -> WeightTable:
    """Add the gradients of all layers, given that of the topmost states; return that of the words."""
    for layer in range(len(layers.inputs) - 1, -1, -1):
        above *= dropout.states[layer]
        below = np.zeros(above.shape, dtype=np.float32)
        for direction in range(2):
            lstm_gradient(
                activations.start,
                activations.longest_first,
                activations.states[layer],
                layers.inputs[layer, direction],
                layers.recurrent[layer, direction],
                direction == 1,
                activations.gates[layer, direction],
                activations.cells[layer, direction],
                above,
                below,
                gradient.inputs[layer, direction],
                gradient.recurrent[layer, direction],
                gradient.gate_bias[layer, direction],
            )
        above = below
    above *= dropout.words
    return above


@kernel
def embeddings_gradient(rows: IntegerTable, words: WeightTable, gradient: WeightTable) -> None:
    """Add the gradient of each word to those of its embeddings."""
    for word in range(len(rows)):
        for row in rows[word]:
            if row >= 0:
                gradient[row] += words[word]
