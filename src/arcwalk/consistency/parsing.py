"""Consistent parsing: words in the same context prefer heads of the same class."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager

import numpy as np

from arcwalk.arrays import Numbers
from arcwalk.consistency.context_selection import ContextConstraint, ContextSelection
from arcwalk.consistency.contexts import UPOS, ContextCoder, TagReader, has_column, tag_column
from arcwalk.consistency.dual_decomposition import decode_jointly
from arcwalk.consistency.head_classes import HeadClasses
from arcwalk.consistency.joint_problem import Constraint, JointProblem, rewards_of
from arcwalk.consistency.options import ConsistentParsingOptions
from arcwalk.consistency.result import AppliedConstraint, ConsistentCorpus
from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.models.protocol import AdjustableTree, JointDecoding, JointlyDecodable
from arcwalk.systems.parser import Parser
from arcwalk.systems.parsing_options import ParsingOptions
from arcwalk.systems.sentence_pieces import Pieces
from arcwalk.systems.tag_source_options import PREDICT_TAGS
from arcwalk.threads import apart, in_threads
from arcwalk.training.progress import Progress
from arcwalk.treebank.sentence import Sentence

RECURRING = 3  # words that must share a context that the training data lack
# what to do about sentences that are too long, which are not split here
_REMEDY = Wording("split the sentence, or parse without ", Argument("consistency"))
STEP = 0.25  # first step of the multipliers, as a share of δ1


def parse_consistently(
    parser: Parser,
    sentences: Iterable[Sentence],
    train: Sequence[Sentence],
    *,
    keep: bool = False,
    options: ConsistentParsingOptions | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> ConsistentCorpus:
    """Parse sentences jointly, so that words in the same context have similar heads.

    `train` is the treebank that the parser was trained on. `keep` keeps given heads and labels. Results do not depend
    on `jobs`, the number of threads.
    """
    system = _joint_decoding(parser)
    options = options or ConsistentParsingOptions()
    whole = parser.with_options(longest=0)
    inputs = [whole.parsing.prepare(sentence, keep, _REMEDY) for sentence in parser.tagging.tag(sentences, jobs=jobs)]
    tagged = [given.sentence for given in inputs]
    column = tag_column(train, tagged, parser.tagging.hidden)
    models = list(in_threads(lambda given: _model(parser, system, given), inputs, jobs))
    has_consensus = options.consensus not in parser.tagging.hidden and has_column(options.consensus, train, tagged)
    if options.consensus != UPOS and not has_consensus:
        message = f"option consensus={options.consensus}: some sentences have no {options.consensus.upper()}"
        raise ArcwalkError(message, "fill it in, or leave the option out")
    classes = HeadClasses.fit([*train, *tagged], options.consensus if has_consensus else column, options.heads)
    coder = ContextCoder(*(TagReader.fit(train, column, count) for count in options.word_counts))
    selection = ContextSelection(
        options.share, options.least, options.doubt, options.contexts, options.unseen, RECURRING
    )
    constraints = selection.constraints(tagged, train, coder, classes)
    head_classes = [_head_classes(*each, classes) for each in zip(tagged, models, strict=True)]
    problem, used = _problem(
        models, head_classes, constraints, classes, options, system, lambda s: inputs[s].locating_errors()
    )
    step = STEP * options.same * system.scale
    solution = decode_jointly(problem, step=step, iterations=options.iterations, jobs=jobs, progress=progress)
    tasks = zip(inputs, models, solution.independent, solution.joint, strict=True)
    parsed = list(in_threads(_with_trees, tasks, jobs))
    independent_tags, joint_tags = (
        [[classes.name(c) for c in each[chosen].tolist()] for each, chosen in zip(head_classes, choices, strict=True)]
        for choices in (solution.independent, solution.joint)
    )

    def describe_constraints() -> list[AppliedConstraint]:
        return [
            AppliedConstraint(
                str(constraint.context),
                constraint.words,
                sum(constraint.observed.values()),
                classes.name(used[number]) if number < len(used) else "",
            )
            for constraint, number in zip(constraints, solution.consensus.tolist(), strict=True)
        ]

    independent, joint = [before for before, _ in parsed], [after for _, after in parsed]
    return ConsistentCorpus(independent, joint, independent_tags, joint_tags, solution, describe_constraints)


def _joint_decoding(parser: Parser) -> JointDecoding:
    """How the parser decodes a corpus jointly; an error if it, or one of its options, does not allow this."""
    if not isinstance(parser.system, JointlyDecodable):
        remedy = Wording("train one with ", Argument("system", "mst"))
        raise ArcwalkError("consistency needs a parser of system mst or sampling", remedy)
    system = parser.system.joint_decoding()
    if parser.options.longest not in (0, ParsingOptions().longest):
        raise ArcwalkError(f"longest={parser.options.longest}: consistency cannot split sentences", "omit it")
    if parser.tagging.corrects:
        raise ArcwalkError("consistency cannot correct tags as well", PREDICT_TAGS)
    return system


def _model(parser: Parser, system: JointDecoding, given: Pieces) -> AdjustableTree:
    with given.locating_errors():
        return apart(len(given.sentence), system.adjustable, *next(parser.parsing.encoded(given)))


def _head_classes(sentence: Sentence, model: AdjustableTree, classes: HeadClasses) -> Numbers:
    """The class of the head that each choice stands for."""
    words = np.repeat(np.arange(len(model.start) - 1), np.diff(model.start))
    return classes.classify(sentence, words, model.head)


def _problem(
    models: Sequence[AdjustableTree],
    head_classes: Sequence[Numbers],
    constraints: Sequence[ContextConstraint],
    classes: HeadClasses,
    options: ConsistentParsingOptions,
    system: JointDecoding,
    blamed: Callable[[int], AbstractContextManager[None]],
) -> tuple[JointProblem, list[int]]:
    """The joint problem, whose tags are the head classes in use, renumbered; and these classes."""
    observed = np.array([c for constraint in constraints for c in constraint.observed], dtype=np.int64)
    used = np.unique(np.concatenate([*head_classes, observed]))
    number = {c: index for index, c in enumerate(used.tolist())}
    problem = JointProblem(
        models,
        [np.searchsorted(used, each).astype(np.int32) for each in head_classes],
        [
            Constraint(each.words, {number[c]: count for c, count in each.observed.items()}, each.weight)
            for each in constraints
        ],
        system.scale * rewards_of([classes.coarse(c) for c in number], options.same, options.close, options.off),
        system.is_exact,
        blamed,
    )
    return problem, list(number)


def _with_trees(task: tuple[Pieces, AdjustableTree, Numbers, Numbers]) -> tuple[Sentence, Sentence]:
    """A sentence with its independent and with its joint tree."""
    given, model, independent, joint = task

    def with_tree(chosen: Numbers) -> Sentence:
        return given.sentence.with_tree(model.head[chosen].tolist(), model.labels(chosen))

    with given.locating_errors():
        before = with_tree(independent)
        return before, before if np.array_equal(independent, joint) else with_tree(joint)
