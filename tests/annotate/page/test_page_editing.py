"""The page of annotate: everything about a sentence can be changed, taken back, and is in the file afterwards."""

import re
from pathlib import Path

import pytest
from annotating import FRENCH
from browsing import drag_to, needs_browser, word
from playwright.sync_api import Locator, Page, expect

pytestmark = needs_browser


@pytest.fixture
def card(page: Page) -> Locator:
    return page.locator(".card")


def press(card: Locator, number: int, key: str, typed: str = "") -> None:
    """Press a key on a word, type what is asked for, and wait until it is done."""
    word(card, number).focus()
    card.page.keyboard.press(key)
    if typed:
        card.page.keyboard.press("Control+a")
        card.page.keyboard.type(typed)
        card.page.keyboard.press("Enter")
    settle(card)


def offered(card: Locator, number: int, key: str) -> list[str]:
    """What can be chosen when a key is pressed on a word."""
    word(card, number).focus()
    card.page.keyboard.press(key)
    options = card.page.locator(".chooser").get_by_role("option").all_text_contents()
    card.page.keyboard.press("Escape")
    return options


def settle(card: Locator) -> None:
    expect(card.page.locator(".chooser")).to_have_count(0)
    expect(card.page.locator(".card[aria-busy=true]")).to_have_count(0)


def rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.splitlines() if line[:1].isdigit()]


def accepted(page: Page, file: Path) -> list[str]:
    """Accept what is on screen; the sentences in the file."""
    texts = page.locator(".card .text").all_text_contents()
    for card in page.locator(".card").all():
        card.get_by_role("button", name="Accept tree").click()
        settle(page.locator(".card"))
    expect(page.locator(".card .text")).not_to_have_text(texts)
    return file.read_text(encoding="utf-8").split("\n\n")[:-1]


def test_head_and_label(page: Page, card: Locator, file: Path) -> None:
    drag_to(page, word(card, 7), word(card, 5))
    page.mouse.up()
    expect(word(card, 7)).to_have_attribute("aria-label", re.compile("of marché, fixed$"))
    press(card, 7, "l", "nmod:poss")
    press(card, 2, "r")
    assert "nmod:poss" in offered(card, 3, "l")
    first, *others = accepted(page, file)
    assert [row[6:8] for row in rows(first) if row[0] in ("2", "7")] == [["0", "root"], ["5", "nmod:poss"]]
    assert others == FRENCH.split("\n\n")[1:-1]
    before = rows(FRENCH.split("\n\n", maxsplit=1)[0])
    assert [row[:6] + row[8:] for row in rows(first)] == [row[:6] + row[8:] for row in before]
    assert first.splitlines()[:4] == [*FRENCH.splitlines()[:3], "# annotation = done"]


def test_labels_are_offered_before_there_are_any(card: Locator) -> None:
    assert {"acl", "nsubj", "punct", "root", "xcomp"} <= set(offered(card, 2, "l"))


def test_columns(page: Page, card: Locator, file: Path) -> None:
    press(card, 1, "u", "NOUN")
    press(card, 1, "x", "OWN")
    press(card, 1, "e", "lui")
    press(card, 1, "m", "Case=Nom")
    press(card, 2, "o", "vas")
    assert "OWN" in offered(card, 4, "x")
    word(card, 1).focus()
    card.get_by_role("button", name="Number: Number=Sing").click()
    page.locator(".chooser").get_by_role("option", name="Number=Plur").click()
    settle(card)
    assert "Case=Nom" in offered(card, 5, "m")
    word(card, 4).focus()
    card.get_by_role("button", name="Definite: Definite=Def").click()
    page.locator(".chooser").get_by_role("option", name="remove it").click()
    settle(card)
    first = accepted(page, file)[0]
    assert rows(first)[0][1:6] == ["Il", "lui", "NOUN", "OWN", "Case=Nom|Number=Plur"]
    assert rows(first)[4][5] == "_"
    assert "# text = Il vas au marché du village." in first


