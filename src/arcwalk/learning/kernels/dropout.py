"""What is dropped of sentences in training."""

import numpy as np

from arcwalk.arrays import RandomState, Starts, Weights, WeightTable
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
def drop_the_same(factors: WeightTable, start: Starts, rate: float, state: RandomState) -> None:
    """Random factors, the same in all rows of a sentence."""
    for sentence in range(len(start) - 1):
        begin = start[sentence]
        drop_some(factors[begin], rate, state)
        for i in range(begin + 1, start[sentence + 1]):
            factors[i] = factors[begin]


@inline
def drop_some_states(dropout: LayerDropout, start: Starts, rate: float, state: RandomState) -> None:
    """Random factors of words and of their states."""
    for i in range(len(dropout.words)):
        drop_some(dropout.words[i], rate, state)
    for layer in range(len(dropout.states)):
        drop_the_same(dropout.states[layer], start, rate, state)
