"""Where documents and paragraphs begin: the comments `# newdoc` and `# newpar` above a sentence."""

import copy
from typing import TypeVar

from arcwalk.treebank.sentence_text import SentenceText

Text = TypeVar("Text", bound=SentenceText)


def beginning(sentence: Text, *, document: bool) -> Text:
    """Copy a sentence that was made in memory as the first of a paragraph, or of a document as well."""
    comments = ("# newdoc\n", "# newpar\n") if document else ("# newpar\n",)
    return _with_lines(sentence, comments + sentence.lines)


def not_beginning(sentence: Text) -> Text:
    """Copy the sentence as one within a paragraph."""
    first = sentence.places[0]
    above = tuple(line for line in sentence.lines[:first] if not _is_boundary(line))
    return _with_lines(sentence, above + sentence.lines[first:])


def begins_paragraph(sentence: SentenceText) -> bool:
    """Whether a paragraph or a document begins with the sentence."""
    return any(map(_is_boundary, sentence.lines[: sentence.places[0]]))


def _is_boundary(line: str) -> bool:
    """Whether this is `# newpar`, `# newdoc id = ...` or the like."""
    return line.startswith("#") and line[1:].split(None, 1)[:1] in (["newdoc"], ["newpar"])


def _with_lines(sentence: Text, lines: tuple[str, ...]) -> Text:
    """The sentence with other lines above its words."""
    changed = copy.copy(sentence)
    changed.lines = lines
    changed.places = tuple(line_index + len(lines) - len(sentence.lines) for line_index in sentence.places)
    return changed