def test_what_no_column_can_hold(page: Page, card: Locator, file: Path) -> None:
    word(card, 1).focus()
    page.keyboard.press("e")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("a\tb")
    page.keyboard.press("Enter")
    settle(card)
    word(card, 1).focus()
    page.keyboard.press("m")
    page.keyboard.type("case=nom")
    expect(page.locator(".chooser li")).to_have_text("This cannot be a value.")
    page.keyboard.press("Escape")
    assert rows(accepted(page, file)[0])[0][1:6] == ["Il", "a b", "PRON", "PRO", "Number=Sing"]


def test_attributes_in_misc(page: Page, card: Locator, file: Path) -> None:
    def shown(number: int) -> Locator:
        word(card, number).focus()
        return card.get_by_role("button", name=re.compile("^MISC: "))

    expect(shown(5)).to_have_text("Gloss=market")
    press(card, 5, "i", "Gloss=fair, market|Ref=2")
    press(card, 7, "i", "Gloss=village")
    press(card, 1, "i", "Note")
    for key, expected in (("z", "–"), ("y", "Note")):
        page.keyboard.press(key)
        settle(card)
        expect(shown(1)).to_have_text(expected)
    expect(shown(7)).to_have_text("Gloss=village")
    assert offered(card, 2, "i") == ["no attributes"]
    page.locator(".list button").nth(1).click()
    expect(card.locator(".text")).to_have_text("Elle dort.")
    first, *others = file.read_text(encoding="utf-8").split("\n\n")[:-1]
    assert others == FRENCH.split("\n\n")[1:-1]
    misc = {row[0]: row[9].split("|") for row in rows(first)}
    records = ["HeadConfidence", "LabelConfidence", "PredictedArc"]
    assert [[entry.split("=")[0] for entry in misc[id]] for id in ("2", "6")] == [records, records]
    assert [entry for entry in misc["5"] if entry.split("=")[0] not in records] == ["Gloss=fair, market", "Ref=2"]
    assert len(misc["5"]) == 5
    page.locator(".list button").first.click()
    expect(shown(5)).to_have_text("Gloss=fair, market|Ref=2")
    press(card, 5, "i", "_")
    first = accepted(page, file)[0]
    assert [row[9] for row in rows(first)] == ["Note", "_", "_", "_", "_", "_", "_", "SpaceAfter=No|Gloss=village", "_"]
    assert "# text = Il va au marché du village." in first


def test_why_attributes_are_refused(page: Page, card: Locator, file: Path) -> None:
    word(card, 5).focus()
    page.keyboard.press("i")
    for typed, reason in (
        ("Gloss=a\tRef=2", "a tab or a line break"),
        ("Gloss=a||Ref=2", "a | too many"),
        ("Gloss=a|", "a | too many"),
        ("=a", "=a has no key"),
        ("Gloss = a", "Gloss = a: there are spaces around the key or the value"),
        ("Gloss=a|Gloss=b", "Gloss occurs more than once"),
        ("gloss=a", "Write Gloss instead of gloss"),
        ("Gloss=a|PredictedArc=2:obj", "PredictedArc is kept by arcwalk"),
        ("headconfidence=1", "HeadConfidence is kept by arcwalk"),
        ("PredictedUPOS=NOUN", "PredictedUPOS is kept by arcwalk"),
        ("SpaceAfter=No", "SpaceAfter is kept by arcwalk"),
    ):
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(typed)
        expect(page.locator(".chooser li")).to_contain_text(reason)
        page.keyboard.press("Enter")
        expect(page.locator(".chooser")).to_have_count(1)
    page.keyboard.press("Escape")
    assert rows(accepted(page, file)[0])[5][9] == "Gloss=market"


def test_split_and_join_words(page: Page, card: Locator, file: Path) -> None:
    press(card, 5, "r")
    press(card, 2, "s", "v a")
    expect(word(card, 6)).to_have_attribute("aria-label", "marché, root, attached to the root, fixed")
    press(card, 8, "j")
    first = accepted(page, file)[0]
    assert [row[:2] for row in rows(first)] == [
        ["1", "Il"], ["2", "v"], ["3", "a"], ["4-5", "au"], ["4", "à"], ["5", "le"], ["6", "marché"], ["7", "du"],
        ["8", "village."],
    ]  # fmt: skip
    assert rows(first)[1][9] == "SpaceAfter=No"
    assert "# text = Il va au marché du village." in first


