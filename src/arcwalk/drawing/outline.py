"""A tree as an outline for a terminal: one word per line, with branches on the left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size

from arcwalk.drawing.canvas import Canvas
from arcwalk.drawing.display_text import printable, shown
from arcwalk.drawing.tracks import Tracks
from arcwalk.treebank.sentence import Sentence

GAP = 2  # columns between form, tag and label
SHORTEST = 4  # columns for a form, however narrow the terminal
ARROW = "─▸ "


@dataclass(frozen=True, slots=True)
class Trunk:
    """The vertical line from which the modifiers of a head branch off, and the words it passes, including its own."""

    head: int
    first: int
    last: int
    column: int


def outline(sentence: Sentence, width: int) -> str:
    """Draw a tree with one word per line: branches, form, UPOS, label.

    The modifiers of a word branch off a vertical line connected to the word. In non-projective trees, a broken line
    passes behind a vertical one. To stay within `width`, branches move closer together, then long forms are cut.
    """
    trunks = trunks_of(sentence.heads)
    columns = [list(map(printable, sentence.forms)), shown(sentence.upos), shown(sentence.deprels)]
    form_width, tag_width, label_width = (max(map(cell_len, column)) for column in columns)
    beyond_form = GAP + (tag_width + GAP if tag_width else 0) + label_width
    depth = max((trunk.column for trunk in trunks), default=0)
    room = width - 1 - cell_len(ARROW) - beyond_form
    step = next((step for step in (3, 2) if depth * step + form_width <= room), 1)
    form_width = min(form_width, max(SHORTEST, room - depth * step))

    form_column = depth * step + 1 + cell_len(ARROW)
    tag_column = form_column + form_width + GAP
    label_column = form_column + form_width + beyond_form - label_width
    canvas = Canvas(len(sentence), label_column + label_width)
    _draw_branches(canvas, sentence.heads, trunks, step, form_column)
    for row, (form, tag, label) in enumerate(zip(*columns, strict=True)):
        canvas.put(row, form_column, _cut(form, form_width))
        canvas.put(row, tag_column, tag)
        canvas.put(row, label_column, label)
    return "\n".join(canvas.lines())


def trunks_of(heads: Sequence[int]) -> list[Trunk]:
    """The trunk of each head, to the right of the trunk of its own head.

    Trunks share a column only if they pass different words: in a projective tree, those of one depth.
    """
    modifiers: dict[int, list[int]] = {}
    for word, head in enumerate(heads, 1):
        if head >= 0:
            modifiers.setdefault(head, []).append(word)
    depths = _depths(heads, modifiers)
    columns = Tracks(len(heads))
    trunks: dict[int, Trunk] = {}
    for head in sorted(modifiers, key=lambda head: (depths[head], head)):
        words = modifiers[head] + ([head] if head else [])
        first, last = min(words), max(words)
        above = trunks.get(heads[head - 1]) if head else None
        column = columns.take(first - 1, last, above.column + 1 if above else min(head, 1))
        trunks[head] = Trunk(head, first, last, column)
    return list(trunks.values())


def _depths(heads: Sequence[int], modifiers: Mapping[int, Sequence[int]]) -> list[int]:
    """The depth of the root and of each word in the tree; the number of words where there is a cycle."""
    depths = [0, *[len(heads)] * len(heads)]
    depth, words = 1, [word for word, head in enumerate(heads, 1) if head <= 0]
    while words:
        for word in words:
            depths[word] = depth
        depth, words = depth + 1, [modifier for word in words for modifier in modifiers.get(word, ())]
    return depths


def _draw_branches(canvas: Canvas, heads: Sequence[int], trunks: Sequence[Trunk], step: int, form_column: int) -> None:
    """Draw a line from the trunk of each head to its modifiers, then the trunks."""
    column_of = {trunk.head: trunk.column * step for trunk in trunks}
    for word, head in enumerate(heads, 1):
        start = column_of.get(head, column_of.get(word))
        if start is not None:
            canvas.rule(word - 1, start, form_column - len(ARROW))
            canvas.put(word - 1, form_column - len(ARROW), ARROW)
    for trunk in trunks:
        for word in range(trunk.first, trunk.last + 1):
            up, down = word > trunk.first, word < trunk.last
            if word == trunk.head:
                line = "─┬┴┼"[down + 2 * up]
            elif heads[word - 1] == trunk.head:
                line = "─╭╰├"[down + 2 * up]
            else:
                line = "│"
            canvas.put(word - 1, trunk.column * step, line)


def _cut(form: str, width: int) -> str:
    return form if cell_len(form) <= width else set_cell_size(form, width - 1) + "…"
