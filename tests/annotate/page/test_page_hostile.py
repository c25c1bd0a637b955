"""The page of annotate: what looks like markup is text, in every column of the file and in everything that is typed."""

from pathlib import Path

import pytest
from annotating import annotating
from browsing import needs_browser, open_page, word
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = needs_browser

BAD = "<script>window.hacked=1</script><img/src=x/onerror=window.hacked=1>"
LINES = [
    f"# {BAD}",
    f"# sent_id = {BAD}",
    f"# text = {BAD}{BAD}",
    "\t".join(["1-2", BAD, *"_" * 7, BAD]),
    "\t".join(["1", *[BAD] * 4, f"Case={BAD}", "0", BAD.replace("=", "-"), f"0:{BAD}", f"SpaceAfter=No|Gloss={BAD}"]),
    "\t".join(["2", *[BAD] * 4, f"{BAD}=Nom", "_", "_", "_", BAD]),
    "\t".join(["3", *[BAD] * 4, "_", "_", "_", "_", "_"]),
]


@pytest.fixture
def page(browser: BrowserContext, tmp_path: Path) -> Page:  # type: ignore[misc]
    """Two annotators' files with the same sentence."""
    for name in ("<b>one.conllu", "<i>two.conllu"):
        (tmp_path / name).write_text("\n".join(LINES) + "\n\n", encoding="utf-8")
    with annotating(tmp_path) as address, open_page(browser, address) as page:
        page.wait_for_selector(".words button")
        yield page
        assert page.evaluate("window.hacked") is None
        assert page.locator("script:not([src]), img, main b, main i").count() == 0


def test_markup_is_shown_as_text(page: Page) -> None:
    card = page.locator(".card")
    expect(card.locator(".text")).to_have_text(BAD + BAD)
    for key in "uxmels":
        word(card, 2).focus()
        page.keyboard.press(key)
        page.locator(".chooser input:visible").fill(BAD)
        page.keyboard.press("Escape")
    expect(card.get_by_role("button", name=f"Lemma: {BAD}")).to_have_count(1)
    card.get_by_text("Comments (3)").click()
    page.get_by_role("button", name="Rows").click()
    expect(card.locator(".row")).to_have_count(3)
    page.get_by_role("button", name="Rows").click()
    page.get_by_label("Search the sentences").fill(BAD)
    page.get_by_label("Annotator").fill(BAD)
    page.get_by_role("button", name="Progress").click()
    page.keyboard.press("Escape")
    word(card, 1).focus()
    page.keyboard.press("e")
    page.keyboard.type(BAD + "2")
    page.keyboard.press("Enter")
    expect(card.get_by_role("button", name=f"Lemma: {BAD}2")).to_have_count(1)
    card.get_by_role("button", name="Compare with").click()
    expect(card.locator(".differences tbody tr")).to_have_count(1)
    card.get_by_role("button", name="Accept tree").click()
    expect(page.locator(".list .mark").first).to_have_text("✓")
