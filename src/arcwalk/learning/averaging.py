"""What all online learners share: shuffled passes over a treebank, and the average of all weights on the way."""

from collections.abc import Callable
from random import Random

import numpy as np

from arcwalk.arrays import Numbers, Weights

Pass = Callable[[Numbers, int, Weights, Weights], object]
"""Goes through the sentences in the given order: order, steps taken before, weights, totals for the average."""


def averaged(
    one_pass: Pass, *, sentences: int, epochs: int, table_bits: int, random: Random, after_epoch: Callable[[], None]
) -> Weights:
    """The average of the weights after every step of every pass."""
    weights = np.zeros(1 << table_bits, dtype=np.float32)
    totals = np.zeros(1 << table_bits, dtype=np.float32)
    order = list(range(sentences))
    for epoch in range(epochs):
        random.shuffle(order)
        one_pass(np.array(order), epoch * sentences, weights, totals)
        after_epoch()
    return (weights - totals / (epochs * sentences)).astype(np.float32)
