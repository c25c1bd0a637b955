"""What online learners share: shuffled epochs over a treebank, and the average of the weights over all steps."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

import numpy as np

from arcwalk.arrays import Numbers, Weights

Epoch = Callable[[Numbers, int, Weights, Weights], object]
"""Learns from the sentences in the given order: order, steps taken before, weights, totals for the average."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlineLearner:
    """How long to learn, and the size of the weight vector: 2^`table_bits`."""

    epochs: int
    table_bits: int

    def averaged(
        self, one_epoch: Epoch, order: Iterable[int], random: Random, after_epoch: Callable[[], None]
    ) -> Weights:
        """The average of the weights after every step of every epoch, over the sentences of `order`, shuffled."""
        weights = np.zeros(1 << self.table_bits, dtype=np.float32)
        totals = np.zeros(1 << self.table_bits, dtype=np.float32)
        shuffled = list(order)
        for epoch in range(self.epochs):
            random.shuffle(shuffled)
            one_epoch(np.array(shuffled), epoch * len(shuffled), weights, totals)
            after_epoch()
        return averaged(weights, totals, self.epochs * len(shuffled), out=totals)


def averaged(weights: Weights, totals: Weights, steps: int, out: Weights | None = None) -> Weights:
    """The average of the weights over all steps, given each change times the number of steps before it in `totals`.

    `out` is where it is written: a new array, or that of the totals if they are no longer needed. Without any steps,
    nothing was changed.
    """
    share: Weights = np.divide(totals, np.float32(max(steps, 1)), out=out)
    return np.subtract(weights, share, out=share)
