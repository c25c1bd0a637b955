"""The page: from what the user gives to trees."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browsing import (
    TEXT,
    described,
    downloaded,
    downloaded_sentences,
    drag_to,
    needs_browser,
    open_file,
    parse,
    word,
)
from playwright.sync_api import Page, Route, expect

from arcwalk.treebank.arcs.enhanced import with_basic_arc

pytestmark = needs_browser


def test_text_becomes_trees(page: Page) -> None:
    expect(page.locator("#language")).to_have_attribute("placeholder", "en")
    expect(page.locator("#model option")).to_have_text(["english-small-1", "english-gold"])
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
    assert got.pop(0) == given.splitlines()[2].split("\t")
    for before, after in zip(given.splitlines()[3:], got, strict=False):
        columns = before.split("\t")
        assert after[:6] == columns[:6]
        assert after[8] == with_basic_arc(columns[8], ("_", "_"), (after[6], after[7]))
        assert after[9].removeprefix("_").startswith(columns[9].removeprefix("_"))
    assert page.locator("text.tag").all_text_contents() == ["AUX", "PART", ""]


def test_comments_on_their_own_belong_to_a_sentence(page: Page) -> None:
    dog, cat = (f"1\t{form}" + "\t_" * 8 + "\n" for form in ("dog", "cat"))
    given = f"# license: CC\n\n{dog}\n\n# newdoc\n\n# sent_id = 2\n{cat}\n# the end\n\n"
    card = parse(page, given)
    expect(page.locator(".card")).to_have_count(2)
    word(card, 1).focus()
    page.keyboard.press("r")
    expect(word(card, 1)).to_have_attribute("aria-label", "dog, root, attached to the root, fixed")
    saved = downloaded(page, "Download CoNLL-U").decode()
    assert re.sub(r"(?<=dog|cat).*", "", saved) == re.sub(r"(?<=dog|cat).*", "", given)
    assert re.findall(r"(dog|cat)\t.*\t0\t", saved) == ["dog", "cat"]


def test_conllu_may_begin_with_an_empty_node(page: Page) -> None:
    parse(page, "# text = dog\n0.1\tit" + "\t_" * 8 + "\n1\tdog" + "\t_" * 8 + "\n")
    expect(page.locator("#format")).to_have_value("conllu")
    assert downloaded_sentences(page)[0].forms == ("dog",)


def test_given_heads_are_kept_unless_the_user_says_no(page: Page) -> None:
    row = "\t".join(["1", "dog", *["_"] * 4, "0", "odd", "_", "_"])
    page.fill("#data", row)
    expect(page.locator("#keep")).to_be_checked()
    page.uncheck("#keep")
    parse(page, f"# text = dog\n{row}\n")
    expect(page.locator("#keep")).not_to_be_checked()
    expect(page.locator(".card .fixed")).to_have_count(0)
    page.fill("#data", "Dog.")
    card = parse(page, row)
    expect(page.locator("#keep")).to_be_checked()
    expect(word(card, 1)).to_have_attribute("aria-label", "dog, odd, attached to the root, fixed")
    page.fill("#data", row.replace("\t0\t", "\t0x\t"))
    page.click("#parse")
    expect(page.locator("#notice.error")).to_contain_text("'0x'")


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


def change_models(page: Page, change: Callable[[dict[str, Any]], object]) -> None:
    """Load the page again, with another answer to the question for models."""

    def answer(route: Route) -> None:
        known = route.fetch().json()
        change(known)
        route.fulfill(json=known)

    page.route("**/models", answer)
    page.reload()


def test_a_tagger_alone_does_not_parse(page: Page, tmp_path: Path) -> None:
    change_models(page, lambda known: known["models"].update({name: ["tagger"] for name in known["models"]}))
    notice = page.locator("#notice.error")
    expect(notice).to_have_text("The service has no parser: start arcwalk serve with one.")
    page.fill("#data", TEXT)
    page.click("#parse")
    expect(notice).to_have_text("The service has no parser: start arcwalk serve with one.")
    open_file(page, tmp_path / "some.txt", TEXT)
    expect(notice).to_have_text("The service has no parser: start arcwalk serve with one.")


def test_alternatives_are_offered_only_where_there_are_any(page: Page) -> None:
    change_models(page, lambda known: known["details"]["english-small-1"].update(nbest=False))
    expect(page.locator("#model option")).to_have_count(2)
    card = parse(page)
    expect(card.get_by_role("button", name="Accept tree")).to_be_visible()
    expect(card.get_by_role("button", name="Alternatives")).to_have_count(0)


def test_a_busy_service_is_asked_again(page: Page) -> None:
    page.route("**/parse", lambda route: route.fulfill(status=503, headers={"Retry-After": "1"}), times=1)
    parse(page)


def test_messages_of_the_service_are_shown(page: Page) -> None:
    page.fill("#data", "1\tonly\n")
    page.click("#parse")
    expect(page.locator("#notice.error")).to_have_text(re.compile("^line 1: 2 columns instead of 10;"))
    expect(page.locator("#parse")).to_be_focused()


def test_markup_is_text(page: Page) -> None:
    rows = ["<script>alert(1)</script>", '"><img/src=x>', "&amp;"]
    parse(page, "".join(f"{i}\t{form}" + "\t_" * 8 + "\n" for i, form in enumerate(rows, 1)))
    assert page.locator("text.word").all_text_contents() == rows
    assert page.locator("main script, main img").count() == 0
    assert downloaded_sentences(page)[0].forms == tuple(rows)
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
    expect(card.get_by_role("button", name="head: 1 ذهب").locator("bdi")).to_have_text(["1", "ذهب"])


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
    open_file(page, tmp_path / "few.txt", TEXT)
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
