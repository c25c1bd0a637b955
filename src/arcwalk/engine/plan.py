"""Which files are read and where their annotated copies go; everything that can go wrong with names goes wrong here."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.files.compression import COMPRESSIONS
from arcwalk.files.output import check_target
from arcwalk.files.paths import FilePath
from arcwalk.treebank.input_format import FormatName


class _Kind(NamedTuple):
    """Which files of a folder are read, and how messages call them."""

    name: str
    pattern: re.Pattern[str]


_ALL = _Kind("*", re.compile(".*", re.DOTALL))
_TREEBANKS = _Kind("*.conll*", re.compile(rf".*\.conll[\w-]*({'|'.join(map(re.escape, COMPRESSIONS))})?", re.DOTALL))
"""Not their backups, checksums and the like."""


class PlannedFile(NamedTuple):
    """A file to annotate, and the file that it becomes; `-` for standard input and output."""

    source: str
    target: str


class Plan(NamedTuple):
    """All files, in the order in which they are annotated."""

    files: list[PlannedFile]
    folder: Path | None  # of the targets; None if the output is a single file or standard output


def plan_files(
    inputs: Sequence[FilePath], output: FilePath, form: FormatName = "conllu", extension: str = ".conllu"
) -> Plan:
    """Find the inputs, which are files, patterns such as `news/**/*.conllu`, or folders, and name their outputs.

    The output is a folder if it is one already, ends in a slash, or has to take more than one file. Files keep their
    names, and those found by a pattern or in a folder also the folders below the one that was named; the copy of a text
    ends in this `extension`, and in that of its compression.
    """
    names = [os.fspath(name) for name in inputs]
    target = os.fspath(output)
    is_folder = Path(target).is_dir() or target.endswith((os.sep, "/"))
    if len(names) == 1 and not is_folder and not Path(names[0]).is_dir() and not _is_pattern(names[0]):
        return _one_file(names[0], target)
    if target == "-":
        remedy = Wording("give ", Argument("output", "FOLDER/"))
        raise ArcwalkError(f"{' '.join(names)}: there is one output file for each input file", remedy)
    if "-" in names:
        remedy = Wording("give ", Argument("output", "FILE"), ", or a path")
        raise ArcwalkError("-: standard input has no name for an output file in a folder", remedy)
    folder = Path(target)
    if folder.exists() and not folder.is_dir():
        raise ArcwalkError(f"{target}: this is a file, but the output is a folder", "choose another name")
    planned: dict[tuple[str, str], PlannedFile] = {}  # an input that is named twice is read once
    for name in names:
        for source, below in _found(name, folder, form):
            file = PlannedFile(source, str(folder / _output_name(below, form, extension)))
            planned.setdefault((os.path.realpath(source), file.target), file)
    files = list(planned.values())
    _check_targets(files, {real for real, _ in planned})
    return Plan(files, folder)


def _one_file(source: str, target: str) -> Plan:
    check_target(target)
    if target != "-" and source != "-" and os.path.realpath(source) == os.path.realpath(target):
        raise _overwritten(target)
    return Plan([PlannedFile(source, target)], None)


def _is_pattern(name: str) -> bool:
    """Whether this is a pattern, and not a file whose name looks like one."""
    return any(character in name for character in "*?[") and not Path(name).exists()


def _found(name: str, output: Path, form: FormatName) -> Iterator[tuple[str, Path]]:
    """The files that an input stands for, each with its path below the folder that was named."""
    path = Path(name)
    if path.is_dir():
        base, pattern, kind = path, "**/*", _TREEBANKS if form == "conllu" else _ALL
    elif _is_pattern(name):
        fixed = next(n for n in range(len(path.parts)) if _is_pattern(str(Path(*path.parts[: n + 1]))))
        base, pattern, kind = Path(*path.parts[:fixed]), str(Path(*path.parts[fixed:])), _ALL
    else:
        yield name, Path(path.name)
        return
    files = [
        file
        for file in sorted(base.glob(pattern))
        if file.is_file()
        and kind.pattern.fullmatch(file.name)
        and not any(part.startswith(".") for part in file.relative_to(base).parts)
    ]
    if not files:
        remedy = "check the name, or give a pattern like 'folder/*'"
        raise ArcwalkError(f"{name}: there are no files {kind.name} here", remedy)
    outputs = Path(os.path.realpath(output))
    inputs = [file for file in files if not file.resolve().is_relative_to(outputs)]
    if not inputs:
        raise ArcwalkError(f"{name}: all files {kind.name} here are in the output folder {output}", "choose another")
    yield from ((str(file), file.relative_to(base)) for file in inputs)


def _output_name(below: Path, form: FormatName, extension: str) -> Path:
    if form == "conllu":
        return below
    packed = below.suffix if below.suffix in COMPRESSIONS else ""
    return below.with_name(below.name.removesuffix(packed).removesuffix(".txt") + extension + packed)


def _check_targets(files: Sequence[PlannedFile], sources: set[str]) -> None:
    """Raise if two files would become one, or one would replace an input."""
    takers: dict[str, str] = {}
    for source, target in files:
        real = os.path.realpath(target)
        if real in sources:
            raise _overwritten(target)
        if real in takers:
            remedy = "give the folder that holds both, or a quoted pattern, to keep their folders apart"
            raise ArcwalkError(f"{target}: {takers[real]} and {source} would both be written to it", remedy)
        takers[real] = source


def _overwritten(target: str) -> ArcwalkError:
    return ArcwalkError(f"{target}: this output would replace an input", "choose another name")
