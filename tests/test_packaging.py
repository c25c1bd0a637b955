"""What a package index shows of arcwalk."""

import re
import shutil
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from pages import README, ROOT

SCRIPT = ROOT / "hatch_build.py"
LINK = re.compile(r"\]\(([^)]+)\)")

pytestmark = pytest.mark.skipif(not SCRIPT.exists(), reason="needs the sources of arcwalk")


def metadata(folder: Path, site: str) -> Any:
    """What hatchling makes of the project if the site has this address."""
    core = pytest.importorskip("hatchling.metadata.core")
    manager = pytest.importorskip("hatchling.plugin.manager")
    for name in ("hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (folder / "pyproject.toml").write_text(re.sub(r'(?m)^site = ".*?"', f'site = "{site}"', settings), encoding="utf-8")
    (folder / "src/arcwalk").mkdir(parents=True)
    shutil.copy(ROOT / "src/arcwalk/__init__.py", folder / "src/arcwalk")
    return core.ProjectMetadata(str(folder), manager.PluginManager()).core


def test_without_an_address_the_readme_has_no_dead_links(tmp_path: Path) -> None:
    project = metadata(tmp_path, "")
    assert project.urls == {}
    assert project.readme_content_type == "text/markdown"
    assert not [link for link in LINK.findall(project.readme) if not link.startswith(("http", "#"))]
    assert "More on training (`docs/training.md`)" in project.readme
    assert "[CONTRIBUTING.md]" not in project.readme


def test_with_an_address_all_links_lead_to_pages_of_the_site(tmp_path: Path) -> None:
    site = "https://parser.example/arcwalk"
    project = metadata(tmp_path, f"{site}/")
    assert project.urls == {"Documentation": f"{site}/", "Changelog": f"{site}/CHANGELOG.html"}
    links = LINK.findall(project.readme)
    assert len(links) == len(LINK.findall(README.read_text(encoding="utf-8")))
    assert {f"{site}/training.html", f"{site}/corpora.html#many-machines", f"{site}/CHANGELOG.html"} <= set(links)
    assert all(link.startswith("http") for link in links)


def test_pages_are_where_links_lead() -> None:
    spec = spec_from_file_location("hatch_build", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.page("docs/training.md") == "training.html"
    assert script.page("experiments/results/vine.md") == "experiments/results/vine.html"
    assert script.page("docs/figures/walk.svg") == "figures/walk.svg"
