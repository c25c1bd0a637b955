"""Words and the places drawings give them, in many scripts, whatever fonts this machine has."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from scripts import SENTENCES
from test_svg_tree import middles, of_class

from arcwalk.drawing import svg_tree
from arcwalk.drawing.display_text import text_width
from arcwalk.drawing.svg import GAP, WORD
from arcwalk.treebank.sentence import Sentence

MEASURED = {
    # The widths of the words of each sentence relative to the font size, in Chromium; the greatest of those in several
    # fonts for the script, such as Noto Sans, DejaVu Sans and Lohit.
    "Latin": [4.19, 2.81, 2.59, 1.25, 1.88, 1.59, 7.08, 2.51, 0.28, 3.76, 2.24, 0.32],
    "Cyrillic": [2.63, 3.63, 4.68, 4.8, 5.56, 3.86, 4.81, 3.02, 0.61, 3.77, 0.32],
    "Greek": [1.27, 3.21, 5.2, 1.18, 5.71, 1.76, 3.16, 1.59, 1.26, 3.38, 0.32],
    "Arabic": [1.62, 3.3, 1.55, 3.32, 1.9, 1.36, 2.71, 2.85, 0.32],
    "Hebrew": [2.93, 3.1, 1.27, 1.84, 2.54, 1.19, 3.17, 0.32],
    "Devanagari": [1.57, 2.03, 0.6, 2.38, 0.76, 1.24, 0.6, 1.31, 2.42, 1.13, 0.94, 0.53, 0.38],
    "Bengali": [2.85, 2.79, 3.49, 1.87, 2.4, 1.13, 3.77, 1.84, 2.46, 0.38],
    "Tamil": [6.59, 5.74, 7.68, 3.74, 2.04, 6.13, 6.93, 7.44, 0.28],
    "Malayalam": [4.24, 7.41, 10.72, 1.8, 4.96, 7.96, 6.08, 0.27],
    "Telugu": [2.47, 2.75, 2.29, 2.79, 1.25, 3.58, 2.94, 6.28, 0.27],
    "Kannada": [2.99, 4.21, 2.91, 1.47, 2.45, 4.37, 4.84, 4.51, 0.27],
    "Sinhala": [2.42, 4.62, 4.68, 2.18, 3.69, 5.61, 3.58, 0.27],
    "Thai": [1.6, 0.59, 2.27, 1.85, 3.04, 3.39, 1.29, 1.17, 6.2],
    "Burmese": [4.95, 2.24, 5.4, 3.51, 4.49, 4.0, 5.73, 5.39, 0.46],
    "Khmer": [2.27, 2.27, 1.89, 3.78, 1.51, 1.89, 3.03, 3.78, 0.76],
    "Georgian": [4.64, 3.14, 2.91, 5.96, 6.89, 2.95, 4.31, 4.11, 0.32],
    "Armenian": [6.49, 3.61, 10.08, 2.56, 1.27, 4.61, 6.03, 3.51, 0.34],
    "Amharic": [2.1, 4.13, 2.48, 1.23, 2.14, 2.85, 2.16, 0.51],
    "Chinese": [3.0, 1.0, 2.0, 1.0, 4.0, 1.0, 1.0, 1.0, 1.0, 2.0, 1.0, 1.0, 1.0, 1.0],
    "Japanese": [2.0, 2.0, 1.0, 2.0, 1.0, 1.0, 1.0, 3.0, 1.0, 1.0, 1.0, 2.0, 1.0, 3.0, 2.0, 1.0],
    "Korean": [3.76, 3.76, 1.88, 1.88, 1.88, 3.76, 1.88, 3.76, 0.3],
    "Emoji": [1.25, 2.13, 2.5, 2.76, 3.74, 0.88, 1.25, 1, 2.5, 1.25, 1.25, 0.27],
}


@pytest.mark.parametrize("script", MEASURED)
def test_neighbors_keep_their_distance(script: str) -> None:
    words, widths = SENTENCES[script].split(), [WORD * width for width in MEASURED[script]]
    places = middles(ElementTree.fromstring(svg_tree(Sentence.from_columns(words))))
    if script in ("Arabic", "Hebrew"):
        places = [-place for place in places]
    for (left, left_width), (right, right_width) in pairwise(zip(places, widths, strict=True)):
        assert right - left - (left_width + right_width) / 2 >= GAP / 2


@pytest.mark.parametrize("script", MEASURED)
def test_drawings_are_compact(script: str) -> None:
    estimated = sum(text_width(word, 1000) for word in SENTENCES[script].split()) / 1000
    assert estimated <= (1.1 if script == "Latin" else 1.5) * sum(MEASURED[script])


def test_marks_take_no_room() -> None:
    for bare, marked in (("שלום", "שָׁלוֹם"), ("مرحبا", "مَرْحَبًا"), ("ete", "e\u0301te\u0301"), ("ไม", "ไม้")):
        assert text_width(bare, 100) == text_width(marked, 100)


def test_decomposed_text_is_as_wide() -> None:
    for composed, decomposed in (("한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8"), ("\u0bca", "\u0bc6\u0bbe")):
        assert text_width(composed, 100) == text_width(decomposed, 100)


def test_tags_are_clear_of_stacked_letters() -> None:
    drops = {}
    for script in ("Latin", "Khmer", "Burmese", "Kannada"):
        words = SENTENCES[script].split()
        image = ElementTree.fromstring(svg_tree(Sentence.from_columns(words, upos=["X"] * len(words))))
        word, tag = (int(of_class(image, kind)[0].get("y", "")) for kind in ("word", "tag"))
        assert tag < int(image.get("height", ""))
        drops[script] = tag - word
    assert min(drops["Khmer"], drops["Burmese"], drops["Kannada"]) > drops["Latin"]
