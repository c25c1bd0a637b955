"""A file of arrays in the format of safetensors: the length of a JSON text, that text, and the bytes of all arrays.

Arrays are views of its contents. Nothing is believed: each array has exactly the bytes that its shape needs, and all
together leave none over.
"""

from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.safe_reading.json_text import parse_json
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import Source

_TYPES = {"BOOL": np.dtype(np.bool_)} | {
    f"{letter}{bits}": np.dtype(f"<{kind}{bits // 8}") if bits > 8 else np.dtype(f"{kind}1")
    for letter, kind, sizes in (("F", "f", (16, 32, 64)), ("U", "u", (8, 16, 32, 64)), ("I", "i", (8, 16, 32, 64)))
    for bits in sizes
}
_LENGTH = 8  # bytes of the length of the text
_METADATA = "__metadata__"
_MOST_DIMENSIONS, _MOST_ITEMS = 4, 1 << 40
_LONGEST_TEXT = 100_000_000  # bytes; the format has this limit, too
_MOST = {b"{": 100_000, b"[": 2_000_000}  # objects and lists in the text, which take many times as much memory


class Tensors(NamedTuple):
    """A file as its text describes it; its arrays have not been looked at."""

    metadata: dict[str, Any]
    entries: dict[str, Any]  # by name: type, shape and place
    data: memoryview


def may_be_tensors(start: bytes, size: int) -> bool:
    """Whether a file of this size that starts like this is worth reading; a large file of another kind is not."""
    return size >= _LENGTH + int.from_bytes(start[:_LENGTH], "little")


def open_tensors(data: bytes | bytearray) -> Tensors:
    """Read the text of a file; `ValueError` if it is none of safetensors."""
    view = memoryview(data)
    end = _LENGTH + int.from_bytes(view[:_LENGTH], "little")
    if end > len(view):
        raise ValueError("its text is cut off")
    text = bytes(view[_LENGTH : min(end, _LENGTH + _LONGEST_TEXT + 1)])
    if len(text) > _LONGEST_TEXT or any(text.count(bracket) > most for bracket, most in _MOST.items()):
        raise ValueError("its text is too large")
    entries = parse_json(text.decode())
    metadata = entries.pop(_METADATA, None) if isinstance(entries, dict) else None
    if not isinstance(metadata, dict):
        raise ValueError("it has no metadata")
    return Tensors(metadata, entries, view[end:])


def read_arrays(tensors: Tensors, source: Source) -> dict[str, NDArray[Any]]:
    """All arrays, as views of the file."""
    arrays: dict[str, NDArray[Any]] = {}
    spans: list[tuple[int, int]] = []
    for name in tensors.entries:
        entry = Metadata(tensors.entries, source, "list of arrays").part(name)
        dtype = _TYPES[entry.text("dtype", _TYPES)]
        shape = entry.wholes("shape", 0, _MOST_ITEMS)
        span = entry.wholes("data_offsets", 0, len(tensors.data))
        if len(shape) > _MOST_DIMENSIONS or prod(max(length, 1) for length in shape) > _MOST_ITEMS:
            raise source.damaged(f"the shape of {name} is not possible")
        if len(span) != 2 or span[1] - span[0] != prod(shape) * dtype.itemsize:
            raise source.damaged(f"the place of {name} does not fit its shape")
        spans.append((span[0], span[1]))
        own = np.frombuffer(tensors.data[span[0] : span[1]], np.uint8) if span[0] < span[1] else np.empty(0, "u1")
        arrays[name] = own.view(dtype).reshape(shape)
    spans.sort()
    if [begin for begin, _ in spans] + [len(tensors.data)] != [0] + [end for _, end in spans]:
        raise source.damaged("its arrays overlap or leave gaps")
    return arrays
