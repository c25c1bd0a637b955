"""The page of annotate: what is accepted is in the file, what is not is in the browser, nobody overwrites anybody."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from annotating import FRENCH, annotating
from browsing import needs_browser, open_page, word
from commands import PROCESS
from playwright.sync_api import BrowserContext, Page, Route, expect

pytestmark = needs_browser


def relabel(page: Page, label: str) -> None:
    """Give the first word another label."""
    word(page.locator(".card"), 1).focus()
    page.keyboard.press("l")
    page.keyboard.type(label)
    page.keyboard.press("Enter")
    expect(word(page.locator(".card"), 1)).to_have_attribute("aria-label", re.compile(f", {label} of .*fixed$"))


def accept(page: Page) -> None:
    """Accept, and wait for the next sentence."""
    place = page.locator(".steps .place")
    before = place.text_content() or ""
    page.get_by_role("button", name="Accept tree").click()
    expect(place).not_to_have_text(before)


def labels(file: Path) -> list[str]:
    """The label of the first word of each sentence."""
    return re.findall(r"^1\t.*?\t(\w+)\t[^\t]*\t[^\t]*$", file.read_text(encoding="utf-8"), re.MULTILINE)


def test_accepting_by_keyboard_saves_and_goes_on(page: Page, file: Path) -> None:
    page.get_by_label("Annotator").fill("Zoé <b>")
    word(page.locator(".card"), 1).focus()
    page.keyboard.press("a")
    expect(page.locator(".card .text")).to_have_text("Elle dort.")
    expect(page.locator(".words button:focus")).to_have_count(1)
    page.keyboard.press("a")
    expect(page.locator("#amount")).to_have_text("3 of 3 sentences done")
    text = file.read_text(encoding="utf-8")
    assert text.count("# annotation = done") == 2
    assert text.endswith(FRENCH.split("\n\n", maxsplit=2)[2])
    assert "Predicted" not in text
    expect(page.locator(".card .text")).to_have_text("Ils mangent.")
    page.keyboard.press("p")
    expect(page.locator(".card .tools .facts")).to_have_text("french.conllu · saved by Zoé <b>")
    expect(page.get_by_role("button", name="Accept tree")).to_be_disabled()


def test_whoever_goes_back_while_a_sentence_is_saved_gets_there(page: Page) -> None:
    accept(page)
    expect(page.locator(".card .text")).to_have_text("Elle dort.")
    held: list[Route] = []
    page.route("**/annotate/save", lambda route: held.append(route), times=1)
    with page.expect_request("**/annotate/save"):
        page.get_by_role("button", name="Accept tree").click()
    page.get_by_role("button", name="Previous").click()
    expect(page.locator(".card .text")).to_have_text("Elle dort.")
    held[0].continue_()
    expect(page.locator("#amount")).to_have_text("3 of 3 sentences done")
    expect(page.locator(".card .text")).to_have_text("Il va au marché du village.")
    expect(page.locator(".steps .place")).to_have_text("1 of 3")


def test_whoever_goes_back_while_the_parser_looks_at_a_sentence_gets_there(page: Page) -> None:
    accept(page)
    expect(page.locator(".card .text")).to_have_text("Elle dort.")
    held: list[Route] = []
    page.route("**/annotate/guess", lambda route: held.append(route), times=1)
    with page.expect_request("**/annotate/guess"):
        word(page.locator(".card"), 1).focus()
        page.keyboard.press("l")
        page.keyboard.type("vocative")
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Accept tree").click()
    page.get_by_role("button", name="Previous").click()
    held[0].continue_()
    expect(page.locator("#amount")).to_have_text("3 of 3 sentences done")
    expect(page.locator(".card .text")).to_have_text("Il va au marché du village.")
    expect(page.locator(".steps .place")).to_have_text("1 of 3")


def test_leaving_a_sentence_saves_it_as_begun(page: Page, file: Path) -> None:
    relabel(page, "vocative")
    page.keyboard.press("n")
    expect(page.locator(".card .text")).to_have_text("Elle dort.")
    text = file.read_text(encoding="utf-8")
    assert "# annotation = begun" in text
    assert labels(file)[0] == "vocative"
    expect(page.locator(".list button").first).to_have_class("begun")
    page.keyboard.press("p")
    expect(word(page.locator(".card"), 1)).to_have_attribute("aria-label", re.compile("vocative of .*, fixed$"))
    assert page.locator(".card path.arc.fixed").count() == 1
    page.keyboard.press("n")
    expect(page.locator(".card .text")).to_have_text("Elle dort.")
    assert file.read_text(encoding="utf-8") == text


def test_what_is_on_screen_survives_a_reload(page: Page, file: Path) -> None:
    relabel(page, "vocative")
    word(page.locator(".card"), 5).focus()
    page.keyboard.press("b")
    expect(page.locator(".card")).to_have_count(2)
    page.reload()
    expect(page.locator(".card .text")).to_have_text(["Il va au marché", "du village."])
    expect(word(page.locator(".card").first, 1)).to_have_attribute("aria-label", re.compile("vocative of .*, fixed$"))
    expect(page.locator(".banner").last).to_contain_text("not saved yet")
    assert file.read_text(encoding="utf-8") == FRENCH
    page.locator(".card").first.get_by_role("button", name="Undo").click()
    expect(page.locator(".card")).to_have_count(1)
    page.reload()
    expect(page.locator(".card .words button")).to_have_count(8)
    assert page.locator(".card path.arc.fixed").count() == 0


def test_what_is_not_saved_yet_is_opened_first(page: Page) -> None:
    page.locator(".list button").nth(1).click()
    expect(page.locator(".card .text")).to_have_text("Elle dort.")
    relabel(page, "vocative")
    page.reload()
    expect(page.locator(".card .text")).to_have_text("Elle dort.")
    expect(page.locator(".banner").last).to_contain_text("not saved yet")


@contextmanager
def process(file: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in a process of its own, which ends without warning; its address."""
    command = [*PROCESS, "annotate", str(file), "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as started:
        try:
            assert started.stdout
            yield started, started.stdout.readline().split()[-1]
        finally:
            started.kill()


def test_the_server_is_killed_and_started_again(browser: BrowserContext, file: Path) -> None:
    with ExitStack() as first:
        server, address = first.enter_context(process(file, 0))
        with open_page(browser, f"{address}/") as page:
            card = page.locator(".card")
            expect(card.locator(".words button")).to_have_count(8)
            relabel(page, "vocative")
            server.kill()
            expect(page.locator("#unreachable")).to_be_visible()
            word(card, 1).focus()
            page.keyboard.press("r")
            expect(card.locator(".message.error")).to_contain_text("arcwalk annotate is running")
            page.get_by_role("button", name="Accept tree").click()
            expect(page.locator(".steps ~ .banner")).to_contain_text("kept in this browser")
            with process(file, urlsplit(address).port or 0):
                expect(page.locator("#unreachable")).to_be_hidden()
                word(card, 1).focus()
                page.keyboard.press("a")
                expect(card.locator(".text")).to_have_text("Elle dort.")
                assert labels(file)[0] == "vocative"


@pytest.fixture
def other(browser: BrowserContext, page: Page) -> Iterator[Page]:
    """The browser of another annotator."""
    context = browser.browser.new_context()  # type: ignore[union-attr]
    other = context.new_page()
    other.goto(page.url)
    expect(other.locator(".card .words button")).to_have_count(8)
    other.get_by_label("Annotator").fill("Ole")
    yield other
    context.close()


@pytest.mark.parametrize(("choice", "expected"), [("Keep mine", "vocative"), ("Take the other", "dislocated")])
def test_two_annotators_change_the_same_sentence(
    page: Page, other: Page, file: Path, choice: str, expected: str
) -> None:
    relabel(page, "vocative")
    relabel(other, "dislocated")
    accept(other)
    expect(page.locator(".banner").last).to_contain_text("Ole has changed this sentence")
    expect(word(page.locator(".card"), 1)).to_have_attribute("aria-label", re.compile("vocative"))
    page.get_by_role("button", name="Accept tree").click()
    conflict = page.get_by_role("alertdialog")
    expect(conflict).to_contain_text("Ole has changed this sentence since you opened it")
    expect(conflict.locator("svg.arcwalk")).to_have_count(2)
    assert conflict.locator("tbody tr").all_text_contents() == ["1 Illabelvocativedislocated"]
    assert labels(file)[0] == "dislocated"
    conflict.get_by_role("button", name=choice).click()
    expect(page.locator(".conflict")).to_have_count(0)
    if choice == "Take the other":
        expect(word(page.locator(".card"), 1)).to_have_attribute("aria-label", re.compile("dislocated"))
    else:
        expect(page.locator(".card .text")).to_have_text("Elle dort.")
    assert labels(file)[0] == expected


def test_a_file_that_another_program_changes(page: Page, file: Path) -> None:
    relabel(page, "vocative")
    file.write_text(FRENCH.replace("Elle dort", "Elle rit").replace("\tdort\t", "\trit\t"), encoding="utf-8")
    expect(page.locator(".list button").nth(1)).to_contain_text("Elle rit.")
    accept(page)
    text = file.read_text(encoding="utf-8")
    assert "\trit\t" in text
    assert labels(file)[0] == "vocative"


def test_a_sentence_that_another_program_removes(page: Page, file: Path) -> None:
    relabel(page, "vocative")
    others = FRENCH.split("\n\n", maxsplit=1)[1]
    file.write_text(others, encoding="utf-8")
    expect(page.locator(".banner").last).to_have_text("This sentence is no longer in its file.")
    page.get_by_role("button", name="Accept tree").click()
    conflict = page.get_by_role("alertdialog")
    expect(conflict.locator("h3")).to_have_text("The sentence is gone")
    expect(conflict.get_by_role("button", name="Copy mine")).to_be_visible()
    conflict.get_by_role("button", name="Leave it").click()
    expect(page.locator(".card .text")).to_have_text("Elle dort.")
    expect(page.locator(".banner:visible")).to_have_count(0)
    assert file.read_text(encoding="utf-8") == others


def test_a_file_that_is_gone_for_a_while(page: Page, file: Path) -> None:
    relabel(page, "vocative")
    moved = file.rename(file.with_suffix(".moved"))
    expect(page.locator("#problem")).to_contain_text("french.conllu: cannot read the file")
    page.get_by_role("button", name="Accept tree").click()
    expect(page.locator(".steps ~ .banner")).to_contain_text("put it back. What is on screen is kept in this browser")
    moved.rename(file)
    expect(page.locator("#problem")).to_be_hidden()
    accept(page)
    assert labels(file)[0] == "vocative"


def test_nothing_to_annotate(browser: BrowserContext) -> None:
    with annotating() as address, open_page(browser, address) as page:
        expect(page.locator("#desk")).to_contain_text("There are no sentences to annotate")
        page.get_by_role("button", name="Progress").click()
        expect(page.get_by_role("dialog", name="Progress")).to_contain_text("Done 0 (0%)")


def test_a_tree_with_two_roots_is_shown_as_such(browser: BrowserContext, file: Path) -> None:
    file.write_text(FRENCH.replace("Plur\t2\tnsubj", "Plur\t0\troot"), encoding="utf-8")
    with annotating(file) as address, open_page(browser, address) as page:
        expect(page.locator(".card .facts").first).to_contain_text("8 words · 8 doubtful")
        page.locator(".list button").last.click()
        expect(page.locator(".card .facts").first).to_contain_text("3 words · 2 roots · finished")


def test_new_sentences_do_not_hide_what_another_saved(page: Page, other: Page, file: Path) -> None:
    relabel(page, "vocative")
    relabel(other, "dislocated")
    more = FRENCH.split("\n\n")[2].replace("f3", "f4") + "\n\n"
    file.write_text(FRENCH + more, encoding="utf-8")
    for own in (page, other):
        expect(own.locator(".list button")).to_have_count(4)
    accept(other)
    expect(page.locator(".banner").last).to_contain_text("Ole has changed this sentence")
    page.get_by_role("button", name="Accept tree").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    assert labels(file)[0] == "dislocated"
