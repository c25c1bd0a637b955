"""How often values occur with each key, as arrays of a model file: the pairs of all keys, and how many each has."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeVar

import numpy as np

from arcwalk.models.model_file import Arrays
from arcwalk.safe_reading.arrays import ANY, StoredArrays

Key = TypeVar("Key")

_MOST = 1 << 30  # occurrences of a value with a key


def pack_counts(counts: Iterable[Mapping[int, int]], name: str) -> Arrays:
    """The arrays of a model file for the counts of each key."""
    each = list(counts)
    pairs = [pair for seen in each for pair in seen.items()]
    return {
        f"{name}.lexicon": np.array(pairs, dtype=np.int32).reshape(-1, 2),
        f"{name}.lengths": np.array([len(seen) for seen in each], dtype=np.int32),
    }


def take_counts(arrays: StoredArrays, name: str, keys: Sequence[Key], values: range) -> dict[Key, dict[int, int]]:
    """The counts of each key, of these values only."""
    least, most = np.array([values.start, 1]), np.array([values.stop - 1, _MOST])
    pairs = arrays.take(f"{name}.lexicon", np.int32, (ANY, 2), least, most)
    lengths = arrays.take(f"{name}.lengths", np.int32, (len(keys),), 1, len(pairs))
    if lengths.sum(dtype=np.int64) != len(pairs):
        raise arrays.source.damaged(f"the arrays of the lexicon of {name} do not fit together")
    counted = iter(pairs.tolist())
    return {key: dict(islice(counted, length)) for key, length in zip(keys, lengths.tolist(), strict=True)}
