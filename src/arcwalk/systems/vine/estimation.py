"""Estimating the vine parser's models: bounds of arcs, probabilities of children and labels, weights of mixtures."""

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Booleans, Integers, Scores, Weights
from arcwalk.systems.vine.conditionals import Counts, Events, count_events, lookup_of
from arcwalk.systems.vine.kernels.events import tree_events
from arcwalk.systems.vine.kernels.label_model import LabelMixture
from arcwalk.systems.vine.kernels.mixture import Mixture
from arcwalk.systems.vine.templates import BUCKETS, VineTemplates
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import COARSE_TAGS


def choose_bounds(corpus: Corpus, recall: float, by_tag: bool, longest: int) -> Integers:
    """How far children may be to the left and to the right of a head of each coarse tag: (tags, 2).

    To each side the smallest number of words that `recall` of the arcs to that side keep to, of all heads or of those
    of each tag, but no more than `longest`. Tags without any such arc have the bound of all heads.
    """
    bounds = np.zeros((COARSE_TAGS, 2), dtype=np.int32)
    place = np.concatenate([np.arange(end - begin) for begin, end in zip(corpus.rows, corpus.rows[1:], strict=False)])
    words = np.flatnonzero(corpus.heads > 0)
    heads = words - place[words] + corpus.heads[words]
    tags, lengths = corpus.codes[heads, 0], words - heads
    for side, sign in enumerate((-1, 1)):
        to_side = lengths * sign > 0
        bounds[:, side] = _bound(lengths[to_side] * sign, recall, longest)
        for tag in np.unique(tags[to_side]) if by_tag else ():
            bounds[tag, side] = _bound(lengths[to_side & (tags == tag)] * sign, recall, longest)
    return bounds


def _bound(lengths: NDArray[np.int64], recall: float, longest: int) -> int:
    if not len(lengths):
        return 1
    return min(longest, int(np.quantile(lengths, recall, method="inverted_cdf")))


def vine_events(corpus: Corpus, bounds: Integers) -> Events:
    """What has to be explained, see `tree_events`."""
    return Events(*tree_events(corpus.codes, corpus.rows, corpus.heads, corpus.labels, bounds))


def estimate_mixture(
    corpus: Corpus, events: Events, templates: VineTemplates, weights: Scores | None = None
) -> Mixture:
    """The model of these events; without weights, all models count the same."""
    is_child = events.words[:, 2] >= 0
    children = Events(*(part[is_child] for part in events))
    met = count_events(corpus, events, templates.child), count_events(corpus, children, templates.distance)
    keys = np.concatenate([counts.joint for counts in (*met[0], *met[1])])
    values = [*(_lifts(counts, is_child) for counts in met[0]), *(counts.probabilities for counts in met[1])]
    models = len(met[0])
    frequency = np.bincount(corpus.codes[:, templates.form], minlength=templates.forms)
    return templates.mixture(
        table=lookup_of(keys, np.concatenate(values)),
        weights=np.full((BUCKETS + 1, models), 1 / models) if weights is None else weights,
        buckets=np.clip(np.log2(np.maximum(frequency, 0.5)) + 1, 0, BUCKETS - 1).astype(np.int32),
        root_cost=float(np.log(np.mean(np.diff(corpus.rows) - 3))),
    )


def estimate_labels(
    corpus: Corpus,
    events: Events,
    templates: VineTemplates,
    allowed: Booleans,
    chained: bool,
) -> LabelMixture:
    """The model of the labels of these events."""
    is_child = events.words[:, 2] >= 0
    met = count_events(corpus, Events(*(part[is_child] for part in events)), templates.label)
    keys, values = [], []
    for counts in met:
        contexts, first = np.unique(counts.context, return_index=True)
        trust = counts.context_count / (counts.context_count + counts.context_kinds)
        keys += [counts.joint, contexts]
        values += [counts.probabilities, trust[first]]
    return templates.label_mixture(
        lookup_of(np.concatenate(keys), np.concatenate(values)), chained, allowed, np.empty(0, dtype=np.float32)
    )


def _lifts(counts: Counts, is_child: NDArray[np.bool_]) -> Weights:
    """How much likelier a child is than anywhere: what is the same for all trees is left out. The end: how likely."""
    anywhere = counts.outcome_count / np.count_nonzero(is_child)
    lifts: Weights = np.where(is_child[counts.event], counts.probabilities / anywhere, counts.probabilities)
    return lifts
