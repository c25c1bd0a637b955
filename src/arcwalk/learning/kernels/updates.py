"""Updates: steps along the difference between two trees, after which the better tree leads.

MIRA's step (the paper, Figure 4) is the smallest one that is long enough. It treats all weights alike, though some
features occur in every other difference and some in one. The adaptive step ignores how much is missing; it is smaller
for a weight that has been changed often (Duchi, Hazan and Singer, 2011): frequent features settle, rare ones still
count when they occur, and more epochs no longer hurt.
"""

import numpy as np

from arcwalk.arrays import Weights
from arcwalk.compiled import inline, kernel
from arcwalk.learning.kernels.feature_difference import Difference


@inline
def squared_length(difference: Difference) -> float:
    """‖∇f‖²."""
    total = 0.0
    for value in difference.values:
        total += value * value
    return total


@inline
def lead(difference: Difference, weights: Weights) -> float:
    """θ·∇f: the lead of the first tree over the second."""
    total = 0.0
    for i in range(len(difference.indices)):
        total += difference.values[i] * weights[difference.indices[i]]
    return total


@kernel
def take_step(
    difference: Difference,
    needed: float,
    aggressiveness: float,
    step: float,
    weights: Weights,
    squares: Weights,
    totals: Weights,
) -> bool:
    """Take a step toward a lead of `needed`, unless there is one already; return whether a step was taken.

    `squares` holds the sum of the squared values of each feature over all steps, to which adaptive steps adapt; if it
    is empty, the step is MIRA's. `totals` is for the average (see `arc_perceptron`).
    """
    loss = needed - lead(difference, weights)
    length = squared_length(difference)
    if loss <= 0.0 or length == 0.0:
        return False
    adaptive = len(squares) > 0
    size = np.float32(aggressiveness if adaptive else min(aggressiveness, loss / length))
    for i in range(len(difference.indices)):
        index, value = difference.indices[i], difference.values[i]
        change = size * value
        if adaptive:
            squares[index] += value * value
            change /= np.sqrt(squares[index])
        weights[index] += change
        totals[index] += change * np.float32(step)
    return True
