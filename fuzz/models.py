"""Wrong model files: whatever they hold, they work or are refused with a clear error.

    python fuzz/models.py --inputs 2000 --seed 0

Inputs are the models in tests/models, changed at random (`model_mutations`). Each is loaded and used in a process whose
end is noticed; those that fail are kept in build/fuzz.
"""

import argparse
import lzma
import multiprocessing
import sys
import time
import traceback
from collections import Counter
from functools import cache
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from arcwalk import Parser, Sentence, Tagger, read
from arcwalk.errors import ArcwalkError
from arcwalk.treebank.writer import lines_of
from model_mutations import mutated

ROOT = Path(__file__).parent.parent
FAILURES = ROOT / "build" / "fuzz"
SUFFIX = ".arcwalk.xz"
LONGEST = 60.0  # seconds for one input
WORKS, REFUSED = "works", "refused"


class Input(NamedTuple):
    """A model that is changed at random."""

    model: str
    seed: int
    number: int

    def data(self) -> bytes:
        """The bytes of the file."""
        return mutated(_seed_data(self.model), Random("/".join(map(str, self))))


class Failure(NamedTuple):
    """An input that neither works nor is refused."""

    input: Input
    reason: str
    file: Path


def seeds() -> dict[str, Path]:
    """The models to change, by name: those of the newest version."""
    folder = max((ROOT / "tests" / "models").glob("*/"), key=lambda path: path.name)
    return {path.name.removesuffix(SUFFIX): path for path in sorted(folder.glob(f"*{SUFFIX}"))}


@cache
def _seed_data(name: str) -> bytes:
    return lzma.decompress(seeds()[name].read_bytes())


def use(path: Path, sentences: list[Sentence]) -> str:
    """Load a model and annotate two sentences; an error other than `ArcwalkError` is a failure."""
    try:
        if path.name.startswith("tagger"):
            tagger = Tagger.load(path)
            tagger.probabilities(sentences[1])
            found = list(tagger.tag(sentences))
        else:
            parser = Parser.load(path)
            found = [parser.parse(sentences[0]), parser.parse(_half(sentences[1]), keep=True, confidence=True)]
            if parser.system.name != "bayes-point":
                found += [tree for tree, _ in parser.alternatives(sentences[1], 3)]
    except ArcwalkError as error:
        message = str(error)
        if not (message.isprintable() and 10 < len(message) < 2000):
            raise ValueError(f"unclear message: {message!r}") from error
        return REFUSED
    for sentence in found:
        again = Sentence("".join(lines_of([sentence])).encode().decode().split("\n")[:-2])
        if again.heads.count(-1) or any(
            len(row) != 10 for row in (line.split("\t") for line in again.lines if line[0] != "#")
        ):
            raise ValueError(f"unreadable output: {sentence.lines}")
    return WORKS


def _half(sentence: Sentence) -> Sentence:
    """The sentence with every other head and label removed."""
    heads = [head if m % 2 else -1 for m, head in enumerate(sentence.heads)]
    return sentence.with_tree(heads, [label if m % 2 else "_" for m, label in enumerate(sentence.deprels)])


def _work(inputs: list[Input], current: "Synchronized[int]", outcomes: Any) -> None:
    """Try inputs one after another; `current` is the place of the one in progress."""
    sentences = list(read(next(iter(seeds().values())).parent / "input.conllu"))
    with TemporaryDirectory() as folder:
        for place, own in enumerate(inputs):
            current.value = place
            path = Path(folder, own.model)
            path.write_bytes(own.data())
            try:
                outcomes.put((own, use(path, sentences), ""))
            except Exception:
                outcomes.put((own, "", traceback.format_exc()))


def try_all(inputs: list[Input]) -> tuple[Counter[str], list[Failure]]:
    """How many inputs work or are refused, and the failures; in another process, until that is ended by one of them."""
    context = multiprocessing.get_context("spawn")
    counts, failures = Counter[str](), list[Failure]()

    def fail(failed: Input, reason: str) -> None:
        FAILURES.mkdir(parents=True, exist_ok=True)
        file = FAILURES / f"{'-'.join(map(str, failed))}.arcwalk"
        file.write_bytes(failed.data())
        failures.append(Failure(failed, reason, file))

    while inputs:
        current, outcomes = context.Value("q", 0), context.SimpleQueue()
        process = context.Process(target=_work, args=(inputs, current, outcomes))
        process.start()
        last, since = 0, time.monotonic()
        while process.is_alive() or not outcomes.empty():
            while not outcomes.empty():
                own, outcome, reason = outcomes.get()
                counts[outcome] += bool(outcome)
                if reason:
                    fail(own, reason)
            if current.value != last:
                last, since = current.value, time.monotonic()
            if time.monotonic() - since > LONGEST:
                process.kill()
            process.join(0.05)
        if process.exitcode == 0:
            break
        fail(inputs[current.value], f"the process ended with {process.exitcode}")
        inputs = inputs[current.value + 1 :]
    return counts, failures


def run(inputs: int, seed: int) -> list[Failure]:
    """Try that many inputs made from each model; prints what became of them and returns the failures."""
    failures: list[Failure] = []
    for name in seeds():
        started = time.perf_counter()
        counts, found = try_all([Input(name, seed, number) for number in range(inputs)])
        print(
            f"{name}: {counts[WORKS]} work, {counts[REFUSED]} refused, {len(found)} fail; "
            f"{time.perf_counter() - started:.0f} s",
            flush=True,
        )
        failures += found
    for failure in failures:
        print(f"{failure.file}: {failure.reason.strip().splitlines()[-1]}")
    return failures


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=2000, help="inputs per model (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="random seed (default: %(default)s)")
    arguments = parser.parse_args()
    return bool(run(arguments.inputs, arguments.seed))


if __name__ == "__main__":
    sys.exit(main())
