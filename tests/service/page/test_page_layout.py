"""The page: everything is in view and none of it is cut, and trees can be drawn larger and smaller."""

import re
from pathlib import Path
from typing import Any

import pytest
from browsing import TEXT, drag_to, needs_browser, open_file, parse, word
from playwright.sync_api import FloatRect, Locator, Page, expect

pytestmark = needs_browser

LONG = "the cat and " * 66 + "the cat."


def box(found: Locator) -> FloatRect:
    bounds = found.bounding_box()
    assert bounds
    return bounds


def is_within(inner: Locator, outer: Locator) -> bool:
    own, other = box(inner), box(outer)
    return (
        other["x"] <= own["x"]
        and own["x"] + own["width"] <= other["x"] + other["width"]
        and other["y"] <= own["y"]
        and own["y"] + own["height"] <= other["y"] + other["height"]
    )


def size(card: Locator) -> int:
    """The scale of the tree in percent, as the page tells it."""
    return int((card.get_by_role("button", name="back to 100%").text_content() or "").rstrip("%"))


def test_the_downloads_stand_in_one_line(page: Page, tmp_path: Path) -> None:
    open_file(page, tmp_path / "a-file-with-quite-a-long-name-for-a-treebank-ud-test.conllu", "1\tdog" + "\t_" * 8)
    names = ("Copy CoNLL-U", "Download CoNLL-U", "Download finished")
    tops = {box(page.get_by_role("button", name=name))["y"] for name in names}
    assert len(tops) == 1
    assert tops == {box(page.locator(".results-bar").first)["y"]}


def test_the_input_makes_room_for_a_file_until_it_is_asked_for(page: Page, tmp_path: Path) -> None:
    open_file(page, tmp_path / "two.txt", TEXT)
    card = page.locator(".card")
    expect(card.locator(".words button").first).to_be_visible()
    for control in ("#data", "#format", "#model", "#parse"):
        expect(page.locator(control)).to_be_hidden()
    expect(page.locator("#open")).to_be_visible()
    stage = box(card.locator(".stage"))
    assert stage["y"] + stage["height"] < 800
    page.get_by_role("button", name="Type or paste").click()
    expect(page.locator("#data")).to_be_focused()
    expect(page.locator("#parse")).to_be_visible()
    expect(page.locator("#unfold")).to_be_hidden()
    parse(page)
    expect(page.locator("#data")).to_be_visible()


def test_a_long_sentence_opens_where_there_is_something_to_see(page: Page) -> None:
    card = parse(page, LONG)
    tree = card.locator(".tree-box")
    assert tree.evaluate("own => own.scrollWidth > 4 * own.clientWidth")
    assert box(tree)["height"] <= 0.75 * 800 + 1
    shown = [word for word in card.locator(".words button").all() if is_within(word, tree)]
    assert shown
    sure = {own: _confidence(own.get_attribute("aria-label")) for own in card.locator(".words button").all()}
    assert min(sure.values()) in [_confidence(own.get_attribute("aria-label")) for own in shown]


def _confidence(description: str | None) -> float:
    found = re.search(r"with label (.*)|confidence (.*)", description or "")
    assert found
    return float(found[1] or found[2])


def test_a_sure_sentence_opens_at_its_root(page: Page, tmp_path: Path) -> None:
    rows = [
        f"{i}\tword\t_\tX\t_\t_\t{0 if i == 90 else 90}\t{'root' if i == 90 else 'dep'}\t_\t_" for i in range(1, 101)
    ]
    open_file(page, tmp_path / "long.conllu", "\n".join(rows) + "\n\n")
    card = page.locator(".card")
    expect(card.locator("path.arc.fixed")).to_have_count(100)
    assert is_within(word(card, 90), card.locator(".tree-box"))
    assert not is_within(word(card, 1), card.locator(".tree-box"))


def test_trees_are_drawn_larger_and_smaller(page: Page) -> None:
    card = parse(page)
    before = box(card.locator("svg.arcwalk"))
    assert size(card) == 100
    card.get_by_role("button", name="Zoom in").click()
    assert size(card) == 125
    assert box(card.locator("svg.arcwalk"))["width"] == pytest.approx(1.25 * before["width"], abs=1)
    word(card, 9).focus()
    for key, expected in (("-", 100), ("-", 80), ("+", 100), ("+", 125), ("=", 150), ("0", 100)):
        page.keyboard.press(key)
        assert size(card) == expected
    for _ in range(20):
        page.keyboard.press("-")
    assert size(card) == 10
    expect(card.get_by_role("button", name="Zoom out")).to_be_disabled()
    card.get_by_role("button", name="back to 100%").click()
    assert box(card.locator("svg.arcwalk"))["width"] == before["width"]


