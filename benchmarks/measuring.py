"""What all benchmarks share: their arguments and treebanks, a stopwatch, the memory held, and training a system."""

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


def arguments_of(doc: str | None) -> argparse.ArgumentParser:
    """The arguments that every benchmark has; `doc` is its own description."""
    arguments = argparse.ArgumentParser(description=(doc or "").splitlines()[0])
    arguments.add_argument("files", nargs="*", metavar="TRAIN TEST", help="treebanks (default: the embedded one)")
    arguments.add_argument("--jobs", type=int, default=2, help="threads for training")
    arguments.add_argument("--repeats", type=int, default=5)
    return arguments


def treebanks(
    arguments: argparse.ArgumentParser, options: argparse.Namespace, *, trees: bool = True
) -> tuple[list[Sentence], list[Sentence]]:
    """What to train on and what to test on: the files named, or the embedded treebank."""
    if len(options.files) not in (0, 2):
        arguments.error("name both TRAIN and TEST, or none")
    if options.files:
        train, test = (list(read(name, heads="gold") if trees else read(name)) for name in options.files)
        return train, test
    return sample(1500), sample(2000)[1500:]


def timed(action: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds that one call takes."""
    started = clock()
    action()
    return clock() - started


def summary(speeds: list[float]) -> str:
    """The median and the best."""
    return f"{statistics.median(speeds):>9,.0f} words/s (best of {len(speeds)}: {max(speeds):,.0f})"


def rates(model: Path, action: Callable[[Parser], object], words: int, repeats: int) -> str:
    """Words per second; each time with a parser fresh from its file, which has met none of the words before."""
    return summary([words / timed(partial(action, load(model))) for _ in range(repeats)])


def peak_memory() -> float:
    """The most memory this process has held so far, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def train_and_tell(train: Callable[..., Any], sentences: list[Sentence], model: Path, jobs: int) -> None:
    """Train with defaults, save, and print what that took; a tiny training comes first and loads the kernels."""
    tiny = timed(lambda: train(sentences[:20], epochs=1, shuffles=1))
    print(f"kernels ready and a first tiny training: {tiny:.1f} s", flush=True)
    training = timed(lambda: train(sentences, jobs=jobs).save(model))
    print(f"training, defaults:        {training:9.1f} s ({sum(map(len, sentences)):,} words, {jobs} jobs)")
    print(f"peak memory, training:     {peak_memory():9.0f} MB")
    print(f"model file:                {model.stat().st_size / 1e6:9.1f} MB")
    print(f"loading it:                {timed(lambda: load(model)):9.2f} s", flush=True)
