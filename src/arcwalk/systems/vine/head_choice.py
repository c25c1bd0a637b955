"""Learning which of the words nearby is a word's head, and which label it bears, each word by itself."""

from itertools import pairwise
from random import Random

import numpy as np

from arcwalk.arrays import Booleans, Integers, Weights
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.systems.vine.conditionals import lookup_of
from arcwalk.systems.vine.kernels.decode import sentence_arcs
from arcwalk.systems.vine.kernels.events import cut_long_arcs
from arcwalk.systems.vine.kernels.head_model import head_indices
from arcwalk.systems.vine.kernels.label_model import LabelMixture, label_indices, possible_labels
from arcwalk.systems.vine.kernels.log_linear_epoch import Choices
from arcwalk.systems.vine.log_linear import join_choices, learn_choices
from arcwalk.systems.vine.templates import VineTemplates
from arcwalk.treebank.corpus import Corpus


def head_choices(corpus: Corpus, bounds: Integers, table: PartTable, size: int) -> Choices:
    """The choice of each word; long arcs count as those from the root."""
    choices = []
    for begin, end in pairwise(corpus.rows):
        codes, heads = corpus.codes[begin:end], corpus.heads[begin : end - 2].copy()
        cut_long_arcs(codes, bounds, heads)
        arcs = sentence_arcs(codes, bounds)
        order = np.argsort(arcs.modifier, kind="stable")
        indices = head_indices(codes, arcs, table, size)[order]
        wrong = (arcs.head != heads[arcs.modifier])[order]
        start = np.searchsorted(arcs.modifier[order], np.arange(1, len(heads) + 1))
        choices += [(indices[a:b], wrong[a:b]) for a, b in pairwise(start)]
    return join_choices(choices)


def learn_heads(corpus: Corpus, bounds: Integers, table: PartTable, size: int, random: Random) -> Weights:
    """Weights for `head_scores`."""
    return learn_choices(head_choices(corpus, bounds, table, size), size, random)


def choices_of_labels(templates: VineTemplates, allowed: Booleans, weights: Weights) -> LabelMixture:
    """The log-linear model of labels with these weights, in place of a mixture."""
    nothing = lookup_of(np.empty(0, dtype=np.uint32), np.empty(0, dtype=np.float32))
    return templates.label_mixture(nothing, False, allowed, weights)


def learn_labels(corpus: Corpus, allowed: Booleans, templates: VineTemplates, size: int, random: Random) -> Weights:
    """Weights for the log-linear model of `label_scores`, from gold trees."""
    model = choices_of_labels(templates, allowed, np.zeros(1, dtype=np.float32))
    choices = []
    for begin, end in pairwise(corpus.rows):
        codes, heads, gold = corpus.codes[begin:end], corpus.heads[begin : end - 2], corpus.labels[begin : end - 2]
        start, labels = possible_labels(codes, np.full_like(heads, -1), model)
        indices = label_indices(codes, heads, start, labels, templates.label_choices, size)
        wrong = labels != np.repeat(gold, np.diff(start))
        choices += [(indices[a:b], wrong[a:b]) for a, b in pairwise(start[1:])]
    return learn_choices(join_choices(choices), size, random)
