"""A folder of annotated files, in which an interrupted run goes on where it stopped.

While a run is at work, its output folder has a hidden folder with a journal and the file that is being written. Another
run with the same model, options and input skips the files that are finished and, unless it is compressed, the finished
sentences of the unfinished one. A run that ends without errors removes the hidden folder.
"""

import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from arcwalk.engine.outputs import Append, InputChanged
from arcwalk.engine.plan import PlannedFile
from arcwalk.errors import ArcwalkError
from arcwalk.files.compression import COMPRESSIONS, compression
from arcwalk.files.output import explained, size_on_disk

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

HIDDEN = ".arcwalk-unfinished"
_PATIENCE = 3  # seconds to wait for another run in the same folder
_INTERVAL = 1  # seconds between two notes on the progress of a file

Input = tuple[str, int, int]
"""Path, size and time of change of an input, which tell whether it is still the same."""


class _State(NamedTuple):
    """How much of an output is written, and from which input."""

    input: Input
    sentences: int = 0
    bytes: int = 0
    is_finished: bool = False


class OutputFolder:
    """The output folder of one run; `fingerprint` identifies what is done to the files."""

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self.folder = folder
        self.hidden = folder / HIDDEN
        self.fingerprint = fingerprint
        self.is_complete = False  # set by a run that ends without errors
        self._states: dict[str, _State] = {}  # of outputs, by their paths in the folder; the last that was noted
        self._begun: dict[PlannedFile, _State] = {}  # where this run goes on with each file
        self._open = ExitStack()

    def __enter__(self) -> "OutputFolder":
        with explained(str(self.folder), "choose another folder"), ExitStack() as stack:
            stack.enter_context(_locked(self.hidden / "lock"))
            self._read_journal(self.hidden / "journal")
            self._journal = stack.enter_context((self.hidden / "new-journal").open("w", encoding="utf-8"))
            self._start_journal(self.hidden / "journal")
            self._open = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        with self._open:
            self._journal.close()
            if self.is_complete:  # removed while it is locked: the next run must not lose what it has just begun
                shutil.rmtree(self.hidden, ignore_errors=True)

    def is_finished(self, file: PlannedFile) -> bool:
        """Whether an earlier run has written this file from the same input, and nobody has changed its size."""
        state = self._states.get(self._key(file))
        if state is None or not state.is_finished or state.input != _input(file):
            return False
        with suppress(OSError):
            return Path(file.target).stat().st_size == state.bytes
        return False

    def begin(self, file: PlannedFile) -> int:
        """Decide, once in a run, how many sentences of an earlier run are kept; a compressed file cannot go on."""
        now = _input(file)
        state = self._states.get(self._key(file), _State(now))
        partial = self._partial(file)
        with explained(file.target, "check its folder"):
            is_there = partial.exists() and partial.stat().st_size >= state.bytes
        goes_on = is_there and state.input == now and not state.is_finished and not _is_compressed(file)
        self._begun[file] = state if goes_on else _State(now)
        return self._begun[file].sentences

    @contextmanager
    def writing(self, file: PlannedFile) -> Iterator[Append]:
        """Write the rest of a file; if something goes wrong, what is written so far waits for the next run."""
        target, partial, state = Path(file.target), self._partial(file), self._begun.pop(file)
        noted = -float(_INTERVAL)

        def append(text: bytes, sentences: int) -> None:
            nonlocal state, noted
            stream.write(text)
            raw.flush()  # not `stream`: a compressed file must not depend on batches
            if _is_compressed(file):
                return
            state = state._replace(sentences=state.sentences + sentences, bytes=state.bytes + len(text))
            if time.monotonic() >= noted + _INTERVAL:
                self._note(file, state)
                noted = time.monotonic()

        with explained(file.target, "check its folder"):
            self._note(file, state)  # from now on, what the journal says of an earlier output is void
            try:
                with _continued(partial, state.bytes) as raw, compression(raw, target, "wb") as stream:
                    yield append
            finally:
                self._note(file, state)
            if _input(file) != state.input:
                raise InputChanged(f"{file.source}: the file has changed while it was read", "run again")
            size = size_on_disk(partial)
            target.parent.mkdir(parents=True, exist_ok=True)
            partial.replace(target)
            _sync_folder(target.parent)
            self._note(file, state._replace(bytes=size, is_finished=True))

    def _key(self, file: PlannedFile) -> str:
        return Path(file.target).relative_to(self.folder).as_posix()

    def _partial(self, file: PlannedFile) -> Path:
        return self.hidden / hashlib.sha256(self._key(file).encode("utf-8", "surrogateescape")).hexdigest()[:16]

    def _note(self, file: PlannedFile, state: _State) -> None:
        self._write(self._key(file), *state)

    def _write(self, *entry: object) -> None:
        self._journal.write(json.dumps(entry) + "\n")
        self._journal.flush()

    def _read_journal(self, path: Path) -> None:
        """What earlier runs with the same fingerprint have done; that of a killed one may end in the middle of a line.

        The last entry of each output counts: the ones before it describe files that are no more.
        """
        with suppress(FileNotFoundError, ValueError), path.open("rb") as lines:
            if json.loads(next(lines, b"0")) == [self.fingerprint]:
                for line in lines:
                    key, source, *progress = json.loads(line)
                    self._states[key] = _State(tuple(source), *progress)

    def _start_journal(self, path: Path) -> None:
        """Begin a journal with what is known, in place of the one before."""
        self._write(self.fingerprint)
        for key, state in self._states.items():
            self._write(key, *state)
        Path(self._journal.name).replace(path)


def _input(file: PlannedFile) -> Input:
    try:
        status = Path(file.source).stat()
    except OSError:  # reading will say what is wrong with it
        return file.source, 0, 0
    return os.path.realpath(file.source), status.st_size, status.st_mtime_ns


def _is_compressed(file: PlannedFile) -> bool:
    return Path(file.target).suffix in COMPRESSIONS


@contextmanager
def _continued(path: Path, size: int) -> Iterator[BinaryIO]:
    """A file to write after its first `size` bytes."""
    with path.open("r+b" if size else "wb") as stream:
        stream.seek(size)
        stream.truncate()
        yield stream


def _sync_folder(folder: Path) -> None:
    """Let the names of files in a folder survive a power failure, too, where the system can."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Refuse two runs in one folder, where the system can tell; the workers of a killed run need a moment to end."""
    last = time.monotonic() + _PATIENCE
    while True:
        path.parent.mkdir(parents=True, exist_ok=True)
        if fcntl is None:
            yield
            return
        with path.open("w") as lock:
            if _is_mine(lock.fileno(), path):
                try:
                    yield
                finally:  # closing the file is not enough: processes that were started meanwhile have it open too
                    fcntl.flock(lock, fcntl.LOCK_UN)
                return
        if time.monotonic() > last:
            raise ArcwalkError(f"{path.parent.parent}: another run is writing to this folder", "wait for it")
        time.sleep(0.1)


def _is_mine(lock: int, path: Path) -> bool:
    """Lock a file; no if another run holds it, or has just ended and removed it."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(lock), path.stat())
    except (BlockingIOError, FileNotFoundError):
        return False
