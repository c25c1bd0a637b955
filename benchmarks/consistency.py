"""The cost of consistency: joint against independent parsing and tagging.

    python benchmarks/consistency.py [TRAIN TEST] [--size N] [--repeats N]

System mst, trained on the first sentences of the treebank, parses the test sentences independently and jointly, in
alternation; so does the tagger. Everything after loading the model is timed, including contexts and labels. Timings on
a shared machine are noisy: CPU time is measured repeatedly, and the median is printed.
"""

import statistics
from collections.abc import Callable
from time import process_time

from arcwalk import Parser, Tagger
from arcwalk.consistency.dual_decomposition import JointSolution
from arcwalk.consistency.parsing import parse_consistently
from arcwalk.consistency.tagging import tag_consistently
from measuring import arguments_of, timed, treebanks


def compare(name: str, independently: Callable[[], object], jointly: Callable[[], JointSolution], repeats: int) -> None:
    """Print the time of both, and how often sentences are decoded."""
    solution = jointly()
    independently()
    pairs = [(timed(independently, process_time), timed(jointly, process_time)) for _ in range(repeats)]
    ratio = statistics.median(second / first for first, second in pairs)
    first, second = (statistics.median(times) for times in zip(*pairs, strict=True))
    decoded = sum(each.sentences for each in solution.iterations[1:]) / max(1, len(solution.joint))
    print(f"{name}: independently {first:.2f} s, jointly {second:.2f} s: {ratio:.2f} times as long")
    print(
        f"  {len(solution.iterations)} iterations, each sentence decoded again {decoded:.1f} times, "
        f"{len(solution.lifted)} of {len(solution.joint)} sentences lifted",
        flush=True,
    )


def main() -> None:
    arguments = arguments_of(__doc__)
    arguments.add_argument("--size", type=int, default=100, help="training sentences")
    options = arguments.parse_args()
    train, test = treebanks(arguments, options)
    train = train[: options.size]
    parser = Parser.train(train, system="mst", projective="yes", jobs=options.jobs)
    compare(
        "parsing",
        lambda: list(parser.parse(test)),
        lambda: parse_consistently(parser, test, train).solution,
        options.repeats,
    )
    tagger = Tagger.train(train, jobs=options.jobs)
    compare(
        "tagging",
        lambda: list(tagger.tag(test)),
        lambda: tag_consistently(tagger, test, train).columns["upos"].solution,
        options.repeats,
    )


if __name__ == "__main__":
    main()
