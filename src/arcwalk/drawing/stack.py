"""The trees of several sentences in one SVG image, one below the other."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from arcwalk.drawing.arc_marks import Tree
from arcwalk.drawing.display_text import printable
from arcwalk.drawing.picture import Picture
from arcwalk.drawing.svg import picture_of

GAP = 12  # pixels between trees


def svg_trees(trees: Iterable[Tree], title: str) -> str:
    """Draw trees in one image, each with its gold tree where there is one, as `svg_tree` does."""
    pictures = [picture_of(sentence, gold=gold) for sentence, gold in trees]
    width = max(picture.width for picture in pictures)
    elements, y = [f"<title>{escape(printable(title))}</title>"], 0
    for picture in pictures:
        elements.append(picture.at(width - picture.width if picture.is_mirrored else 0, y))
        y += picture.height + GAP
    return Picture(width, y - GAP, elements, role="group").alone()
