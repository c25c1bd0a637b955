"""A tree as a self-contained SVG image: no scripts, no external fonts, light and dark."""

from collections.abc import Callable, Iterator, Sequence
from xml.sax.saxutils import escape

from arcwalk.drawing.arc_layout import Arc, ArcLayout, arcs_of, legs_by_word
from arcwalk.drawing.arc_marks import LABEL_MARKS, ArcMarks
from arcwalk.drawing.display_text import is_right_to_left, is_stacked, printable, shown, text_width
from arcwalk.drawing.language import language_of
from arcwalk.drawing.multiwords import HEIGHT, Multiword, bracket, make_room, multiwords_of
from arcwalk.drawing.picture import Picture
from arcwalk.drawing.svg_style import LABEL, TAG, WORD
from arcwalk.treebank.sentence import Sentence

# All in pixels.
MARGIN = 20
GAP = 18  # between words
LEG_GAP, LEAST_LEG_GAP = 9, 5  # between legs at the same word; less if they would extend beyond it
LEVEL = 26  # from one level of arcs to the next
RADIUS = 14  # of the corners of an arc
ARROW_WIDTH, ARROW_HEIGHT = 8, 9
LABEL_LIFT, LABEL_MARGIN = 6, 4  # between an arc and its label, between the label and a leg
FRAME_ABOVE, FRAME_BELOW = 11, 4  # from the baseline of a label to the frame around it
WORD_BASELINE, TAG_BASELINE = 24, 43  # below the arrow heads
STACK = 6  # further down to the tags, below letters that are stacked


def svg_tree(sentence: Sentence, title: str = "", *, gold: Sentence | None = None, language: str = "") -> str:
    """Draw a tree as SVG: words with UPOS, labeled arcs with an arrow head at the modifier, multiword tokens below.

    Arcs and labels with little confidence are marked. With `gold`, the gold tree of the same words, so are arcs that
    are wrong, and the gold arcs are drawn along with them. Screen readers get `title`, or else the text of the
    sentence, and a description of all arcs. Right-to-left scripts are laid out from right to left.

    The image is marked as being in `language` (a code such as `da`), or else in the one that its script suggests.

    Everything that belongs to a word, its arc included, has its number in `data-word`.
    """
    return picture_of(sentence, title, gold=gold, language=language).alone()


