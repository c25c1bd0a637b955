"""Model files that are wrong inside: changed metadata, arrays and headers, with a checksum that is right."""

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.features.weights import USED, VALUES, packed_names
from arcwalk.models.model_file import FORMAT, checksum
from arcwalk.safe_reading.json_text import parse_json
from arcwalk.safe_reading.source import MEMORY
from arcwalk.safe_reading.tensors import open_tensors, read_arrays

_NAMES = {"float16": "F16", "float32": "F32", "float64": "F64", "bool": "BOOL"} | {
    f"{sign}int{bits}": f"{letter}{bits}" for sign, letter in (("", "I"), ("u", "U")) for bits in (8, 16, 32, 64)
}
_NUMBERS = [0, 1, -1, 2, 7, 63, 64, 255, 4096, 2**15, 2**31 - 1, 2**31, -(2**31), 2**32, 2**63, -(2**63), 10**30]
_FLOATS = [0.0, 0.5, -0.5, 1e-9, 1e5, 65504.0, 1e308, -1e308, 5e-324]
_STRANGE = [
    "",
    " ",
    "\t",
    "a\nb",
    "\r",
    "\0",
    "\ud800",
    "\x1b[31mred",
    "é" * 5000,
    "\u2028",
    "_",
    "[arc]",
    "h.form m.tag dist?",
]
_VALUES: list[Any] = [*_NUMBERS, *_FLOATS, *_STRANGE, None, True, False, [], {}, [[]], [1, "a"], {"a": {"b": 1}}, "nan"]


class Contents:
    """A model file taken apart, to be put together again."""

    def __init__(self, data: bytes) -> None:
        tensors = open_tensors(data)
        self.header: dict[str, Any] = parse_json(tensors.metadata["model"])
        self.arrays: dict[str, NDArray[Any]] = {
            name: array.copy() for name, array in read_arrays(tensors, MEMORY).items()
        }
        self.entries: Callable[[dict[str, Any]], None] = lambda _: None  # changes the list of arrays
        self.text: Callable[[str], str] = str  # changes the text of the header
        self.bytes: Callable[[bytes], bytes] = bytes  # changes the file

    def data(self) -> bytes:
        """The bytes of the file."""
        header = {key: value for key, value in self.header.items() if key != "checksum"}
        header["checksum"] = checksum(header, self.arrays)
        entries: dict[str, Any] = {"__metadata__": {"model": self.text(json.dumps(header))}}
        end, blocks = 0, []
        for name, array in self.arrays.items():
            blocks.append(array.tobytes())
            begin, end = end, end + len(blocks[-1])
            entries[name] = {
                "dtype": _NAMES[str(array.dtype)],
                "shape": list(array.shape),
                "data_offsets": [begin, end],
            }
        self.entries(entries)
        text = json.dumps(entries).encode()
        return self.bytes(len(text).to_bytes(8, "little") + text + b"".join(blocks))


def mutated(data: bytes, random: Random) -> bytes:
    """The model with one to three changes."""
    contents = Contents(data)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        change, *_ = random.choices(*zip(*_CHANGES.items(), strict=True))
        change(contents, random)
    return contents.data()


def _change_array(contents: Contents, random: Random) -> None:
    arrays = contents.arrays
    if not arrays:
        return
    name = random.choice(sorted(arrays))
    array = arrays[name]
    with np.errstate(all="ignore"):
        match random.randrange(14):
            case 0:
                arrays[name] = array.astype(random.choice(list(_NAMES)))
            case 1:
                arrays[name] = array.reshape(-1).view(np.uint8)
            case 2:
                arrays[name] = array.reshape(-1)
            case 3:
                arrays[name] = array[..., None]
            case 4:
                arrays[name] = array[: random.randrange(len(array) + 1)]
            case 5:
                arrays[name] = np.concatenate((array, array[: random.randrange(1, 9)]))
            case 6:
                arrays[name] = array[:0]
            case 7:
                arrays[name] = np.zeros((0, 1 << random.randrange(40)), dtype=array.dtype)
            case 8:
                arrays[name] = array[random.sample(range(len(array)), len(array))]
            case 9:
                del arrays[name]
            case 10:
                arrays[random.choice([f"{name}x", f"base/{name}", random.choice(sorted(arrays))])] = array
            case _:
                arrays[name] = _with_values(array, random)


def _change_table(contents: Contents, random: Random) -> None:
    """Replace a table of weights by one of another size, which its two arrays agree on."""
    names = packed_names(sorted(contents.arrays))
    if names:
        name, draw = random.choice(names), np.random.default_rng(random.randrange(2**32))
        used = draw.integers(0, 256, random.choice([0, 1, 8, 64, 128, 256, 512, 1000, 1 << 12]), dtype=np.uint8)
        values = draw.normal(scale=random.choice([1e-3, 1, 1e3]), size=int(np.bitwise_count(used).sum()))
        contents.arrays |= {f"{name}{USED}": used, f"{name}{VALUES}": values.astype(np.float16)}


