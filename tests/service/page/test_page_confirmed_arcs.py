"""The page: which arcs in a file are somebody's decision, and which are a parser's guess."""

import re
from pathlib import Path

import pytest
from browsing import described, downloaded, drag_to, needs_browser, open_file, parse, word
from playwright.sync_api import Page, expect

pytestmark = needs_browser


def rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.splitlines() if line[:1].isdigit()]


def with_column(text: str, number: str, column: int, value: str) -> str:
    """The text with another value in one column of a word, as an editor would change it."""
    lines = text.splitlines(keepends=True)
    for place, line in enumerate(lines):
        row = line.split("\t")
        if row[0] == number:
            row[column] = value
            lines[place] = "\t".join(row)
    return "".join(lines)


def test_arcs_of_the_parser_are_recorded_as_predicted(page: Page) -> None:
    card = parse(page, "She sleeps in the park.")
    word(card, 1).focus()
    page.keyboard.press("f")
    expect(card.locator("path.arc.fixed")).to_have_count(1)
    first, *others = rows(downloaded(page, "Download CoNLL-U").decode())
    assert first[9] == "_"
    for row in others:
        misc = dict(entry.split("=") for entry in row[9].split("|"))
        assert misc["PredictedArc"] == f"{row[6]}:{row[7]}"
        assert 0 <= float(misc["HeadConfidence"]) <= 1


@pytest.mark.parametrize(("column", "value"), [(6, "4"), (7, "my:own")], ids=["head", "label"])
def test_an_arc_that_was_changed_in_an_editor_is_kept(page: Page, tmp_path: Path, column: int, value: str) -> None:
    card = parse(page, "She sleeps in the park.")
    saved = downloaded(page, "Download CoNLL-U").decode()
    edited = with_column(saved, "3", column, value)
    assert edited != saved
    open_file(page, tmp_path / "edited.conllu", edited)
    expect(page.locator("#summary")).to_have_text("edited.conllu: 1 sentence, 0 finished")
    expect(page.locator("#keep")).to_be_checked()
    expect(card.locator("path.arc.fixed")).to_have_attribute("data-word", "3")
    head, label = rows(edited)[2][6:8]
    assert described(card)[2] == f"in, {label} of {('She', 'sleeps', 'in', 'the', 'park')[int(head) - 1]}, fixed"
    kept = rows(downloaded(page, "Download CoNLL-U").decode())[2]
    assert kept[6:10] == [head, label, "_", "_"]


@pytest.mark.parametrize(
    ("misc", "is_fixed"),
    [
        ("_", True),
        ("Gloss=x", True),
        ("NotHeadConfidence=0.50", True),
        ("PredictedArc=0:a|Gloss=x", True),
        ("HeadConfidence=0.50", False),
        ("Gloss=x|HeadConfidence=0.50|PredictedArc=0:a", False),
        ("HeadConfidence=0.50|PredictedArc=2:a", True),
        ("HeadConfidence=0.50|PredictedArc=0:b", True),
        (r"HeadConfidence=0.50|PredictedArc=0:a\p", True),
    ],
)
def test_what_counts_as_somebodys_decision(page: Page, misc: str, is_fixed: bool) -> None:
    row = "\t".join(["1", "dog", *["_"] * 4, "0", "a", "_", misc])
    card = parse(page, f"{row}\n\n")
    expect(card.locator("path.arc")).to_have_count(1)
    expect(card.locator("path.arc.fixed")).to_have_count(int(is_fixed))


def test_bars_in_labels_are_escaped(page: Page, tmp_path: Path) -> None:
    row = "\t".join(["1", "dog", *["_"] * 4, "0", r"a|\b", "_", r"HeadConfidence=0.50|PredictedArc=0:a\p\\b"])
    card = parse(page, f"{row}\n\n")
    expect(card.locator("path.arc")).to_have_count(1)
    expect(card.locator("path.arc.fixed")).to_have_count(0)
    changed = row.replace("\t0\ta|", "\t0\ta|a|")
    open_file(page, tmp_path / "dog.conllu", f"{changed}\n\n")
    expect(card.locator("path.arc.fixed")).to_have_count(1)


