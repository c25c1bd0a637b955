"""Parsing a corpus consistently: words in the same context are to have similar heads.

Rush, Reichart, Collins and Globerson (2012), "Improved Parsing and POS Tagging Using Inter-Sentence Consistency
Constraints". `consistent_tagging` does the same for the tags of unknown words.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager

import numpy as np

from arcwalk.arrays import Numbers
from arcwalk.consistency.context_groups import ContextChoice, ContextGroup
from arcwalk.consistency.contexts import TagReader, tag_column
from arcwalk.consistency.dual_decomposition import decode_jointly
from arcwalk.consistency.head_classes import HeadNames
from arcwalk.consistency.joint_problem import Group, JointProblem
from arcwalk.consistency.options import ContextOptions
from arcwalk.consistency.result import Consensus, ConsistentCorpus
from arcwalk.consistency.rewards import rewards_of
from arcwalk.errors import ArcwalkError
from arcwalk.systems.parser import Parser
from arcwalk.systems.pieces import Pieces
from arcwalk.systems.progress import Progress
from arcwalk.systems.protocol import AdjustableTree, JointDecoding, JointlyDecodable
from arcwalk.systems.threads import in_threads
from arcwalk.treebank.sentence import Sentence

RECURRING = 3  # words that must have a context that the treebank does not have


def parse_consistently(
    parser: Parser,
    sentences: Iterable[Sentence],
    train: Sequence[Sentence],
    *,
    keep: bool = False,
    options: ContextOptions | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> ConsistentCorpus:
    """Parse sentences so that words in the same context have similar heads.

    `train` is the treebank that the parser was trained on. With `keep`, given heads and labels stay as they are.
    `jobs` is the number of threads, on which nothing depends.
    """
    system = _taking_part(parser)
    options = options or ContextOptions()
    inputs = [parser.prepare(sentence, keep) for sentence in parser.tagging.tag(sentences, jobs=jobs)]
    tagged = [given.sentence for given in inputs]
    column = tag_column(train, tagged, parser.tagging.hidden)
    models = list(in_threads(lambda given: _model(parser, system, given), inputs, jobs))
    names = HeadNames.fit([*train, *tagged], column, options.heads)
    choice = ContextChoice(options.threshold, options.contexts, options.unseen, RECURRING)
    groups = choice.groups(tagged, train, TagReader.fit(train, column, options.words), names)
    told = [_told(sentence, model, names, column) for sentence, model in zip(tagged, models, strict=True)]
    problem, used = _problem(models, told, groups, names, options, system, lambda s: _blamed(inputs[s]))
    step = options.step * options.same * system.scale
    solution = decode_jointly(problem, step=step, iterations=options.iterations, jobs=jobs, progress=progress)
    tasks = zip(inputs, models, solution.alone, solution.chosen, strict=True)
    parsed = list(in_threads(_with_trees, tasks, jobs))
    told_alone, told_together = (
        [[names.name(t) for t in each[chosen].tolist()] for each, chosen in zip(told, choices, strict=True)]
        for choices in (solution.alone, solution.chosen)
    )

    def find_groups() -> list[Consensus]:
        return [
            Consensus(
                str(group.context),
                group.words,
                sum(group.observed.values()),
                names.name(used[number]) if number < len(used) else "",
            )
            for group, number in zip(groups, solution.consensus.tolist(), strict=True)
        ]

    alone, together = [before for before, _ in parsed], [after for _, after in parsed]
    return ConsistentCorpus(alone, together, told_alone, told_together, solution, find_groups)


def _taking_part(parser: Parser) -> JointDecoding:
    """How the parser takes part; refuse parsers, or options, with which sentences cannot be decoded together."""
    if not isinstance(parser.system, JointlyDecodable):
        raise ArcwalkError("consistency needs a parser of system mst or sampling; train one with --system mst")
    system = parser.system.joint_decoding()
    if parser.options.longest:
        raise ArcwalkError(f"longest={parser.options.longest}: consistency parses sentences whole; leave it out")
    if parser.tagging.corrects:
        raise ArcwalkError("consistency cannot correct tags as well; train the parser with --tags predicted")
    return system


def _model(parser: Parser, system: JointDecoding, given: Pieces) -> AdjustableTree:
    with _blamed(given):
        return system.adjustable(*next(parser.encoded(given)))


def _blamed(given: Pieces) -> AbstractContextManager[None]:
    """Let an error name the sentence, which can only be parsed whole."""
    return given.locating_errors("split the sentence, or parse without --consistency")


def _told(sentence: Sentence, model: AdjustableTree, names: HeadNames, column: str) -> Numbers:
    """What is told of the head that each choice names."""
    words = np.repeat(np.arange(len(model.start) - 1), np.diff(model.start))
    return names.tell(names.of_words(sentence, column), words, model.head)


def _problem(
    models: Sequence[AdjustableTree],
    told: Sequence[Numbers],
    groups: Sequence[ContextGroup],
    names: HeadNames,
    options: ContextOptions,
    system: JointDecoding,
    blamed: Callable[[int], AbstractContextManager[None]],
) -> tuple[JointProblem, list[int]]:
    """The problem, whose tags are what is told of heads, numbered anew; and what each of them was."""
    observed = np.array([t for group in groups for t in group.observed], dtype=np.int64)
    used = np.unique(np.concatenate([*told, observed]))
    number = {t: place for place, t in enumerate(used.tolist())}
    problem = JointProblem(
        models,
        [np.searchsorted(used, each).astype(np.int32) for each in told],
        [Group(group.words, {number[t]: count for t, count in group.observed.items()}) for group in groups],
        system.scale * rewards_of([names.kind(t) for t in number], options.same, options.close, options.off),
        system.is_exact,
        blamed,
    )
    return problem, list(number)


def _with_trees(task: tuple[Pieces, AdjustableTree, Numbers, Numbers]) -> tuple[Sentence, Sentence]:
    """A sentence with the tree that was chosen alone, and with the joint one."""
    given, model, alone, together = task

    def with_tree(chosen: Numbers) -> Sentence:
        return given.sentence.with_tree(model.head[chosen].tolist(), model.labels(chosen))

    with _blamed(given):
        before = with_tree(alone)
        return before, before if np.array_equal(alone, together) else with_tree(together)
