"""Trees downwards, a row for each word: readable with 200 words and on a phone, with mouse, finger and keyboard."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from annotating import FRENCH, annotating
from browsing import drag_to, needs_browser, open_page, word
from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, expect

pytestmark = needs_browser

WORDS = 200
ROOT = 120


@pytest.fixture
def long(browser: BrowserContext, tmp_path: Path) -> Iterator[Page]:
    """A sentence of two hundred words on a phone; each depends on the next, the last on the root's word."""
    rows = [[str(n), f"mot{n}", "mot", "NOUN", "_", "_", str(head(n)), "dep", "_", "_"] for n in range(1, WORDS + 1)]
    rows[ROOT - 1][7] = "root"
    path = tmp_path / "long.conllu"
    path.write_text("\n".join(map("\t".join, rows)) + "\n\n" + FRENCH, encoding="utf-8")
    with annotating(path) as address, open_page(browser, address) as page:
        page.set_viewport_size({"width": 375, "height": 720})
        page.locator(".list button").first.click()
        expect(page.locator(".row")).to_have_count(WORDS)
        yield page


def box(found: Locator) -> FloatRect:
    bounds = found.bounding_box()
    assert bounds
    return bounds


def head(word: int) -> int:
    """Nested arcs around the word of the root, as deep as a third of the sentence."""
    return 0 if word == ROOT else ROOT if word % 3 == 0 else min(word + 1, ROOT) if word < ROOT else word - 1


def test_a_long_sentence_on_a_phone(long: Page) -> None:
    card = long.locator(".card")
    expect(word(card, ROOT)).to_be_in_viewport()
    assert long.evaluate("document.documentElement.scrollWidth") <= 375
    size = card.locator(".row .form").first.evaluate("form => parseFloat(getComputedStyle(form).fontSize)")
    assert size >= 15
    for part in (".form", ".label"):
        boxes = [box(each) for each in card.locator(f".row {part}").all()[ROOT - 5 : ROOT + 5]]
        assert all(each["width"] > 15 and each["x"] >= 0 and each["x"] + each["width"] <= 375 for each in boxes)
        assert all(above["y"] + above["height"] <= below["y"] + 1 for above, below in pairwise(boxes))
    arcs, first = box(card.locator("svg.arcs")), box(card.locator(".row .form").first)
    assert arcs["x"] + arcs["width"] <= first["x"] + 1
    assert arcs["width"] < 375 / 2
    ends = card.locator(".rows path.arc").evaluate_all("all => all.map(path => path.getBBox().x)")
    assert min(ends) >= 0


@pytest.fixture
def card(page: Page) -> Locator:
    word(page.locator(".card"), 2).focus()
    page.keyboard.press("v")
    expect(page.locator(".row")).to_have_count(8)
    return page.locator(".card")


def test_correcting_in_rows(page: Page, card: Locator) -> None:
    expect(card.locator(".rows .multiword")).to_have_text(["au"])
    expect(word(card, 2)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(word(card, 3)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(word(card, 5)).to_be_focused()
    drag_to(page, word(card, 7), word(card, 5))
    expect(card.locator(".band-arc")).to_have_count(1)
    page.mouse.up()
    expect(word(card, 7)).to_have_attribute("aria-label", re.compile("of marché, fixed$"))
    card.locator(".row .label").nth(6).click()
    page.keyboard.type("nmod")
    page.keyboard.press("Enter")
    expect(word(card, 7)).to_have_attribute("aria-label", "village, nmod of marché, fixed")
    expect(card.locator(".row .label").nth(6)).to_have_class(re.compile("fixed"))
    word(card, 5).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(word(card, 5)).to_have_attribute("aria-label", re.compile("of Il, fixed$"))
    page.get_by_role("button", name="Zoom in").click()
    size = card.locator(".row .form").first.evaluate("form => parseFloat(getComputedStyle(form).fontSize)")
    assert size == pytest.approx(20)
    word(card, 5).focus()
    page.keyboard.press("v")
    expect(card.locator(".tree svg.arcwalk")).to_have_count(1)


def test_dropping_above_the_rows_makes_a_root(page: Page, card: Locator) -> None:
    rows, own = box(card.locator(".rows-box")), box(word(card, 5))
    page.mouse.move(own["x"] + 20, own["y"] + 8)
    page.mouse.down()
    page.mouse.move(rows["x"] + 200, rows["y"] + 6, steps=4)
    page.mouse.up()
    expect(word(card, 5)).to_have_attribute("aria-label", "marché, root, attached to the root, fixed")
