"""What a training run has finished so far, so that a run that was interrupted or killed can be continued."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from numpy.typing import NDArray

import arcwalk
from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.files.paths import FilePath
from arcwalk.models.model_file import CHECKPOINT, ModelFile, read_checkpoint, write_model
from arcwalk.representations.word_table import Words
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import MEMORY
from arcwalk.treebank.sentence import Sentence

Packed = tuple[dict[str, Any], dict[str, NDArray[Any]]]
"""What is stored of the result of a stage: metadata for JSON, and arrays."""


class StageResult(NamedTuple):
    """The stored result of a stage. It may come from a file, so whoever takes it says what it must be like."""

    metadata: Metadata
    arrays: StoredArrays


class TrainingStopped(KeyboardInterrupt):
    """Interrupted by the user; `system` is the best learned so far, `parser` the same with its `tagging`, for users."""

    def __init__(self, system: Any) -> None:
        super().__init__("training was interrupted")
        self.system = system
        self.tagging: Any = None
        self.parser: Any = None


class Checkpoint:
    """Results of the stages of a training run, by name, in memory, and with a `path` on disk after each stage."""

    def __init__(self, path: FilePath | None = None) -> None:
        self.path = path
        self._metadata: dict[str, dict[str, Any]] = {}
        self._arrays: dict[str, NDArray[Any]] = {}
        self._run, self._source = "", MEMORY
        self._lock = Lock()

    def start(
        self,
        system: str,
        sentences: Sequence[Sentence],
        options: Mapping[str, object],
        seed: int,
        dev: Sequence[Sentence] = (),
        words: Words | None = None,
    ) -> None:
        """Identify the run; a checkpoint read from a file must belong to the same one."""
        texts = [value for value in options.values() if isinstance(value, str) and value]
        files = [Path(text) for text in texts if Path(text).is_file()]
        digest = hashlib.sha256(json.dumps([arcwalk.__version__, system, options, seed, len(sentences)]).encode())
        for path in files:  # the user's own templates and features
            digest.update(path.read_bytes())
        for sentence in (*sentences, *dev):
            digest.update("".join(sentence.lines).encode())
        if any(sentence.weight > 1 for sentence in sentences):
            digest.update(bytes(sentence.weight for sentence in sentences))
        if words is not None:
            digest.update(words.digest().encode())
        if (self._run or self._source is not MEMORY) and self._run != digest.hexdigest():
            raise ArcwalkError(
                "the interrupted training run had different sentences, options or seed",
                Wording("give the same ones, or start over without ", Argument("checkpoint")),
            )
        self._run = digest.hexdigest()

    def keep(self, name: str, metadata: dict[str, Any], **arrays: NDArray[Any]) -> None:
        """Store the result of a stage, replacing its earlier result and those of its parts, named `name/...`.

        The arrays must not change afterwards.
        """
        prefix = f"{name}/"
        with self._lock:
            self._metadata = {key: value for key, value in self._metadata.items() if not key.startswith(prefix)}
            self._metadata[name] = metadata
            others = {key: value for key, value in self._arrays.items() if not key.startswith(prefix)}
            self._arrays = others | {prefix + key: value for key, value in arrays.items()}

    def get(self, name: str) -> StageResult | None:
        """The stored result of a stage, if any."""
        prefix = f"{name}/"
        with self._lock:
            if name not in self._metadata:
                return None
            metadata = Metadata(self._metadata[name], self._source, name)
            return StageResult(metadata, StoredArrays(self._arrays, self._source).under(prefix))

    def __getitem__(self, name: str) -> StageResult:
        """The stored result of a stage that is known to be finished."""
        result = self.get(name)
        if result is None:
            raise KeyError(name)
        return result

    def get_or_compute(self, name: str, compute: Callable[[], Packed]) -> StageResult:
        """The stored result of a stage, or else that of `compute`, which is then stored, and on disk at once."""
        if self.get(name) is None:
            metadata, arrays = compute()
            self.keep(name, metadata, **arrays)
            self.save()
        return self[name]

    @property
    def is_empty(self) -> bool:
        """Whether nothing was kept."""
        with self._lock:
            return not self._metadata

    def save(self) -> None:
        """Write everything to the file of the checkpoint, if it has one. Training goes on if that is impossible."""
        if self.path is not None and not self.is_empty:
            with suppress(ArcwalkError):
                self.write(self.path)

    def write(self, path: FilePath) -> None:
        """Write everything to one file, whole or not at all."""
        with self._lock:
            write_model(path, ModelFile(CHECKPOINT, {"run": self._run, "facts": self._metadata}, self._arrays))

    @classmethod
    def read(cls, path: FilePath) -> "Checkpoint":
        """Read a checkpoint back; it goes on in the same file."""
        if not Path(path).exists():
            remedy = Wording("train without ", Argument("checkpoint"))
            raise ArcwalkError(f"{path}: no interrupted training run to resume", remedy)
        model = read_checkpoint(path)
        checkpoint, metadata = cls(path), model.metadata.part("facts")
        checkpoint._source, checkpoint._run = model.source, model.metadata.text("run")
        checkpoint._metadata = {name: metadata.part(name).values() for name in metadata}
        checkpoint._arrays = model.arrays.copies()
        return checkpoint
