"""The page: the list of many sentences, its order, and how to find some of them."""

from pathlib import Path

import pytest
from browsing import needs_browser, open_file, word
from playwright.sync_api import Locator, Page, expect

pytestmark = needs_browser

LONG = "The old man saw the girl with the telescope and the dog sleeps in the park."
ODD = "Blorb zonk which and."
EASY = "She sleeps."


@pytest.fixture
def worklist(page: Page, tmp_path: Path) -> Locator:
    open_file(page, tmp_path / "three.txt", "\n\n".join((EASY, LONG, ODD)))
    found = page.get_by_role("navigation", name="Worklist")
    expect(found.locator(".list li")).to_have_count(3)
    return found


def texts(worklist: Locator) -> list[str]:
    return worklist.locator(".snippet").all_text_contents()


def doubts(worklist: Locator) -> list[float]:
    return [float(each.rstrip("%")) for each in worklist.locator(".mark").all_text_contents()]


def test_the_order_is_by_mean_doubt_or_by_its_sum_or_that_of_the_file(page: Page, worklist: Locator) -> None:
    order = worklist.get_by_role("combobox", name="Order")
    status = worklist.get_by_role("status")
    assert doubts(worklist) == sorted(doubts(worklist), reverse=True)
    assert texts(worklist).index(ODD) < texts(worklist).index(LONG)
    expect(status).to_contain_text("the share of arcs that are probably wrong")
    expect(worklist.locator(".spoken").first).to_have_text(f", {doubts(worklist)[0]:.0f}% of its arcs probably wrong")
    order.focus()
    page.keyboard.press("ArrowDown")
    expect(order).to_have_value("1")
    assert texts(worklist)[0] == LONG
    assert doubts(worklist) == sorted(doubts(worklist), reverse=True)
    expect(status).to_contain_text("how many arcs are probably wrong")
    page.keyboard.press("ArrowDown")
    assert texts(worklist) == [EASY, LONG, ODD]
    expect(status).to_contain_text("As in the file")


def test_sentences_are_found_by_their_text(page: Page, worklist: Locator) -> None:
    before = page.locator(".card h3").text_content()
    search = worklist.get_by_role("searchbox", name="Search the sentences")
    search.fill("TELESCOPE")
    assert texts(worklist) == [LONG]
    expect(worklist.get_by_role("status")).to_contain_text("1 of 3 sentences.")
    expect(page.locator(".card h3")).to_have_text(before or "")
    expect(page.locator(".place")).to_have_text("not on the list")
    expect(page.get_by_role("button", name="Previous", exact=True)).to_be_disabled()
    search.press("Enter")
    expect(page.locator(".card h3")).to_have_text(LONG)
    expect(page.locator(".card .words button:focus")).to_have_count(1)
    expect(page.locator(".place")).to_have_text("1 of 1")
    search.fill("nothing of the kind")
    assert texts(worklist) == []
    expect(worklist.get_by_role("status")).to_have_text("0 of 3 sentences.")
    search.press("Enter")
    expect(page.locator(".card h3")).to_have_text(LONG)
    search.fill("")
    expect(worklist.locator(".list [aria-current]")).to_contain_text(LONG)


def test_unfinished_sentences_can_be_listed_alone(page: Page, worklist: Locator) -> None:
    _, second, third = texts(worklist)
    page.locator(".card .words button").first.focus()
    page.keyboard.press("a")
    expect(page.locator(".card h3")).to_have_text(second)
    worklist.get_by_role("checkbox", name="Unfinished only").check()
    assert texts(worklist) == [second, third]
    expect(worklist.get_by_role("status")).to_contain_text("2 of 3 sentences.")
    expect(page.locator(".place")).to_have_text("1 of 2")
    expect(word(page.locator(".card"), 1)).to_be_visible()
    page.locator(".card .words button").first.focus()
    page.keyboard.press("a")
    expect(page.locator(".card h3")).to_have_text(third)
    assert texts(worklist) == [second, third], "it stays until the list is made again, so that Previous leads to it"
    page.get_by_role("button", name="Previous", exact=True).click()
    expect(page.locator(".card h3")).to_have_text(second)
    worklist.get_by_role("combobox", name="Order").select_option("Order of the file")
    assert texts(worklist) == [third]
