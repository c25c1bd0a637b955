"""Scripts with kernels of their own, each run in a new process with a cache in its folder."""

import os
import subprocess
import sys
from pathlib import Path

ONE_KERNEL = """
import sys
from arcwalk.compiled import kernel

@kernel
def double(x: int) -> int:
    return 2 * x

print(double(21), "arcwalk.compiled.compilation" in sys.modules)
"""
COMPILED, FOUND = "42 True\n", "42 False\n"


def run_script(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a folder, from a file, because machine code is kept by file."""
    script = folder / "script.py"
    script.write_text(code, encoding="utf-8")
    variables = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return subprocess.run(
        [sys.executable, str(script)],
        cwd=folder,
        env=variables | {"NUMBA_CACHE_DIR": str(folder / "cache")} | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
