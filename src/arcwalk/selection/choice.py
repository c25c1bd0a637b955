"""`arcwalk.select`: the sentences of a treebank to annotate next."""

from collections.abc import Sequence
from os import PathLike
from typing import Literal, get_args

import numpy as np

from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.files.paths import FilePath
from arcwalk.selection.diversity import diverse
from arcwalk.selection.doubt import expected_errors, mean_doubt
from arcwalk.systems.guesser import Guesser
from arcwalk.systems.parser import Parser
from arcwalk.treebank.annotation.state import state_of
from arcwalk.treebank.reader import Treebank, sentences_of
from arcwalk.treebank.sentence import Sentence

Order = Literal["doubt", "errors", "diverse"]
"""The share of words that are probably wrong; their number; a batch of doubtful sentences that differ."""

ORDERS: tuple[Order, ...] = get_args(Order)


def select(
    treebank: Treebank, model: Parser | FilePath, count: int = 50, *, by: Order = "doubt", jobs: int = 1
) -> list[Sentence]:
    """The `count` sentences of a treebank that are most worth annotating next, parsed, with confidences, best first.

    Sentences that are done are left out, see [states](annotating.md); of the others, what is confirmed is kept. `by`
    says what counts: `doubt`, the share of words whose arcs are probably wrong; `errors`, their number, so that long
    sentences come first; `diverse`, a batch of doubtful sentences that differ from one another.
    """
    if count < 1:
        raise ArcwalkError(Wording(Argument("count", count), ": must be at least 1"))
    if by not in ORDERS:
        raise ArcwalkError(Wording(Argument("by", by), f": choose one of {', '.join(ORDERS)}"))
    sentences = sentences_of(treebank, heads="given")
    todo = [sentence for sentence in sentences if state_of(sentence) != "done"]
    if not todo:
        source = sentences[0].source if sentences else ""
        raise ArcwalkError(f"{source or 'the treebank'}: all sentences are done", "give a file with others")
    parser = Parser.load(model) if isinstance(model, str | PathLike) else model
    parsed = list(Guesser(parser).guesses(todo, jobs=jobs))
    return [parsed[index] for index in choose(parsed, by, count)]


def choose(sentences: Sequence[Sentence], by: Order, count: int) -> list[int]:
    """The indices of the `count` sentences to annotate next, the best first, of parses with confidences."""
    if by == "diverse":
        return diverse(sentences, [mean_doubt(sentence) for sentence in sentences], count)
    key = mean_doubt if by == "doubt" else expected_errors
    ranked: list[int] = np.argsort([-key(sentence) for sentence in sentences], kind="stable").tolist()
    return ranked[:count]
