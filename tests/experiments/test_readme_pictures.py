"""The pictures of README can be made anew."""

import struct
import subprocess
import sys
from pathlib import Path

from browsing import needs_browser
from pages import ROOT


@needs_browser
def test_the_pictures_of_a_tree_and_of_the_page(tmp_path: Path) -> None:
    script = ROOT / "experiments/readme_pictures.py"
    subprocess.run([sys.executable, script, "--train", "100", "-o", tmp_path], timeout=600, check=True)
    assert 'class="arc unsure doubtful"' in (tmp_path / "tree.svg").read_text(encoding="utf-8")
    page = (tmp_path / "page.png").read_bytes()
    assert struct.unpack(">II", page[16:24]) == (1280, 760)
    assert len(page) < 150_000
