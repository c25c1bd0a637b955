"""What is put into packages besides the sources: machine code into a wheel, and a README whose links work elsewhere."""

import platform
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

MACHINE_CODE = "build/machine_code"
_LINK = re.compile(r"(!?)\[([^\]]+)\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)")


class MachineCodeHook(BuildHookInterface):  # type: ignore[type-arg]
    """Makes a wheel of this Python version and platform if `make wheel` has compiled machine code to put into it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Include the machine code."""
        if version == "standard" and Path(self.root, MACHINE_CODE).is_dir():  # not an editable installation
            if (sys.platform, platform.machine()) != ("linux", "x86_64"):
                raise RuntimeError(f"{MACHINE_CODE}: machine code is for Linux on x86-64; remove the folder")
            python = f"cp{sys.version_info.major}{sys.version_info.minor}{sys.abiflags}"
            build_data["force_include"][MACHINE_CODE] = "arcwalk/machine_code"
            build_data["pure_python"] = False
            build_data["tag"] = f"{python}-{python}-manylinux_2_17_x86_64"  # symbols of libc and Numba only, by name


class AddressHook(MetadataHookInterface):
    """The README of packages, and their links, by the address of the documentation's site, if it has one."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in `readme` and `urls`."""
        settings = tomllib.loads(Path(self.root, "pyproject.toml").read_text(encoding="utf-8"))
        site = settings["tool"]["arcwalk"]["site"].rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": packaged(text, site)}
        if site:
            metadata["urls"] = {"Documentation": f"{site}/", "Changelog": f"{site}/CHANGELOG.html"}


def packaged(text: str, site: str) -> str:
    """A README whose links lead to pages of the site; without a site, files are only named, and images left out."""

    def elsewhere(link: re.Match[str]) -> str:
        image, name, path, place = link.groups(default="")
        if image:
            return f"![{name}]({site}/{page(path)})" if site else ""
        return (
            f"[{name}]({site}/{page(path)}{place})" if site else f"{name} (`{path}`)" if name != path else f"`{path}`"
        )

    return _LINK.sub(elsewhere, text)


def page(path: str) -> str:
    """Where a file of the repository is on the site."""
    return re.sub(r"\.md$", ".html", path.removeprefix("docs/"))
