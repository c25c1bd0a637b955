"""Parsing a corpus consistently: words in the same context are to have similar heads.

Rush, Reichart, Collins and Globerson (2012), "Improved Parsing and POS Tagging Using Inter-Sentence Consistency
Constraints". `consistent_tagging` does the same for the tags of unknown words.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from arcwalk.arrays import Numbers
from arcwalk.corpus.consistent_corpus import Consensus, ConsistentCorpus
from arcwalk.corpus.context_groups import ContextChoice, ContextGroup
from arcwalk.corpus.contexts import TagReader, tag_column
from arcwalk.corpus.dual_decomposition import decode_jointly
from arcwalk.corpus.heads import HeadNames
from arcwalk.corpus.joint_problem import Group, JointProblem
from arcwalk.corpus.options import ContextOptions
from arcwalk.corpus.rewards import rewards_of
from arcwalk.corpus.tree_models import TreeModel, TreeModels, tree_models
from arcwalk.errors import ArcwalkError
from arcwalk.systems.parser import Parser, ParserInput
from arcwalk.systems.progress import Progress
from arcwalk.treebank.sentence import Sentence

RECURRING = 3  # words that must have a context that the treebank does not have


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
    system = _taking_part(parser)
    options = options or ContextOptions()
    inputs = [parser.prepare(sentence, keep) for sentence in parser.tagging.tag(sentences)]
    tagged = [given.sentence for given in inputs]
    column = tag_column(train, tagged, parser.tagging.hidden)
    models = [_model(parser, system, given) for given in inputs]
    names = HeadNames.fit([*train, *tagged], column, options.heads)
    choice = ContextChoice(options.threshold, options.contexts, options.unseen, RECURRING)
    groups = choice.groups(tagged, train, TagReader.fit(train, column, options.words), names)
    told = [_told(sentence, model, names, column) for sentence, model in zip(tagged, models, strict=True)]
    problem, used = _problem(models, told, groups, names, options, system)
    step = options.step * options.same * system.scale
    solution = decode_jointly(problem, step=step, iterations=options.iterations, progress=progress)
    alone = [_with_tree(*each) for each in zip(tagged, models, solution.alone, strict=True)]
    together = [
        sentence if own is chosen or np.array_equal(own, chosen) else _with_tree(sentence, model, chosen)
        for sentence, model, own, chosen in zip(alone, models, solution.alone, solution.chosen, strict=True)
    ]
    told_alone, told_together = (
        [[names.name(t) for t in each[chosen].tolist()] for each, chosen in zip(told, choices, strict=True)]
        for choices in (solution.alone, solution.chosen)
    )

    def find_groups() -> list[Consensus]:
        return [
            Consensus(
                str(group.context),
                group.words,
                {names.name(t): count for t, count in group.observed.items()},
                names.name(used[number]) if number < len(used) else "",
            )
            for group, number in zip(groups, solution.consensus.tolist(), strict=True)
        ]

    return ConsistentCorpus(alone, together, told_alone, told_together, solution, find_groups)


def _taking_part(parser: Parser) -> TreeModels:
    """How the parser takes part; refuse parsers, or options, with which sentences cannot be decoded together."""
    system = tree_models(parser.system)
    if parser.options.longest:
        raise ArcwalkError(f"longest={parser.options.longest}: consistency parses sentences whole; leave it out")
    if parser.tagging.corrects:
        raise ArcwalkError("consistency cannot correct tags as well; train the parser with --tags predicted")
    return system


def _model(parser: Parser, system: TreeModels, given: ParserInput) -> TreeModel:
    with given.blamed():
        return system.model(*next(parser.encoded(given)))


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
    system: TreeModels,
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
    )
    return problem, list(number)


def _with_tree(sentence: Sentence, model: TreeModel, chosen: Numbers) -> Sentence:
    return sentence.with_tree(model.head[chosen].tolist(), model.labels(chosen))
