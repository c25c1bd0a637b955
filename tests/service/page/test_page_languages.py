"""The page: texts are marked with their language, and examples come in the language of the service."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import downloaded, needs_browser, open_file, parse, word
from playwright.sync_api import BrowserContext, Page, Route, expect
from scripts import SENTENCES

from arcwalk.drawing.language import language_of

pytestmark = needs_browser

TAMIL = "குழந்தை தூங்குகிறது"


@pytest.fixture
def page_of(browser: BrowserContext, address: str) -> Iterator[Callable[[str], Page]]:
    """The page of a service whose texts are in a language unless said otherwise."""
    page = browser.new_page()

    def answer(route: Route, language: str) -> None:
        known = route.fetch().json()
        route.fulfill(json={**known, "default_language": language})

    def opened(language: str) -> Page:
        page.route("**/models", lambda route: answer(route, language))
        page.goto(address)
        page.wait_for_selector("#model option", state="attached")
        return page

    yield opened
    page.close()


def test_the_texts_of_a_sentence_have_its_language(page: Page, tmp_path: Path) -> None:
    card = parse(page, TAMIL)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#data")).to_have_attribute("lang", "ta")
    expect(card.locator("h3")).to_have_attribute("lang", "ta")
    expect(card.locator("svg.arcwalk")).to_have_attribute("lang", "ta")
    assert b'lang="ta"' in downloaded(page, "Download SVG").split(b">")[0]
    word(card, 2).focus()
    expect(card.locator(".inspector .form bdi")).to_have_attribute("lang", "ta")
    expect(card.locator(".choice bdi").last).to_have_attribute("lang", "ta")
    card.get_by_role("button", name="head: ").click()
    expect(page.locator(".chooser ul")).to_have_attribute("lang", "ta")
    page.keyboard.press("Escape")
    card.get_by_role("button", name="Alternatives").click()
    expect(card.locator(".difference bdi").first).to_have_attribute("lang", "ta")
    card.locator(".alternatives .look").first.click()
    expect(card.locator(".alternatives svg").first).to_have_attribute("lang", "ta")
    open_file(page, tmp_path / "tamil.txt", TAMIL)
    expect(page.locator(".snippet")).to_have_attribute("lang", "ta")


@pytest.mark.parametrize(
    ("text", "service", "named", "language"),
    [
        ("Hun sover.", "da", "", "da"),
        ("Hun sover.", "xx", "", ""),
        ("Hun sover.", "en", "da", "da"),
        ("Hun sover.", "en", "?", ""),
        ("بچه می‌خوابد", "fa", "", "fa"),
        ("بچه می‌خوابد", "en", "", "ar"),
        ("बच्चा सोता है", "mr", "", "mr"),
        ("बच्चा सोता है", "xx", "", "hi"),
        ("她在睡觉", "xx", "", "zh"),
        ("她在睡觉", "ja", "", "ja"),
        ("彼女は東京大学の学生", "xx", "", "ja"),
        ("1 + 1", "da", "", "da"),
        ("Децата спят.", "en", "", ""),
        ("Децата спят.", "bg", "", "bg"),
    ],
)
def test_the_language_is_the_named_one_unless_the_script_is_another(
    page_of: Callable[[str], Page], text: str, service: str, named: str, language: str
) -> None:
    page = page_of(service)
    page.fill("#language", named)
    page.fill("#data", text)
    expect(page.locator("#data")).to_have_attribute("lang", language)
    page.fill("#data", f"1\t{text.replace(' ', '')}\t_\tNOUN" + "\t_" * 6 + "\n")
    expect(page.locator("#format")).to_have_value("conllu")
    expect(page.locator("#data")).to_have_attribute("lang", language)


@pytest.mark.parametrize(
    ("service", "named", "offer", "beginning"),
    [
        ("en", "", "Try an example", "She booked"),
        ("da", "", "Try an example", "Den gamle mand så"),
        ("da", "de", "Try an example", "Der alte Mann"),
        ("xx", "", "Try an English example", "She booked"),
        ("cy", "", "Try an English example", "She booked"),
    ],
)
def test_examples_are_in_the_language_of_the_service(
    page_of: Callable[[str], Page], service: str, named: str, offer: str, beginning: str
) -> None:
    page = page_of(service)
    page.fill("#language", named)
    expect(page.locator("#example")).to_have_text(offer)
    page.locator("#example").click()
    expect(page.locator(".card h3").first).to_contain_text(beginning)
    expect(page.locator(".card")).to_have_count(2)


def test_a_script_suggests_the_same_language_as_in_drawings(page: Page) -> None:
    found = page.evaluate(
        """async (texts) => {
            const { languageOf } = await import("/page/language.js");
            return texts.map((text) => languageOf(text, ""));
        }""",
        [*SENTENCES.values()],
    )
    assert dict(zip(SENTENCES, found, strict=True)) == {
        script: language_of(text.split()) for script, text in SENTENCES.items()
    }


def test_tagged_examples_are_english(page_of: Callable[[str], Page]) -> None:
    page = page_of("da")
    page.select_option("#model", "english-gold")
    expect(page.locator("#example")).to_have_text("Try an English example")
