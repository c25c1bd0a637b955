"""What a new user waits for: commands with an empty cache, then the same with what they left there.

    python benchmarks/first_use.py [TREEBANK] [--sentences N] [--repeats N]

Wall-clock seconds and peak memory, in processes of their own. `again` is the second use: kernels are compiled by then.
Without a treebank, the sample treebank is used.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from arcwalk import read, sample, write


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebank", nargs="?")
    parser.add_argument("--sentences", type=int, default=100, help="training sentences (default: %(default)s)")
    parser.add_argument("--repeats", type=int, default=1, help="runs, of which the best counts (default: %(default)s)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sentences = read(arguments.treebank) if arguments.treebank else sample(arguments.sentences + 1, 0)
        one, *train = islice(sentences, arguments.sentences + 1)
        write(folder / "train.conllu", train)
        write(folder / "one.conllu", [one])
        print(f"{'':32}{'empty cache':>14}{'again':>10}")
        for title, command in commands(folder).items():
            first, again = [], []
            for _ in range(arguments.repeats):
                cache = tempfile.mkdtemp(dir=folder)
                first.append(seconds(command, cache))
                again.append(seconds(command, cache))
            print(f"{title:32}{min(first):>12.1f} s{min(again):>8.2f} s", flush=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"peak memory of a process: {peak / 1024:,.0f} MB")


def commands(folder: Path) -> dict[str, list[str]]:
    """What is measured, by title."""
    train, one, model = (str(folder / name) for name in ("train.conllu", "one.conllu", "model.arcwalk"))
    return {
        "train --system bayes-point": ["train", train, "-m", model, "--system", "bayes-point"],
        "parse, bayes-point": ["parse", one, "-m", model],
        "train (sampling)": ["train", train, "-m", model],
        "parse, sampling": ["parse", one, "-m", model],
        "demo": ["demo", "--folder", str(folder / "demo")],
    }


def seconds(command: list[str], cache: str) -> float:
    """The wall-clock time of a command, with machine code kept in this folder only."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "arcwalk.cli.main", *command],
        env=variables | {"XDG_CACHE_HOME": cache},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
