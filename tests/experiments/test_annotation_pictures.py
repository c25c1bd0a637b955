"""The pictures of annotating can be made anew."""

import struct
import subprocess
import sys
from pathlib import Path

from browsing import needs_browser
from pages import ROOT


@needs_browser
def test_the_pictures_of_annotating(tmp_path: Path) -> None:
    script = ROOT / "experiments/annotation_pictures.py"
    subprocess.run([sys.executable, script, "--accept", "2", "-o", tmp_path], timeout=600, check=True)
    pictures = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    sizes = {name: struct.unpack(">II", content[16:24]) for name, content in pictures.items()}
    assert sizes.keys() == {"annotate.png", "annotate-rows.png", "annotate-progress.png"}
    assert sizes["annotate.png"] == (1280, 760)
    assert sizes["annotate-rows.png"] == (390, 760)
    assert all(len(content) < 200_000 for content in pictures.values())
