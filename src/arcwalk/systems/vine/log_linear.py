"""Training the log-linear models of heads, labels and attachments: their decisions, and the weights that fit those."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Heads, IntegerTable, Weights
from arcwalk.features.weights import rounded
from arcwalk.models.label_set import LabelLists
from arcwalk.systems.vine.kernels.decode import sentence_arcs
from arcwalk.systems.vine.kernels.events import cut_long_arcs
from arcwalk.systems.vine.kernels.fragments import attachment_indices, find_attachments
from arcwalk.systems.vine.kernels.head_model import head_indices
from arcwalk.systems.vine.kernels.label_model import label_indices, possible_labels
from arcwalk.systems.vine.kernels.log_linear import Decisions, log_linear_epoch
from arcwalk.systems.vine.templates import VineTemplates
from arcwalk.treebank.corpus import Corpus, repeated

HEAD_WEIGHTS, LABEL_WEIGHTS, ATTACHMENT_WEIGHTS = 1 << 18, 1 << 18, 1 << 15
EPOCHS = 6


class Decision(NamedTuple):
    """For each alternative, the indices of its features and whether it is wrong; and how often the decision counts."""

    indices: IntegerTable
    wrong: Booleans
    weight: int = 1


def learn_heads(corpus: Corpus, bounds: IntegerTable, templates: VineTemplates, random: Random) -> Weights:
    """The weights of the model of heads, with the root in place of heads out of bounds."""
    decisions = list[Decision]()
    for i, weight in enumerate(corpus.weights.tolist()):
        codes, gold, _ = corpus.sentence(i)
        heads = gold.copy()
        cut_long_arcs(codes, bounds, heads)
        arcs = sentence_arcs(codes, bounds)
        order = np.argsort(arcs.modifier, kind="stable")
        indices = head_indices(codes, arcs, templates.heads, HEAD_WEIGHTS)[order]
        wrong = (arcs.head != heads[arcs.modifier])[order]
        start = np.searchsorted(arcs.modifier[order], np.arange(1, len(heads) + 1))
        decisions += [Decision(indices[a:b], wrong[a:b], weight) for a, b in pairwise(start)]
    return fit(decisions, HEAD_WEIGHTS, random)


def learn_labels(corpus: Corpus, lists: LabelLists, templates: VineTemplates, random: Random) -> Weights:
    """The weights of the model of labels, from gold arcs."""
    model = templates.label_model(lists)
    decisions = list[Decision]()
    for i, weight in enumerate(corpus.weights.tolist()):
        codes, heads, gold = corpus.sentence(i)
        start, labels = possible_labels(codes, heads, np.full_like(heads, -1), model)
        indices = label_indices(codes, heads, start, labels, templates.label_features, LABEL_WEIGHTS)
        wrong = labels != np.repeat(gold, np.diff(start))
        decisions += [Decision(indices[a:b], wrong[a:b], weight) for a, b in pairwise(start[1:])]
    return fit(decisions, LABEL_WEIGHTS, random)


def attachment_decisions(
    codes: IntegerTable, heads: Heads, gold: Heads, weight: int, templates: VineTemplates
) -> list[Decision]:
    """The head of each fragment of a vine parse, where the gold head is among the alternatives."""
    attachments = find_attachments(heads)
    indices = attachment_indices(codes, attachments, templates.attachments, ATTACHMENT_WEIGHTS)
    wrong = attachments.head != np.repeat(gold[attachments.top], np.diff(attachments.start))
    decisions = [Decision(indices[a:b], wrong[a:b], weight) for a, b in pairwise(attachments.start)]
    return [decision for decision in decisions if len(decision.indices) > 1 and not decision.wrong.all()]


def fit(decisions: Sequence[Decision], size: int, random: Random) -> Weights:
    """`size` weights that make right alternatives likely, averaged over all epochs but the first."""
    weights, squares, total = np.zeros((3, size), dtype=np.float32)
    if not decisions:
        return weights
    joined = Decisions(
        start=np.cumsum([0, *(len(decision.indices) for decision in decisions)]),
        indices=np.concatenate([decision.indices for decision in decisions]),
        wrong=np.concatenate([decision.wrong for decision in decisions]),
    )
    order = repeated(range(len(decisions)), (decision.weight for decision in decisions))
    for epoch in range(EPOCHS):
        random.shuffle(order)
        log_linear_epoch(joined, np.array(order), weights, squares)
        if epoch > 0:
            total += weights
    return rounded(total / np.float32(EPOCHS - 1), 1.0)
