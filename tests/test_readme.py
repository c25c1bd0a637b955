"""README's commands and code run, in order, and print what README says they print.

Blocks that follow `<!-- run -->` are run. Durations, sizes and speeds may differ; a block that ends in `...` shows
only the beginning of what is printed.
"""

import re
import shlex
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from commands import arcwalk

README = Path(__file__).parent.parent / "README.md"
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


def test_readme_shows_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall(README.read_text(encoding="utf-8"))
    assert len(blocks) >= 5
    for language, text in blocks:
        shown = VARIES.sub("#", text)
        happened = VARIES.sub("#", transcript(language, text))
        if shown.endswith("...\n"):
            happened = happened[: len(shown) - 4] + "...\n"
        assert happened == shown


def test_make_targets_exist() -> None:
    makefile = (README.parent / "Makefile").read_text()
    for target in re.findall(r"make (\w+)", README.read_text(encoding="utf-8")):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
