"""The site: it builds without warnings, loads nothing from elsewhere, and leaves nothing out."""

import re
import subprocess
import sys
from dataclasses import fields
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pages import DOCS, README, ROOT, pages

import arcwalk
from arcwalk.cli.command_line import COMMANDS
from arcwalk.systems.sampling.options import SamplingOptions

FETCHED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}  # by a browser, unasked


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Fetches(HTMLParser):
    """Collects what a page makes a browser fetch, and the identifiers that links can lead to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids.add(values.get("id") or "")
        if address := values.get(FETCHED.get(tag, "")):
            self.addresses.append(address)


def test_nothing_is_loaded_from_other_hosts(site: Path) -> None:
    html = list(site.rglob("*.html"))
    assert len(html) > len(pages())
    assert not [address for page in html for address in Fetches(page).addresses if re.match(r"(\w+:)?//", address)]
    styles = [path.read_text(encoding="utf-8") for path in site.rglob("*.css")]
    assert not [
        address for style in styles for address in re.findall(r"(?:url\(|@import)[\"' ]*(?:\w+:)?//[^)\"']+", style)
    ]


def test_the_command_reference_has_every_command_and_option(site: Path) -> None:
    page = (site / "commands.html").read_text(encoding="utf-8")
    assert set(COMMANDS) <= Fetches(site / "commands.html").ids
    for text in (
        "--features-from",
        "--nbest",
        "{max-violation,samplerank}",
        *(item.name for item in fields(SamplingOptions)),
    ):
        assert text in page, text


def test_the_api_reference_has_everything_public(site: Path) -> None:
    assert {f"arcwalk.{name}" for name in arcwalk.__all__} <= Fetches(site / "api.html").ids


def test_every_page_is_listed_on_the_site_and_in_readme() -> None:
    files = set(DOCS.glob("*.md"))
    assert set(pages()) == {*ROOT.glob("*.md"), *files}
    linked = {ROOT / page for page in re.findall(r"\]\((docs/\w+\.md)", README.read_text(encoding="utf-8"))}
    assert linked == files


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https:)([^)#\s]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"make (\w+)", README.read_text(encoding="utf-8")):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
