"""The page of the service in a real browser, against the service itself."""

import re
import shutil
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
import uvicorn

from arcwalk import Sentence, sample
from arcwalk.service.models import Models
from arcwalk.service.routes import make_application
from arcwalk.service.server import bind
from arcwalk.service.setup import Setup

pytest.importorskip("playwright", reason="the page is tested with Playwright, e.g. pip install playwright")

from playwright.sync_api import BrowserContext, Locator, Page, Route, expect, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

PATIENCE = 60_000  # milliseconds: a busy machine is slow, not wrong

TEXT = "The old man saw the girl with the telescope. She sleeps in the park."
SVG = "{http://www.w3.org/2000/svg}"

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium, e.g. apt install chromium")


@pytest.fixture(scope="module")
def address(models: Models) -> Iterator[str]:
    bound = bind("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(make_application(Setup(models)), log_level="error"))
    thread = threading.Thread(target=server.run, args=([bound],))
    thread.start()
    yield f"http://127.0.0.1:{bound.getsockname()[1]}/"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[BrowserContext]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser.new_context(viewport={"width": 1280, "height": 800})
        browser.close()


@pytest.fixture
def page(browser: BrowserContext, address: str) -> Iterator[Page]:
    """A fresh page, which must cause no errors and ask no other host for anything."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("dialog", lambda dialog: (problems.append(dialog.message), dialog.accept()))
    page.on("console", lambda message: problems.append(message.text) if _is_problem(message.text) else None)
    page.on("request", lambda sent: problems.append(sent.url) if not sent.url.startswith((address, "blob:")) else None)
    page.goto(address)
    expect(page.locator("#model option")).to_have_text(["english-small-1", "english-gold"])
    yield page
    page.close()
    assert not problems


def _is_problem(text: str) -> bool:
    """Whether the browser reports something else than a refusal of the service."""
    return "status of 400" not in text and "status of 503" not in text


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


def test_text_becomes_trees(page: Page) -> None:
    card = parse(page)
    expect(page.locator("#summary")).to_contain_text("2 sentences")
    expect(page.locator(".card")).to_have_count(2)
    assert described(card)[0].startswith("The, ")
    assert re.search(r" of \w+, confidence \d\.\d\d$", described(card)[0])
    expect(card.locator("svg.arcwalk path.arc")).to_have_count(10)
    sentences = downloaded_sentences(page)
    assert [sentence.text for sentence in sentences] == re.findall(r"\S.*?\.", TEXT)
    assert [sentence.id for sentence in sentences] == ["1", "2"]
    assert all(token.confidence is not None for sentence in sentences for token in sentence)


def test_a_sentence_to_try(page: Page) -> None:
    page.get_by_role("button", name="Try an example").click()
    expect(page.locator(".card")).to_have_count(2)


def test_columns_of_conllu_are_preserved(page: Page) -> None:
    rows = [
        "1-2\tdidn't" + "\t_" * 8,
        "1\tdid\tdo\tAUX\tVX\tTense=Past\t_\t_\t0:x\tA=1",
        "2\tn't\tnot\tPART\tNEG\t_\t_\t_\t_\t_",
    ]
    given = "# sent_id = mine\n# note = kept\n" + "\n".join(rows) + "\n3\tsleep" + "\t_" * 8 + "\n\n"
    parse(page, given)
    expect(page.locator("#format")).to_have_value("conllu")
    (sentence,) = downloaded_sentences(page)
    assert sentence.id == "mine"
    assert sentence.lines[1] == "# note = kept\n"
    got = [line.rstrip("\n").split("\t") for line in sentence.lines if line[0].isdigit()]
    for before, after in zip(given.splitlines()[2:], got, strict=False):
        columns = before.split("\t")
        assert after[:6] + after[8:9] == columns[:6] + columns[8:9]
        assert after[9].removeprefix("_").startswith(columns[9].removeprefix("_"))
    assert page.locator("text.tag").all_text_contents() == ["AUX", "PART", ""]


def test_other_columns_are_refused(page: Page) -> None:
    page.fill("#data", "# global.columns = ID FORM HEAD DEPREL\n1\tSleep\t_\t_\n\n")
    page.click("#parse")
    expect(page.locator("#notice")).to_contain_text("use arcwalk parse for CoNLL-U Plus")
    expect(page.locator(".card")).to_have_count(0)


def test_the_format_can_be_changed(page: Page) -> None:
    page.select_option("#format", "lines")
    parse(page, "She sleeps\nHe sings")
    expect(page.locator(".card")).to_have_count(2)


def test_a_model_that_needs_tags_says_so(page: Page) -> None:
    page.select_option("#model", "english-gold")
    page.fill("#data", "She sleeps.")
    expect(page.locator("#notice")).to_have_text(
        "The model english-gold needs words with tags: give CoNLL-U, or choose english-small-1."
    )
    page.get_by_role("button", name="Try an example").click()
    expect(page.locator(".card")).to_have_count(1)


def test_dragging_fixes_an_arc_and_the_rest_is_parsed_anew(page: Page) -> None:
    card = parse(page)
    before = arcs(card)
    drag_to(page, word(card, 9), word(card, 6))
    expect(card.locator(".band-arc")).to_have_count(1)
    with page.expect_request("**/parse") as sent:
        page.mouse.up()
    expect(word(card, 9)).to_have_attribute("aria-label", re.compile(r"^telescope, \S+ of girl, fixed$"))
    asked = sent.value.post_data_json
    assert (asked["keep"], asked["confidence"]) == (True, True)
    rows = [line.split("\t") for line in asked["data"].splitlines() if line[:1].isdigit()]
    assert [row[6:8] for row in rows if row[6] != "_"] == [["6", "_"]]
    assert card.locator("path.arc.fixed").get_attribute("data-word") == "9"
    expect(word(card, 9)).to_be_focused()
    after = arcs(card)

    drag_to(page, word(card, 1), word(card, 4))
    page.mouse.up()
    expect(word(card, 1)).to_have_attribute("aria-label", re.compile("of saw, fixed$"))
    assert "of girl, fixed" in described(card)[8]
    for key, expected in (("z", after), ("Control+z", before), ("Control+Shift+Z", after)):
        page.keyboard.press(key)
        expect(word(card, 1)).to_have_attribute("aria-label", re.compile("^" + re.escape(expected[0])))
        assert arcs(card) == expected
    saved = downloaded_sentences(page)[0]
    assert (saved[8].head_id, saved[8].confidence) == (6, None)
    assert saved[7].confidence is not None


def test_dropping_at_the_top_makes_a_root(page: Page) -> None:
    card = parse(page)
    box = card.locator(".tree-box").bounding_box()
    assert box
    drag(page, word(card, 3), box["x"] + 200, box["y"] + 8)
    page.mouse.up()
    expect(word(card, 3)).to_have_attribute("aria-label", "man, root, attached to the root, fixed")
    assert sum("attached to the root" in each for each in arcs(card)) == 1


def test_a_drag_can_be_canceled(page: Page) -> None:
    card = parse(page)
    before = described(card)
    drag_to(page, word(card, 9), word(card, 6))
    page.keyboard.press("Escape")
    expect(card.locator(".band-arc")).to_have_count(0)
    page.mouse.up()
    drag(page, word(card, 9), 5, 5)
    page.mouse.up()
    assert described(card) == before


def test_dragging_with_a_finger(page: Page) -> None:
    card = parse(page)
    word(card, 9).scroll_into_view_if_needed()
    start, end = word(card, 9).bounding_box(), word(card, 6).bounding_box()
    assert start
    assert end
    screen = page.context.new_cdp_session(page)

    def touch(kind: str, *places: float) -> None:
        points = [{"x": x, "y": start["y"] + 10} for x in places]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start["x"] + 10)
    touch("touchMove", (start["x"] + end["x"]) / 2)
    touch("touchMove", end["x"] + 10)
    expect(card.locator(".band-arc")).to_have_count(1)
    touch("touchEnd")
    expect(word(card, 9)).to_have_attribute("aria-label", re.compile("of girl, fixed$"))


def test_correcting_by_keyboard(page: Page) -> None:
    card = parse(page)
    word(card, 1).focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(word(card, 9)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(card.locator(".message")).to_have_text("head: old")
    page.keyboard.press("Escape")
    expect(card.locator(".band-arc")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(word(card, 9)).to_have_attribute("aria-label", re.compile(r"^telescope, \S+ of The, fixed$"))
    expect(word(card, 9)).to_be_focused()
    page.keyboard.press("r")
    expect(word(card, 9)).to_have_attribute("aria-label", "telescope, root, attached to the root, fixed")
    page.keyboard.press("f")
    expect(card.locator(".fixed")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator(".card").nth(1).locator(".words button:focus")).to_have_count(1)


def test_labels_are_chosen_from_a_list(page: Page) -> None:
    card = parse(page)
    head = arcs(card)[2].split(" of ")[1]
    card.locator("text.label[data-word='3']").click()
    page.locator(".chooser").get_by_role("option", name="appos", exact=True).click()
    expect(word(card, 3)).to_have_attribute("aria-label", f"man, appos of {head}, fixed")
    page.keyboard.press("l")
    page.keyboard.type("nsubj:pas")
    page.keyboard.press("Enter")
    expect(word(card, 3)).to_have_attribute("aria-label", f"man, nsubj:pass of {head}, fixed")
    page.keyboard.press("l")
    page.keyboard.type("my:own")
    page.keyboard.press("Enter")
    expect(word(card, 3)).to_have_attribute("aria-label", f"man, my:own of {head}, fixed")
    card.get_by_role("button", name="head: ").click()
    page.keyboard.type("girl")
    page.keyboard.press("Enter")
    expect(word(card, 3)).to_have_attribute("aria-label", re.compile("of girl, fixed$"))


def test_an_impossible_arc_is_refused_and_nothing_changes(page: Page) -> None:
    card = parse(page)
    drag_to(page, word(card, 1), word(card, 2))
    page.mouse.up()
    expect(word(card, 1)).to_have_attribute("aria-label", re.compile("of old, fixed$"))
    before = described(card)
    drag_to(page, word(card, 2), word(card, 1))
    page.mouse.up()
    expect(card.locator(".message.error")).to_contain_text("cycle")
    assert described(card) == before


def test_accepting_and_releasing(page: Page) -> None:
    card = parse(page)
    before = arcs(card)
    card.get_by_role("button", name="Accept tree").click()
    expect(card.locator("path.arc.fixed")).to_have_count(10)
    assert card.locator(".unsure, .doubtful").count() == 0
    assert arcs(card) == before
    assert all(token.confidence is None for token in downloaded_sentences(page)[0])
    card.get_by_role("button", name="Release all").click()
    expect(card.locator("path.arc.fixed")).to_have_count(0)
    assert arcs(card) == before


def test_corrections_are_not_lost_unasked(page: Page) -> None:
    card = parse(page)
    card.get_by_role("button", name="Accept tree").click()
    expect(card.locator("path.arc.fixed")).to_have_count(10)
    page.evaluate("window.confirm = (text) => { window.asked = text; return false; }")
    page.click("#parse")
    assert "have not been downloaded" in page.evaluate("window.asked")
    expect(card.locator("path.arc.fixed")).to_have_count(10)
    downloaded(page, "Download CoNLL-U")
    page.click("#parse")
    expect(card.locator("path.arc.fixed")).to_have_count(0)


def test_alternatives_can_be_taken_over(page: Page) -> None:
    card = parse(page)
    before = arcs(card)
    card.get_by_role("button", name="Alternatives").click()
    items = card.locator(".alternatives li")
    expect(items.first).to_be_visible()
    assert items.count() == 4
    with page.expect_response("**/parse"):
        items.nth(2).locator(".look").click()
        expect(items.nth(2).locator("svg.arcwalk .arc.changed").first).to_be_visible()
        changed = items.nth(2).locator("svg.arcwalk .arc.changed").evaluate_all("all => all.map(a => a.dataset.word)")
        items.nth(2).get_by_role("button", name="Take over").click()
    expect(card.locator("path.arc.fixed").first).to_be_attached()
    different = [str(i) for i, (old, new) in enumerate(zip(before, arcs(card), strict=True), 1) if old != new]
    assert sorted(different) == sorted(changed)
    card.get_by_role("button", name="Undo").click()
    expect(card.locator("path.arc.fixed")).to_have_count(0)
    assert arcs(card) == before


def test_edits_wait_for_each_other(page: Page) -> None:
    card = parse(page)
    held: list[Route] = []
    page.route("**/parse", lambda route: held.append(route), times=1)
    drag_to(page, word(card, 1), word(card, 4))
    page.mouse.up()
    expect(card).to_have_attribute("aria-busy", "true")
    drag_to(page, word(card, 9), word(card, 6))
    page.mouse.up()
    assert len(held) == 1
    held[0].continue_()
    expect(word(card, 9)).to_have_attribute("aria-label", re.compile("of girl, fixed$"))
    expect(word(card, 1)).to_have_attribute("aria-label", re.compile("of saw, fixed$"))
    expect(card).to_have_attribute("aria-busy", "false")


def test_a_busy_service_is_asked_again(page: Page) -> None:
    page.route("**/parse", lambda route: route.fulfill(status=503, headers={"Retry-After": "1"}), times=1)
    parse(page)


def test_messages_of_the_service_are_shown(page: Page) -> None:
    page.fill("#data", "1\tonly\n")
    page.click("#parse")
    expect(page.locator("#notice.error")).to_contain_text("2 columns instead of 10")


def test_pictures(page: Page) -> None:
    card = parse(page)
    card.get_by_role("button", name="Accept tree").click()
    expect(card.locator("path.arc.fixed")).to_have_count(10)
    picture = ElementTree.fromstring(downloaded(page, "Download SVG"))
    texts = [each.text for each in picture.iter(f"{SVG}text") if each.get("class") == "word"]
    assert " ".join(filter(None, texts)) == "The old man saw the girl with the telescope ."
    classes = [each.get("class", "").split() for each in picture.iter(f"{SVG}path")]
    assert all("fixed" in each and not {"selected", "changed"} & {*each} for each in classes)
    style = picture.find(f".//{SVG}style")
    assert style is not None
    assert ".fixed" in (style.text or "")
    image = downloaded(page, "Download PNG")
    assert image.startswith(b"\x89PNG")
    assert struct.unpack(">II", image[16:24]) == (2 * int(picture.attrib["width"]), 2 * int(picture.attrib["height"]))
    assert len(image) > 5000


def test_copying(page: Page) -> None:
    parse(page)
    page.get_by_role("button", name="Copy CoNLL-U").click()
    expect(page.locator("#copy")).to_have_text("Copied")
    page.locator("#data").focus()
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+v")
    expect(page.locator("#data")).to_have_value(downloaded(page, "Download CoNLL-U").decode())
    expect(page.locator("#keep")).to_be_checked()


def test_worklist_has_the_most_doubtful_first_and_keeps_the_order_of_the_file(page: Page, tmp_path: Path) -> None:
    sentences = sample(120, seed=5)
    path = tmp_path / "many.conllu"
    path.write_text("".join(map(str, sentences)), encoding="utf-8")
    page.set_input_files("#file", path)
    expect(page.locator("#summary")).to_have_text("many.conllu: 120 sentences, 0 done")
    expect(page.locator(".list li")).to_have_count(50)
    doubts = [float(each) for each in page.locator(".list .mark").all_text_contents()]
    assert doubts == sorted(doubts, reverse=True)
    assert doubts[0] > doubts[-1]

    card = page.locator(".card")
    first, second = (page.locator(".list .snippet").nth(place).text_content() for place in (0, 1))
    expect(card.locator("h3")).to_have_text(first or "")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(card.locator("h3")).to_have_text(second or "")
    page.get_by_role("button", name="Previous", exact=True).click()
    expect(card.locator("h3")).to_have_text(first or "")
    page.keyboard.press("Tab")
    expect(card.locator(".words button").first).to_be_visible()
    card.get_by_role("button", name="Accept tree").click()
    expect(card.locator("h3")).to_have_text(second or "")
    expect(page.locator("#summary")).to_have_text("many.conllu: 120 sentences, 1 done")
    expect(page.locator(".list button").first).to_have_class("done")
    expect(card.locator(".words button:focus")).to_have_count(1)
    page.keyboard.press("n")
    expect(page.locator(".steps")).to_contain_text("3 of 120")

    saved = downloaded(page, "Download CoNLL-U").decode()
    assert [line for line in saved.splitlines() if line.startswith("# text")] == [
        f"# text = {sentence.text}" for sentence in sentences
    ]
    again = tmp_path / "again.conllu"
    again.write_text(saved, encoding="utf-8")
    page.set_input_files("#file", again)
    expect(page.locator("#summary")).to_have_text("again.conllu: 120 sentences, 1 done")
    page.get_by_role("button", name="Next page").click()
    page.get_by_role("button", name="Next page").click()
    expect(page.locator(".list .done .snippet")).to_have_text(first or "")


def test_parsing_a_file_can_be_stopped(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("She sleeps.\n\n" * 150, encoding="utf-8")
    seen: list[Route] = []

    def hold_second(route: Route) -> None:
        seen.append(route)
        if len(seen) != 2:
            route.continue_()

    page.route("**/parse", hold_second)
    page.set_input_files("#file", path)
    expect(page.locator("#parsed-so-far")).to_have_text("100 sentences parsed")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#summary")).to_have_text("text.txt: 100 sentences, 0 done")
    expect(page.locator("#notice")).to_contain_text("Stopped: 100 sentences")
    assert downloaded_sentences(page)[-1].id == "100"


def test_a_long_sentence(page: Page) -> None:
    card = parse(page, "the cat and " * 66 + "the cat.")
    expect(card.locator(".words button")).to_have_count(201)
    word(card, 1).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(word(card, 1)).to_have_attribute("aria-label", re.compile("of cat, fixed$"))
    assert downloaded_sentences(page)[0][0].head_id == 200
    assert downloaded(page, "Download PNG").startswith(b"\x89PNG")


def test_markup_is_text(page: Page) -> None:
    rows = ["<script>alert(1)</script>", '"><img/src=x>', "&amp;"]
    parse(page, "".join(f"{i}\t{form}" + "\t_" * 8 + "\n" for i, form in enumerate(rows, 1)))
    assert page.locator("text.word").all_text_contents() == rows
    assert page.locator("main script, main img").count() == 0
    assert downloaded_sentences(page)[0].forms == rows
    card = parse(page, "<b>bold</b> <script>alert(2)</script>")
    expect(card.locator("h3")).to_have_text("<b>bold</b> <script>alert(2)</script>")
    assert page.locator("main script, main b").count() == 0


def test_arabic_is_drawn_from_right_to_left(page: Page) -> None:
    card = parse(page, "ذهب الولد إلى المدرسة")
    expect(card.locator(".tree-box")).to_have_attribute("dir", "rtl")
    first, second = (word(card, number).evaluate("own => own.offsetLeft") for number in (1, 2))
    assert first > second
    word(card, 1).focus()
    page.keyboard.press("ArrowLeft")
    expect(word(card, 2)).to_be_focused()
    drag_to(page, word(card, 4), word(card, 1))
    page.mouse.up()
    expect(word(card, 4)).to_have_attribute("aria-label", re.compile("of ذهب, fixed$"))


def test_a_phone_needs_no_sideways_scrolling(page: Page, tmp_path: Path) -> None:
    def is_too_wide() -> bool:
        return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))

    page.set_viewport_size({"width": 390, "height": 844})
    assert not is_too_wide()
    card = parse(page, TEXT)
    word(card, 9).click()
    expect(card.locator(".inspector")).to_be_visible()
    card.get_by_role("button", name="Alternatives").click()
    expect(card.locator(".alternatives li").first).to_be_visible()
    page.locator(".help summary").click()
    assert not is_too_wide()
    path = tmp_path / "few.txt"
    path.write_text(TEXT, encoding="utf-8")
    page.set_input_files("#file", path)
    expect(page.locator(".list li")).to_have_count(2)
    assert not is_too_wide()


def test_sentences_can_be_filtered_by_doubt(page: Page) -> None:
    card = parse(page, "She sleeps.\n\ncat the quickly blorb of zonk which and the")
    expect(page.locator("#summary")).to_have_text("2 sentences, 2 with doubtful arcs")
    card.get_by_role("button", name="Accept tree").click()
    expect(page.locator("#summary")).to_have_text("2 sentences, 1 with doubtful arcs")
    page.check("#filter")
    expect(card).to_be_hidden()
    expect(page.locator(".card").nth(1)).to_be_visible()
