"""Self-training: what a parser makes of raw sentences is learned from as if it were right (section 8)."""

from collections.abc import Iterable
from typing import Any

from arcwalk.systems.parser import Parser
from arcwalk.systems.progress import Progress, Silence
from arcwalk.treebank.sentence import Sentence


def self_train(
    parser: Parser,
    train: Iterable[Sentence],
    raw: Iterable[Sentence],
    *,
    seed: int = 0,
    jobs: int = 1,
    dev: Iterable[Sentence] | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Parser:
    """A parser trained anew, on a treebank and on sentences as `parser`, which was trained on it alone, parses them.

    The options are those of `Parser.train`. One round, as in the paper.
    """
    progress = progress or Silence()
    parsed = list(parser.parse(raw, jobs=jobs))
    progress.say(f"self-training: {len(parsed):,} sentences parsed, to be learned from")
    return Parser.train([*train, *parsed], seed=seed, jobs=jobs, dev=dev, progress=progress, **options)
