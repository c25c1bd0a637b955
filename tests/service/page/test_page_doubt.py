"""The page: how doubt about heads and labels is shown, told and counted."""

import re
from collections.abc import Callable
from pathlib import Path

from browsing import described, downloaded_sentences, needs_browser, open_file, parse, word
from playwright.sync_api import Locator, Page, Route, expect

from arcwalk import Sentence
from arcwalk.drawing import svg_tree
from arcwalk.treebank.confidence import with_confidences

pytestmark = needs_browser


def with_doubt(page: Page, doubt: Callable[[Sentence], tuple[list[float], list[float]]]) -> None:
    """Have the service be as sure of heads and labeled arcs as `doubt` says."""

    def answer(route: Route) -> None:
        reply = route.fetch().json()
        for found in reply["sentences"]:
            sentence = Sentence.from_conllu(found["conllu"], heads="gold")
            heads, arcs = doubt(sentence)
            found["svg"] = svg_tree(with_confidences(sentence, heads, arcs))
            for own, head, arc in zip(found["words"], heads, arcs, strict=True):
                own.update(head_confidence=head, label_confidence=arc)
        route.fulfill(json=reply)

    page.route("**/parse", answer)


def frames(card: Locator) -> list[str | None]:
    return [each.get_attribute("data-word") for each in card.locator(".tree .frame").all()]


def test_doubt_about_labels_is_shown_and_told(page: Page) -> None:
    with_doubt(page, lambda _: ([1.0, 0.8, 0.97], [0.78, 0.7, 0.55]))
    card = parse(page, "She sleeps.")
    assert frames(card) == ["1", "3"]
    expect(card.locator(".label.doubtful-label")).to_have_attribute("data-word", "3")
    expect(card.locator("path.arc.unsure")).to_have_attribute("data-word", "2")
    assert re.search(r"confidence 1\.00, with label 0\.78$", described(card)[0])
    assert "confidence 0.97, with label 0.55" in (card.locator("svg.arcwalk > desc").text_content() or "")
    expect(card.locator(".facts")).to_contain_text("1 doubtful")
    expect(page.locator("#summary")).to_have_text("1 sentence, 1 with doubtful arcs")
    expect(page.locator("#legend")).to_contain_text("label doubtful")
    word(card, 3).focus()
    expect(card.locator(".inspector .sureness")).to_have_text("confidence 0.97, with label 0.55")
    page.keyboard.press("f")
    expect(card.locator("path.arc.fixed")).to_have_count(1)
    assert frames(card) == ["1"]
    expect(card.locator(".facts")).not_to_contain_text("doubtful")
    assert [own.misc.get("LabelConfidence") for own in downloaded_sentences(page)[0]] == ["0.78", "0.70", None]


def test_the_worklist_counts_labeled_arcs(page: Page, tmp_path: Path) -> None:
    with_doubt(page, lambda found: ([1.0] * len(found), [0.5 if found.forms[0] == "He" else 0.9] * len(found)))
    open_file(page, tmp_path / "two.txt", "She sleeps. He sings.")
    expect(page.locator(".list .snippet")).to_have_text(["He sings.", "She sleeps."])
    page.locator(".words button").first.focus()
    page.keyboard.press("a")
    expect(page.locator(".card h3")).to_have_text("She sleeps.")


def test_a_fixed_head_leaves_its_label_in_doubt(page: Page) -> None:
    with_doubt(page, lambda _: ([1.0], [0.55]))
    card = parse(page, "1\tdog" + "\t_" * 4 + "\t0\t_\t_\t_\n\n")
    expect(card.locator("path.arc.fixed")).to_have_count(1)
    assert frames(card) == ["1"]
    assert described(card)[0].endswith("head fixed, label with confidence 0.55")
    expect(card.locator(".facts")).to_contain_text("1 doubtful")
