"""What a training run has finished so far, so that an interrupted run can be resumed."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from numpy.typing import NDArray

import arcwalk
from arcwalk.errors import ArcwalkError
from arcwalk.systems.model_file import CHECKPOINT, ModelFile, read_model, write_model
from arcwalk.treebank.files import FilePath
from arcwalk.treebank.representations.word_table import Words
from arcwalk.treebank.sentence import Sentence

Facts = TypeVar("Facts")
Kept = tuple[Any, dict[str, NDArray[Any]]]
"""The result of a stage: facts and arrays."""


class TrainingStopped(KeyboardInterrupt):
    """Interrupted by the user; `system` is the best learned so far, `parser` the same wrapped for users."""

    def __init__(self, system: Any) -> None:
        super().__init__("training was interrupted")
        self.system = system
        self.parser: Any = None


class Checkpoint:
    """Results of the stages of a training run, by name: JSON facts and arrays.

    They are held in memory and written only when a run is interrupted.
    """

    def __init__(self) -> None:
        self._facts: dict[str, Any] = {}
        self._arrays: dict[str, NDArray[Any]] = {}
        self._run = ""
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
        if words is not None:
            digest.update(words.digest().encode())
        if self._run and self._run != digest.hexdigest():
            raise ArcwalkError(
                "the interrupted training run had different sentences, options or seed; "
                "give the same ones, or start over without --resume"
            )
        self._run = digest.hexdigest()

    def keep(self, name: str, facts: Any, **arrays: NDArray[Any]) -> None:
        """Store the result of a stage, replacing its earlier result and those of its parts, named `name/...`.

        The arrays must not change afterwards.
        """
        prefix = f"{name}/"
        with self._lock:
            self._facts = {key: value for key, value in self._facts.items() if not key.startswith(prefix)}
            self._facts[name] = facts
            others = {key: value for key, value in self._arrays.items() if not key.startswith(prefix)}
            self._arrays = others | {prefix + key: value for key, value in arrays.items()}

    def forget(self, name: str) -> None:
        """Drop the result of a stage, if any, to make room for a new one."""
        prefix = f"{name}/"
        with self._lock:
            self._facts.pop(name, None)
            self._arrays = {key: value for key, value in self._arrays.items() if not key.startswith(prefix)}

    def found(self, name: str) -> Kept | None:
        """The stored result of a stage, if any."""
        prefix = f"{name}/"
        with self._lock:
            if name not in self._facts:
                return None
            own = {key.removeprefix(prefix): value for key, value in self._arrays.items() if key.startswith(prefix)}
            return self._facts[name], own

    def once(self, name: str, find: Callable[[], Facts]) -> Facts:
        """The stored result of a stage without arrays, or else that of `find`, which is then stored."""
        if kept := self.found(name):
            facts: Facts = kept[0]
            return facts
        facts = find()
        self.keep(name, facts)
        return facts

    def stage(self, name: str, learn: Callable[[], dict[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
        """The arrays of a stage: those of the interrupted run, or learned now and kept."""
        if found := self.found(name):
            return found[1]
        arrays = learn()
        self.keep(name, None, **arrays)
        return arrays

    @property
    def is_empty(self) -> bool:
        """Whether nothing was kept."""
        with self._lock:
            return not self._facts

    def write(self, path: FilePath) -> None:
        """Write everything to one file, whole or not at all."""
        with self._lock:
            write_model(path, ModelFile(CHECKPOINT, {"run": self._run, "facts": self._facts}, self._arrays))

    @classmethod
    def read(cls, path: FilePath) -> "Checkpoint":
        """Read a checkpoint back."""
        if not Path(path).exists():
            raise ArcwalkError(f"{path}: no interrupted training run to resume; train without --resume")
        model = read_model(path)
        if model.system != CHECKPOINT:
            raise ArcwalkError(f"{path}: not an interrupted training run; train without --resume")
        checkpoint = cls()
        checkpoint._run, checkpoint._facts = model.metadata["run"], model.metadata["facts"]
        checkpoint._arrays = {name: array.copy() for name, array in model.arrays.items()}
        return checkpoint
