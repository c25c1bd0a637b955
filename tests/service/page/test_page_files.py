"""The page: files in, files out, and the worklist between them."""

import gzip
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
from browsing import described, downloaded, downloaded_sentences, needs_browser, open_file, parse, word
from playwright.sync_api import Page, Route, expect

from arcwalk import Sentence, sample

pytestmark = needs_browser

SVG = "{http://www.w3.org/2000/svg}"


def without_tree(sentence: Sentence) -> Sentence:
    return sentence.with_tree([-1] * len(sentence), ["_"] * len(sentence))


def test_worklist_has_the_most_doubtful_first_and_keeps_the_order_of_the_file(page: Page, tmp_path: Path) -> None:
    sentences = [without_tree(sentence) for sentence in sample(120, seed=5)]
    open_file(page, tmp_path / "many.conllu", "".join(map(str, sentences)))
    expect(page.locator("#summary")).to_have_text("many.conllu: 120 sentences, 0 finished")
    expect(page.locator(".list li")).to_have_count(50)
    doubts = [float(each.rstrip("%")) for each in page.locator(".list .mark").all_text_contents()]
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
    expect(page.locator("#summary")).to_have_text("many.conllu: 120 sentences, 1 finished")
    expect(page.locator(".list button").first).to_have_class("finished")
    expect(card.locator(".words button:focus")).to_have_count(1)
    page.keyboard.press("n")
    expect(page.locator(".steps")).to_contain_text("3 of 120")
    page.get_by_role("button", name="Next page").press("Enter")
    page.get_by_role("button", name="Next page").press("Enter")
    expect(page.locator(".list button").first).to_be_focused()

    saved = downloaded(page, "Download CoNLL-U").decode()
    assert [line for line in saved.splitlines() if line.startswith("# text")] == [
        f"# text = {sentence.text}" for sentence in sentences
    ]
    open_file(page, tmp_path / "again.conllu", saved)
    expect(page.locator("#summary")).to_have_text("again.conllu: 120 sentences, 1 finished")
    page.get_by_role("button", name="Next page").click()
    page.get_by_role("button", name="Next page").click()
    expect(page.locator(".list .finished .snippet")).to_have_text(first or "")


def test_parsing_a_file_can_be_stopped(page: Page, tmp_path: Path) -> None:
    seen: list[Route] = []

    def hold_second(route: Route) -> None:
        seen.append(route)
        if len(seen) != 2:
            route.continue_()

    page.route("**/parse", hold_second)
    open_file(page, tmp_path / "text.txt", "She sleeps.\n\n" * 150)
    expect(page.locator("#parsed-so-far")).to_have_text("100 sentences parsed")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#summary")).to_have_text("text.txt: 100 sentences, 0 finished")
    expect(page.locator("#notice")).to_contain_text("Stopped: 100 sentences")
    assert downloaded_sentences(page)[-1].id == "100"


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


def test_a_correction_that_is_under_way_is_not_lost_unasked(page: Page) -> None:
    card = parse(page)
    held: list[Route] = []
    page.route("**/parse", lambda route: held.append(route), times=1)
    word(card, 9).focus()
    page.keyboard.press("r")
    expect(card).to_have_attribute("aria-busy", "true")
    page.evaluate("window.confirm = (text) => { window.asked = text; return false; }")
    page.click("#parse")
    assert "have not been downloaded" in page.evaluate("window.asked")
    held[0].continue_()
    expect(card.locator("path.arc.fixed")).to_have_attribute("data-word", "9")


def test_nothing_can_be_corrected_while_other_input_is_parsed(page: Page) -> None:
    card = parse(page)
    held: list[Route] = []
    page.route("**/parse", lambda route: held.append(route), times=1)
    page.click("#parse")
    expect(page.locator("#stop")).to_be_visible()
    before = described(card)
    word(card, 9).evaluate("own => own.focus()")
    page.keyboard.press("f")
    accept = card.locator(".accept").bounding_box()
    assert accept
    page.mouse.click(accept["x"] + 5, accept["y"] + 5)
    assert described(card) == before
    page.click("#stop")
    expect(page.locator("#parse")).to_be_enabled()
    card.get_by_role("button", name="Accept tree").click()
    expect(card.locator("path.arc.fixed")).to_have_count(10)


def test_pictures(page: Page) -> None:
    card = parse(page)
    card.get_by_role("button", name="Accept tree").click()
    expect(card.locator("path.arc.fixed")).to_have_count(10)
    svg = downloaded(page, "Download SVG")
    assert b"confidence" not in svg
    picture = ElementTree.fromstring(svg)
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
    page.emulate_media(color_scheme="dark")
    assert downloaded(page, "Download PNG") == image


