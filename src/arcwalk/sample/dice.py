"""Seeded choices that come out the same on every platform and Python version."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Random choices built on `Random.random` alone, the one method whose stream Python promises to keep."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def chance(self, probability: float) -> bool:
        """True with the given probability."""
        return self._random() < probability

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each as likely as the others."""
        return items[int(self._random() * len(items))]

    def weighted(self, items: Sequence[tuple[float, T]]) -> T:
        """One of the items, by weight."""
        point = self._random() * sum(weight for weight, _ in items)
        for weight, item in items:
            point -= weight
            if point < 0:
                return item
        return items[-1][1]