def picture_of(sentence: Sentence, title: str = "", *, gold: Sentence | None = None, language: str = "") -> Picture:
    """The same as `svg_tree`, to be an image or a part of one."""
    forms, tags = list(map(printable, sentence.forms)), shown(sentence.upos)
    multiwords = multiwords_of(sentence)
    layout = _lay_out(arcs_of(sentence, gold), forms, tags, multiwords)
    marks = ArcMarks(sentence, gold)
    is_mirrored = is_right_to_left(forms)
    width = layout.width + 2 * MARGIN
    ground = MARGIN + LABEL + LEVEL * max((arc.level for arc in layout.arcs), default=0)
    tag_baseline = TAG_BASELINE + (STACK if is_stacked(forms) else 0)
    bottom = ground + (tag_baseline if any(tags) else WORD_BASELINE) + MARGIN
    height = bottom + (HEIGHT if multiwords else 0)

    def across(x: int) -> int:
        return width - MARGIN - x if is_mirrored else MARGIN + x

    arcs = [part for arc in layout.arcs for part in _arc(arc, layout, forms, marks, across, ground)]
    labels = [
        part
        for arc in layout.arcs
        if arc.label
        for part in _label(arc, marks, across(layout.label_middle(arc)), _height(arc, ground) - LABEL_LIFT)
    ]
    words = [
        _text(kind, word, across(layout.middles[word]), ground + baseline, text)
        for kind, baseline, texts in (("word", WORD_BASELINE, forms), ("tag", tag_baseline, tags))
        for word, text in enumerate(texts, 1)
        if text or kind == "word"
    ]
    brackets = [
        part
        for multiword in multiwords
        for part in bracket(multiword, _ends(multiword, layout, across), bottom - MARGIN // 2)
    ]
    elements = [
        f"<title>{escape(printable(title or sentence.text))}</title>",
        f"<desc>{escape('; '.join(_in_words(layout.arcs, forms, marks)))}</desc>",
        f'<rect class="ground" width="{width}" height="{height}" rx="6"/>',
        *_written([*arcs, *labels, *words, *brackets], is_mirrored),
    ]
    return Picture(width, height, elements, is_mirrored=is_mirrored, language=language_of(sentence.forms, language))


def _written(elements: list[str], is_mirrored: bool) -> list[str]:
    """Elements in their writing direction; it is not that of the image, as Chromium then shows a wide one blank."""
    return ['<g direction="rtl">', *elements, "</g>"] if is_mirrored else elements


def _in_words(arcs: Sequence[Arc], forms: Sequence[str], marks: ArcMarks) -> Iterator[str]:
    """The tree in words, for screen readers."""
    for arc in sorted(arcs, key=lambda arc: (arc.modifier, arc.is_gold)):
        yield f"{forms[arc.modifier - 1]}: {_described(arc, forms, marks)}"


def _described(arc: Arc, forms: Sequence[str], marks: ArcMarks) -> str:
    """An arc and its marks in words: `nsubj of sleeps, confidence 0.62`."""
    return arc.relation(forms) + (" in gold" if arc.is_gold else marks.remarks(arc.modifier))


def _ends(multiword: Multiword, layout: ArcLayout, across: Callable[[int], int]) -> tuple[int, int]:
    """Where the words of a multiword token begin and end."""
    first, last = multiword.first, multiword.last
    return across(layout.middles[first] - layout.before[first]), across(layout.middles[last] + layout.after[last])


def _lay_out(
    arcs: Sequence[Arc], forms: Sequence[str], tags: Sequence[str], multiwords: Sequence[Multiword]
) -> ArcLayout:
    """Give each arc its own leg at a word, ordered so that arcs do not cross there."""
    extents = [
        max(text_width(form, WORD), text_width(tag, TAG)) // 2 + 1 for form, tag in zip(forms, tags, strict=True)
    ]
    rooms = {arc: text_width(arc.label, LABEL) + 2 * LABEL_MARGIN for arc in arcs}
    offsets: dict[tuple[Arc, int], int] = {}
    for word, legs in legs_by_word(arcs).items():
        legs.sort(key=lambda arc: _leg_order(arc, word))
        arrows = sum(arc.modifier == word for arc in legs)
        roots = sum(not arc.head for arc in legs)
        least = LEAST_LEG_GAP if arrows < 2 else LEG_GAP
        leg_gap = max(least, min(LEG_GAP, 2 * extents[word - 1] // max(1, len(legs) - 1)))
        for index, arc in enumerate(legs):
            offsets[arc, word] = offset = index * leg_gap - (len(legs) - 1) * leg_gap // 2
            label = 0 if arc.head else text_width(arc.label, LABEL) // 2 if roots < 2 else rooms[arc]
            extents[word - 1] = max(extents[word - 1], abs(offset) + label)
    make_room(multiwords, extents, GAP)
    return ArcLayout(arcs, offsets, [0, *extents], [0, *extents], GAP, rooms)


def _leg_order(arc: Arc, word: int) -> tuple[int, int, int]:
    """From left to right: arcs to the left, short ones first; the root; arcs to the right, long ones first."""
    if not arc.head:
        return 0, 0, arc.level
    length = arc.right - arc.left
    return (-1, length, arc.level) if word == arc.right else (1, -length, -arc.level)


def _height(arc: Arc, ground: int) -> int:
    return ground - LEVEL * arc.level


def _arc(
    arc: Arc, layout: ArcLayout, forms: Sequence[str], marks: ArcMarks, across: Callable[[int], int], ground: int
) -> Iterator[str]:
    """The line of an arc and its arrow head, which say what they are."""
    top = _height(arc, ground)
    foot = across(layout.foot(arc, arc.modifier))
    neck = ground - ARROW_HEIGHT + 1
    if arc.head:
        start = across(layout.foot(arc, arc.head))
        radius = min(RADIUS, abs(foot - start) // 2)
        towards, turn = (radius, 1) if foot > start else (-radius, 0)
        corner = f"a{radius} {radius} 0 0 {turn} {towards}"
        path = f"M{start} {ground}V{top + radius}{corner} {-radius}H{foot - towards}{corner} {radius}V{neck}"
    else:
        path = f"M{foot} {top}V{neck}"
    half = ARROW_WIDTH // 2
    arrow = f"M{foot} {ground}l{-half} {-ARROW_HEIGHT}h{ARROW_WIDTH}z"
    title = f"<title>{escape(_described(arc, forms, marks))}</title>"
    for kind, outline in (("arc", path), ("arrow", arrow)):
        yield f'<path class="{_classes(kind, arc, marks)}" data-word="{arc.modifier}" d="{outline}">{title}</path>'


def _label(arc: Arc, marks: ArcMarks, x: int, baseline: int) -> Iterator[str]:
    """The label of an arc, in a frame if it is in doubt."""
    if not arc.is_gold and set(LABEL_MARKS) & set(marks.of(arc.modifier)):
        width = text_width(arc.label, LABEL) + 2 * LABEL_MARGIN - 2
        corner = f'x="{x - width // 2}" y="{baseline - FRAME_ABOVE}"'
        size = f'width="{width}" height="{FRAME_ABOVE + FRAME_BELOW}" rx="4"'
        yield f'<rect class="{_classes("frame", arc, marks)}" data-word="{arc.modifier}" {corner} {size}/>'
    yield _text(_classes("label", arc, marks), arc.modifier, x, baseline, arc.label)


def _classes(kind: str, arc: Arc, marks: ArcMarks) -> str:
    """The CSS classes of a part of an arc."""
    return " ".join([kind, *["root"] * (not arc.head), *(["gold"] if arc.is_gold else marks.of(arc.modifier))])


def _text(kind: str, word: int, x: int, y: int, text: str) -> str:
    return f'<text class="{kind}" data-word="{word}" x="{x}" y="{y}">{escape(text)}</text>'
