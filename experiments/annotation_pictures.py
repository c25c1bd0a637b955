"""The pictures of annotating: a sentence that is being corrected, its rows on a phone, and the progress.

    python experiments/annotation_pictures.py [--accept N] [-o FOLDER]

A file of the sample treebank without trees is annotated with its gold trees, over HTTP as the page does it, while the
parser learns, and what comes next is opened in Chromium. Writes `docs/figures/annotate.png`, `annotate-rows.png` and
`annotate-progress.png`.
"""

import argparse
import tempfile
import time
from pathlib import Path

import httpx
from playwright.sync_api import Page, ViewportSize

import arcwalk
from arcwalk import Sentence, sample
from arcwalk.annotate.learning import Learning, Schedule
from arcwalk.annotate.project import Project
from arcwalk.annotate.routes import make_application
from arcwalk.service.limits import Limits
from readme_pictures import open_page, serving, without_tree
from tables import RESULTS, add_output

SENTENCES = 300
EVERY = 20
QUICK = Schedule(EVERY, systems=("bayes-point",), options=("shuffles=1",))
ANNOTATOR = "Anna"
PHONE: ViewportSize = {"width": 390, "height": 760}


def annotate(address: str, sentences: list[Sentence], count: int) -> None:
    """Accept so many gold trees, and wait each time that the parser has something to learn."""
    gold = {sentence.id: sentence for sentence in sentences}
    with httpx.Client(base_url=address, timeout=60) as client:
        for id in client.get("/annotate/next", params={"by": "file", "count": count}).json()["ids"]:
            shown = client.get(f"/annotate/sentences/{id}").json()["entry"]
            own = {"conllu": str(gold[shown["sent_id"]]), "state": "done"}
            asked = {"who": ANNOTATOR, "replaces": [{"id": id, "version": shown["version"]}], "sentences": [own]}
            client.post("/annotate/save", json=asked).raise_for_status()
            wait(client)


def wait(client: httpx.Client) -> None:
    """Wait until the parser has learned what is due."""
    while True:
        training = client.get("/annotate/progress").json()["training"]
        if training["state"] == "idle" and training["done"] < training["next"]:
            return
        time.sleep(0.1)


def photograph(address: str, target: Path) -> None:
    """Correct what comes next, and take pictures."""
    with open_page(address) as page:
        page.wait_for_selector(".words button")
        page.get_by_label("Annotator").fill(ANNOTATOR)
        page.get_by_role("combobox", name="Order").select_option("Doubt per sentence")
        page.locator(".list button").nth(2).click()
        page.wait_for_selector(".list li:nth-child(3) [aria-current]")
        relabel(page)
        page.screenshot(path=target / "annotate.png")
        page.get_by_role("button", name="Progress").click()
        page.wait_for_selector("#charts svg")
        page.locator("#progress").screenshot(path=target / "annotate-progress.png")
        page.keyboard.press("Escape")
        page.set_viewport_size(PHONE)
        page.wait_for_selector(".row")
        page.locator(".steps").scroll_into_view_if_needed()
        page.screenshot(path=target / "annotate-rows.png")


def relabel(page: Page) -> None:
    """Fix the arc of the most doubtful word as it is."""
    page.locator(".card .words button").nth(2).focus()
    page.keyboard.press("f")
    page.wait_for_selector(".card path.arc.fixed", state="attached")
    page.mouse.move(0, 0)


def main() -> None:
    """Annotate, photograph."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--accept", type=int, default=100, metavar="N", help="accepted sentences (default: 100)")
    add_output(arguments, RESULTS, "FOLDER", "output folder; the published pictures are in docs/figures")
    given = arguments.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    gold = list(sample(SENTENCES))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "english.conllu"
        arcwalk.write(file, map(without_tree, gold))
        project = Project([file])
        learning = Learning(project, schedule=QUICK)
        learning.start()
        try:
            with serving(make_application(project, learning, Limits())) as address:
                annotate(address, gold, given.accept)
                photograph(address, given.output)
        finally:
            learning.stop()
            project.close()


if __name__ == "__main__":
    main()
