"""The pictures of README: a tree with doubtful arcs, and the page on which it is corrected.

    python experiments/readme_pictures.py [--train N] [-o FOLDER]

A parser is trained on a few sentences of the sample treebank, so that there is something to doubt, and its service is
opened in Chromium with Playwright. Writes `docs/figures/tree.svg` and `docs/figures/page.png`.
"""

import argparse
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Locator, Page, sync_playwright
from starlette.applications import Starlette

import arcwalk
from arcwalk import Parser, Sentence, sample
from arcwalk.service.models import Model, Models
from arcwalk.service.routes import make_application
from arcwalk.service.setup import Setup
from tables import RESULTS, add_output

QUICK: dict[str, Any] = {"pruner_shuffles": 1, "folds": 3, "shuffles": 1, "neural_epochs": 5}
QUICK_TAGS: dict[str, Any] = {"tag_folds": 2, "tag_shuffles": 1, "tag_epochs": 2}
SHOWN = 100  # sentences on the page
DRAWN = "She took the small taxi to the harbour at ten o'clock."
CORRECTED, WORD, HEAD = "She booked a table on Thursday that many tourists liked.", "liked", "table"
WIDTH, HEIGHT = 1280, 760  # pixels


def draw_tree(parser: Parser, sentences: list[Sentence], target: Path) -> None:
    """Draw the parse of a sentence, as `arcwalk draw` does."""
    sentence = next(sentence for sentence in sentences if sentence.text == DRAWN)
    target.write_text(arcwalk.draw(parser.parse(sentence, confidence=True)), encoding="utf-8")


@contextmanager
def serving(application: Starlette) -> Iterator[str]:
    """A service; its address."""
    server = uvicorn.Server(uvicorn.Config(application, lifespan="off", log_level="error"))
    with socket.create_server(("127.0.0.1", 0)) as bound:
        thread = threading.Thread(target=server.run, args=([bound],))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        finally:
            server.should_exit = server.force_exit = True  # pages may wait for news
            thread.join()


@contextmanager
def open_page(address: str) -> Iterator[Page]:
    """A page in a browser."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(address)
        yield page
        browser.close()


def photograph(address: str, sentences: list[Sentence], target: Path) -> None:
    """Correct a sentence on the page, and take a picture of it."""
    with open_page(address) as page, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "treebank.conllu"
        file.write_text("".join(map(str, map(without_tree, sentences))), encoding="utf-8")
        page.wait_for_selector("#model option", state="attached")
        page.set_input_files("#file", file)
        search = page.locator("input[type=search]")
        search.fill(CORRECTED)
        page.locator(".list button", has_text=CORRECTED).click()
        search.fill("")
        correct(page, WORD, HEAD)
        page.screenshot(path=target)


def correct(page: Page, form: str, head_form: str) -> None:
    """Drag a word to its head."""
    word, head = (page.locator(f".card .words button[aria-label^='{own}, ']") for own in (form, head_form))
    for place, press in ((word, page.mouse.down), (head, page.mouse.up)):
        x, y = middle(place)
        page.mouse.move(x, y, steps=5)
        press()
    page.wait_for_selector(".card[aria-busy=false] path.arc.fixed", state="attached")
    page.mouse.move(0, 0)  # nothing is pointed at


def middle(place: Locator) -> tuple[float, float]:
    """The middle of what is there."""
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def without_tree(sentence: Sentence) -> Sentence:
    """The sentence as somebody has it who is about to annotate it."""
    return sentence.with_tree([-1] * len(sentence), ["_"] * len(sentence))


def main() -> None:
    """Train, draw, photograph."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--train", type=int, default=400, metavar="N", help="training sentences (default: 400)")
    add_output(arguments, RESULTS, "FOLDER", "output folder; the published pictures are in docs/figures")
    given = arguments.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    parser = Parser.train(sample(given.train), tags="predicted", **QUICK, **QUICK_TAGS)
    sentences = list(sample(SHOWN, seed=1))
    draw_tree(parser, sentences, given.output / "tree.svg")
    application = make_application(Setup(Models([Model.of("english", parser)]), language="en"))
    with serving(application) as address:
        photograph(address, sentences, given.output / "page.png")


if __name__ == "__main__":
    main()
