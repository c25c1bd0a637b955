"""The commands and the code in README and docs run, page by page, and print what the pages say they print.

Blocks that follow `<!-- run -->` are run, all in one folder. Durations, sizes and speeds may differ; a block that ends
in `...` shows only the beginning of the output.
"""

import re
import shlex
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from commands import arcwalk

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = [README, *(ROOT / page for page in re.findall(r"^\d+\. \[.*?\]\((docs/\w+\.md)\)", README.read_text(), re.M))]
BLOCK = re.compile(r"<!-- run -->\n```(console|python)\n(.*?)```\n", re.DOTALL)
VARIES = re.compile(r"([\d.,]+ min )?[\d.,]+ (s|min|MB|words/s)\b")


def run_command(line: str) -> str:
    name, *words = shlex.split(line)
    assert name == "arcwalk"
    done = arcwalk(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def run_code(code: str) -> str:
    with redirect_stdout(StringIO()) as printed:
        exec(code, {})
    return printed.getvalue()


def transcript(language: str, text: str) -> str:
    """What a block looks like when it is run for real."""
    if language == "python":
        code, _, _ = text.partition("# prints:")
        return code + "".join(f"# prints: {line}\n" for line in run_code(code).splitlines())
    lines = []
    for line in text.splitlines():
        if line.startswith("$ "):
            lines += [line, *run_command(line[2:]).splitlines()]
    return "\n".join(lines) + "\n"


def test_pages_show_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = [(page.name, *block) for page in PAGES for block in BLOCK.findall(page.read_text(encoding="utf-8"))]
    assert len(blocks) >= 15
    for page, language, text in blocks:
        shown = VARIES.sub("#", text)
        happened = VARIES.sub("#", transcript(language, text))
        if shown.endswith("...\n"):
            happened = happened[: len(shown) - 4] + "...\n"
        assert happened == shown, page


def test_readme_links_to_every_page() -> None:
    assert {page.name for page in PAGES} == {"README.md", *(page.name for page in (ROOT / "docs").glob("*.md"))}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"make (\w+)", README.read_text(encoding="utf-8")):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
