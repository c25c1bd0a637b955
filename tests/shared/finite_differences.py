"""Gradients against difference quotients."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from numpy.typing import NDArray

STEP = 0.002
KINK = 0.05  # a larger difference of the slopes on both sides, relative to the gradient, is one

Loss = Callable[[Sequence[NDArray[Any]]], float]


def slopes(loss: Loss, values: Sequence[NDArray[Any]], which: int, place: Any) -> tuple[float, float]:
    """The difference quotients of the loss to the left and to the right of one entry."""
    losses = []
    for move in (-STEP, 0.0, STEP):
        moved = [array.copy() for array in values]
        moved[which][place] += move
        losses.append(loss(moved))
    return (losses[1] - losses[0]) / STEP, (losses[2] - losses[1]) / STEP


def agrees(
    loss: Loss, values: Sequence[NDArray[Any]], which: int, gradient: NDArray[Any], places: Iterable[Any]
) -> bool:
    """Whether the gradient is the slope of the loss at these places, except next to a kink of a rectifier."""
    smooth, count = [], 0
    for place in places:
        count += 1
        left, right = slopes(loss, values, which, place)
        if abs(left - right) < KINK * abs(gradient[place]):
            smooth.append((left + right) / 2 / gradient[place])
    assert 2 * len(smooth) >= count
    return smooth == pytest.approx([1.0] * len(smooth), abs=KINK / 2)  # a smaller kink may be what is left
