"""The page of annotate: the parser learns in the background, and what is on screen stays as it is."""

import re
from pathlib import Path

from annotating import annotating
from browsing import described, needs_browser, open_page, word
from playwright.sync_api import BrowserContext, Page, expect

from arcwalk import BayesPointOptions, Parser, sample
from arcwalk.annotate.learning import Schedule

pytestmark = needs_browser

SUMMARIES = """async () => {
    const { scoresChart } = await import("/page/progress_panel.js");
    const scores = [
        { sentences: 0, uas: 60, las: 50, system: "plain" },
        { sentences: 0, uas: 70, las: 60, system: "sampling" },
        { sentences: 1, uas: 80, las: 70, system: "sampling" },
    ];
    return scores.map((score) => scoresChart([score], null).querySelector("p").textContent);
}"""
QUICK = Schedule(every=2, systems=("mst",), jobs=1, options=("epochs=1", "shuffles=1", "folds=2", "table_bits=16"))


def test_what_is_learned_moves_nothing(browser: BrowserContext, file: Path) -> None:
    with annotating(file, learns=QUICK) as address, open_page(browser, address) as page:
        card = page.locator(".card")
        expect(page.locator("#training")).to_have_text("Has learned nothing yet; begins at 2")
        word(card, 1).focus()
        page.keyboard.press("a")
        expect(card.locator(".text")).to_have_text("Elle dort.")
        before = described(card)
        word(card, 3).focus()
        banner = page.locator(".steps ~ .banner")
        expect(banner).to_contain_text("The parser has learned from 2 sentences, and looked at this one again.")
        expect(page.locator("#training")).to_have_text("Learned from 2 sentences; learns again at 4")
        assert described(card) == before
        expect(word(card, 3)).to_be_focused()
        banner.get_by_role("button", name="Show its new guess").click()
        expect(word(card, 1)).not_to_have_attribute("aria-label", before[0])
        expect(banner).to_be_hidden()
        check_progress(page)


def test_a_given_model_is_named(browser: BrowserContext, file: Path) -> None:
    given = Parser.train(sample(20), options=BayesPointOptions(epochs=1, shuffles=1, table_bits=14))
    with annotating(file, model=given) as address, open_page(browser, address) as page:
        expect(page.locator("#training")).to_have_text("The model that was given guesses best; learns again at 20")
        summaries = page.evaluate(SUMMARIES)
        assert summaries == [
            "LAS 50.0 before it has learned.",
            "LAS 60.0 of the model that was given.",
            "LAS 70.0 with 1 sentence.",
        ]


def check_progress(page: Page) -> None:
    """Pictures that say in words what they show."""
    page.get_by_role("button", name="Progress").click()
    panel = page.get_by_role("dialog", name="Progress")
    expect(panel.locator(".keys").first).to_have_text(re.compile(r"Done 2 \(67%\)Begun 0 \(0%\)Untouched 1"))
    chart = panel.get_by_role("img", name="Corrections per sentence")
    expect(chart).to_have_attribute("aria-label", re.compile("In the last 1 sentence: 0.0 each"))
    expect(panel.get_by_role("button", name="Learn now")).to_be_enabled()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
