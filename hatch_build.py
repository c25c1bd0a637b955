"""Adds machine code to a wheel: `make wheel` compiles it into `build/machine_code` first."""

import platform
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
            if (sys.platform, platform.machine()) != ("linux", "x86_64"):
                raise RuntimeError(f"{MACHINE_CODE}: machine code is for Linux on x86-64; remove the folder")
            python = f"cp{sys.version_info.major}{sys.version_info.minor}{sys.abiflags}"
            build_data["force_include"][MACHINE_CODE] = "arcwalk/machine_code"
            build_data["pure_python"] = False
            build_data["tag"] = f"{python}-{python}-manylinux_2_17_x86_64"  # symbols of libc and Numba only, by name
