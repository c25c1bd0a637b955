"""Speed of parsing a corpus with one worker and with two, in processes of this machine and on a local Dask cluster.

    python benchmarks/corpus.py [--words N] [--files N] [--engine local|dask] [--workers N N ...] [--model FILE]

The corpus is the sample treebank, repeated. For each number of workers: words per second from the start of the engine
to the last byte, and the share of overhead, which is all time that a worker does not spend on sentences: starting,
loading the model, waiting, sending and writing. Timings on a shared machine are noisy: the numbers of workers take
turns, and the best of each counts.
"""

import argparse
import hashlib
import tempfile
from pathlib import Path

from arcwalk import Parser, parse_files, sample, write
from arcwalk.engine.run import Report

TRAINED_ON, REPEATED = 1500, 2000  # sentences


def write_corpus(folder: Path, words: int, files: int) -> int:
    """Fill a folder with about so many words; returns how many they are."""
    sentences = sample(TRAINED_ON + REPEATED)[TRAINED_ON:]
    once = sum(map(len, sentences))
    times = max(1, round(words / once / files))
    for number in range(files):
        write(folder / f"{number}.conllu", (sentence for _ in range(times) for sentence in sentences))
    return times * once * files


def digest(folder: Path) -> str:
    """A hash of all files."""
    found = hashlib.sha256()
    for file in sorted(folder.iterdir()):
        found.update(file.read_bytes())
    return found.hexdigest()


def line(name: str, workers: int, report: Report) -> str:
    """Speed and overhead of a run."""
    overhead = 1 - report.worker_seconds / (workers * report.seconds)
    speed = f"{report.words / report.seconds:>9,.0f} words/s in {report.seconds:6.1f} s"
    return f"{name:<6} {workers} worker{'s' if workers > 1 else ' '} {speed}, {overhead:6.1%} overhead"


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--words", type=int, default=2_000_000, help="size of the corpus (default: %(default)s)")
    arguments.add_argument("--files", type=int, default=4, help="number of files (default: %(default)s)")
    arguments.add_argument("--engine", choices=("local", "dask"), action="append", help="engine (default: both)")
    arguments.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="numbers of workers (default: 1 2)")
    arguments.add_argument("--repeats", type=int, default=3, help="runs of each timing (default: %(default)s)")
    arguments.add_argument("--model", type=Path, help="parser (default: sampling, trained on the sample treebank)")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").mkdir()
        model = options.model or folder / "model.arcwalk"
        if not options.model:
            Parser.train(sample(TRAINED_ON)).save(model)
        words = write_corpus(folder / "in", options.words, options.files)
        print(f"{words:,} words in {options.files} files", flush=True)
        digests: set[str] = set()
        for engine in options.engine or ["local", "dask"]:
            reports: dict[int, list[Report]] = {workers: [] for workers in options.workers}
            for _ in range(options.repeats):
                for workers in options.workers:
                    report = parse_files(folder / "in", model, folder / "out", engine=engine, jobs=workers)
                    print(line(engine, workers, report), flush=True)
                    reports[workers].append(report)
                    digests.add(digest(folder / "out"))
                    assert len(digests) == 1, "outputs differ"
            first, *others = (min(found, key=lambda report: report.seconds) for found in reports.values())
            for workers, report in zip(options.workers[1:], others, strict=True):
                ratio = first.seconds / report.seconds
                print(f"{engine}: {workers} workers are {ratio:.2f} times as fast as {options.workers[0]}", flush=True)


if __name__ == "__main__":
    main()
