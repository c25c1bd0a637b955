"""What a training run has finished so far, so that an interrupted run can be resumed."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from numpy.typing import NDArray

import arcwalk
from arcwalk.contents.arrays import StoredArrays
from arcwalk.contents.facts import Facts
from arcwalk.contents.source import MEMORY
from arcwalk.errors import ArcwalkError
from arcwalk.systems.model_file import CHECKPOINT, ModelFile, read_checkpoint, write_model
from arcwalk.treebank.files import FilePath
from arcwalk.treebank.representations.word_table import Words
from arcwalk.treebank.sentence import Sentence


class Kept(NamedTuple):
    """The result of a stage. It may come from a file, so whoever takes it says what it must be like."""

    facts: Facts
    arrays: StoredArrays


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
        self._facts: dict[str, dict[str, Any]] = {}
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
        if words is not None:
            digest.update(words.digest().encode())
        if (self._run or self._source is not MEMORY) and self._run != digest.hexdigest():
            raise ArcwalkError(
                "the interrupted training run had different sentences, options or seed; "
                "give the same ones, or start over without --resume"
            )
        self._run = digest.hexdigest()

    def keep(self, name: str, facts: dict[str, Any], **arrays: NDArray[Any]) -> None:
        """Store the result of a stage, replacing its earlier result and those of its parts, named `name/...`.

        The arrays must not change afterwards.
        """
        prefix = f"{name}/"
        with self._lock:
            self._facts = {key: value for key, value in self._facts.items() if not key.startswith(prefix)}
            self._facts[name] = facts
            others = {key: value for key, value in self._arrays.items() if not key.startswith(prefix)}
            self._arrays = others | {prefix + key: value for key, value in arrays.items()}

    def found(self, name: str) -> Kept | None:
        """The stored result of a stage, if any."""
        prefix = f"{name}/"
        with self._lock:
            if name not in self._facts:
                return None
            facts = Facts(self._facts[name], self._source, name)
            return Kept(facts, StoredArrays(self._arrays, self._source).under(prefix))

    def once(self, name: str, find: Callable[[], dict[str, Any]]) -> Facts:
        """The stored result of a stage without arrays, or else that of `find`, which is then stored."""
        if not (kept := self.found(name)):
            self.keep(name, find())
            kept = self.found(name)
            assert kept is not None
        return kept.facts

    def stage(self, name: str, learn: Callable[[], dict[str, NDArray[Any]]]) -> StoredArrays:
        """The arrays of a stage: those of the interrupted run, or learned now and kept."""
        if not (kept := self.found(name)):
            self.keep(name, {}, **learn())
            kept = self.found(name)
            assert kept is not None
        return kept.arrays

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
        model = read_checkpoint(path)
        checkpoint, facts = cls(), model.facts.part("facts")
        checkpoint._source, checkpoint._run = model.source, model.facts.text("run")
        checkpoint._facts = {name: facts.part(name).values() for name in facts}
        checkpoint._arrays = model.arrays.copies()
        return checkpoint
