"""Memory of `--system sampling` in training and parsing, on your treebank or on the sample treebank; needs Linux.

    python benchmarks/memory.py [TRAIN TEST] [--jobs N] [--processes N]

Everything is measured in processes of its own. The last line is one of several processes that parse with the same model
at the same time, whose pages are in memory only once.
"""

import multiprocessing
import tempfile
from collections.abc import Callable
from functools import partial
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path

from arcwalk import Parser, Sentence, load, read, write
from measuring import arguments_of, memory_in_use, peak_memory, treebanks

SENTENCES = 200  # to parse


def start() -> None:
    """Import arcwalk, and no more."""


def train(treebank: Path, model: Path, jobs: int) -> Parser:
    parser = Parser.train(treebank, jobs=jobs)
    parser.save(model)
    return parser


def parse(model: Path, treebank: Path) -> tuple[Parser, list[Sentence]]:
    parser = load(model)
    return parser, list(parser.parse(read(treebank)))


def work(action: Callable[[], object], together: Barrier, results: "SimpleQueue[tuple[float, ...]]") -> None:
    """Serve as one process: its peak, private and shared memory while all others still have theirs."""
    made = action()
    together.wait()
    results.put((peak_memory(), *memory_in_use()))
    together.wait()
    del made


def measure(title: str, action: Callable[[], object], processes: int = 1) -> None:
    """Print the memory of one of several processes that do the same."""
    context = multiprocessing.get_context("spawn")
    together, results = context.Barrier(processes), context.SimpleQueue()
    workers = [context.Process(target=work, args=(action, together, results)) for _ in range(processes)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    peak, private, shared = results.get()
    print(f"{title:<28} {peak:>9,.0f} {private:>9,.0f} {shared:>9,.0f}", flush=True)


def main() -> None:
    arguments = arguments_of(__doc__)
    arguments.add_argument("--processes", type=int, default=3, help="that parse at once (default: %(default)s)")
    options = arguments.parse_args()
    train_sentences, test_sentences = treebanks(arguments, options)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        model, training, test = (folder / file for file in ("model.arcwalk", "train.conllu", "test.conllu"))
        write(training, train_sentences)
        write(test, test_sentences[:SENTENCES])
        print(f"{'MB':<28} {'peak':>9} {'private':>9} {'shared':>9}   (private and shared: in the end)")
        measure("imports", start)
        measure(f"training, {options.jobs} jobs", partial(train, training, model, options.jobs))
        parsing = partial(parse, model, test)
        measure("parsing, first time", parsing)
        measure("parsing", parsing)
        measure(f"parsing, one of {options.processes} processes", parsing, options.processes)


if __name__ == "__main__":
    main()