def test_multiword_tokens(page: Page, card: Locator, file: Path) -> None:
    press(card, 6, "s", "de le")
    expect(card.locator("text.multiword")).to_have_text(["au", "du"])
    press(card, 3, "t")
    expect(card.locator("text.multiword")).to_have_text(["du"])
    press(card, 1, "t", "Ilva")
    expect(card.locator("text.multiword")).to_have_text(["Ilva", "du"])
    expect(card.locator(".text")).to_have_text("Ilva àle marché du village.")
    word(card, 1).focus()
    card.get_by_role("button", name="Multiword token: Ilva").click()
    page.keyboard.type("Y va")
    page.keyboard.press("Enter")
    settle(card)
    first = accepted(page, file)[0]
    assert [row[:2] for row in rows(first) if "-" in row[0]] == [["1-2", "Y va"], ["6-7", "du"]]


def test_comments(page: Page, card: Locator, file: Path) -> None:
    card.get_by_text("Comments (3)").click()
    card.get_by_role("textbox", name="Comments").fill(
        "# sent_id = other\nnote = <b>\n# text = Il va au marché du village."
    )
    card.get_by_role("button", name="Set comments").click()
    settle(card)
    first = accepted(page, file)[0]
    assert first.splitlines()[:3] == ["# sent_id = other", "# note = <b>", "# text = Il va au marché du village."]


def test_split_and_join_sentences(page: Page, card: Locator, file: Path) -> None:
    press(card, 5, "b")
    expect(card).to_have_count(2)
    expect(card.locator(".text")).to_have_text(["Il va au marché", "du village."])
    sentences = accepted(page, file)
    assert [rows(each)[0][1] for each in sentences] == ["Il", "du", "Elle", "Ils"]
    assert "# sent_id = f1-2\n# text = du village." in sentences[1]
    expect(page.locator(".list button")).to_have_count(4)
    page.locator(".list button").first.click()
    expect(card.locator(".text")).to_have_text("Il va au marché")
    card.get_by_role("button", name="Join with next sentence").click()
    settle(card)
    expect(card.locator(".text")).to_have_text("Il va au marché du village.")
    sentences = accepted(page, file)
    assert [rows(each)[0][1] for each in sentences] == ["Il", "Elle", "Ils"]
    expect(page.locator(".list button")).to_have_count(3)


def test_all_of_it_can_be_taken_back(page: Page, card: Locator) -> None:
    """Undo and redo go through the same states, also where there are two sentences on screen."""
    states = []

    def state() -> list[str]:
        return card.evaluate_all(
            "all => all.map(a => a.querySelector('.text').textContent + a.querySelector('desc').textContent)"
        )

    states.append(state())
    steps = [
        (2, "r", ""),
        (1, "u", "NOUN"),
        (2, "s", "v a"),
        (7, "s", "de le"),
        (2, "j", ""),
        (1, "t", "Ilv"),
        (5, "b", ""),
    ]
    for number, key, typed in steps:
        press(card.first, number, key, typed)
        states.append(state())
    expect(card).to_have_count(2)
    for expected in reversed(states[:-1]):
        page.keyboard.press("z")
        settle(card)
        assert state() == expected
    for expected in states[1:]:
        page.keyboard.press("y")
        settle(card)
        assert state() == expected


def test_what_cannot_be_done_is_said(card: Locator) -> None:
    press(card, 2, "j")
    expect(card.locator(".message.error")).to_have_text(re.compile("Only one of the two is in a multiword token"))
    for key in "jb":
        press(card, 8, key)
        expect(card.locator(".message.error")).to_have_text("There is no word after it.")
        press(card, 2, "j")
    press(card, 3, "b")
    expect(card.locator(".message.error")).to_have_text(re.compile("cannot end within a multiword token"))
    expect(card).to_have_count(1)
