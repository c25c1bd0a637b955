"""Pruning head–label pairs: few labels for each candidate head, fewer the less probable the head."""

import math
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, Labels, Scores, Starts, Weights, WeightTable
from arcwalk.compiled import kernel
from arcwalk.components.pruner.kernels.head_pruning import SECOND_SHARE, SHARPNESS, HeadModel, prune_heads
from arcwalk.features.kernels.sentence_rows import word_count
from arcwalk.features.kernels.structure_features import StructureTable, score_arc_labels, word_contributions
from arcwalk.scoring.choices import Candidates, Choices
from arcwalk.trees.candidate_labels import candidate_labels

LABELS_PER_ARC = 4
PRIOR_WEIGHT = 0.5  # how much the pruner's scores count in the score of a candidate


class PrunerModel(NamedTuple):
    """A first-order model of arcs and labels, and how far from the best one a candidate may be."""

    heads: HeadModel
    labels: StructureTable
    label_weights: Weights
    label_start: Starts  # the labels that arcs may have, see `arcwalk.models.label_set.LabelLists`
    label_list: Labels
    slack: float  # how much less than the best label of its arc a label may score
    prior_weight: float


@kernel
def likely_labels(
    sentence: Codes,
    second: Codes,
    start: Starts,
    head: Heads,
    relative: Scores,
    pruner: PrunerModel,
    fixed: Labels,
    gold: Heads,
    gold_labels: Labels,
) -> tuple[Choices, Scores]:
    """The labels of each candidate arc that score close to its best one, best first; and how much less each scores.

    The more doubtful the arc, the fewer labels it gets. If there is a second analysis, scores are the weighted mean of
    both. The labels to choose from are those allowed for the word's tag in the first analysis.
    """
    n = len(start) - 2
    label_start, label_list, table = pruner.label_start, pruner.label_list, pruner.labels
    words = word_contributions(sentence, table)
    other_words = word_contributions(second, table) if len(second) > 0 else words
    indices = np.empty(len(table.templates.row_salts), dtype=np.uint32)
    scores, other_scores = np.empty(len(label_list), dtype=np.float64), np.empty(len(label_list), dtype=np.float64)
    choice_start = np.zeros(n + 2, dtype=np.int64)
    room = (LABELS_PER_ARC + 1) * len(head)
    heads, labels, arcs = (
        np.empty(room, dtype=np.int32),
        np.empty(room, dtype=np.int32),
        np.empty(room, dtype=np.int32),
    )
    gaps = np.empty(room, dtype=np.float64)
    count = 0
    for m in range(1, n + 1):
        choice_start[m] = count
        for arc in range(start[m], start[m + 1]):
            h = np.int64(head[arc])
            begin, end = candidate_labels(label_start, sentence[m, 0], h, fixed[m])
            allowed = label_list[begin:end]
            score_arc_labels(table.groups, words, h, m, allowed, pruner.label_weights, indices, scores)
            if len(second) > 0:
                score_arc_labels(table.groups, other_words, h, m, allowed, pruner.label_weights, indices, other_scores)
                for i in range(len(allowed)):
                    scores[i] += SECOND_SHARE * (other_scores[i] - scores[i])
            best = -np.inf
            for i in range(len(allowed)):
                best = max(best, scores[i])
            least = best - pruner.slack * (1.0 - relative[arc])
            complete = h != gold[m] or gold_labels[m] < 0
            for _ in range(LABELS_PER_ARC):  # the best labels, best first
                likeliest = 0
                for i in range(len(allowed)):
                    if scores[i] > scores[likeliest]:
                        likeliest = i
                if not scores[likeliest] >= least:
                    break
                heads[count], labels[count], arcs[count] = h, allowed[likeliest], arc
                gaps[count] = best - scores[likeliest]
                complete = complete or allowed[likeliest] == gold_labels[m]
                count += 1
                scores[likeliest] = -np.inf
            if not complete:
                heads[count], labels[count], arcs[count] = h, gold_labels[m], arc
                gaps[count] = pruner.slack
                count += 1
    choice_start[n + 1] = count
    choices = Choices(choice_start, heads[:count].copy(), labels[:count].copy(), arcs[:count].copy())
    return choices, gaps[:count].copy()


@kernel
def likeliest_labels(sentence: Codes, heads: Heads, pruner: PrunerModel, fixed: Labels) -> Labels:
    """The likeliest label of each arc of a tree, or its fixed one."""
    n = len(heads) - 1
    start, relative = np.arange(-1, n + 1), np.ones(n, dtype=np.float64)
    start[0] = 0
    nothing = np.full(n + 1, -1, dtype=np.int32)
    choices, _ = likely_labels(sentence, sentence[:0], start, heads[1:], relative, pruner, fixed, nothing, nothing)
    labels = nothing
    for m in range(1, n + 1):
        labels[m] = choices.label[choices.start[m]]
    return labels


@kernel
def gold_label_gaps(sentence: Codes, pruner: PrunerModel, gold: Heads, gold_labels: Labels) -> Scores:
    """For every word, how much less than the best label its gold label scores on the gold arc."""
    n = word_count(sentence)
    label_list, table = pruner.label_list, pruner.labels
    words = word_contributions(sentence, table)
    indices = np.empty(len(table.templates.row_salts), dtype=np.uint32)
    label_scores = np.empty(len(label_list), dtype=np.float64)
    gaps = np.empty(n, dtype=np.float64)
    for m in range(1, n + 1):
        begin, end = candidate_labels(pruner.label_start, sentence[m, 0], gold[m], -1)
        allowed = label_list[begin:end]
        score_arc_labels(table.groups, words, gold[m], m, allowed, pruner.label_weights, indices, label_scores)
        best, own = -np.inf, -np.inf
        for i in range(len(allowed)):
            best = max(best, label_scores[i])
            if allowed[i] == gold_labels[m]:
                own = label_scores[i]
        gaps[m - 1] = min(best - own, 99.0)
    return gaps


@kernel
def prune(
    sentence: Codes,
    second: Codes,
    pruner: PrunerModel,
    network_scores: WeightTable,
    fixed_heads: Heads,
    fixed_labels: Labels,
    gold: Heads,
    gold_labels: Labels,
) -> Candidates:
    """The candidates of a sentence; none are chosen (`chosen` is empty) if fixed heads allow no tree.

    A fixed head or label is the only one of its word; gold ones are always kept; -1 for those not given. `second` is
    the second analysis of the sentence, or empty; `network_scores` are those of all heads, or empty, see `prune_heads`.
    """
    n = word_count(sentence)
    start, head, relative, score, best = prune_heads(sentence, second, pruner.heads, network_scores, fixed_heads, gold)
    choices, gaps = likely_labels(sentence, second, start, head, relative, pruner, fixed_labels, gold, gold_labels)
    prior = np.empty(len(gaps), dtype=np.float64)
    worst = math.log(pruner.heads.ratio) * SHARPNESS
    for choice in range(len(prior)):
        prior[choice] = pruner.prior_weight * (relative[choices.arc[choice]] * worst - gaps[choice])
    chosen = np.full(n + 1, -1, dtype=np.int64)
    for m in range(1, n + 1):
        for choice in range(choices.start[m + 1] - 1, choices.start[m] - 1, -1):
            if choices.head[choice] == best[m]:
                chosen[m] = choice
    return Candidates(start, head, choices, prior, chosen if score > -np.inf else chosen[:0])