def test_finished_sentences_can_be_downloaded_alone(page: Page, tmp_path: Path) -> None:
    open_file(page, tmp_path / "three.txt", "She sleeps. He sings. They run.")
    card = page.locator(".card")
    finished = page.get_by_role("button", name="Download finished")
    expect(finished).to_be_disabled()
    page.locator(".list button", has_text="He sings.").click()
    card.get_by_role("button", name="Accept tree").click()
    expect(page.locator("#summary")).to_have_text("three.txt: 3 sentences, 1 finished")
    page.locator(".list button", has_text="They run.").click()
    word(card, 1).focus()
    page.keyboard.press("f")
    expect(card.locator("path.arc.fixed")).to_have_count(1)
    with page.expect_download() as download:
        finished.click()
    assert download.value.suggested_filename == "three-finished.conllu"
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("# text")] == ["# text = He sings."]
    assert [row[9] for row in rows(text)] == ["_", "SpaceAfter=No", "_"]
    assert page.evaluate("!window.dispatchEvent(new Event('beforeunload', {cancelable: true}))"), "one is not saved"

    everything = rows(downloaded(page, "Download CoNLL-U").decode())
    assert sum("PredictedArc" in row[9] for row in everything) == 5
    assert page.evaluate("window.dispatchEvent(new Event('beforeunload', {cancelable: true}))")


def test_heads_without_labels_are_kept_but_their_labels_are_guesses(page: Page, tmp_path: Path) -> None:
    columns = [("She", "2"), ("sleeps", "0"), (".", "2")]
    lines = ["\t".join([str(i), form, *"____", head, *"___"]) for i, (form, head) in enumerate(columns, 1)]
    given = "\n".join(lines) + "\n\n"
    open_file(page, tmp_path / "heads.conllu", given)
    summary, card = page.locator("#summary"), page.locator(".card")
    expect(summary).to_have_text("heads.conllu: 1 sentence, 0 finished")
    expect(page.get_by_role("button", name="Download finished")).to_be_disabled()
    expect(card.locator("path.arc.fixed")).to_have_count(3)
    expect(card.locator(".label.fixed")).to_have_count(0)
    expect(word(card, 1)).to_have_attribute("aria-label", re.compile("of sleeps, head fixed$"))
    assert [row[6:10] for row in rows(downloaded(page, "Download CoNLL-U").decode())] == [
        [head, "_", "_", "_"] for head in "202"
    ]

    word(card, 1).focus()
    page.keyboard.press("f")
    expect(card.locator(".label.fixed")).to_have_attribute("data-word", "1")
    saved = downloaded(page, "Download CoNLL-U").decode()
    assert [row[7] != "_" for row in rows(saved)] == [True, False, False]
    open_file(page, tmp_path / "one.conllu", saved)
    expect(summary).to_have_text("one.conllu: 1 sentence, 0 finished")
    expect(card.locator(".label.fixed")).to_have_attribute("data-word", "1")
    card.get_by_role("button", name="Accept tree").click()
    expect(summary).to_have_text("one.conllu: 1 sentence, 1 finished")
    finished = rows(downloaded(page, "Download finished").decode())
    assert [(row[6], row[9]) for row in finished] == [(head, "_") for head in "202"]
    assert "_" not in [row[7] for row in finished]


def test_the_label_that_comes_with_a_new_head_is_fixed_as_it_was_shown(page: Page) -> None:
    card = parse(page, "She sleeps in the park.")
    drag_to(page, word(card, 5), word(card, 1))
    page.mouse.up()
    expect(word(card, 5)).to_have_attribute("aria-label", re.compile(r"^park, \S+ of She, fixed$"))
    label = described(card)[4].split()[1]
    with page.expect_request("**/parse") as sent:
        word(card, 4).focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
    assert rows(sent.value.post_data_json["data"])[4][6:8] == ["1", label]
    expect(card.locator("path.arc.fixed")).to_have_count(2)
    assert rows(downloaded(page, "Download CoNLL-U").decode())[4][6:10] == ["1", label, "_", "SpaceAfter=No"]
