"""What MkDocs does besides: the command reference, and pages that come from elsewhere in the repository.

README is the first page. Files outside `docs/` that pages link to become part of the site, so that a link leads to the
same file there as in the repository.
"""

import posixpath
import re
import sys
import tomllib
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))
from command_reference import command_reference, option_table

ROOT = Path(__file__).parent.parent
DOCS, README = ROOT / "docs", ROOT / "README.md"
_OPTIONS_CLASS = re.compile(r"^::: arcwalk\.(\w+Options)$", re.MULTILINE)
_CLASS_ALONE = "\n    options: { members: false, separate_signature: false, show_signature: false }"
_LINK = re.compile(r"(?<=\]\()(?!\w+:|#)[^)#\s]+")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Take the address of the site, if it has one, from where packages take it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    config.site_url = settings["tool"]["arcwalk"]["site"] or None
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add README, and what pages link to outside of `docs/`."""
    waiting = [README, *DOCS.glob("*.md")]
    for path in waiting:  # which grows
        if DOCS not in path.parents:
            files.append(_file(path, config))
        if path.suffix == ".md":
            linked = {_target(path, link) for link in _LINK.findall(path.read_text(encoding="utf-8"))}
            waiting += sorted(target for target in linked.difference(waiting) if target.is_file())
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Put what is made from the code on its pages, and let links lead to where files are in the site."""
    place = page.file.src_uri
    source = README if place == _place(README) else DOCS / place if (DOCS / place).exists() else ROOT / place
    if source == README:
        page.meta["hide"] = ["navigation"]  # a column with nothing but this page
    if place == "commands.md":
        return f"{markdown}\n{command_reference()}"
    if place == "api.md":
        return _OPTIONS_CLASS.sub(lambda found: f"{found[0]}{_CLASS_ALONE}\n\n{option_table(found[1])}", markdown)

    def in_site(link: re.Match[str]) -> str:
        return posixpath.relpath(_place(_target(source, link[0])), posixpath.dirname(place) or ".")

    return _LINK.sub(in_site, markdown)


def _target(source: Path, link: str) -> Path:
    """The file that a link leads to."""
    return (source.parent / link).resolve()


def _place(path: Path) -> str:
    """Where a file of the repository is in the site."""
    if path == README:
        return "index.md"
    place = path.relative_to(DOCS if DOCS in path.parents else ROOT).as_posix()
    return f"{place}.md" if path.suffix == ".templates" else place


def _file(path: Path, config: MkDocsConfig) -> File:
    """A file of the repository; templates are shown on a page, where others would be downloaded."""
    if path.suffix == ".templates":
        text = f"# {path.name}\n\n```\n{path.read_text(encoding='utf-8')}```\n"
        return File.generated(config, _place(path), content=text)
    return File.generated(config, _place(path), abs_src_path=str(path))
