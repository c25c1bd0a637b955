"""Driving the page of the service in a browser, and looking at what it shows."""

import re
import shutil
from pathlib import Path

import pytest

from arcwalk import Sentence

pytest.importorskip("playwright", reason="the page is tested with Playwright, e.g. pip install playwright")

from playwright.sync_api import Locator, Page, expect

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

PATIENCE = 60_000  # milliseconds: a busy machine is slow, not wrong

TEXT = "The old man saw the girl with the telescope. She sleeps in the park."

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium, e.g. apt install chromium")


def parse(page: Page, text: str = TEXT) -> Locator:
    """Type and parse a text; the first card."""
    page.fill("#data", text)
    page.keyboard.press("Control+Enter")
    card = page.locator(".card").first
    expect(card.locator(".words button").first).to_be_visible()
    return card


def word(card: Locator, number: int) -> Locator:
    return card.locator(f".words button[data-word='{number}']")


def described(card: Locator) -> list[str]:
    """Words and arcs as a screen reader tells them: "cat, nsubj of sleeps, confidence 0.62"."""
    return [each.get_attribute("aria-label") or "" for each in card.locator(".words button").all()]


def arcs(card: Locator) -> list[str]:
    """The same without confidences and marks."""
    return [re.sub(r", (confidence .*|fixed)$", "", each) for each in described(card)]


def drag(page: Page, source: Locator, x: float, y: float) -> None:
    box = source.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, y, steps=4)


def drag_to(page: Page, source: Locator, target: Locator) -> None:
    box = target.bounding_box()
    assert box
    drag(page, source, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def downloaded(page: Page, name: str) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name=name).first.click()
    return Path(download.value.path()).read_bytes()


def downloaded_sentences(page: Page) -> list[Sentence]:
    text = downloaded(page, "Download CoNLL-U").decode()
    return [Sentence.from_conllu(part, heads="gold") for part in text.split("\n\n") if part]


def open_file(page: Page, path: Path, text: str) -> None:
    """Write a file, and open it on the page."""
    path.write_text(text, encoding="utf-8")
    page.set_input_files("#file", path)
