"""The page in a real browser, against the service itself."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from serving import serving

from arcwalk.service.models import Models
from arcwalk.service.routes import make_application
from arcwalk.service.setup import Setup

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


@pytest.fixture(scope="module")
def address(models: Models) -> Iterator[str]:
    with serving(make_application(Setup(models, language="en"))) as address:
        yield f"{address}/"


@pytest.fixture(scope="module")
def browser() -> Iterator["BrowserContext"]:
    from browsing import open_browser

    with open_browser() as context:
        yield context


@pytest.fixture
def page(browser: "BrowserContext", address: str) -> Iterator["Page"]:
    """A fresh page."""
    from browsing import open_page

    with open_page(browser, address) as page:
        page.wait_for_selector("#model option", state="attached")
        yield page
