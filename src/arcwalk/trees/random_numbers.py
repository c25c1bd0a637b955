"""A small random number generator for kernels: splitmix64, with its state in an array."""

import math

import numpy as np

from arcwalk.arrays import RandomState, Scores
from arcwalk.compiled import inline, kernel


@inline
def next_bits(state: RandomState) -> np.uint64:
    """64 random bits."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    bits = state[0]
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@inline
def uniform(state: RandomState) -> float:
    """A number in [0, 1)."""
    return np.float64(next_bits(state) >> np.uint64(11)) / 9007199254740992.0


@inline
def below(state: RandomState, limit: int) -> int:
    """An integer from 0 to limit - 1, uniform (up to one part in 2^53)."""
    return np.int64(uniform(state) * limit)


@kernel
def draw(state: RandomState, scores: Scores, count: int, temperature: float) -> int:
    """One of the first `count` indices, with probability proportional to exp(score / temperature)."""
    best = -np.inf
    for i in range(count):
        best = max(best, scores[i])
    total = 0.0
    for i in range(count):
        total += math.exp((scores[i] - best) / temperature)
    rest = uniform(state) * total
    last = 0
    for i in range(count):
        weight = math.exp((scores[i] - best) / temperature)
        if weight > 0.0:
            last = i
        rest -= weight
        if rest < 0.0:
            return i
    return last
