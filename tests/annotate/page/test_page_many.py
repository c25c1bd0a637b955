"""The page of annotate with ten thousand sentences: quick, and easy to find one's way in."""

import re
from collections.abc import Callable, Iterator
from time import monotonic

import pytest
from annotating import FRENCH, annotating
from browsing import needs_browser, open_page, word
from playwright.sync_api import BrowserContext, Locator, Page, expect

pytestmark = needs_browser

COUNT = 10_000
TEXTS = ["Il va au marché du village.", "Elle dort.", "Ils mangent."]
ATTEMPTS = 4  # of which the fastest counts
SLOW = 4  # how much slower a machine may be that is busy with other tests


@pytest.fixture(scope="module")
def page(browser: BrowserContext, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page with them, in two files."""
    folder = tmp_path_factory.mktemp("many")
    sentences = FRENCH.split("\n\n")[:3]
    texts = [sentences[number % 3].replace("sent_id = f", f"sent_id = s{number}-") for number in range(COUNT)]
    for name, part in (("a.conllu", texts[: COUNT // 2]), ("b.conllu", texts[COUNT // 2 :])):
        (folder / name).write_text("\n\n".join(part) + "\n\n", encoding="utf-8")
    with annotating(folder) as address, open_page(browser, address) as page:
        page.wait_for_selector(".words button")
        yield page


def test_it_opens_and_goes_on_at_once(page: Page) -> None:
    assert fastest(lambda: seconds_to_open(page)) < 3 * SLOW
    word(page.locator(".card"), 1).focus()
    assert min(seconds_until(page, "n", text) for text in (*TEXTS[1:], *TEXTS)) < 0.2 * SLOW
    assert min(seconds_until(page, "a", text) for text in TEXTS) < 0.2 * SLOW


def fastest(measure: Callable[[], float]) -> float:
    return min(measure() for _ in range(ATTEMPTS))


def seconds_to_open(page: Page) -> float:
    start = monotonic()
    page.reload()
    page.wait_for_selector(".words button")
    return monotonic() - start


def seconds_until(page: Page, key: str, text: str) -> float:
    """From pressing a key until a sentence is on screen and has the focus, as the page measures it."""
    page.evaluate(
        """([text]) => {
            window.elapsed = new Promise((resolve) => {
                document.addEventListener("keydown", () => {
                    const start = performance.now();
                    const look = () => {
                        const shown = document.querySelector(".card .text")?.textContent;
                        const isReady = shown === text && document.activeElement.closest(".words");
                        if (isReady) requestAnimationFrame(() => resolve(performance.now() - start));
                        else setTimeout(look, 4);
                    };
                    setTimeout(look, 0);
                }, { once: true, capture: true });
            });
        }""",
        [text],
    )
    page.keyboard.press(key)
    return float(page.evaluate("window.elapsed")) / 1000


def choice(page: Page, name: str) -> Locator:
    """A list to choose from."""
    return page.get_by_role("combobox", name=re.compile(f"^{name}"))


def test_searching_and_filtering(page: Page) -> None:
    items = page.locator(".list button")
    hint = page.locator(".worklist .hint")
    page.get_by_label("Search the sentences").fill("s7777-")
    expect(items).to_have_count(1)
    page.get_by_label("Search the sentences").fill("")
    choice(page, "State").select_option("done")
    expect(hint).to_have_text(re.compile("^3,33[0-9] of 10,000 sentences"))
    choice(page, "File").select_option("b.conllu")
    expect(hint).to_have_text(re.compile("^1,66[0-9] of 10,000 sentences"))
    choice(page, "State").select_option("untouched")
    items.first.click()
    expect(page.locator(".card .tools .facts")).to_have_text("b.conllu")
