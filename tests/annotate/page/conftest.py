"""The page of `arcwalk annotate` in a real browser, against the service itself."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


@pytest.fixture(scope="module")
def browser() -> Iterator["BrowserContext"]:
    from browsing import open_browser

    with open_browser() as context:
        yield context


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A small treebank."""
    from annotating import FRENCH

    path = tmp_path / "french.conllu"
    path.write_text(FRENCH, encoding="utf-8")
    return path


@pytest.fixture
def page(browser: "BrowserContext", file: Path) -> Iterator["Page"]:
    """The page with that treebank."""
    from annotating import annotating
    from browsing import open_page

    with annotating(file) as address, open_page(browser, address) as page:
        page.wait_for_selector(".words button")
        yield page
