"""Attack arcwalk with inputs that nobody would write: `make fuzz`.

Every input has a seed. One that fails is kept in a folder of its own under build/fuzz, with what happened, and can be
tried again: `PYTHONPATH=src:tests/shared python -m fuzz SCENARIO --seed SEED --inputs 1`.
"""

import argparse
import os
import shutil
import sys
import time
from pathlib import Path

from fuzz.campaign import attack
from fuzz.scenarios import SCENARIOS

FOLDER = Path("build") / "fuzz"


def main() -> int:
    """Attack; 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("scenarios", nargs="*", choices=[[], *SCENARIOS], metavar="SCENARIO", help=", ".join(SCENARIOS))
    parser.add_argument("--inputs", type=int, default=10_000, help="how many, in all scenarios (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="of the first input (default: by the time of day)")
    parser.add_argument("--minutes", type=float, default=10, help="for all scenarios (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)")
    options = parser.parse_args()
    chosen = [SCENARIOS[name] for name in options.scenarios or SCENARIOS]
    seed = int(time.time()) % 1_000_000 * 1000 if options.seed is None else options.seed
    if options.seed is None:  # not if a failure is tried again
        shutil.rmtree(FOLDER, ignore_errors=True)
    total = sum(scenario.share for scenario in chosen)
    deadline = time.monotonic() + 60 * options.minutes
    has_failed = False
    for scenario in chosen:
        inputs = max(1, round(options.inputs * scenario.share / total))
        outcome = attack(scenario.name, FOLDER, range(seed, seed + inputs), options.jobs, deadline)
        tried = f"{outcome.tried:,} of {inputs:,} inputs from seed {seed} in {outcome.seconds:.0f} s"
        print(f"{scenario.name}: {tried}, {len(outcome.failed)} failed", flush=True)
        for number, problem in outcome.failed.items():
            print(f"  seed {number} {problem}; see {FOLDER / f'{scenario.name}-{number}'}")
        has_failed = has_failed or bool(outcome.failed)
    return 1 if has_failed else 0


if __name__ == "__main__":
    sys.exit(main())
