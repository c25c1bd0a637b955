"""Self-training: a parser is retrained on its own parses of raw sentences (section 8)."""

from collections.abc import Iterable
from typing import Any

from arcwalk.systems.parser import Parser
from arcwalk.training.progress import Progress, Silence
from arcwalk.treebank.sentence import Sentence


def self_train(
    parser: Parser,
    train: Iterable[Sentence],
    raw: Iterable[Sentence],
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    **options: Any,
) -> Parser:
    """A parser trained on `train`, as `parser` was, and on the parses that `parser` gives to `raw`.

    The options are those of `Parser.train`. One round, as in the paper.
    """
    progress = progress or Silence()
    parsed = list(parser.parse(raw, jobs=jobs))
    amount = len(parsed)
    progress.say(f"self-training: {amount:,} parsed sentences added to the training data", parsed_sentences=amount)
    return Parser.train([*train, *parsed], jobs=jobs, progress=progress, **options)
