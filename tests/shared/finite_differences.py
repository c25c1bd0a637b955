"""Gradients against difference quotients."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

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
    """Whether the gradient is the slope of the loss at these places: between those on both sides, give or take 1%.

    A kink of a rectifier is between them, but at most places there is none.
    """
    between, smooth, count = [], 0, 0
    for place in places:
        count += 1
        left, right = slopes(loss, values, which, place)
        smooth += abs(left - right) < KINK * abs(gradient[place])
        low, high = sorted((left / gradient[place], right / gradient[place]))
        between.append(low - 0.01 <= 1.0 <= high + 0.01)
    assert 0 < count <= 2 * smooth
    return all(between)
