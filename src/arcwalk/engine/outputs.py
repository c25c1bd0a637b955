"""Where annotated files go: to one file that appears when it is complete, or to a folder, see `output_folder`."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from arcwalk.engine.plan import PlannedFile
from arcwalk.errors import ArcwalkError
from arcwalk.files.output import binary_output

Append = Callable[[bytes, int], object]
"""Writes the text of so many sentences of the input, or paragraphs of raw text."""


class InputChanged(ArcwalkError):
    """A file that was written while it was read: its output may be half old, half new."""


class Outputs(Protocol):
    """Where the files of a run go, and what earlier runs have done."""

    def is_finished(self, file: PlannedFile) -> bool:
        """Whether the file is there already."""
        ...

    def begin(self, file: PlannedFile) -> int:
        """Called before a file is read: how many of its sentences, or paragraphs of raw text, are there already."""
        ...

    def writing(self, file: PlannedFile) -> AbstractContextManager[Append]:
        """Write the rest of a file, which appears if the block succeeds; raises `InputChanged`."""
        ...


class OneOutput:
    """A single file, or standard output."""

    def is_finished(self, _: PlannedFile) -> bool:
        """No: it is written anew."""
        return False

    def begin(self, _: PlannedFile) -> int:
        """None: an interrupted run leaves no trace."""
        return 0

    @contextmanager
    def writing(self, file: PlannedFile) -> Iterator[Append]:
        """Write to a temporary file that replaces the target, or to standard output."""
        with binary_output(file.target) as stream:
            yield lambda text, _: stream.write(text)
