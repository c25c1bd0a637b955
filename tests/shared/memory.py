"""How much memory a piece of Python takes."""

import subprocess
import sys

_PEAK = """
import re
print(re.search(r"VmHWM:\\s*([0-9]+)", open("/proc/self/status").read())[1])
"""


def peak_megabytes(code: str) -> tuple[str, int]:
    """What the code prints, and the most memory that a process of its own has while it runs."""
    command = [sys.executable, "-c", code + _PEAK]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    *lines, peak = done.stdout.splitlines()
    return "\n".join(lines), int(peak) // 1000
