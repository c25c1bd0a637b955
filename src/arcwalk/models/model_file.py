"""A model is one file: arrays in safetensors and JSON metadata, with a format version and a checksum; no pickle.

A model file is data from a stranger. What is read from it is a `StoredModel`, whose metadata and arrays are handed out
only after a check (see `arcwalk.safe_reading`), and nothing in it is ever imported or executed.
"""

import hashlib
import json
import os
import stat
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save

import arcwalk
from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.features.shared_weights import shared_tables
from arcwalk.features.weights import packed_names, require_size, take_packed
from arcwalk.files.output import replacing
from arcwalk.files.paths import FilePath
from arcwalk.messages import quoted
from arcwalk.representations.word_table import WORD_ARRAYS, Words
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.json_text import parse_json
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import Source
from arcwalk.safe_reading.tensors import may_be_tensors, open_tensors, read_arrays
from arcwalk.safe_reading.texts import with_long_lists, without_long_lists

CHECKPOINT = "checkpoint"  # in place of a system: an interrupted training run
UNFINISHED = ".unfinished"  # ends the name of its file
FORMAT = 6
_ENTRY = "model"
_PARTS = "parts"
_NOT_RESUMING = Wording("without ", Argument("checkpoint"))

Arrays = dict[str, NDArray[Any]]


class ModelFile(NamedTuple):
    """What is written to a model file: the name of the system, its metadata, its arrays, and the words it knows."""

    system: str
    metadata: dict[str, Any]
    arrays: Arrays
    words: Words | None = None  # shared by the models inside

    def with_part(self, name: str, part: "ModelFile") -> "ModelFile":
        """The model with another one inside."""
        parts = {**self.metadata.get(_PARTS, {}), name: {"system": part.system, "metadata": part.metadata}}
        arrays = {f"{name}/{key}": array for key, array in part.arrays.items()}
        return ModelFile(
            self.system, {**self.metadata, _PARTS: parts}, {**self.arrays, **arrays}, self.words or part.words
        )


@dataclass(frozen=True)
class StoredModel:
    """What was read from a model file.

    Its arrays are views of the file's contents, which stay in memory as long as one of them does; `laid_out` ends that.
    """

    system: str
    metadata: Metadata
    arrays: StoredArrays
    words: Words | None = None

    @property
    def source(self) -> Source:
        """The file."""
        return self.metadata.source

    def laid_out(self) -> "StoredModel":
        """The model with its weights in tables, as kernels read them; processes that use the same model share them."""
        names = packed_names(self.arrays)
        require_size(self.arrays, names)
        pairs = [take_packed(self.arrays, name, np.float16) for name in names]
        packed = {name: array for pair in pairs for name, array in pair.items()}
        others = self.arrays.copies(without=packed)
        return replace(self, arrays=StoredArrays(others, self.source, shared_tables(packed)))

    def part(self, name: str, system: str) -> "StoredModel | None":
        """The model of that name inside this one, if any; it must be of this system."""
        if _PARTS not in self.metadata or name not in (parts := self.metadata.part(_PARTS)):
            return None
        part = parts.part(name)
        arrays = self.arrays.under(f"{name}/")
        return StoredModel(part.text("system", (system,)), part.part("metadata"), arrays, self.words)


def model_bytes(model: ModelFile) -> bytes:
    """The bytes of a model file."""
    texts: Arrays = {}
    header: dict[str, Any] = {
        "format": FORMAT,
        "arcwalk": arcwalk.__version__,
        "system": model.system,
        "metadata": without_long_lists(model.metadata, texts),
    }
    every = {**model.arrays, **texts, **({} if model.words is None else model.words.arrays())}
    arrays = {name: np.ascontiguousarray(array) for name, array in every.items()}  # safetensors takes no others
    header["checksum"] = checksum(header, arrays)
    # a single entry: safetensors writes several in an order that differs from run to run
    data: bytes = save(arrays, metadata={_ENTRY: json.dumps(header, ensure_ascii=False, sort_keys=True)})
    return data


def write_model(path: FilePath, model: ModelFile) -> None:
    """Write the file, whole or not at all."""
    data = model_bytes(model)
    with replacing(path) as stream:
        stream.write(data)


