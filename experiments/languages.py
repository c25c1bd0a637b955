"""Every treebank with a system's defaults: accuracy on the test file, training time, model size.

    python experiments/languages.py TREEBANKS [--system NAME] [--jobs N] [-o FOLDER]

TREEBANKS holds <language>/{train,test}.conllu.gz. Gold tags, nothing but the training file, no option set by hand;
scores without punctuation, labels up to the first colon. For parsing speed, see `benchmarks/`.
Writes `languages-NAME.md`; the mean leaves out treebanks of more than 100,000 words.
"""

import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from arcwalk import Parser, load, read
from arcwalk.evaluation import evaluate
from tables import arguments_of, markdown_table, provenance, write

LARGE = 100_000


class Result(NamedTuple):
    """One language."""

    language: str
    words: int
    uas: float
    las: float
    seconds: float
    megabytes: float

    def cells(self) -> list[str]:
        """The row of a table."""
        numbers = f"{self.uas:.2f} {self.las:.2f} {self.seconds:.0f} {self.megabytes:.1f}"
        return [self.language, f"{self.words:,}", *numbers.split()]


def measure(folder: Path, system: str, jobs: int) -> Result:
    """Train, save, load, parse, score."""
    train = list(read(folder / "train.conllu.gz", heads="gold"))
    test = list(read(folder / "test.conllu.gz", heads="gold"))
    with tempfile.TemporaryDirectory() as name:
        model = Path(name) / "model.arcwalk"
        started = time.perf_counter()
        Parser.train(train, system=system, jobs=jobs).save(model)
        trained = time.perf_counter()
        parser, size = load(model), model.stat().st_size / 1e6
    scores = evaluate(test, parser.parse(test))
    return Result(folder.name, sum(map(len, train)), scores.uas, scores.las, trained - started, size)


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--system", default="bayes-point")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    results: list[Result] = []
    for folder in sorted(path.parent for path in arguments.treebanks.glob("*/train.conllu.gz")):
        results.append(measure(folder, arguments.system, arguments.jobs))
        print(*results[-1].cells(), flush=True)
    rows = [result.cells() for result in results]
    if small := [result for result in results if result.words < LARGE]:
        uas, las = (sum(values) / len(small) for values in ([r.uas for r in small], [r.las for r in small]))
        rows.append([f"**mean of the {len(small)} small**", "", f"**{uas:.2f}**", f"**{las:.2f}**", "", ""])
    header = ["language", "training words", "UAS", "LAS", "training s", "model MB"]
    page = [f"# `--system {arguments.system}` on the test files", provenance(), (__doc__ or "").split("\n\n")[2]]
    write(arguments.output / f"languages-{arguments.system}.md", [*page, markdown_table(header, rows)])


if __name__ == "__main__":
    main()
