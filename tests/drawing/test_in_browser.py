"""Drawings in a real browser: no two texts of a row overlap, in any script, and long trees can be scrolled."""

from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from browsing import ARGUMENTS, CHROMIUM, PATIENCE, needs_browser
from playwright.sync_api import Page, sync_playwright
from scripts import SENTENCES

from arcwalk.drawing import html_page, svg_tree
from arcwalk.treebank.sentence import Sentence

pytestmark = needs_browser

TAGS = ["NOUN", "VERB", "PROPN", "SCONJ", "ADP"]
LABELS = ["nsubj:pass", "conj", "obl:unmarked", "det", "amod"]

LONG = {"ltr": ["Børn", "læser"] * 60, "rtl": ["אבא", "קורא"] * 60}

TEXTS = """
    image => [...image.querySelectorAll("text")].map(text => {
        const box = text.getBoundingClientRect(), frame = image.getBoundingClientRect();
        return [Number(text.getAttribute("y")), box.left - frame.left, box.right - frame.left, frame.width];
    })
"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(PATIENCE)
        yield page
        browser.close()


def tree(words: list[str]) -> Sentence:
    """A tree with a label or a tag that is wider than its word here and there."""
    n = len(words)
    heads = [word + 1 if word % 3 else max(0, word - 2) for word in range(1, n)] + [0]
    columns = {
        name: [values[place % 5] for place in range(n)] for name, values in (("upos", TAGS), ("deprels", LABELS))
    }
    return Sentence.from_columns(words, heads=heads, **columns)


def assert_apart(texts: list[list[float]]) -> None:
    """Texts in a row do not overlap, and all are within the image."""
    for _, row in groupby(sorted(texts), key=lambda text: text[0]):
        assert all(right <= left for (_, _, right, _), (_, left, _, _) in pairwise(row))
    assert all(0 <= left < right <= width for _, left, right, width in texts)


@pytest.mark.parametrize("script", SENTENCES)
def test_texts_do_not_overlap(page: Page, tmp_path: Path, script: str) -> None:
    image = tmp_path / "tree.svg"
    words = SENTENCES[script].split()
    for sentence, count in ((tree(words), 3 * len(words)), (Sentence.from_columns(words), len(words))):
        image.write_text(svg_tree(sentence), encoding="utf-8")
        page.goto(image.as_uri())
        found: Any = page.locator("svg").evaluate(TEXTS)
        assert len(found) == count
        assert_apart(found)


@pytest.mark.parametrize("direction", LONG)
def test_a_page_scrolls_long_trees_from_their_first_word(page: Page, tmp_path: Path, direction: str) -> None:
    file = tmp_path / "trees.html"
    file.write_text(html_page([tree(LONG[direction])], "long"), encoding="utf-8")
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    box, image = page.locator(".tree"), page.locator(".tree svg")
    width = int(image.get_attribute("width") or "")
    assert box.evaluate("box => box.scrollWidth") == width > 5 * 1280
    assert image.evaluate("image => image.getBoundingClientRect().width") == width
    first = page.locator(".word").first.bounding_box()
    assert first
    assert 0 < first["x"] < 1280


@pytest.mark.parametrize("direction", LONG)
def test_a_long_image_is_not_blank_when_it_is_opened(page: Page, tmp_path: Path, direction: str) -> None:
    file = tmp_path / "tree.svg"
    file.write_text(svg_tree(tree(LONG[direction])), encoding="utf-8")
    page.goto(file.as_uri())
    opened = page.screenshot()
    page.evaluate("document.querySelectorAll('text, path').forEach(element => element.remove())")
    assert page.screenshot() != opened
