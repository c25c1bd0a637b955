"""Speed and scores beside UDPipe 1 (`pip install ufal.udpipe`), on your treebank or on the sample treebank.

    python benchmarks/against_udpipe.py [TRAIN TEST] [--iterations N] [--jobs N] [--repeats N]

Every parser is trained on TRAIN and parses TEST with gold words and tags, labels included, on one core. They take
turns: each ratio is that of two runs next to each other, and the median is printed. `first` is a freshly loaded parser,
which has seen no word yet; `file to file` includes reading and writing CoNLL-U. UDPipe's training is cut short, which
costs accuracy but hardly changes its speed; for scores, use its own default, `--iterations 10`.
"""

import statistics
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from arcwalk import Parser, Sentence, evaluate, load, read, write
from measuring import arguments_of, timed, treebanks

if TYPE_CHECKING:
    from udpipe import Udpipe

SYSTEMS: dict[str, tuple[str, dict[str, str]]] = {  # options for parsing
    "sampling": ("sampling", {}),
    "bayes-point": ("bayes-point", {}),
    "vine, rerank=no": ("vine", {"rerank": "no"}),
    "vine": ("vine", {}),
}


def contests(
    udpipe: "Udpipe", test: list[Sentence], folder: Path
) -> dict[str, tuple[Callable[[Parser], object], Callable[[], object], bool]]:
    """What arcwalk and UDPipe do, by name, and whether the parser is to be a fresh one."""
    source, target = folder / "test.conllu", folder / "parsed.conllu"
    write(source, test)
    held = udpipe.held(test)

    def parse(parser: Parser) -> None:
        for _ in parser.parse(test):
            pass

    def theirs_by_file() -> None:
        target.write_text(udpipe.process(source.read_text(encoding="utf-8")), encoding="utf-8")

    return {
        "first": (parse, lambda: udpipe.parse(held), True),
        "later": (parse, lambda: udpipe.parse(held), False),
        "file to file": (lambda parser: write(target, parser.parse(read(source))), theirs_by_file, True),
    }


def main() -> None:
    """Train, then measure."""
    arguments = arguments_of(__doc__)
    arguments.add_argument("--iterations", type=int, default=1, help="of UDPipe's training (default: %(default)s)")
    options = arguments.parse_args()
    try:
        from udpipe import Udpipe
    except ImportError:
        arguments.error("UDPipe 1 is not installed: pip install ufal.udpipe")
    train, test = treebanks(arguments, options)
    words = sum(map(len, test))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        udpipe = Udpipe(train, options.iterations, folder)
        models = {system: folder / system for system, _ in SYSTEMS.values()}
        for system, model in models.items():
            Parser.train(train, system=system, jobs=options.jobs).save(model)
        parses = {"UDPipe 1": udpipe.parsed(test)} | {
            system: load(model).parse(test) for system, model in models.items()
        }
        for name, parsed in parses.items():
            scores = evaluate(test, parsed)
            print(f"{name:14}{scores.uas:.2f} UAS, {scores.las:.2f} LAS without punctuation", flush=True)
        print(f"{words:,} words; words per second and how many times UDPipe's, median of {options.repeats}")
        for contest, (ours, theirs, is_fresh) in contests(udpipe, test, folder).items():
            for name, (system, parsing) in SYSTEMS.items():
                parser = load(models[system]).with_options(**parsing)
                ours(parser)  # loads kernels
                pairs = []
                for _ in range(options.repeats):
                    if is_fresh:
                        parser = load(models[system]).with_options(**parsing)
                    pairs.append((timed(partial(ours, parser)), timed(theirs)))
                speed = words / statistics.median(mine for mine, _ in pairs)
                ratio = statistics.median(other / mine for mine, other in pairs)
                print(f"{contest:14}{name:18}{speed:>9,.0f} words/s {ratio:>6.2f} times", flush=True)


if __name__ == "__main__":
    main()
