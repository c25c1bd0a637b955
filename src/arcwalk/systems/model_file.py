"""A model is one file: arrays in safetensors and JSON metadata, with a format version and a checksum; no pickle."""

import hashlib
import json
import mmap
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

import arcwalk
from arcwalk.errors import ArcwalkError
from arcwalk.features.shared_weights import shared_tables
from arcwalk.features.weights import USED, VALUES, packed_names
from arcwalk.treebank.files import FilePath, replacing
from arcwalk.treebank.representations.word_table import WORD_ARRAYS, Words

CHECKPOINT = "checkpoint"  # in place of a system: an interrupted training run
FORMAT = 3
_ENTRY = "model"
_PARTS = "parts"
_TYPES = {"BOOL": np.bool_, "F16": np.float16, "F32": np.float32, "F64": np.float64} | {
    f"{kind}{bits}": np.dtype(f"{kind.lower()}{bits // 8}") for kind in "UI" for bits in (8, 16, 32, 64)
}

Arrays = dict[str, NDArray[Any]]


class ModelFile(NamedTuple):
    """What a model file holds: the name of the system, its metadata, its arrays, and what is known about words."""

    system: str
    metadata: dict[str, Any]
    arrays: Arrays
    words: Words | None = None  # shared by the models inside

    def laid_out(self) -> "ModelFile":
        """The model with its weights in tables, as kernels read them; processes that use the same model share them."""
        packed = {f"{name}{suffix}" for name in packed_names(self.arrays) for suffix in (USED, VALUES)}
        others = {name: array.copy() for name, array in self.arrays.items() if name not in packed}
        return self._replace(arrays=others | shared_tables(self.arrays))

    def with_part(self, name: str, part: "ModelFile") -> "ModelFile":
        """The model with another one inside."""
        parts = {**self.metadata.get(_PARTS, {}), name: {"system": part.system, "metadata": part.metadata}}
        arrays = {f"{name}/{key}": array for key, array in part.arrays.items()}
        return ModelFile(
            self.system, {**self.metadata, _PARTS: parts}, {**self.arrays, **arrays}, self.words or part.words
        )

    def part(self, name: str) -> "ModelFile | None":
        """The model of that name inside this one, if any."""
        facts = self.metadata.get(_PARTS, {}).get(name)
        if facts is None:
            return None
        prefix = f"{name}/"
        own = {key.removeprefix(prefix): array for key, array in self.arrays.items() if key.startswith(prefix)}
        return ModelFile(facts["system"], facts["metadata"], own, self.words)


def write_model(path: FilePath, model: ModelFile) -> None:
    """Write the file, whole or not at all."""
    header: dict[str, Any] = {
        "format": FORMAT,
        "arcwalk": arcwalk.__version__,
        "system": model.system,
        "metadata": model.metadata,
    }
    arrays = model.arrays if model.words is None else {**model.arrays, **model.words.arrays()}
    header["checksum"] = _checksum(header, arrays)
    # a single entry: safetensors writes several in an order that differs from run to run
    entry = {_ENTRY: json.dumps(header, ensure_ascii=False, sort_keys=True)}
    with replacing(path) as stream:
        stream.write(save(arrays, metadata=entry))


def read_model(path: FilePath) -> ModelFile:
    """Read a model file; an error says why it cannot be used.

    Its arrays are views of the file, which must not be changed in place as long as they are used; `laid_out` ends that.
    """
    name = os.fspath(path)
    try:
        with Path(path).open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            data = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_COPY) if size else b""
    except FileNotFoundError:
        raise ArcwalkError(f"{name}: no such model file; train one with: arcwalk train TRAIN -m {name}") from None
    except OSError as error:
        raise ArcwalkError(f"{name}: the model cannot be read ({error.strerror}); check path and permissions") from None
    header = _header(data, name)
    if header["format"] != FORMAT:
        newer = header["format"] > FORMAT
        raise ArcwalkError(
            f"{name}: the model was written by arcwalk {header['arcwalk']}, whose format is "
            f"{'newer' if newer else 'older'} than that of this version ({arcwalk.__version__}); "
            f"{'update arcwalk or ' if newer else ''}train again"
        )
    try:
        arrays = _arrays(data, name)
    except SafetensorError as error:
        raise _damaged(name, str(error)) from None
    if header.pop("checksum") != _checksum(header, arrays):
        raise _damaged(name, "its checksum does not match")
    of_words = {name: arrays.pop(name) for name in WORD_ARRAYS if name in arrays}
    try:
        words = Words.restore(of_words) if of_words else None
    except (KeyError, ValueError) as error:
        raise _damaged(name, str(error)) from None
    return ModelFile(header["system"], header["metadata"], arrays, words)


@contextmanager
def restoring(path: FilePath, system: str) -> Iterator[None]:
    """Turn what goes wrong when a system is restored from a model file into an error that names the file."""
    if system == CHECKPOINT:
        raise ArcwalkError(f"{path}: this is an interrupted training run; finish it with arcwalk train --resume")
    try:
        yield
    except (KeyError, TypeError, ValueError) as error:
        raise ArcwalkError(f"{path}: the model does not fit this version of arcwalk ({error}); train again") from error


def _entries(data: bytes | mmap.mmap) -> tuple[Any, int]:
    """The JSON part of a safetensors file, which follows its length in eight bytes, and where it ends."""
    end = 8 + int.from_bytes(data[:8], "little")
    return json.loads(data[8:end]), end


def _arrays(data: bytes | mmap.mmap, path: str) -> Arrays:
    """The arrays of a safetensors file, as views of it."""
    with safe_open(path, framework="numpy"):  # checks it
        entries, start = _entries(data)
    arrays: Arrays = {}
    for name, entry in entries.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            bytes_of_array = np.frombuffer(data, np.uint8, end - begin, start + begin)
            arrays[name] = bytes_of_array.view(_TYPES[entry["dtype"]]).reshape(entry["shape"])
    return arrays


def _header(data: bytes | mmap.mmap, name: str) -> dict[str, Any]:
    """The header of the model, in the JSON part of the file."""
    try:
        header: dict[str, Any] = json.loads(_entries(data)[0]["__metadata__"][_ENTRY])
        if not {"format", "arcwalk", "system", "metadata", "checksum"} <= header.keys():
            raise KeyError
        if not isinstance(header["format"], int):
            raise TypeError
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ArcwalkError(f"{name}: not an arcwalk model; give a file written by `arcwalk train`") from None
    return header


def _damaged(name: str, reason: str) -> ArcwalkError:
    return ArcwalkError(f"{name}: the model file is damaged ({reason}); copy it again or train again")


def _checksum(header: dict[str, Any], arrays: Arrays) -> str:
    digest = hashlib.sha256(json.dumps(header, sort_keys=True).encode())
    for name in sorted(arrays):
        digest.update(f"\0{name}\0{arrays[name].dtype}\0{arrays[name].shape}\0".encode())
        digest.update(np.ascontiguousarray(arrays[name]).data)
    return digest.hexdigest()
