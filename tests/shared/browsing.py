"""Driving the page of the service in a browser, and looking at what it shows."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arcwalk import Sentence

pytest.importorskip("playwright", reason="the page is tested with Playwright, e.g. pip install playwright")

from playwright.sync_api import BrowserContext, Locator, Page, expect, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

PATIENCE = 60_000  # milliseconds: a busy machine is slow, not wrong

TEXT = "The old man saw the girl with the telescope. She sleeps in the park."

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium, e.g. apt install chromium")


@contextmanager
def open_browser() -> Iterator[BrowserContext]:
    """A browser with a window of usual size."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(PATIENCE)
        yield context
        browser.close()


@contextmanager
def open_page(context: BrowserContext, address: str) -> Iterator[Page]:
    """A fresh page, which must cause no errors and ask no other host for anything."""
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("dialog", lambda dialog: (problems.append(dialog.message), dialog.accept()))
    page.on("console", lambda message: problems.append(message.text) if _is_problem(message.text) else None)
    page.on("request", lambda sent: problems.append(sent.url) if not sent.url.startswith((address, "blob:")) else None)
    page.goto(address)
    yield page
    page.close()
    assert not problems, problems


def _is_problem(text: str) -> bool:
    """Whether the browser reports something else than that the service refuses, or is gone."""
    return not re.search("status of (400|409|410|503)|net::ERR_", text)


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
