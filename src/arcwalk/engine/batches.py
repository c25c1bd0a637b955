"""Files cut into batches: a few sentences that are annotated at once, here or on another machine."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from arcwalk.errors import ArcwalkError
from arcwalk.files.input import Position
from arcwalk.treebank.input_format import InputFormat
from arcwalk.treebank.sentence_lines import SentenceLines

_MOST_CHARACTERS = 10_000_000  # of a batch, but for its last sentence


@dataclass(frozen=True, slots=True)
class Batch:
    """Consecutive sentences of a file, not read yet. Every file has at least one, perhaps without any sentences."""

    file: int  # number of the file in the plan
    unread: list[SentenceLines]  # none if there is an error, or if all were skipped
    bytes_read: int  # how much of the file was read when the batch was cut
    error: ArcwalkError | None = None  # why no more of the file can be read


def cut_file(file: int, source: str, form: InputFormat, words: int, *, skipped: int = 0) -> Iterator[Batch]:
    """The batches of a file, of about this many words each, after the first `skipped` sentences."""
    position = Position()
    size = characters = 0
    waiting: list[SentenceLines] = []
    try:
        for unread in islice(form.cut(source, position), skipped, None):
            if size >= words or characters >= _MOST_CHARACTERS:
                yield Batch(file, waiting, position.bytes)
                waiting, size, characters = [], 0, 0
            waiting.append(unread)
            size += form.size(unread)
            characters += sum(map(len, unread.lines))
    except ArcwalkError as error:
        if waiting:
            yield Batch(file, waiting, position.bytes)
        yield Batch(file, [], file_size(source), error)
    else:
        yield Batch(file, waiting, file_size(source))


def file_size(source: str) -> int:
    """The size of a file in bytes; 0 for standard input, or if there is no such file."""
    try:
        return 0 if source == "-" else Path(source).stat().st_size
    except OSError:
        return 0
