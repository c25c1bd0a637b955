"""The incremental scorer of one sentence: its choices, its current tree, the score of each unit of that tree."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, Integers, Keys, KeyTable, Labels, Numbers, Scores, Starts, Weights
from arcwalk.compiled import kernel
from arcwalk.features.kernels.arc_features import ArcParts, ArcTable, most_indices, score_arcs
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.python_calls import CODES, CODES_PER_WORD, Calls, hashed_strings
from arcwalk.features.kernels.sentence_rows import word_count
from arcwalk.features.kernels.structure_features import Groups, StructureTable, arc_label_indices
from arcwalk.features.kernels.weight_sums import sum_weights
from arcwalk.scoring.choices import Choices
from arcwalk.scoring.linked_tree import LinkedTree, unlinked
from arcwalk.scoring.part_kinds import Convention, Parts
from arcwalk.scoring.python_parts import UserFeatures, user_parts
from arcwalk.scoring.tree_parts import KINDS, unit_parts
from arcwalk.scoring.unit_scores import COUNTERS, USER_CALLS, Memo, MemoScores, begin_generation

PARTS_PER_WORD = 160  # a tree has at most this many parts per word
ROWS_PER_WORD = 1024  # of the memo: most searches enter 100 to 200 scores per word, some 800


class Model(NamedTuple):
    """The model as kernels read it: everything that does not depend on the sentence."""

    arcs: ArcTable
    structure: StructureTable
    labels: KeyTable  # contributions
    convention: Convention
    weights: Weights
    calls: Calls  # features written in Python; if there are any, sentences have columns of hashed strings
    label_hashes: Integers  # labels as those features see them


class Scorer(NamedTuple):
    """A sentence, its current tree, and the scores of the tree's units."""

    sentence: Codes
    groups: Groups
    convention: Convention
    user: UserFeatures
    words: KeyTable  # contributions
    labels: KeyTable  # contributions
    weights: Weights
    start: Starts  # the choices, see `Choices`
    head: Heads
    label: Labels
    choice_score: Scores
    tree: LinkedTree
    chosen: Numbers  # (n + 1,): the choice of every word
    unit_score: Scores
    unit_stamp: Numbers  # the generation of the weights that each unit was scored with
    marks: Integers
    touched: Integers
    touched_score: Scores
    memo: Memo
    memo_scores: MemoScores
    counters: Numbers
    parts: Parts  # workspace
    indices: Keys  # workspace


@kernel
def score_choices(
    parts: ArcParts, model: Model, words: KeyTable, start: Starts, head: Heads, choices: Choices, scores: Scores
) -> None:
    """The first-order score of every choice, for its arc and its label."""
    arc_score = np.empty(len(head), dtype=np.float64)
    score_arcs(parts, start, head, model.arcs, model.weights, arc_score)
    weights, groups = model.weights, model.structure.groups
    shift = index_shift(len(weights))
    indices = np.empty(len(model.structure.templates.row_salts), dtype=np.uint32)
    scored, count = -1, 0
    for m in range(1, len(start) - 1):
        for choice in range(choices.start[m], choices.start[m + 1]):
            arc = choices.arc[choice]
            if arc != scored:
                count = arc_label_indices(groups, words, np.int64(head[arc]), m, shift, indices)
                scored = arc
            label = np.uint32(choices.label[choice])
            scores[choice] = arc_score[arc] + sum_weights(weights, indices, count, label)


@kernel
def make_scorer(sentence: Codes, model: Model, words: KeyTable, choices: Choices) -> Scorer:
    """A scorer without scores of choices and without a tree yet."""
    n = word_count(sentence)
    size = 1024
    while size < ROWS_PER_WORD * n:
        size *= 2
    memo = np.zeros((size, 2), dtype=np.int64)
    counters = np.zeros(COUNTERS, dtype=np.int64)
    begin_generation(counters)
    counters[USER_CALLS] = len(model.calls)
    codes, strings = 0, np.zeros((0, 0), dtype=np.int32)
    if len(model.calls) > 0:
        codes, strings = CODES_PER_WORD * (n + 1), hashed_strings(sentence)
    user = UserFeatures(model.calls, strings, model.label_hashes, np.empty(CODES + codes, dtype=np.int64))
    units = KINDS * (n + 1) + 1
    return Scorer(
        sentence,
        model.structure.groups,
        model.convention,
        user,
        words,
        model.labels,
        model.weights,
        choices.start,
        choices.head,
        choices.label,
        np.empty(len(choices.head), dtype=np.float64),
        unlinked(n),
        np.full(n + 1, -1, dtype=np.int64),
        np.zeros(units, dtype=np.float64),
        np.zeros(units, dtype=np.int64),
        np.zeros(units, dtype=np.int32),
        np.empty(units, dtype=np.int32),
        np.empty(units, dtype=np.float64),
        memo,
        memo.view(np.float64),
        counters,
        np.empty((PARTS_PER_WORD * (n + 2) + codes, 2), dtype=np.int64),
        np.empty(most_indices(model.arcs) + len(model.structure.templates.row_salts), dtype=np.uint32),
    )


@kernel
def all_parts(scorer: Scorer) -> Parts:
    """Every part of the current tree except arcs."""
    sentence, tree, groups, convention = scorer.sentence, scorer.tree, scorer.groups, scorer.convention
    parts, count = scorer.parts, 0
    for unit in range(len(scorer.unit_score)):
        count = unit_parts(unit, sentence, tree, groups, convention, parts, count)
    if len(scorer.user.calls) > 0:
        count = user_parts(scorer.user, tree, groups, parts, count)
    return parts[:count].copy()
