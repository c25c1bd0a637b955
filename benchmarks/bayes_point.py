"""How fast, how large, how heavy: `--system bayes-point` on a treebank of yours or on the embedded one.

    python benchmarks/bayes_point.py [TRAIN TEST] [--jobs N] [--repeats N]

Parsing is timed on one core with labels, model loading left out, reading and writing told apart. Timings on a
shared machine are noisy: each is repeated, and the median and the best are printed.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from arcwalk import Parser, Sentence, load, read, write
from arcwalk.evaluation import evaluate
from arcwalk.treebank.sample import sample

GROWTH_LENGTHS = (20, 50, 100, 200, 400)
GROWTH_WORDS = 4000


def timed(action: Callable[[], object]) -> float:
    """Seconds that one call takes."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def rates(model: Path, action: Callable[[Parser], object], words: int, repeats: int) -> str:
    """Words per second; each time with a parser fresh from its file, which has met none of the words before."""
    speeds = [words / timed(partial(action, load(model))) for _ in range(repeats)]
    return f"{statistics.median(speeds):>9,.0f} words/s (best of {repeats}: {max(speeds):,.0f})"


def peak_memory() -> float:
    """The most memory this process has held so far, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def sentences_of_length(length: int, material: list[Sentence]) -> list[Sentence]:
    """Sentences of exactly `length` words, cut from the running text of a treebank."""
    words = [row for s in material for row in zip(s.forms, s.lemmas, s.upos, s.xpos, s.feats, strict=True)]
    made = []
    for start in range(0, min(len(words), GROWTH_WORDS) - length + 1, length):
        forms, lemmas, upos, xpos, feats = map(list, zip(*words[start : start + length], strict=True))
        made.append(Sentence.from_columns(forms, lemmas=lemmas, upos=upos, xpos=xpos, feats=feats))
    return made


def one_sentence_command(model: Path, sentence: Sentence, folder: Path) -> float:
    """Seconds that `arcwalk parse` takes for one sentence, start to end, once kernels are compiled."""
    source = folder / "one.conllu"
    write(source, [sentence])
    command = [
        sys.executable,
        "-m",
        "arcwalk.cli.main",
        "parse",
        str(source),
        "-m",
        str(model),
        "-o",
        str(folder / "o"),
    ]
    return min(timed(lambda: subprocess.run(command, check=True)) for _ in range(3))


def growth(parser: Parser, material: list[Sentence], repeats: int) -> None:
    """Time per word against sentence length, and why it grows as it does."""
    print("\ntime per word by sentence length:")
    costs = {}
    for length in GROWTH_LENGTHS:
        batch = sentences_of_length(length, material)
        if not batch:
            print(f"  {length:>4} words: the test file is too short")
            return
        costs[length] = min(timed(lambda b=batch: list(parser.parse(b))) for _ in range(repeats)) / (
            len(batch) * length
        )
        print(f"  {length:>4} words: {costs[length] * 1e6:6.1f} µs a word")
    print(
        f"  200 against 20: {costs[200] / costs[20]:.1f} times. A word has as many candidate heads as the sentence\n"
        "  has words, and scoring them is most of the work, so cost per word grows with length. What is paid once a\n"
        "  word (encoding, labels) softens that in short sentences; Eisner's n² steps a word matter past 1,000."
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("files", nargs="*", metavar="TRAIN TEST", help="treebanks (default: the embedded one)")
    arguments.add_argument("--jobs", type=int, default=2, help="threads for training")
    arguments.add_argument("--repeats", type=int, default=5)
    options = arguments.parse_args()
    if len(options.files) not in (0, 2):
        arguments.error("name both TRAIN and TEST, or none")
    if options.files:
        train, test = (list(read(name, heads="gold")) for name in options.files)
    else:
        train, test = sample(1500), sample(2000)[1500:]
    words = sum(map(len, test))

    training = timed(lambda: Parser.train(train[:20], epochs=1, shuffles=1))  # loads or compiles the kernels
    print(f"kernels ready and a first tiny training: {training:.1f} s")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        model = folder / "model.arcwalk"
        training = timed(lambda: Parser.train(train, jobs=options.jobs).save(model))
        print(f"training, defaults:        {training:9.1f} s ({sum(map(len, train)):,} words, {options.jobs} jobs)")
        ten = timed(lambda: Parser.train(train, jobs=options.jobs, epochs=10))
        print(f"training, 10 epochs × 5:   {ten:9.1f} s")
        print(f"peak memory, training:     {peak_memory():9.0f} MB")
        print(f"model file:                {model.stat().st_size / 1e6:9.1f} MB")
        print(f"loading it:                {timed(lambda: load(model)):9.2f} s")
        parser = load(model)
        parsed = list(parser.parse(test))
        scores = evaluate(test, parsed)
        print(f"accuracy:                  UAS {scores.uas:.2f}, LAS {scores.las:.2f}")
        print(f"parsing with labels:       {rates(model, lambda p: list(p.parse(test)), words, options.repeats)}")
        source = folder / "test.conllu"
        write(source, test)
        whole = rates(model, lambda p: write(folder / "out", p.parse(read(source))), words, options.repeats)
        print(f"  with reading, writing:   {whole}")
        print(f"arcwalk parse, 1 sentence: {one_sentence_command(model, test[0], folder):9.2f} s in all")
        growth(parser, test, options.repeats)
    print(f"\npeak memory:               {peak_memory():9.0f} MB")


if __name__ == "__main__":
    main()
