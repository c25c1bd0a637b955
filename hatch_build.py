"""Adds machine code to a wheel: `make wheel` compiles it into `build/machine_code` first."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MACHINE_CODE = "build/machine_code"


class MachineCodeHook(BuildHookInterface):  # type: ignore[type-arg]
    """Makes a wheel of this Python version and platform if there is machine code to put into it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Include the machine code."""
        if version == "standard" and Path(self.root, MACHINE_CODE).is_dir():  # not an editable installation
            python = f"cp{sys.version_info.major}{sys.version_info.minor}"
            build_data["force_include"][MACHINE_CODE] = "arcwalk/machine_code"
            build_data["pure_python"] = False
            build_data["tag"] = f"{python}-{python}-manylinux_2_17_x86_64"  # symbols of libc and Numba only, by name
