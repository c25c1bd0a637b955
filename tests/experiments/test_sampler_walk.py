"""Figures on the site can be made anew."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from pages import ROOT


def test_the_picture_of_the_walk(tmp_path: Path) -> None:
    target = tmp_path / "walk.svg"
    script = ROOT / "experiments/sampler_walk.py"
    subprocess.run([sys.executable, script, "--train", "20", "--sweeps", "2", "-o", target], timeout=600, check=True)
    picture = ElementTree.parse(target).getroot()
    chains = picture.findall("{*}polyline")
    assert len(chains) == 4 + 3 + 3
    scores = [float(point.split(",")[1]) for chain in chains for point in chain.attrib["points"].split()]
    words = [text.text for text in picture.findall("{*}text[@class='word']")]
    assert min(scores) < max(scores)
    assert words[:3] == ["root", "We", "slept"]
