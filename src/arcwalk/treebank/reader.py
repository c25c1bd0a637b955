"""Reading a treebank, one sentence at a time."""

from collections.abc import Iterable, Iterator
from itertools import count

from arcwalk.errors import Finding, TreebankError
from arcwalk.treebank.check import HeadPolicy, check
from arcwalk.treebank.files import FilePath, read_lines, source_name
from arcwalk.treebank.sentence import Sentence, is_row


def read(path: FilePath, *, heads: HeadPolicy = "ignore") -> Iterator[Sentence]:
    """Stream the sentences of a CoNLL-U, CoNLL-X or CoNLL-2009 file, `-` for standard input.

    `heads` says what to ask of HEAD and DEPREL: nothing, to parse ("ignore"); heads that fit, to keep the
    arcs that are there ("given"); a whole tree with labels, to train or evaluate ("gold"). The first problem
    raises `TreebankError`.
    """
    return read_text(read_lines(path), source_name(path), heads=heads)


def read_text(lines: Iterable[str], source: str = "<text>", *, heads: HeadPolicy = "ignore") -> Iterator[Sentence]:
    """Like `read`, from lines that still have their line endings; messages call them `source`."""
    for sentence in read_unchecked(lines, source):
        for finding in check(sentence, heads):
            raise TreebankError(finding)
        yield sentence


def read_unchecked(lines: Iterable[str], source: str) -> Iterator[Sentence]:
    """Cut lines into sentences, sound or not.

    A sentence is given out when the next one begins, because blank lines after it are its own, and so are
    comments at the very end. Comments that a blank line parts from their sentence still go with it.
    """
    finished: Sentence | None = None
    current: list[str] = []
    first = 1
    ordinals = count(1)
    has_rows = False
    for number, line in enumerate(lines, 1):
        if is_row(line):
            if finished is not None:
                yield finished
                finished = None
            has_rows = True
        elif line.isspace():
            if has_rows:
                finished = Sentence([*current, line], source, first, next(ordinals))
                current = []
                has_rows = False
                continue
            if finished is not None and not current:
                finished.lines.append(line)
                continue
        if not current:
            first = number
        current.append(line)
    if has_rows:
        yield Sentence(current, source, first, next(ordinals))
    elif finished is not None:
        finished.lines += current
        yield finished
    else:
        remedy = "check that it is the right file"
        raise TreebankError(Finding(source, 0, "", "empty-file", "there are no sentences in the file", remedy))