def read_model(path: FilePath) -> StoredModel:
    """Read a model file; an error says why it cannot be used."""
    name = os.fspath(path)
    model = model_from(_file_contents(path), Source(name))
    if model.system == CHECKPOINT:
        target = name.removesuffix(UNFINISHED)
        raise ArcwalkError(
            f"{name}: this is an interrupted training run, not a model",
            f"finish it with: arcwalk train TRAIN -m {target} --resume",
        )
    return model


def read_checkpoint(path: FilePath) -> StoredModel:
    """Read the file of an interrupted training run; an error says why it cannot be used."""
    source = Source(os.fspath(path), "file of the interrupted training run", Wording("train again ", _NOT_RESUMING))
    model = model_from(_file_contents(path), source)
    if model.system != CHECKPOINT:
        raise ArcwalkError(f"{path}: not an interrupted training run", Wording("train ", _NOT_RESUMING))
    return model


def model_from(data: bytes | bytearray, source: Source) -> StoredModel:
    """The model in the bytes of a file, be it of a system or of an interrupted training run."""
    try:
        tensors = open_tensors(data)
        text = tensors.metadata[_ENTRY]
        if not isinstance(text, str):
            raise TypeError
        header = parse_json(text)
        version, number = header["arcwalk"], header["format"]
        if not (isinstance(version, str) and type(number) is int):
            raise TypeError
    except (ValueError, KeyError, TypeError):
        raise ArcwalkError(f"{source.name}: not an arcwalk model", "give a file written by `arcwalk train`") from None
    if number != FORMAT:
        age, remedy = ("newer", "update arcwalk or train again") if number > FORMAT else ("older", "train again")
        raise ArcwalkError(
            f"{source.name}: the model was written by arcwalk {quoted(version)} in a format {age} than that of this "
            f"version, {arcwalk.__version__} (format {quoted(number)}, not {FORMAT})",
            remedy,
        )
    arrays = read_arrays(tensors, source)
    stored = Metadata(header, source, "header")
    try:
        expected = checksum({name: value for name, value in header.items() if name != "checksum"}, arrays)
        if stored.text("checksum") != expected:
            raise source.damaged("its checksum does not match")
        metadata = with_long_lists(stored.part("metadata").values(), arrays, source)
    except RecursionError:
        raise source.damaged("its metadata is nested too deeply") from None
    of_words = {name: arrays.pop(name) for name in WORD_ARRAYS if name in arrays}
    words = Words.restore(StoredArrays(of_words, source)) if of_words else None
    return StoredModel(stored.text("system"), Metadata(metadata, source), StoredArrays(arrays, source), words)


def checksum(header: dict[str, Any], arrays: Arrays) -> str:
    """The checksum of a file with this header, which will have it, and these arrays."""
    digest = hashlib.sha256(json.dumps(header, sort_keys=True).encode())
    for name in sorted(arrays):
        digest.update(f"\0{name}\0{arrays[name].dtype}\0{arrays[name].shape}\0".encode(errors="surrogatepass"))
        digest.update(np.ascontiguousarray(arrays[name]).data)
    return digest.hexdigest()


def _file_contents(path: FilePath) -> bytearray:
    """A copy of the file in memory: whoever maps a file dies when somebody else cuts it short."""
    name = os.fspath(path)
    try:
        kind = Path(path).stat().st_mode
        if not stat.S_ISREG(kind):  # opening others can take forever
            what = "this is a folder" if stat.S_ISDIR(kind) else "not a regular file"
            raise ArcwalkError(f"{name}: the model cannot be read ({what})", "name a model file")
        with Path(path).open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            contents = bytearray(size if may_be_tensors(stream.peek(), size) else 0)
            del contents[stream.readinto(contents) :]
            return contents
    except FileNotFoundError:
        raise ArcwalkError(f"{name}: no such model file", f"train one with: arcwalk train TRAIN -m {name}") from None
    except (OSError, ValueError, MemoryError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error) or "there is not enough memory"
        raise ArcwalkError(f"{name}: the model cannot be read ({reason})", "check path and permissions") from None
