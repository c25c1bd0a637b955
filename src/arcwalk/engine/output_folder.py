"""A folder of annotated files, in which an interrupted run goes on where it stopped.

While a run is at work, its output folder has a hidden folder with a journal and the file that is being written. Another
run with the same model, options and input skips the files that are finished and, unless it is compressed, the finished
sentences of the unfinished one. A run that ends without errors removes the hidden folder.
"""

import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple

from arcwalk.engine.outputs import Append
from arcwalk.engine.plan import PlannedFile
from arcwalk.errors import ArcwalkError
from arcwalk.treebank.files import COMPRESSIONS, compression, explained

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

HIDDEN = ".arcwalk-unfinished"
_PATIENCE = 3  # seconds to wait for another run in the same folder

Identity = tuple[str, int, int, str]  # path, size and time of change of an input, and its output


class _Progress(NamedTuple):
    """How much of an unfinished file is written."""

    sentences: int = 0
    bytes: int = 0


class OutputFolder:
    """The output folder of one run; `fingerprint` identifies what is done to the files."""

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self.folder = folder
        self.hidden = folder / HIDDEN
        self.fingerprint = fingerprint
        self.is_complete = False  # set by a run that ends without errors
        self._finished: set[Identity] = set()
        self._unfinished: dict[Identity, _Progress] = {}
        self._open = ExitStack()

    def __enter__(self) -> "OutputFolder":
        with explained(str(self.folder), "choose another folder"):
            self.hidden.mkdir(parents=True, exist_ok=True)
            self._open.enter_context(_locked(self.hidden / "lock"))
            self._read_journal(self.hidden / "journal")
            self._start_journal(self.hidden / "journal")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._open.close()
        if self.is_complete:
            shutil.rmtree(self.hidden, ignore_errors=True)

    def is_finished(self, file: PlannedFile) -> bool:
        """Whether an earlier run has written this file from the same input."""
        return _identity(file) in self._finished and Path(file.target).exists()

    def sentences_done(self, file: PlannedFile) -> int:
        """How many sentences of this file an earlier run has written."""
        return self._progress(file).sentences

    @contextmanager
    def writing(self, file: PlannedFile) -> Iterator[Append]:
        """Write the rest of a file; if something goes wrong, what is written so far waits for the next run."""
        target, partial, progress = Path(file.target), self._partial(file), self._progress(file)

        def append(text: bytes, sentences: int) -> None:
            nonlocal progress
            stream.write(text)
            raw.flush()  # not `stream`: a compressed file must not depend on batches
            progress = _Progress(progress.sentences + sentences, progress.bytes + len(text))
            self._note(file=_identity(file), **progress._asdict())

        with explained(file.target, "check its folder"):
            with _continued(partial, progress.bytes) as raw, compression(raw, target, "wb") as stream:
                yield append
            target.parent.mkdir(parents=True, exist_ok=True)
            partial.replace(target)
        self._note(file=_identity(file), finished=True)

    def _partial(self, file: PlannedFile) -> Path:
        return self.hidden / hashlib.sha256(file.target.encode()).hexdigest()[:16]

    def _progress(self, file: PlannedFile) -> _Progress:
        """What an earlier run has written of a file; a compressed one cannot be continued."""
        progress = self._unfinished.get(_identity(file), _Progress())
        partial = self._partial(file)
        is_there = partial.exists() and partial.stat().st_size >= progress.bytes
        return progress if is_there and Path(file.target).suffix not in COMPRESSIONS else _Progress()

    def _note(self, **entry: object) -> None:
        self._journal.write(json.dumps(entry) + "\n")
        self._journal.flush()

    def _read_journal(self, path: Path) -> None:
        """What earlier runs with the same fingerprint have done; the journal of a killed one may end anyhow."""
        entries = []
        with suppress(FileNotFoundError, ValueError):
            for line in path.read_bytes().splitlines():
                entries.append(json.loads(line))
        if entries[:1] != [{"request": self.fingerprint}]:
            return
        for entry in entries[1:]:
            identity: Identity = tuple(entry.pop("file"))
            if "finished" in entry:
                self._finished.add(identity)
            else:
                self._unfinished[identity] = _Progress(**entry)

    def _start_journal(self, path: Path) -> None:
        """Begin a journal with what is known, in place of the one before."""
        fresh = path.with_name("new-journal")
        self._journal = self._open.enter_context(fresh.open("w", encoding="utf-8"))
        self._note(request=self.fingerprint)
        for identity in sorted(self._finished):
            self._note(file=identity, finished=True)
        for identity, progress in self._unfinished.items():
            if identity not in self._finished:
                self._note(file=identity, **progress._asdict())
        fresh.replace(path)


def _identity(file: PlannedFile) -> Identity:
    """The time of change tells whether an input is still the same."""
    try:
        facts = Path(file.source).stat()
    except OSError:  # reading will say what is wrong with it
        return file.source, 0, 0, file.target
    return os.path.realpath(file.source), facts.st_size, facts.st_mtime_ns, file.target


@contextmanager
def _continued(path: Path, size: int) -> Iterator[BinaryIO]:
    """A file to write after its first `size` bytes."""
    with path.open("r+b" if size else "wb") as stream:
        stream.seek(size)
        stream.truncate()
        yield stream


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Refuse two runs in one folder, where the system can tell; the workers of a killed run need a moment to end."""
    with path.open("w") as lock:
        last = time.monotonic() + _PATIENCE
        while fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > last:
                    folder = path.parent.parent
                    raise ArcwalkError(f"{folder}: another run is writing to this folder; wait for it") from None
            time.sleep(0.1)
        yield
