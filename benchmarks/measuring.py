"""What all benchmarks share: arguments, treebanks, timing, peak memory, and training a system."""

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from arcwalk import Parser, Sentence, load, read
from arcwalk.sample import sample

STATUS, PAGES = Path("/proc/self/status"), Path("/proc/self/smaps_rollup")


def arguments_of(doc: str | None) -> argparse.ArgumentParser:
    """The arguments of every benchmark; `doc` describes it."""
    arguments = argparse.ArgumentParser(description=(doc or "").splitlines()[0])
    arguments.add_argument("files", nargs="*", metavar="TRAIN TEST", help="treebanks (default: the sample treebank)")
    arguments.add_argument("--jobs", type=int, default=2, help="threads for training (default: %(default)s)")
    arguments.add_argument("--repeats", type=int, default=5, help="runs of each timing (default: %(default)s)")
    return arguments


def treebanks(
    arguments: argparse.ArgumentParser, options: argparse.Namespace, *, trees: bool = True
) -> tuple[list[Sentence], list[Sentence]]:
    """Training and test sentences: the given files, or the sample treebank."""
    if len(options.files) not in (0, 2):
        arguments.error("give both TRAIN and TEST, or neither")
    if options.files:
        train, test = (list(read(name, heads="gold") if trees else read(name)) for name in options.files)
        return train, test
    return sample(1500), sample(2000)[1500:]


def timed(action: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """The duration of one call in seconds."""
    started = clock()
    action()
    return clock() - started


def summary(speeds: list[float]) -> str:
    """Median and best speed."""
    return f"{statistics.median(speeds):>9,.0f} words/s (best of {len(speeds)}: {max(speeds):,.0f})"


def rates(model: Path, action: Callable[[Parser], object], words: int, repeats: int) -> str:
    """Words per second, each time with a freshly loaded parser, whose caches are empty."""
    return summary([words / timed(partial(action, load(model))) for _ in range(repeats)])


def peak_memory() -> float:
    """The peak memory of this process in MB, shared pages included."""
    if STATUS.exists():  # here, what `getrusage` reports can be the peak of the process that started this one
        return _kilobytes(STATUS)["VmHWM"] * 1024 / 1e6
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def memory_in_use() -> tuple[float, float]:
    """The memory of this process in MB: what is its own, and what it shares with others. Only Linux tells."""
    pages = _kilobytes(PAGES)
    private, shared = (
        sum(size for name, size in pages.items() if name in (f"{kind}_Clean", f"{kind}_Dirty")) * 1024 / 1e6
        for kind in ("Private", "Shared")
    )
    return private, shared


def _kilobytes(path: Path) -> dict[str, int]:
    """The sizes in a file of /proc, by name."""
    lines = [line.split() for line in path.read_text().splitlines() if line.endswith(" kB")]
    return {name.rstrip(":"): int(size) for name, size, _ in lines}


def train_and_report(train: Callable[..., Any], sentences: list[Sentence], model: Path, jobs: int) -> None:
    """Train with default options, save, and print time, memory and model size; a tiny run first loads the kernels."""
    tiny = timed(lambda: train(sentences[:20], epochs=1, shuffles=1))
    print(f"loading kernels and a tiny training run: {tiny:.1f} s", flush=True)
    kinds: list[Any] = []

    def train_and_save() -> None:
        trained = train(sentences, jobs=jobs)
        trained.save(model)
        kinds.append(type(trained))

    training = timed(train_and_save)
    print(f"training, default options: {training:9.1f} s ({sum(map(len, sentences)):,} words, {jobs} jobs)")
    print(f"peak memory, training:     {peak_memory():9.0f} MB")
    print(f"model file:                {model.stat().st_size / 1e6:9.1f} MB")
    print(f"loading the model:         {timed(lambda: kinds[0].load(model)):9.2f} s", flush=True)
