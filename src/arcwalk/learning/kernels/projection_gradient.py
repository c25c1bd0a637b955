"""The gradients of what networks have above their layers: products with matrices, biases and rectifiers."""

import numpy as np

from arcwalk.arrays import Weights, WeightTable
from arcwalk.compiled import inline
from arcwalk.neural.kernels.matrices import add_product, add_transposed_product, transposed
from arcwalk.neural.kernels.squashing import LEAK


@inline
def leaky_relu_backward(gradient: WeightTable, values: WeightTable, factors: WeightTable) -> None:
    """From the gradient of rectified `values` to that of what was rectified."""
    for i in range(len(gradient)):
        for j in range(factors.shape[1]):
            slope = np.float32(LEAK) if values[i, j] < np.float32(0.0) else np.float32(1.0)
            gradient[i, j] *= factors[i, j] * slope


@inline
def add_rows(table: WeightTable, total: Weights) -> None:
    """Add all rows of a table."""
    for i in range(len(table)):
        for j in range(len(total)):
            total[j] += table[i, j]


@inline
def projection_backward(
    states: WeightTable, gradient: WeightTable, layer: WeightTable, layer_gradient: WeightTable, below: WeightTable
) -> None:
    """Add to the gradients of a layer and of the states below it, given that of its results."""
    add_transposed_product(states, gradient, layer_gradient)
    add_product(gradient, transposed(layer), below)