def test_copying(page: Page) -> None:
    parse(page)
    page.get_by_role("button", name="Copy CoNLL-U").click()
    expect(page.locator("#copy")).to_have_text("Copied")
    page.locator("#data").focus()
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+v")
    expect(page.locator("#data")).to_have_value(downloaded(page, "Download CoNLL-U").decode())
    expect(page.locator("#keep")).to_be_checked()


def test_a_finished_file_is_finished_when_it_is_opened_again(page: Page, tmp_path: Path) -> None:
    open_file(page, tmp_path / "text.txt", "She sleeps. He sings.")
    card = page.locator(".card")
    for place in (1, 2):
        expect(page.locator(".steps")).to_contain_text(f"{place} of 2")
        card.get_by_role("button", name="Accept tree").click()
        expect(page.locator("#summary")).to_have_text(f"text.txt: 2 sentences, {place} finished")
    saved = downloaded(page, "Download CoNLL-U").decode()
    open_file(page, tmp_path / "done.conllu", saved)
    expect(page.locator("#summary")).to_have_text("done.conllu: 2 sentences, 2 finished")
    assert downloaded(page, "Download CoNLL-U").decode() == saved
    page.click("#unfold")
    page.uncheck("#keep")
    open_file(page, tmp_path / "again.conllu", saved)
    expect(page.locator("#summary")).to_have_text("again.conllu: 2 sentences, 0 finished")


def test_an_error_in_a_file_names_its_line_and_keeps_what_was_parsed(page: Page, tmp_path: Path) -> None:
    row = "1\tdog" + "\t_" * 8 + "\n"
    good, bad = f"# newpar\n\n# text = dog\n{row}\n\n", f"{row}{row}\n"
    open_file(page, tmp_path / "long.conllu", good * 110 + bad + good * 10)
    expect(page.locator("#summary")).to_have_text("long.conllu: 100 sentences, 0 finished")
    expect(page.locator("#notice.error")).to_contain_text(f"line {110 * good.count(chr(10)) + 2}: ")
    expect(page.locator("#notice.error")).to_contain_text("Stopped: 100 sentences parsed, the others are left out.")


@pytest.mark.parametrize("name", ["latin1.txt", "latin1.txt.gz"])
def test_files_must_be_utf_8(page: Page, tmp_path: Path, name: str) -> None:
    content = "Größe".encode("latin-1")
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    page.set_input_files("#file", tmp_path / name)
    expect(page.locator("#notice.error")).to_have_text(
        f"{name} cannot be read; give a text file in UTF-8, or one compressed by gzip."
    )


def test_work_keeps_its_name_if_another_parse_comes_to_nothing(page: Page, tmp_path: Path) -> None:
    open_file(page, tmp_path / "mine.txt", "She sleeps. He sings.")
    page.locator(".card").get_by_role("button", name="Accept tree").click()
    expect(page.locator("#summary")).to_have_text("mine.txt: 2 sentences, 1 finished")
    page.evaluate("window.confirm = () => false")
    page.click("#unfold")
    page.fill("#data", "Something else.")
    page.click("#parse")
    open_file(page, tmp_path / "other.txt", "Something else.")
    page.locator(".card").get_by_role("button", name="Accept tree").click()
    expect(page.locator("#summary")).to_have_text("mine.txt: 2 sentences, 2 finished")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download CoNLL-U").click()
    assert download.value.suggested_filename == "mine.conllu"


def test_accepting_twice_skips_no_sentence(page: Page, tmp_path: Path) -> None:
    open_file(page, tmp_path / "three.txt", "She sleeps. He sings. They run.")
    card = page.locator(".card")
    expect(card.locator(".words button").first).to_be_visible()
    held: list[Route] = []
    page.route("**/parse", lambda route: held.append(route), times=1)
    card.locator(".words button").first.focus()
    page.keyboard.type("raa")
    expect(card).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    expect(page.locator("#summary")).to_have_text("three.txt: 3 sentences, 1 finished")
    expect(page.locator(".steps")).to_contain_text("2 of 3")
    expect(card.locator(".words button:focus")).to_have_count(1)
    expect(page.locator(".steps")).to_contain_text("2 of 3")


@pytest.mark.parametrize("line_end", [".", ""], ids=["sentences end with lines", "no sentence ends"])
def test_a_long_text_without_blank_lines_is_sent_in_parts(page: Page, tmp_path: Path, line_end: str) -> None:
    sent: list[str] = []

    def answer(route: Route) -> None:
        sent.append(route.request.post_data_json["data"])
        route.fulfill(json={"model": "", "sentences": []})

    page.route("**/parse", answer)
    text = f"A sentence that goes\non in the next line{line_end}\n" * 20_000 + "The end.\n"
    with page.expect_request(lambda request: "The end." in (request.post_data or "")):
        open_file(page, tmp_path / "long.txt", text)
    expect(page.locator("#parse")).to_be_enabled()
    assert "".join(sent) == text
    assert max(map(len, sent)) < 100_000
    if line_end:
        assert all(part.endswith(".\n") for part in sent)
