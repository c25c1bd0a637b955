"""A tree for a terminal: arcs above words, or an outline if this is too wide."""

from collections.abc import Iterator

from rich.cells import cell_len

from arcwalk.drawing.arc_layout import Arc, ArcLayout, arcs_of
from arcwalk.drawing.arc_marks import ArcMarks
from arcwalk.drawing.canvas import Canvas
from arcwalk.drawing.display_text import is_right_to_left, printable, shown
from arcwalk.drawing.outline import outline
from arcwalk.treebank.sentence import Sentence

GAP = 2  # columns between words


def terminal_tree(sentence: Sentence, width: int = 100, *, gold: Sentence | None = None) -> str:
    """Draw a tree with box-drawing characters, in at most `width` columns if possible.

    Where two lines cross, the broken one passes behind. Right-to-left scripts always get an outline, because some
    terminals reverse a row of such words under its arcs.

    Question marks follow labels of arcs with little confidence; the label is in parentheses with them where the head is
    surer than the label. With `gold`, the gold tree of the same words, a cross
    follows the labels of wrong arcs, and what is right is listed below the tree.
    """
    marked = _with_signs(sentence, ArcMarks(sentence, gold))
    lines = [] if is_right_to_left(sentence.forms) else _arcs_above_words(marked, width)
    lines = lines or [outline(marked, width)]
    return "\n".join([*lines, *(_corrections(sentence, gold) if gold is not None else ())])


def _with_signs(sentence: Sentence, marks: ArcMarks) -> Sentence:
    """The sentence with the marks of arcs after their labels."""
    if not marks.used():
        return sentence
    labels = shown(sentence.deprels)
    return sentence.with_tree(
        sentence.heads, [marks.signed(word, label) or "_" for word, label in enumerate(labels, 1)]
    )


def _corrections(sentence: Sentence, gold: Sentence) -> Iterator[str]:
    """A line for each wrong word."""
    forms = list(map(printable, sentence.forms))
    arcs = arcs_of(sentence, gold)
    predicted = {arc.modifier: arc.relation(forms) for arc in arcs if not arc.is_gold}
    for arc in sorted((arc for arc in arcs if arc.is_gold), key=lambda arc: arc.modifier):
        word = arc.modifier
        yield f"{word} {forms[word - 1]}: {predicted.get(word, 'no head')}, but {arc.relation(forms)} in gold"


def _arcs_above_words(sentence: Sentence, width: int) -> list[str]:
    """The rows of the drawing; none if they are wider than `width`."""
    rows = [list(map(printable, sentence.forms)), shown(sentence.upos)]
    layout = _lay_out(arcs_of(sentence), [max(map(cell_len, word)) for word in zip(*rows, strict=True)])
    if layout.width > width:
        return []
    top = max((arc.level for arc in layout.arcs), default=0)
    canvas = Canvas(top + 3, layout.width)
    for arc in layout.arcs:
        _draw_flat(canvas, layout, arc, top - arc.level)
    for arc in sorted(layout.arcs, key=lambda arc: -arc.level):  # a lower arc branches off a higher
        for word in arc.words:
            _draw_leg(canvas, layout, arc, word, top)
    for row, texts in enumerate(rows, top + 1):
        for middle, text in zip(layout.middles[1:], texts, strict=True):
            canvas.put(row, middle - cell_len(text) // 2, text)
    return [line for line in canvas.lines() if line]  # rows of root labels or tags may be empty


def _lay_out(arcs: list[Arc], widths: list[int]) -> ArcLayout:
    """Left modifiers of a word share a leg before its middle, right modifiers one after it."""
    offsets = {(arc, arc.modifier): 0 for arc in arcs}
    before = [0, *(width // 2 for width in widths)]
    after = [0, *((width + 1) // 2 for width in widths)]
    for arc in arcs:
        if arc.head:
            offsets[arc, arc.head] = offset = 1 if arc.modifier > arc.head else -1
            before[arc.head] = max(before[arc.head], -offset)
            after[arc.head] = max(after[arc.head], 1 + offset)
        else:
            before[arc.modifier] = max(before[arc.modifier], cell_len(arc.label) // 2)
            after[arc.modifier] = max(after[arc.modifier], (cell_len(arc.label) + 1) // 2)
    rooms = {arc: cell_len(arc.label) + 3 for arc in arcs}  # a dash on either side
    return ArcLayout(arcs, offsets, before, after, GAP, rooms)


def _draw_flat(canvas: Canvas, layout: ArcLayout, arc: Arc, row: int) -> None:
    """Draw the horizontal part of an arc without its ends, and the label."""
    for column in range(layout.foot(arc, arc.left) + 1, layout.foot(arc, arc.right)):
        canvas.put(row, column, "─")
    canvas.put(row, layout.label_middle(arc) - cell_len(arc.label) // 2, arc.label)


def _draw_leg(canvas: Canvas, layout: ArcLayout, arc: Arc, word: int, ground: int) -> None:
    """Draw the vertical part of an arc at a word, with a corner, or a branch off the leg of a higher arc."""
    column = layout.foot(arc, word)
    if arc.head:
        corner, branch = ("╭", "├") if word == arc.left else ("╮", "┤")
        row = ground - arc.level
        canvas.put(row, column, branch if canvas.at(row, column) == "│" else corner)
    for row in range(ground - arc.level + 1, ground):
        canvas.put(row, column, "│")
    canvas.put(ground, column, "▼" if word == arc.modifier else "│")
