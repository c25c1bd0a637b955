"""README's commands and code run, in order, and print what README says they print.

Blocks that follow `<!-- run -->` are run. Durations, sizes and speeds may differ; a block that ends in `...` shows
only the beginning of what is printed.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"<!-- run -->\n```(console|python)\n(.*?)```\n", re.DOTALL)
VARIES = re.compile(r"([\d.,]+ min )?[\d.,]+ (s|min|MB|words/s)\b")


def run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def transcript(language: str, text: str, folder: Path) -> str:
    """What a block looks like when it is run for real."""
    if language == "python":
        code, _, _ = text.partition("# prints:")
        printed = run([sys.executable, "-c", code], folder)
        return code + "".join(f"# prints: {line}\n" for line in printed.splitlines())
    lines = []
    for line in text.splitlines():
        if line.startswith("$ "):
            name, *words = shlex.split(line[2:])
            assert name == "arcwalk"
            lines += [line, *run([sys.executable, "-m", "arcwalk.cli.main", *words], folder).splitlines()]
    return "\n".join(lines) + "\n"


def test_readme_shows_what_happens(tmp_path: Path) -> None:
    blocks = BLOCK.findall(README.read_text(encoding="utf-8"))
    assert len(blocks) >= 5
    for language, text in blocks:
        shown = VARIES.sub("#", text)
        happened = VARIES.sub("#", transcript(language, text, tmp_path))
        if shown.endswith("...\n"):
            happened = happened[: len(shown) - 4] + "...\n"
        assert happened == shown


def test_make_targets_exist() -> None:
    makefile = (README.parent / "Makefile").read_text()
    for target in re.findall(r"make (\w+)", README.read_text(encoding="utf-8")):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
