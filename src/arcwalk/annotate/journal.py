"""The journal of a treebank file: who changed what when, one line of JSON for each save, beside the file.

A save is written here first and then to the file, and then once more here, that it has been written. If the process is
killed in between, the journal tells what is missing in the file. A save that has ended is never done again: if the file
is as it was before, somebody wants it so.
"""

import io
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from arcwalk.errors import ArcwalkError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


_SAVE = {"who": str, "time": str, "place": int, "replaces": list, "sentences": list, "before": str, "after": str}


def is_save(entry: Mapping[str, Any]) -> bool:
    """Whether an entry is about a save, and has all that such an entry has."""
    if not all(isinstance(entry.get(name), kind) for name, kind in _SAVE.items()):
        return False
    return all(isinstance(text, str) for text in [*entry["replaces"], *entry["sentences"]])


def unfinished(entries: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The last save, if no entry says how it has ended."""
    told = [entry for entry in entries if is_save(entry) or "written" in entry or "failed" in entry]
    return told[-1] if told and is_save(told[-1]) else None


class Journal:
    """The journal of one file, which no other process may write to as long as this one has it open."""

    def __init__(self, treebank: Path) -> None:
        self.treebank = treebank
        self.path = treebank.with_name(f"{treebank.name}.journal.jsonl")
        self._stream = self._opened()

    def entries(self) -> Iterator[dict[str, Any]]:
        """All entries, the oldest first; a line that was cut off when the process was killed is none."""
        self._stream.seek(0)
        for line in self._stream.read().splitlines():
            with suppress(ValueError):
                entry = json.loads(line)
                if isinstance(entry, dict):
                    yield entry

    def add(self, entry: Mapping[str, Any], *, durably: bool = True) -> int:
        """Add an entry, which is on disk when this returns if it is to be `durably` there; raises if it cannot be.

        What is returned is where the journal ended before.
        """
        self._follow()
        line = json.dumps(entry, ensure_ascii=False).encode() + b"\n"
        end = self._stream.seek(0, os.SEEK_END)
        if end:
            self._stream.seek(end - 1)
            if self._stream.read(1) != b"\n":
                line = b"\n" + line
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[self._stream.write(rest) :]
            if durably:
                os.fsync(self._stream.fileno())
        except OSError as error:
            with suppress(OSError):
                self.cut(end)
            problem = f"{self.path}: cannot write the journal ({error.strerror})"
            raise ArcwalkError(problem, "make room on the disk, and save again") from error
        return end

    def cut(self, end: int) -> None:
        """Take back the entries from there on."""
        self._stream.truncate(end)
        os.fsync(self._stream.fileno())

    def _opened(self) -> io.FileIO:
        try:
            stream: io.FileIO = self.path.open("a+b", buffering=0)  # nothing is written later than said
        except OSError as error:
            problem = f"{self.path}: cannot write the journal ({error.strerror})"
            raise ArcwalkError(problem, "check the permissions of its folder") from None
        if not _is_locked(stream):
            stream.close()
            raise ArcwalkError(f"{self.treebank}: another arcwalk annotate has opened this file", "stop it first")
        return stream

    def _follow(self) -> None:
        """Go on with what has the name of the journal by now, as after `git checkout`; anew if nothing has."""
        with suppress(FileNotFoundError):
            if os.path.samestat(self.path.stat(), os.fstat(self._stream.fileno())):
                return
        stream = self._opened()
        self._stream.close()
        self._stream = stream

    def close(self) -> None:
        """Let others have it; a journal without entries is removed."""
        is_empty = not self._stream.seek(0, os.SEEK_END)
        if is_empty:
            self.path.unlink(missing_ok=True)
        self._stream.close()


def _is_locked(stream: io.FileIO) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
