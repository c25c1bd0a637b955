"""Comments above the words: `sent_id`, `text`, `newdoc` and `newpar`."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arcwalk.treebank.check import Problem
from arcwalk.treebank.validation.parallel_ids import ParallelIds

_SENT_ID = re.compile(r"sent_id\s*=\s*(\S+)")
_TEXT = re.compile(r"text\s*=\s*(.*)")


class Comment(NamedTuple):
    """A comment, without the `#` and the line ending."""

    line_index: int
    text: str


def comments_above(lines: Sequence[str], first_row: int) -> list[Comment]:
    """The comments before the first row."""
    above = [(line_index, line) for line_index, line in enumerate(lines[:first_row]) if line[0] == "#"]
    return [Comment(line_index, line[1:].rstrip("\r\n").lstrip()) for line_index, line in above]


def text_of(comments: list[Comment]) -> Comment | None:
    """The comment `# text = ...`, reduced to its value; None if there are several, or none with a value."""
    texts = _texts(comments)
    return texts[0] if len(texts) == 1 and texts[0].text else None


class Metadata:
    """Checks the comments of the sentences of a file, in order."""

    def __init__(self) -> None:
        self._sent_ids: dict[str, int] = {}  # the line of each
        self._parallel_ids = ParallelIds()

    def problems(self, comments: list[Comment], line: int, first_row: int) -> Iterator[Problem]:
        """Problems with the comments of the next sentence, whose first line has the number `line`."""
        yield from self._sent_id(comments, line, first_row)
        yield from _text(comments, first_row)
        for key in ("newdoc", "newpar"):
            for line_index, _ in [comment for comment in comments if comment.text.rstrip() == key][1:]:
                yield Problem(line_index, f"multiple-{key}", f"the sentence has {key} twice", "remove one")
        parallel = [comment for comment in comments if comment.text.startswith("parallel_id")]
        for line_index, _ in parallel[1:]:
            yield Problem(line_index, "multiple-parallel-id", "the sentence has parallel_id twice", "remove one")
        if len(parallel) == 1:
            yield from self._parallel_ids.problems(*parallel[0])

    def _sent_id(self, comments: list[Comment], line: int, first_row: int) -> Iterator[Problem]:
        given = [comment for comment in comments if comment.text.startswith("sent_id")]
        if not given:
            remedy = "add # sent_id = ... above its words"
            yield Problem(first_row, "missing-sent-id", "the sentence has no sent_id", remedy)
        valid = []
        for line_index, text in given:
            if match := _SENT_ID.fullmatch(text):
                valid.append((line_index, match[1]))
            else:
                remedy = "write # sent_id = ... and an ID without spaces"
                yield Problem(line_index, "invalid-sent-id", f"the comment {text[:40]!r} gives no sent_id", remedy)
        for line_index, name in valid[1:]:
            yield Problem(
                line_index, "multiple-sent-id", f"the sentence has another sent_id, {name[:40]!r}", "remove one"
            )
        if len(valid) == 1:
            line_index, name = valid[0]
            if name.count("/") > 1:
                message = f"sent_id {name[:40]!r} has several slashes"
                yield Problem(
                    line_index, "invalid-sent-id", message, "use another character; at most one slash is allowed"
                )
            before = self._sent_ids.setdefault(name, line + line_index)
            if before != line + line_index:
                message = f"sent_id {name[:40]!r} is also that of the sentence at line {before}"
                yield Problem(line_index, "non-unique-sent-id", message, "give each sentence a sent_id of its own")


def _text(comments: list[Comment], first_row: int) -> Iterator[Problem]:
    texts = _texts(comments)
    if not texts:
        remedy = "add # text = ... above its words"
        yield Problem(first_row, "missing-text", "the sentence has no text", remedy)
    for line_index, _ in texts[1:]:
        yield Problem(line_index, "multiple-text", "the sentence has another text", "remove one")
    for line_index, text in texts[:1]:
        if not text:
            yield Problem(line_index, "empty-text", "the text is empty", "write the text of the sentence")
        elif text != text.rstrip():
            message = "the text ends in whitespace"
            remedy = "remove it; SpaceAfter=No of the last word tells whether a space follows"
            yield Problem(line_index, "text-trailing-whitespace", message, remedy)


def _texts(comments: list[Comment]) -> list[Comment]:
    return [Comment(line_index, match[1]) for line_index, text in comments if (match := _TEXT.fullmatch(text))]
