"""Steps along the difference of two trees, after which the better one leads.

MIRA's step (the paper, Figure 4) is the smallest one that is long enough. It treats all weights alike, though some
features are in every second difference and others in one. The adaptive step does not ask how
much is missing; it is the shorter for a weight the more that weight has been changed before (Duchi, Hazan and Singer,
2011): frequent features settle, rare ones still count when they turn up, and more epochs no longer hurt.
"""

import numpy as np

from arcwalk.arrays import Weights
from arcwalk.compiled import kernel
from arcwalk.learning.kernels.feature_difference import Difference


@kernel
def squared_length(difference: Difference) -> float:
    """‖∇f‖²."""
    total = 0.0
    for value in difference.values:
        total += value * value
    return total


@kernel
def lead(difference: Difference, weights: Weights) -> float:
    """θ·∇f: by how much the first tree outscores the second."""
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
    """A step towards a lead of `needed`, unless it is there already; return whether one was taken.

    `squares` has a sum for every weight, of the squared values of the feature in all steps so far: steps adapt to it.
    If it is empty, the step is MIRA's. `totals` remembers when each step was taken, for the average.
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
