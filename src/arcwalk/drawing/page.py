"""An HTML page with the trees of several sentences."""

from collections.abc import Iterable
from html import escape

from arcwalk.drawing.arc_marks import DOUBTFUL, LABEL_MARKS, UNSURE, ArcMarks, Tree, trees_of
from arcwalk.drawing.display_text import is_right_to_left, printable
from arcwalk.drawing.document import document
from arcwalk.drawing.language import language_of
from arcwalk.drawing.svg import svg_tree
from arcwalk.treebank.sentence import Sentence

_LEGEND = {
    "unsure": f"confidence in the head below {UNSURE}",
    "doubtful": f"confidence in the head below {DOUBTFUL}",
    "unsure-label": f"confidence in head and label below {UNSURE}",
    "doubtful-label": f"confidence in head and label below {DOUBTFUL}",
    "wrong": "wrong head or label, its label struck through",
    "gold": "arc of the gold tree",
}


def html_page(
    sentences: Iterable[Sentence], title: str, *, gold: Iterable[Sentence] | None = None, language: str = ""
) -> str:
    """A self-contained page with one tree per sentence, under its id and text.

    With `gold`, the gold trees of the same sentences, wrong arcs are marked. A legend explains the marks. The sentences
    are marked as being in `language`, or else in the one that their script suggests; the page itself is in English.
    """
    trees = trees_of(sentences, gold)
    language = language_of((form for sentence, _ in trees for form in sentence.forms), language)
    return document(title, legend(trees) + "\n".join(tree_figure(*tree, language=language) for tree in trees))


def tree_figure(sentence: Sentence, gold: Sentence | None, note: str = "", *, language: str = "") -> str:
    """The tree of a sentence under its id, a note and its text."""
    language = language_of(sentence.forms, language)
    direction = "rtl" if is_right_to_left(sentence.forms) else "ltr"
    name = " · ".join(filter(None, (escape(printable(sentence.id)), note)))
    text = escape(printable(sentence.text))
    return f"""<figure>
<figcaption><span class="id">{name}</span><p class="text" lang="{language}" dir="{direction}">{text}</p></figcaption>
<div class="tree" lang="{language}" dir="{direction}">
{svg_tree(sentence, gold=gold, language=language)}</div>
</figure>"""


def legend(trees: Iterable[Tree]) -> str:
    """What the marks in some trees mean; nothing if there are none."""
    used = {mark for tree in trees for mark in ArcMarks(*tree).used()}
    items = [
        f'<li><svg class="arcwalk" width="40" height="16" aria-hidden="true">{_sample(mark)}</svg>{meaning}</li>\n'
        for mark, meaning in _LEGEND.items()
        if mark in used
    ]
    return f'<ul class="legend">\n{"".join(items)}</ul>\n' if items else ""


def _sample(mark: str) -> str:
    """A line as it is drawn with a mark."""
    if mark in LABEL_MARKS:
        return f'<rect class="frame {mark}" x="4" y="1" width="32" height="14" rx="4"/>'
    return f'<path class="arc {mark}" d="M2 8H38"/>'
