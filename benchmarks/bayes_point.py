"""Speed, memory and model size of `--system bayes-point`, on your treebank or on the sample treebank.

    python benchmarks/bayes_point.py [TRAIN TEST] [--jobs N] [--repeats N]

Parsing is timed on one core with labels, without loading the model, and also with reading and writing files. Timings on
a shared machine are noisy: each is repeated, and the median and the best are printed.
"""

import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from arcwalk import Parser, Sentence, load, read, write
from arcwalk.evaluation import evaluate
from measuring import arguments_of, peak_memory, rates, timed, train_and_report, treebanks

GROWTH_LENGTHS = (20, 50, 100, 200, 400)
GROWTH_WORDS = 4000


def sentences_of_length(length: int, material: list[Sentence]) -> list[Sentence]:
    """Sentences of exactly `length` words, cut from the text of a treebank."""
    words = [row for s in material for row in zip(s.forms, s.lemmas, s.upos, s.xpos, s.feats, strict=True)]
    made = []
    for start in range(0, min(len(words), GROWTH_WORDS) - length + 1, length):
        forms, lemmas, upos, xpos, feats = map(list, zip(*words[start : start + length], strict=True))
        made.append(Sentence.from_columns(forms, lemmas=lemmas, upos=upos, xpos=xpos, feats=feats))
    return made


def one_sentence_command(model: Path, sentence: Sentence, folder: Path) -> float:
    """The duration of `arcwalk parse` for one sentence in seconds, once kernels are compiled."""
    source = folder / "one.conllu"
    write(source, [sentence])
    command = [sys.executable, "-m", "arcwalk.cli.main", "parse", source, "-m", model, "-o", folder / "o"]
    return min(timed(lambda: subprocess.run(command, check=True)) for _ in range(3))


def growth(parser: Parser, material: list[Sentence], repeats: int) -> None:
    """Time per word by sentence length, and why it grows."""
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
        print(f"  {length:>4} words: {costs[length] * 1e6:6.1f} µs per word")
    print(
        f"  200 against 20 words: {costs[200] / costs[20]:.1f} times. A word has as many candidate heads as the\n"
        "  sentence has words, and scoring them is most of the work, so cost per word grows with length. Constant\n"
        "  costs per word (encoding, labels) matter in short sentences, Eisner's n² steps beyond 1,000 words."
    )


def main() -> None:
    arguments = arguments_of(__doc__)
    options = arguments.parse_args()
    train, test = treebanks(arguments, options)
    words = sum(map(len, test))
    bayes_point = partial(Parser.train, system="bayes-point")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        model = folder / "model.arcwalk"
        train_and_report(bayes_point, train, model, options.jobs)
        ten = timed(lambda: bayes_point(train, jobs=options.jobs, epochs=10))
        print(f"training, 10 epochs × 5:   {ten:9.1f} s")
        parser = load(model)
        parsed = list(parser.parse(test))
        scores = evaluate(test, parsed)
        print(f"accuracy:                  UAS {scores.uas:.2f}, LAS {scores.las:.2f}")
        print(f"parsing with labels:       {rates(model, lambda p: list(p.parse(test)), words, options.repeats)}")
        source = folder / "test.conllu"
        write(source, test)
        whole = rates(model, lambda p: write(folder / "out", p.parse(read(source))), words, options.repeats)
        print(f"  with reading, writing:   {whole}")
        print(f"arcwalk parse, 1 sentence: {one_sentence_command(model, test[0], folder):9.2f} s in total")
        growth(parser, test, options.repeats)
    print(f"\npeak memory:               {peak_memory():9.0f} MB")


if __name__ == "__main__":
    main()
