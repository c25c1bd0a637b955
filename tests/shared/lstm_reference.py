"""LSTMs as textbooks have them, in double precision."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.neural.layers import Layers

Table = NDArray[Any]


def logistic(values: Table) -> Table:
    """The logistic function."""
    result: Table = 1 / (1 + np.exp(-values))
    return result


def lstm(words: Table, inputs: Table, recurrent: Table, bias: Table) -> Table:
    """The states of an LSTM that reads words from left to right."""
    size = len(recurrent)
    state, cell, states = np.zeros(size), np.zeros(size), []
    for word in words:
        gates = word @ inputs + state @ recurrent + bias
        taken, kept, shown = (logistic(part) for part in np.split(gates[: 3 * size], 3))
        cell = kept * cell + taken * np.tanh(gates[3 * size :])
        state = shown * np.tanh(cell)
        states.append(state)
    return np.array(states)


def bidirectional(words: Table, layers: Layers) -> Table:
    """The states of the topmost layer."""
    states = words.astype(np.float64)
    for layer in range(len(layers.inputs)):
        parts = [layers.inputs[layer], layers.recurrent[layer], layers.gate_bias[layer]]
        forward = lstm(states, *(part[0] for part in parts))
        backward = lstm(states[::-1], *(part[1] for part in parts))[::-1]
        states = np.concatenate([forward, backward], axis=1)
    return states
