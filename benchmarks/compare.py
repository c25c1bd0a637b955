"""Two versions of arcwalk, side by side: training and parsing with every system, taking turns in one run.

    python benchmarks/compare.py OLD/src NEW/src [TRAIN TEST] [--only SYSTEM]... [--repeats N]

Each version runs in a process of its own, on one core. Timings on a shared machine are noisy, so CPU time is measured,
the two take turns, and their best times are compared: a ratio above 1 means that the new version is faster.
"""

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path
from time import process_time

SYSTEMS = {
    "bayes-point": ["--system", "bayes-point"],
    "sampling": [],
    "sampling, joint": ["--tags", "joint"],
    "mst": ["--system", "mst", "--set", "projective=yes"],
    "rerank": ["--system", "rerank", "--set", "folds=2"],
    "vine": ["--system", "vine"],
    "tagger": ["--system", "tagger"],
}


def work(name: str, train: str, test: str, model: str) -> None:
    """Serve as one version: on request, train or parse once and print the seconds that took."""
    import arcwalk
    from arcwalk.cli.main import main as command

    sentences = list(arcwalk.read(test))
    consistency = ["parse", test, "-m", model, "-o", f"{model}.out", "--consistency", "--train", train]

    def learn() -> None:
        if command(["train", train, "-m", model, "--jobs", "1", *SYSTEMS[name]]):
            raise SystemExit(1)

    def predict() -> None:
        list(tool.tag(sentences) if name == "tagger" else tool.parse(sentences))

    learn()  # kernels are compiled and loaded now
    kind = arcwalk.Tagger if name == "tagger" else arcwalk.Parser
    tool = kind.load(model)
    predict()
    actions = {"train": learn, "parse": predict, "consistency": lambda: command(consistency)}
    if name == "mst":
        command(consistency)
    print("ready", flush=True)
    for line in sys.stdin:
        started = process_time()
        actions[line.strip()]()
        print(f"seconds {process_time() - started}", flush=True)


class Version:
    """A process that runs one version."""

    def __init__(self, source: Path, worker: list[str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker", *worker],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(source.resolve()), *sys.path[1:]])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def answer(self) -> float:
        """Wait for the next line it means for us."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("ready"):
                return 0.0
            if line.startswith("seconds "):
                return float(line.split()[1])
        raise RuntimeError(f"a version stopped with exit status {self.process.wait()}")

    def seconds(self, action: str) -> float:
        """What an action takes."""
        assert self.process.stdin is not None
        print(action, file=self.process.stdin, flush=True)
        return self.answer()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("paths", nargs="*", metavar="OLD NEW TRAIN TEST")
    arguments.add_argument("--only", action="append", choices=SYSTEMS, default=[])
    arguments.add_argument("--repeats", type=int, default=5)
    arguments.add_argument("--folder", default="comparison", help="where models go (default: %(default)s)")
    arguments.add_argument("--worker", nargs=4, metavar=("SYSTEM", "TRAIN", "TEST", "MODEL"), help=argparse.SUPPRESS)
    options = arguments.parse_args()
    if options.worker:
        work(*options.worker)
        return
    folder = Path(options.folder)
    folder.mkdir(exist_ok=True)
    old, new, *files = map(Path, options.paths)
    train, test = files or (folder / "train.conllu", folder / "test.conllu")
    if not files:
        import arcwalk
        from arcwalk.sample import sample

        arcwalk.write(train, sample(500))
        arcwalk.write(test, sample(1000)[500:])
    print(f"best of {options.repeats} rounds, CPU time   {'old s':>9} {'new s':>9} {'old/new':>8}   {'median':>8}")
    for name in options.only or SYSTEMS:
        versions = [
            Version(source, [name, str(train), str(test), str(folder / f"{side}-{name}.arcwalk")])
            for side, source in (("old", old), ("new", new))
        ]
        for version in versions:
            version.answer()
        for action in ("train", "parse", "consistency") if name == "mst" else ("train", "parse"):
            pairs = []
            for i in range(options.repeats):
                order = versions if i % 2 else versions[::-1]
                found = {version: version.seconds(action) for version in order}
                pairs.append([found[version] for version in versions])
            best = [min(side) for side in zip(*pairs, strict=True)]
            ratios = sorted(a / b for a, b in pairs)
            print(
                f"{name + ', ' + action:28} {best[0]:9.2f} {best[1]:9.2f} {best[0] / best[1]:8.3f}"
                f"   {statistics.median(ratios):8.3f}",
                flush=True,
            )
        for version in versions:
            version.process.kill()


if __name__ == "__main__":
    main()
