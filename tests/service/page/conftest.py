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
    from browsing import ARGUMENTS, CHROMIUM, PATIENCE
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(PATIENCE)
        yield context
        browser.close()


@pytest.fixture
def page(browser: "BrowserContext", address: str) -> Iterator["Page"]:
    """A fresh page, which must cause no errors and ask no other host for anything."""
    page = browser.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("dialog", lambda dialog: (problems.append(dialog.message), dialog.accept()))
    page.on("console", lambda message: problems.append(message.text) if _is_problem(message.text) else None)
    page.on("request", lambda sent: problems.append(sent.url) if not sent.url.startswith((address, "blob:")) else None)
    page.goto(address)
    page.wait_for_selector("#model option", state="attached")
    yield page
    page.close()
    assert not problems


def _is_problem(text: str) -> bool:
    """Whether the browser reports something else than a refusal of the service."""
    return "status of 400" not in text and "status of 503" not in text
