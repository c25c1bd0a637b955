"""The trees of several sentences in one SVG image, one below the other."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from arcwalk.drawing.arc_marks import trees_of
from arcwalk.drawing.display_text import printable
from arcwalk.drawing.language import language_of
from arcwalk.drawing.picture import Picture
from arcwalk.drawing.svg import picture_of
from arcwalk.treebank.sentence import Sentence


def svg_trees(
    sentences: Iterable[Sentence], title: str, *, gold: Iterable[Sentence] | None = None, language: str = ""
) -> str:
    """Draw at least one tree as `svg_tree` does, all in one image; `gold` are the gold trees of the same sentences."""
    trees = trees_of(sentences, gold)
    language = language_of((form for sentence, _ in trees for form in sentence.forms), language)
    pictures = [picture_of(sentence, gold=gold_tree, language=language) for sentence, gold_tree in trees]
    if len(pictures) == 1:
        return pictures[0].alone()
    width, height = max(picture.width for picture in pictures), sum(picture.height for picture in pictures)
    elements = [
        f"<title>{escape(printable(title))}</title>",
        f'<rect class="ground" width="{width}" height="{height}" rx="6"/>',
    ]
    y = 0
    for picture in pictures:
        elements.append(picture.at(width - picture.width if picture.is_mirrored else 0, y))
        y += picture.height
    return Picture(width, height, elements, role="group", language=language).alone()
