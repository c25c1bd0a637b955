"""Long lists of texts as arrays of bytes: JSON in a file of safetensors ends at 100 MB, and costs memory for each text.

A list becomes its texts in UTF-8 with line breaks between them; in its place, the JSON says which array that is.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.safe_reading.source import Source

_SHORT = 100  # texts of a list that stays where it is
_PLACE, _ARRAY = "@texts", "texts."

Arrays = dict[str, NDArray[Any]]


def without_long_lists(value: Any, arrays: Arrays) -> Any:
    """A value of JSON with its long lists of texts moved to `arrays`."""
    if isinstance(value, dict):
        return {name: without_long_lists(value[name], arrays) for name in sorted(value)}
    if not isinstance(value, list | tuple):
        return value
    if len(value) <= _SHORT or set(map(type, value)) != {str}:
        return [without_long_lists(item, arrays) for item in value]
    text = "\n".join(value)
    if text.count("\n") >= len(value):  # a text has a line break itself
        return list(value)
    number = len(arrays)
    arrays[f"{_ARRAY}{number}"] = np.frombuffer(text.encode(), dtype=np.uint8)
    return {_PLACE: number}


def with_long_lists(value: Any, arrays: Arrays, source: Source) -> Any:
    """The value that `without_long_lists` was given; takes what it needs out of `arrays`."""
    if isinstance(value, list):
        return [with_long_lists(item, arrays, source) for item in value]
    if not isinstance(value, dict):
        return value
    if [*value] != [_PLACE] or type(value[_PLACE]) is not int:
        return {name: with_long_lists(item, arrays, source) for name, item in value.items()}
    array = arrays.pop(f"{_ARRAY}{value[_PLACE]}", None)  # so that each is used once
    if array is None or array.dtype != np.uint8:
        raise source.damaged("a list of texts is missing")
    try:
        return str(array.tobytes(), "utf-8").split("\n")
    except UnicodeDecodeError:
        raise source.damaged("a list of texts is not UTF-8") from None
