"""The gradient of an LSTM: backpropagation through the words of a sentence."""

import numpy as np

from arcwalk.arrays import Weights, WeightTable
from arcwalk.compiled import kernel
from arcwalk.neural.kernels.activations import tanh
from arcwalk.neural.kernels.matrices import add_product, transposed


@kernel
def lstm_gradient(
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
    """Add to the gradients of the layer below and of the parameters; see `read_sentence` for the computation itself."""
    rows, size = cells.shape
    offset = size if backward else 0
    one = np.float32(1.0)
    from_next = np.zeros((1, size), dtype=np.float32)  # gradient of the state, by way of the next word's gates
    cell_gradient = np.zeros(size, dtype=np.float32)
    gate_gradients = np.empty((rows, 4 * size), dtype=np.float32)
    states_before = np.zeros((rows, size), dtype=np.float32)
    recurrent_transposed = transposed(recurrent)
    nothing = np.zeros(size, dtype=np.float32)
    for step in range(rows - 1, -1, -1):
        i = rows - 1 - step if backward else step
        before = i + 1 if backward else i - 1
        gate, cell, own = gates[i], cells[i], gate_gradients[i]
        previous = cells[before] if step > 0 else nothing
        for j in range(size):
            input_gate, forget_gate, output_gate, content = (
                gate[j],
                gate[size + j],
                gate[2 * size + j],
                gate[3 * size + j],
            )
            squashed = tanh(cell[j])
            state = above_gradient[i, offset + j] + from_next[0, j]
            change = cell_gradient[j] + state * output_gate * (one - squashed * squashed)
            own[j] = change * content * input_gate * (one - input_gate)
            own[size + j] = change * previous[j] * forget_gate * (one - forget_gate)
            own[2 * size + j] = state * squashed * output_gate * (one - output_gate)
            own[3 * size + j] = change * input_gate * (one - content * content)
            cell_gradient[j] = change * forget_gate
        if step > 0:
            from_next[:] = 0.0
            add_product(gate_gradients[i : i + 1], recurrent_transposed, from_next)
            for j in range(size):
                states_before[i, j] = gates[before, 2 * size + j] * tanh(previous[j])
        for j in range(4 * size):
            bias_gradient[j] += own[j]
    add_product(transposed(states_before), gate_gradients, recurrent_gradient)
    add_product(transposed(below), gate_gradients, inputs_gradient)
    add_product(gate_gradients, transposed(inputs), below_gradient)
