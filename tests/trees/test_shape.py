"""Trees and their kinds against definitions spelt out."""

from itertools import product

import numba
import numpy as np
import pytest
from brute_force import is_tree, spans_a_stranger

from arcwalk.trees.shape import is_projective, is_single_rooted

LONGEST = 3 if numba.config.DISABLE_JIT else 5


@pytest.mark.parametrize("n", range(1, LONGEST + 1))
def test_every_assignment_of_heads(n: int) -> None:
    for choice in product(range(n + 1), repeat=n):
        heads = (-1, *choice)
        array = np.array(heads, np.int32)
        assert is_single_rooted(array) == (choice.count(0) == 1)
        if is_tree(heads):
            assert is_projective(array) == (not any(spans_a_stranger(heads, m) for m in range(1, n + 1)))


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="long sentences need compiled kernels")
def test_5000_words() -> None:
    n = 5000
    # n heads 1, 1 heads n - 1, n - 1 heads 2, ...: deep, with long arcs.
    zigzag = np.full(n + 1, -1, np.int32)
    order = [word for pair in zip(range(n, n // 2, -1), range(1, n // 2 + 1), strict=True) for word in pair]
    zigzag[order] = [0, *order[:-1]]
    assert is_projective(zigzag)
    chain = np.arange(-1, n, dtype=np.int32)
    assert is_projective(chain)
