"""A tree as a self-contained SVG image: no scripts, no external fonts, light and dark."""

from collections.abc import Callable, Iterator, Sequence
from xml.sax.saxutils import escape

from arcwalk.drawing.arc_layout import Arc, ArcLayout, arcs_of
from arcwalk.drawing.display_text import is_right_to_left, printable, shown, text_width
from arcwalk.treebank.sentence import Sentence

# All in pixels.
WORD, TAG, LABEL = 17, 11, 12  # font sizes
MARGIN = 20
GAP = 18  # between words
LEG_GAP, LEAST_LEG_GAP = 9, 5  # between legs at the same word; less if they would extend beyond it
LEVEL = 26  # from one level of arcs to the next
RADIUS = 14  # of the corners of an arc
ARROW_WIDTH, ARROW_HEIGHT = 8, 9
LABEL_LIFT, LABEL_MARGIN = 4, 4  # between an arc and its label, between the label and a leg
WORD_BASELINE, TAG_BASELINE = 24, 43  # below the arrow heads

STYLE = f"""
.arcwalk {{ font-family: "Noto Sans", "Segoe UI", "Helvetica Neue", Arial, sans-serif; }}
.arcwalk text {{ text-anchor: middle; }}
.arcwalk .ground {{ fill: #ffffff; }}
.arcwalk .word {{ font-size: {WORD}px; fill: #1b2330; }}
.arcwalk .tag {{ font-size: {TAG}px; fill: #6b7685; letter-spacing: 0.04em; }}
.arcwalk .label {{ font-size: {LABEL}px; fill: #1f5fa8; }}
.arcwalk .arc {{ fill: none; stroke: #8b98a9; stroke-width: 1.5; }}
.arcwalk .arrow {{ fill: #8b98a9; }}
.arcwalk .arc.root {{ stroke: #c2571a; }}
.arcwalk .arrow.root, .arcwalk .label.root {{ fill: #c2571a; }}
@media (prefers-color-scheme: dark) {{
.arcwalk .ground {{ fill: #161b22; }}
.arcwalk .word {{ fill: #e8edf3; }}
.arcwalk .tag {{ fill: #93a0b0; }}
.arcwalk .label {{ fill: #8dbdf5; }}
.arcwalk .arc {{ stroke: #6c7a8c; }}
.arcwalk .arrow {{ fill: #6c7a8c; }}
.arcwalk .arc.root {{ stroke: #f0965a; }}
.arcwalk .arrow.root, .arcwalk .label.root {{ fill: #f0965a; }}
}}
"""


def svg_tree(sentence: Sentence, title: str = "") -> str:
    """Draw a tree as SVG: words with UPOS, labeled arcs with an arrow head at the modifier.

    Screen readers get `title`, or else the text of the sentence, and a description of all arcs. Right-to-left scripts
    are laid out from right to left.
    """
    forms, tags = list(map(printable, sentence.forms)), shown(sentence.upos)
    layout = _lay_out(arcs_of(sentence), forms, tags)
    is_mirrored = is_right_to_left(forms)
    width = layout.width + 2 * MARGIN
    ground = MARGIN + LABEL + LEVEL * max((arc.level for arc in layout.arcs), default=0)
    height = ground + (TAG_BASELINE if any(tags) else WORD_BASELINE) + MARGIN

    def across(place: int) -> int:
        return width - MARGIN - place if is_mirrored else MARGIN + place

    direction = "rtl" if is_mirrored else "ltr"
    arcs = [part for arc in layout.arcs for part in _arc(arc, layout, across, ground)]
    labels = [
        _text("label" + _suffix(arc), across(layout.label_middle(arc)), _height(arc, ground) - LABEL_LIFT, arc.label)
        for arc in layout.arcs
        if arc.label
    ]
    middles = list(map(across, layout.middles[1:]))
    words = [_text("word", middle, ground + WORD_BASELINE, form) for middle, form in zip(middles, forms, strict=True)]
    under = [_text("tag", middle, ground + TAG_BASELINE, tag) for middle, tag in zip(middles, tags, strict=True) if tag]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="arcwalk" role="img" direction="{direction}" '
            f'width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
            f"<title>{escape(printable(title or sentence.text))}</title>",
            f"<desc>{escape(describe(forms, layout.arcs))}</desc>",
            f"<style>{STYLE}</style>",
            f'<rect class="ground" width="{width}" height="{height}" rx="6"/>',
            *arcs,
            *labels,
            *words,
            *under,
            "</svg>\n",
        ]
    )


def describe(forms: Sequence[str], arcs: Sequence[Arc]) -> str:
    """The tree in words, for screen readers."""
    return "; ".join(
        f"{forms[arc.modifier - 1]}: {arc.label or 'modifier'} of {forms[arc.head - 1]}"
        if arc.head
        else f"{forms[arc.modifier - 1]}: {arc.label or 'root'}"
        for arc in sorted(arcs, key=lambda arc: arc.modifier)
    )


def _lay_out(arcs: Sequence[Arc], forms: Sequence[str], tags: Sequence[str]) -> ArcLayout:
    """Give each arc its own leg at a word, ordered so that arcs do not cross there."""
    extents = [
        max(text_width(form, WORD), text_width(tag, TAG)) // 2 + 1 for form, tag in zip(forms, tags, strict=True)
    ]
    offsets: dict[tuple[Arc, int], int] = {}
    for word in range(1, len(forms) + 1):
        legs = sorted((arc for arc in arcs if word in arc.words), key=lambda arc: _leg_order(arc, word))
        leg_gap = max(LEAST_LEG_GAP, min(LEG_GAP, 2 * extents[word - 1] // max(1, len(legs) - 1)))
        for place, arc in enumerate(legs):
            offsets[arc, word] = offset = place * leg_gap - (len(legs) - 1) * leg_gap // 2
            label = 0 if arc.head else text_width(arc.label, LABEL) // 2
            extents[word - 1] = max(extents[word - 1], abs(offset) + label)
    rooms = {arc: text_width(arc.label, LABEL) + 2 * LABEL_MARGIN for arc in arcs}
    return ArcLayout(arcs, offsets, [0, *extents], [0, *extents], GAP, rooms)


def _leg_order(arc: Arc, word: int) -> tuple[int, int]:
    """From left to right: arcs to the left, short ones first; the root; arcs to the right, long ones first."""
    if not arc.head:
        return 0, 0
    length = arc.right - arc.left
    return (-1, length) if word == arc.right else (1, -length)


def _height(arc: Arc, ground: int) -> int:
    return ground - LEVEL * arc.level


def _arc(arc: Arc, layout: ArcLayout, across: Callable[[int], int], ground: int) -> Iterator[str]:
    """The line of an arc and its arrow head."""
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
    yield f'<path class="arc{_suffix(arc)}" d="{path}"/>'
    half = ARROW_WIDTH // 2
    yield f'<path class="arrow{_suffix(arc)}" d="M{foot} {ground}l{-half} {-ARROW_HEIGHT}h{ARROW_WIDTH}z"/>'


def _suffix(arc: Arc) -> str:
    """The CSS class of arcs from the root."""
    return "" if arc.head else " root"


def _text(kind: str, x: int, y: int, text: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(text)}</text>'
