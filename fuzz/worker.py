"""A process that tries the seeds it reads from its standard input, one per line, and answers `ok` or `broken` to each.

    python -m fuzz.worker SCENARIO SHARED FAILURES

SHARED is the folder of what all inputs share. The input of a seed that fails is kept in FAILURES; that of a seed on
which the process dies is kept because nobody removes it.
"""

import os
import shutil
import sys
import traceback
from pathlib import Path
from random import Random

from fuzz.scenarios import SCENARIOS


def main() -> None:
    """Try seeds until there are no more."""
    name, shared, failures = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
    # Commands print to their own streams, but a kernel or a library may not: the answers have a stream of their own.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    attack = SCENARIOS[name].prepare(shared)
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        folder = failures / f"{name}-{int(line)}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            attack(Random(int(line)), folder)
        except Exception:
            (folder / "failure.txt").write_text(traceback.format_exc(), encoding="utf-8", errors="backslashreplace")
            print("broken", file=answers, flush=True)
        else:
            shutil.rmtree(folder)
            print("ok", file=answers, flush=True)


if __name__ == "__main__":
    main()
