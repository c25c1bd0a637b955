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
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from model_mutations import mutated

from arcwalk import Parser, Sentence, Tagger, read
from arcwalk.errors import ArcwalkError
from arcwalk.treebank.writer import lines_of

ROOT = Path(__file__).parent.parent
FAILURES = ROOT / "build" / "fuzz"
SUFFIX = ".arcwalk.xz"
LONGEST = 60.0  # seconds for one input
WORKS, REFUSED = "works", "refused"


class Failure(NamedTuple):
    """A model that neither works nor is refused."""

    model: str
    number: int
    reason: str
    file: Path


def seeds() -> dict[str, Path]:
    """The models to change, by name: those of the newest version."""
    folder = max((ROOT / "tests" / "models").glob("*/"), key=lambda path: path.name)
    return {path.name.removesuffix(SUFFIX): path for path in sorted(folder.glob(f"*{SUFFIX}"))}


def input_of(data: bytes, name: str, seed: int, number: int) -> bytes:
    """The input of this number."""
    return mutated(data, Random(f"{seed}/{name}/{number}"))


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


def _work(name: str, seed: int, numbers: range, current: "Synchronized[int]", outcomes: Any) -> None:
    """Try inputs one after another; `current` is the number of the one in progress."""
    path = seeds()[name]
    data, sentences = lzma.decompress(path.read_bytes()), list(read(path.parent / "input.conllu"))
    with TemporaryDirectory() as folder:
        target = Path(folder, name)
        for number in numbers:
            current.value = number
            target.write_bytes(input_of(data, name, seed, number))
            try:
                outcomes.put((number, use(target, sentences), ""))
            except Exception:
                outcomes.put((number, "", traceback.format_exc()))


def run_one(name: str, inputs: int, seed: int) -> tuple[Counter[str], list[Failure]]:
    """Try that many inputs made from one model: how many work or are refused, and the failures."""
    context = multiprocessing.get_context("spawn")
    counts, failures = Counter[str](), list[Failure]()
    data, start = lzma.decompress(seeds()[name].read_bytes()), 0

    def fail(number: int, reason: str) -> None:
        FAILURES.mkdir(parents=True, exist_ok=True)
        file = FAILURES / f"{name}-{seed}-{number}.arcwalk"
        file.write_bytes(input_of(data, name, seed, number))
        failures.append(Failure(name, number, reason, file))

    while start < inputs:
        current, outcomes = context.Value("q", start), context.SimpleQueue()
        process = context.Process(target=_work, args=(name, seed, range(start, inputs), current, outcomes))
        process.start()
        last, since = start, time.monotonic()
        while process.is_alive() or not outcomes.empty():
            while not outcomes.empty():
                number, outcome, reason = outcomes.get()
                counts[outcome] += bool(outcome)
                if reason:
                    fail(number, reason)
            if current.value != last:
                last, since = current.value, time.monotonic()
            if time.monotonic() - since > LONGEST:
                process.kill()
            process.join(0.05)
        if process.exitcode == 0:
            break
        fail(current.value, f"the process ended with {process.exitcode}")
        start = current.value + 1
    return counts, failures


def run(inputs: int, seed: int) -> list[Failure]:
    """Try that many inputs made from each model; prints what became of them and returns the failures."""
    failures: list[Failure] = []
    for name in seeds():
        started = time.perf_counter()
        counts, found = run_one(name, inputs, seed)
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
