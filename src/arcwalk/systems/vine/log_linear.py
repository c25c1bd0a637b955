"""Learning to choose one of a few candidates, each described by its own features: heads of words, of fragments."""

from collections.abc import Sequence
from random import Random

import numpy as np

from arcwalk.arrays import Booleans, Integers, Weights
from arcwalk.features.weights import rounded
from arcwalk.systems.vine.kernels.log_linear_epoch import Choices, choice_epoch

EPOCHS = 6


def join_choices(choices: Sequence[tuple[Integers, Booleans]]) -> Choices:
    """Choices one after the other: of each candidate, the indices of its features, and whether it is wrong."""
    return Choices(
        start=np.cumsum([0, *(len(each) for each, _ in choices)]),
        indices=np.concatenate([each for each, _ in choices]),
        wrong=np.concatenate([wrong for _, wrong in choices]),
    )


def learn_choices(choices: Choices, size: int, random: Random) -> Weights:
    """Weights, as many as `size`, that make right candidates likely; averaged over all epochs but the first."""
    weights, squares, total = np.zeros((3, size), dtype=np.float32)
    order = list(range(len(choices.start) - 1))
    for epoch in range(EPOCHS):
        random.shuffle(order)
        choice_epoch(choices, np.array(order), weights, squares)
        if epoch > 0:
            total += weights
    return rounded(total / np.float32(EPOCHS - 1), 1.0)
