"""Whether the text of a sentence is what its forms and SpaceAfter=No say."""

from collections.abc import Iterator

from arcwalk.treebank.check import Problem
from arcwalk.treebank.validation.metadata import Comment
from arcwalk.treebank.validation.rows import Rows


def is_joined(misc: str) -> bool:
    """Whether no space follows a token with this MISC."""
    return "SpaceAfter=No" in misc and "SpaceAfter=No" in misc.split("|")


def text_problems(comment: Comment, rows: Rows) -> Iterator[Problem]:
    """The first form that is not in the text of `comment`, and each wrong SpaceAfter before it."""
    tokens, forms, misc = rows.tokens(), rows["FORM"], rows["MISC"]
    spelled = "".join([forms[row] if is_joined(misc[row]) else forms[row] + " " for row in tokens])
    text = comment.text.rstrip()
    if spelled.rstrip() == text:
        return
    position = 0  # in the text, after the previous token
    previous = tokens[0]
    for row in tokens:
        start = _skip_spaces(text, position)
        if not text.startswith(forms[row], start):
            actual = f"has {text[start : start + 20]!r} instead" if start < len(text) else "ends before it"
            message = f"{forms[row][:40]!r} is not in the text, which {actual}"
            yield Problem(rows.places[row], "text-form-mismatch", message, "correct the form, or the text")
            return
        if row != previous and is_joined(misc[previous]) != (start == position):
            yield _wrong_space(rows.places[previous], forms[previous], is_joined=is_joined(misc[previous]))
        position = start + len(forms[row])
        previous = row
    if position < len(text):
        message = f"the text goes on after the last word: {text[position:][:40]!r}"
        yield Problem(comment.line_index, "text-extra-chars", message, "shorten the text, or add words")


def _skip_spaces(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _wrong_space(line_index: int, form: str, *, is_joined: bool) -> Problem:
    if is_joined:
        message = f"a space follows {form[:40]!r} in the text"
        return Problem(line_index, "spurious-spaceafter", message, "remove SpaceAfter=No from MISC")
    message = f"no space follows {form[:40]!r} in the text"
    return Problem(line_index, "missing-spaceafter", message, "add SpaceAfter=No to MISC")