@pytest.mark.parametrize("steps", [-3, 2])
def test_words_are_dragged_at_any_size(page: Page, steps: int) -> None:
    card = parse(page)
    for _ in range(abs(steps)):
        card.get_by_role("button", name="Zoom in" if steps > 0 else "Zoom out").click()
    text = box(card.locator(".word[data-word='9']"))
    own = box(word(card, 9))
    assert own["x"] <= text["x"] <= text["x"] + text["width"] <= own["x"] + own["width"]
    drag_to(page, word(card, 9), word(card, 6))
    band, target = box(card.locator(".band-arc")), box(word(card, 6))
    assert target["x"] <= band["x"] <= target["x"] + target["width"]
    page.mouse.up()
    expect(word(card, 9)).to_have_attribute("aria-label", re.compile("of girl, fixed$"))


def test_a_tree_that_fits_the_width_stays_so_in_the_next_sentence(page: Page, tmp_path: Path) -> None:
    open_file(page, tmp_path / "two.txt", f"{LONG}\n\n{LONG.replace('cat', 'dog')}")
    card = page.locator(".card")
    expect(card.locator(".words button").first).to_be_attached()
    card.get_by_role("button", name="Fit width").click()

    def fits() -> bool:
        return bool(card.locator(".tree-box").evaluate("own => own.scrollWidth <= own.clientWidth"))

    expect(card.get_by_role("button", name="Fit width")).to_have_attribute("aria-pressed", "true")
    assert fits()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".place")).to_have_text("2 of 2")
    expect(card.locator(".words button").first).to_be_attached()
    expect(card.get_by_role("button", name="Fit width")).to_have_attribute("aria-pressed", "true")
    assert fits()
    before = size(card)
    page.set_viewport_size({"width": 500, "height": 800})
    expect(card.get_by_role("button", name="back to 100%")).not_to_have_text(f"{before}%")
    assert fits()
    word(card, 5).focus()
    page.keyboard.press("0")
    assert size(card) == 100
    assert not fits()
    page.keyboard.press("w")
    assert fits()


def test_trees_that_fit_the_width_are_there_again_after_they_were_hidden(page: Page) -> None:
    parse(page, f"{LONG}\n\nShe sleeps.")
    hidden = page.locator(".card").nth(1)
    before = box(hidden.locator("svg.arcwalk"))["width"]
    hidden.get_by_role("button", name="Accept tree").click()
    page.get_by_role("checkbox", name="Only doubtful").check()
    expect(hidden).to_be_hidden()
    page.locator(".card").first.get_by_role("button", name="Fit width").click()
    page.set_viewport_size({"width": 1000, "height": 800})
    page.get_by_role("checkbox", name="Only doubtful").uncheck()
    expect(hidden.get_by_role("button", name="back to 100%")).to_have_text("100%")
    assert box(hidden.locator("svg.arcwalk"))["width"] == before


def test_a_tree_that_changed_while_it_was_hidden_is_drawn_when_it_is_shown(page: Page) -> None:
    parse(page, f"{LONG}\n\nShe sleeps.")
    hidden = page.locator(".card").nth(1)
    hidden.get_by_role("button", name="Accept tree").click()
    expect(hidden.locator("path.arc.fixed")).to_have_count(3)
    page.get_by_role("checkbox", name="Only doubtful").check()
    expect(hidden).to_be_hidden()
    with page.expect_response("**/parse"):
        hidden.locator("button", has_text="Release all").evaluate("own => own.click()")
    expect(hidden).to_have_attribute("aria-busy", "false")
    page.get_by_role("checkbox", name="Only doubtful").uncheck()
    expect(hidden.locator("path.arc.fixed")).to_have_count(0)
    text, own = box(hidden.locator(".word[data-word='2']")), box(word(hidden, 2))
    assert own["x"] <= text["x"] <= text["x"] + text["width"] <= own["x"] + own["width"]


def test_no_line_of_a_long_text_is_cut(page: Page) -> None:
    card = parse(page, LONG)
    lines = card.locator("h3").evaluate("own => own.clientHeight / parseFloat(getComputedStyle(own).lineHeight)")
    assert lines == pytest.approx(round(lines), abs=0.05)


@pytest.mark.parametrize("width", [1280, 390])
def test_no_choice_of_a_format_is_cut(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    needed: Any = page.locator("#format").evaluate(
        """own => {
            const copy = own.parentElement.appendChild(own.cloneNode(true));
            Object.assign(copy.style, {position: "absolute", width: "max-content", maxWidth: "none"});
            const needed = copy.getBoundingClientRect().width;
            copy.remove();
            return needed;
        }"""
    )
    assert box(page.locator("#format"))["width"] >= needed
