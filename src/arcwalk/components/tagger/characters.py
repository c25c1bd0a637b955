"""The characters of words as kernels read them."""

from collections.abc import Sequence

import numpy as np

from arcwalk.arrays import Keys, Numbers


def characters_of(forms: Sequence[str]) -> tuple[Keys, Numbers]:
    """The characters of all words in one array, and where each word ends."""
    text = bytearray("".join(forms), "utf-32-le", "surrogatepass")
    return np.frombuffer(text, dtype="<u4"), np.cumsum(list(map(len, forms)), dtype=np.int64)
