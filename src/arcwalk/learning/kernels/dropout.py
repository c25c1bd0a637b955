"""What is dropped of a sentence in training."""

import numpy as np

from arcwalk.arrays import RandomState, Weights
from arcwalk.compiled import inline
from arcwalk.neural.kernels.word_states import LayerDropout
from arcwalk.trees.random_numbers import uniform


@inline
def drop_some(factors: Weights, rate: float, state: RandomState) -> None:
    """Random factors: 0 with probability `rate`."""
    kept = np.float32(1.0 / (1.0 - rate))
    for i in range(len(factors)):
        factors[i] = kept if uniform(state) >= rate else np.float32(0.0)


@inline
def drop_some_states(dropout: LayerDropout, rate: float, state: RandomState) -> None:
    """Random factors of words and of their states."""
    for i in range(len(dropout.words)):
        drop_some(dropout.words[i], rate, state)
    for i in range(len(dropout.states)):
        drop_some(dropout.states[i], rate, state)
