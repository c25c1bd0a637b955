"""Parsing a corpus consistently: words in the same context are to have similar heads.

Rush, Reichart, Collins and Globerson (2012), "Improved Parsing and POS Tagging Using Inter-Sentence Consistency
Constraints". How tags become consistent is in `consistent_tagging`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from arcwalk.arrays import Numbers
from arcwalk.corpus.context_groups import ContextChoice, ContextGroup
from arcwalk.corpus.contexts import TagReader
from arcwalk.corpus.dual_decomposition import Group, JointProblem, JointSolution, decode_jointly
from arcwalk.corpus.heads import HeadNames
from arcwalk.corpus.options import ContextOptions
from arcwalk.corpus.rewards import rewards_of
from arcwalk.corpus.tree_models import TreeModel, is_exact, tree_model
from arcwalk.errors import ArcwalkError
from arcwalk.systems.parser import Parser
from arcwalk.systems.progress import Progress
from arcwalk.systems.tagging import filled_columns
from arcwalk.treebank.sentence import Sentence

RECURRING = 3  # words that must have a context that the treebank does not have


@dataclass(frozen=True)
class Consensus:
    """Words that were to agree, and what they agreed on."""

    name: str  # what they have in common
    words: Sequence[tuple[int, int]]  # (sentence, word from 1)
    observed: dict[str, int]  # what such words have in the treebank, and how often
    agreed: str  # nothing, where they need not agree


@dataclass(frozen=True)
class ConsistentCorpus:
    """Sentences that were decoded together, in the pieces that were decoded."""

    alone: list[Sentence]  # each decoded for itself
    together: list[Sentence]
    told_alone: list[list[str]]  # what was to agree, of each word
    told_together: list[list[str]]
    groups: list[Consensus]
    solution: JointSolution


def parse_consistently(
    parser: Parser,
    sentences: Iterable[Sentence],
    train: Sequence[Sentence],
    *,
    keep: bool = False,
    options: ContextOptions | None = None,
    progress: Progress | None = None,
) -> ConsistentCorpus:
    """Parse sentences so that words in the same context have similar heads.

    `train` is the treebank that the parser was trained on. With `keep`, given heads and labels stay as they are.
    """
    options = options or ContextOptions()
    column = tag_column(train)
    inputs = [parser.prepare(sentence, keep) for sentence in parser.tagging.tag(sentences)]
    models: list[TreeModel] = []
    for given in inputs:
        with given.blamed():
            models += [tree_model(parser.system, *task) for task in given.tasks()]
    pieces = [piece for given in inputs for piece in given.pieces]
    names = HeadNames.fit([*train, *pieces], column, options.heads)
    choice = ContextChoice(options.threshold, options.contexts, options.unseen, RECURRING)
    groups = choice.groups(pieces, train, TagReader.fit(train, column, options.words), names)
    told = [_told(piece, model, names, column) for piece, model in zip(pieces, models, strict=True)]
    problem, used = _problem(models, told, groups, names, options, exact=is_exact(parser.system))
    solution = decode_jointly(
        problem, step=options.step * options.same, iterations=options.iterations, progress=progress
    )
    agreed = [names.name(used[number]) if number < len(used) else "" for number in solution.consensus.tolist()]

    def trees(chosen: Sequence[Numbers]) -> list[Sentence]:
        found = iter([(_heads(model, own), model.labels(own)) for model, own in zip(models, chosen, strict=True)])
        return [parser.join(given, list(islice(found, len(given.pieces)))) for given in inputs]

    return ConsistentCorpus(
        trees(solution.alone),
        trees(solution.chosen),
        *([[names.name(t) for t in each[own].tolist()] for each, own in zip(told, chosen, strict=True)]
          for chosen in (solution.alone, solution.chosen)),
        [
            Consensus(str(group.context), group.words, {names.name(t): n for t, n in group.observed.items()}, name)
            for group, name in zip(groups, agreed, strict=True)
        ],
        solution,
    )


def tag_column(train: Sequence[Sentence]) -> str:
    """The column of tags to look at: the coarse one, if there is any."""
    columns = filled_columns(train)
    if not columns:
        raise ArcwalkError("consistency looks at tags, and the treebank has none; give one with UPOS or XPOS filled")
    return columns[0]


def _told(sentence: Sentence, model: TreeModel, names: HeadNames, column: str) -> Numbers:
    """What is told of the head that each choice names."""
    words = np.repeat(np.arange(len(model.start) - 1), np.diff(model.start))
    return names.tell(names.of_words(sentence, column), words, model.head)


def _problem(
    models: Sequence[TreeModel],
    told: Sequence[Numbers],
    groups: Sequence[ContextGroup],
    names: HeadNames,
    options: ContextOptions,
    *,
    exact: bool,
) -> tuple[JointProblem, list[int]]:
    """The problem, and what the tags in it tell of heads: as far as words can have them."""
    used = np.unique(np.concatenate([*told, np.array([t for group in groups for t in group.observed], dtype=np.int64)]))
    number = {t: place for place, t in enumerate(used.tolist())}
    return JointProblem(
        models,
        [np.searchsorted(used, each).astype(np.int32) for each in told],
        [Group(group.words, {number[t]: count for t, count in group.observed.items()}) for group in groups],
        rewards_of([names.kind(t) for t in number], options.same, options.close, options.off),
        exact,
    ), list(number)


def _heads(model: TreeModel, chosen: Numbers) -> Numbers:
    """The tree of some choices, index 0 for the root."""
    return np.concatenate([[-1], model.head[chosen]])