def _with_values(array: NDArray[Any], random: Random) -> NDArray[Any]:
    """The array with some numbers, or all, replaced by one that is out of place; booleans may have any byte."""
    own = array.copy()
    flat = own.reshape(-1)
    if not len(flat):
        return own
    places = (
        [*range(len(flat))] if random.random() < 0.2 else random.choices(range(len(flat)), k=random.randrange(1, 5))
    )
    if random.random() < 0.4:
        flat[places] = flat[random.choices(range(len(flat)), k=len(places))]
    elif own.dtype.kind == "f":
        largest = float(np.finfo(own.dtype).max)
        flat[places] = random.choice([np.nan, np.inf, -np.inf, largest, -largest, -1.0, 0.0, 1e-7, 2.0])
    elif own.dtype.kind == "b":
        flat.view(np.uint8)[places] = random.choice([0, 1, 2, 255])
    else:
        limits = np.iinfo(own.dtype)
        wrong = [value for value in (*_NUMBERS, int(limits.min), int(limits.max)) if limits.min <= value <= limits.max]
        flat[places] = random.choice(wrong)
    return own


def _change_metadata(contents: Contents, random: Random) -> None:
    """Walk down from the metadata, and change what is there."""
    node, key = contents.header, "metadata"
    if key not in node:
        return
    while isinstance(node[key], dict | list) and node[key] and random.random() < 0.93:
        node = node[key]
        key = random.choice(sorted(node)) if isinstance(node, dict) else random.randrange(len(node))
    value = node[key]
    match random.randrange(10):
        case 0:
            del node[key]
        case 1 if isinstance(value, list):
            node[key] = value[: random.randrange(len(value) + 1)]
        case 2 if isinstance(value, list):
            node[key] = random.sample(value, len(value))
        case 3 if isinstance(value, list):
            node[key] = value + value[:3]
        case 4 | 5 | 6 if isinstance(value, str):
            node[key] = _edited(value, random)
        case 7 if isinstance(value, dict):
            value[random.choice(_STRANGE)] = _value(random)
        case 8:
            node[key] = _nested(random.choice([2, 50, 400, 800]))
        case _:
            node[key] = _value(random)


def _edited(text: str, random: Random) -> str:
    """The text with a line or a character lost, doubled or replaced."""
    lines = text.split("\n")
    if len(lines) > 1 and random.random() < 0.7:
        place, other = random.randrange(len(lines)), random.choice(lines)
        lines[place : place + random.randrange(2)] = random.choices(
            ["", other, "[x]", *_STRANGE], k=random.randrange(3)
        )
        return "\n".join(lines)
    place = random.randrange(len(text) + 1)
    return text[:place] + random.choice(["", *_STRANGE]) + text[place + random.randrange(2) :]


def _value(random: Random) -> Any:
    return copy.deepcopy(random.choice(_VALUES))


def _nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def _change_options(contents: Contents, random: Random) -> None:
    owners = [contents.header.get("metadata")]
    parts = owners[0].get("parts") if isinstance(owners[0], dict) else None
    if isinstance(parts, dict):
        owners += [part["metadata"] for part in parts.values() if isinstance(part, dict) and "metadata" in part]
    owner = random.choice(owners)
    options = owner.get("options") if isinstance(owner, dict) else None
    if isinstance(options, dict) and options:
        name = random.choice([*sorted(options), "odd"])
        options[name] = _value(random)


def _change_header(contents: Contents, random: Random) -> None:
    """Change what surrounds the contents: the file, its list of arrays, its JSON."""

    def change_entry(entries: dict[str, Any]) -> None:
        name = random.choice(sorted(entries))
        if name == "__metadata__":
            entries[name] = random.choice([{}, [], {"model": 1}, {"model": "[]"}, {"model": "{"}])
            return
        field = random.choice(["dtype", "shape", "data_offsets"])
        old = entries[name][field]
        wrong: list[Any] = [*_VALUES, "F32", "C64", [-1], [2**62, 4], [0, 2**40], [0] * 70, [8, 0], old]
        entries[name][field] = copy.deepcopy(random.choice(wrong))

    def change_text(text: str) -> str:
        version = random.choice(["4", "6", "5.0", "true", "1e999", "9" * 5000])
        return random.choice(
            [
                text.replace('"format":', '"format": 3, "format":', 1),
                text.replace(f'"format": {FORMAT}', f'"format": {version}'),
                text.replace('"system": "', '"system": "\\u001b[31m', 1),
                text.replace("{", '{"x": NaN, ', 1),
                text[: random.randrange(len(text))],
                "[" * 100_000,
                text.replace("0.1.0", "\\n\\u001b[2J" * 50, 1),
            ]
        )

    def change_bytes(data: bytes) -> bytes:
        length = random.choice([0, 1, 2**40, 2**63, 2**64 - 1, len(data), len(data) - 8])
        return random.choice(
            [
                length.to_bytes(8, "little") + data[8:],
                data[: random.randrange(len(data))],
                data + bytes(random.randrange(1, 9)),
            ]
        )

    match random.randrange(4):
        case 0:
            contents.entries = change_entry
        case 1:
            contents.text = change_text
        case 2:
            contents.bytes = change_bytes
        case _:
            contents.header[random.choice(sorted(contents.header))] = _value(random)


_CHANGES = {_change_array: 6, _change_table: 1, _change_metadata: 8, _change_options: 2, _change_header: 1}
