"""One CoNLL-U file of a project: read whole, written whole, and never over what somebody else has written."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arcwalk.annotate.journal import Journal, unfinished
from arcwalk.annotate.sections import Section, digest, sections_in
from arcwalk.errors import ArcwalkError
from arcwalk.files.compression import COMPRESSIONS
from arcwalk.files.output import check_not_read_only, check_target, replacing

Stamp = tuple[int, int, int]  # of the file when it was last read or written


@dataclass(frozen=True)
class Replacement:
    """The texts that take the place of `count` sections from the index `first` on."""

    first: int
    count: int
    texts: list[str]


class TreebankFile:
    """A file, the sections it had when it was last read or written, and its journal."""

    def __init__(self, path: Path, name: str) -> None:
        """Read the file; finish the save during which an earlier process was killed, if there is one."""
        if path.suffix in COMPRESSIONS:
            raise ArcwalkError(f"{path}: a compressed file cannot be annotated", "decompress it")
        self.path, self.name = path, name
        self.key = digest(os.fsencode(path.resolve()))[:16]  # tells the file from those of other projects
        self.problem = ""  # why it cannot be read any longer
        self.sections: list[Section] = []
        self._stamp: Stamp = (0, 0, 0)
        self._digest = ""
        self._read()
        _check_writable(path)
        self.journal = Journal(path)
        self.entries = list(self.journal.entries())  # of earlier sessions, and this one's
        self._finish_save()

    def refresh(self) -> bool:
        """Whether somebody else has changed the file, which has been read again then."""
        try:
            if self._stamp == _stamp(self.path) and not self.problem:
                return False
            before, had_problem = self._digest, self.problem
            self._read()
        except ArcwalkError as error:
            self.problem = str(error)
            return False
        except OSError as error:
            self.problem = f"{self.path}: cannot read the file ({error.strerror}); put it back"
            return False
        self.problem = ""
        return bool(had_problem) or self._digest != before

    def save(self, change: Replacement, note: Mapping[str, Any]) -> list[Section]:
        """Put texts in the place of sections; on disk when this returns. `note` goes to the journal."""
        _check_writable(self.path)
        old = self.sections[change.first : change.first + change.count]
        new = _joined(old).holding(change.texts)
        sections = [*self.sections[: change.first], *new, *self.sections[change.first + change.count :]]
        data = "".join(map(str, sections)).encode()
        entry = {
            **note,
            "place": change.first,
            "replaces": [section.text for section in old],
            "sentences": change.texts,
            "before": self._digest,
            "after": digest(data),
        }
        end = self.journal.add(entry)
        try:
            self._write(sections, data)
        except Exception:
            with suppress(OSError):
                self.journal.cut(end)  # nothing was saved
            raise
        self.entries.append(entry)
        self._end(entry, "written")
        return new

    def note(self, entry: Mapping[str, Any]) -> None:
        """Write to the journal what is no save."""
        self.journal.add(entry)
        self.entries.append(dict(entry))

    def close(self) -> None:
        """Let others annotate the file."""
        self.journal.close()

    def _read(self) -> None:
        stamp = _stamp(self.path)
        data = self.path.read_bytes()
        self.sections = sections_in(data, str(self.path))
        self._stamp, self._digest = stamp, digest(data)

    def _write(self, sections: list[Section], data: bytes) -> None:
        with replacing(self.path) as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())  # which takes a while
            stamp = _stamp_of(os.fstat(stream.fileno()))  # later, the file may be somebody else's
            if _stamp(self.path) != self._stamp:
                raise ArcwalkError(f"{self.path}: another program has just written this file", "save again")
        self.sections, self._stamp, self._digest = sections, stamp, digest(data)

    def _finish_save(self) -> None:
        """Do what a process was killed at, unless somebody has changed the file since."""
        last = unfinished(self.entries)
        if last is None:
            return
        first, old = last["place"], last["replaces"]
        there = self.sections[first : first + len(old)]
        if last["before"] == self._digest and there and [section.text for section in there] == old:
            new = _joined(there).holding(last["sentences"])
            sections = [*self.sections[:first], *new, *self.sections[first + len(old) :]]
            data = "".join(map(str, sections)).encode()
            if digest(data) == last["after"]:
                self._write(sections, data)
        self._end(last, "written" if self._digest == last["after"] else "failed")

    def _end(self, save: Mapping[str, Any], how: str) -> None:
        entry = {how: save["after"]}
        with suppress(ArcwalkError):  # the file is what counts
            self.journal.add(entry, durably=False)
            self.entries.append(entry)


def _check_writable(path: Path) -> None:
    try:
        check_not_read_only(path)
    except ArcwalkError as error:
        raise ArcwalkError(error.problem, "make it writable: annotations are saved to it") from None
    check_target(path)


def _joined(sections: Sequence[Section]) -> Section:
    """One section that begins as the first and ends as the last."""
    return Section(sections[0].lead, sections[0].body, sections[-1].rest)


def _stamp(path: Path) -> Stamp:
    return _stamp_of(path.stat())


def _stamp_of(status: os.stat_result) -> Stamp:
    return status.st_mtime_ns, status.st_size, status.st_ino


def treebank_paths(given: Sequence[Path]) -> list[tuple[Path, str]]:
    """The files of a project with their names: those that are given, and all *.conllu in given folders.

    Where files would have the same name, all are called by as many of their folders as tell them apart.
    """
    found: list[tuple[Path, str]] = []
    for path in given:
        if path.is_dir():
            inside = sorted(each for each in path.rglob("*.conllu") if each.is_file())
            if not inside:
                raise ArcwalkError(f"{path}: there are no *.conllu files in this folder", "name the files")
            found += [(each, each.relative_to(path).as_posix()) for each in inside]
        else:
            found.append((path, path.name))
    distinct = {path.resolve(): name for path, name in found}
    names = _told_apart(list(distinct), list(distinct.values()))
    given_as = {path.resolve(): path for path, _ in found}
    return [(given_as[path], name) for path, name in zip(distinct, names, strict=True)]


def _told_apart(paths: Sequence[Path], names: Sequence[str]) -> list[str]:
    """The names, each longer by the folders around it that distinguish its path from others of that name."""
    while len(set(names)) < len(names):
        often = Counter(names)
        names = [_longer(path, name) if often[name] > 1 else name for path, name in zip(paths, names, strict=True)]
    return list(names)


def _longer(path: Path, name: str) -> str:
    """The name with one more folder, as far as there is one."""
    return "/".join(path.parts[-len(Path(name).parts) - 1 :])


def opened(given: Sequence[Path]) -> list[TreebankFile]:
    """All files of a project; raises for the first that cannot be read."""
    files: list[TreebankFile] = []
    try:
        for path, name in treebank_paths(given):
            files.append(_opened(path, name))
    except Exception:
        for file in files:
            file.close()
        raise
    return files


def _opened(path: Path, name: str) -> TreebankFile:
    try:
        return TreebankFile(path, name)
    except OSError as error:
        raise ArcwalkError(f"{path}: cannot read the file ({error.strerror})", "check the name") from None
