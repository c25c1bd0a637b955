"""Estimating the generative models from a treebank: length bounds, conditional probabilities, mixture weights."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Booleans, IntegerTable, Keys, Numbers, NumberTable, Scores, ScoreTable, Weights
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.models.label_set import LabelLists
from arcwalk.systems.vine.conditionals import make_lookup
from arcwalk.systems.vine.grammar import LONGEST_ARC
from arcwalk.systems.vine.kernels.events import event_keys, event_probabilities, tree_events
from arcwalk.systems.vine.kernels.label_model import LabelModel
from arcwalk.systems.vine.kernels.mixture import CONTEXT, JOINT, OUTCOME, AutomatonMixture
from arcwalk.systems.vine.templates import BUCKETS, VineTemplates
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import COARSE_TAGS

PRIOR = 1.0  # pseudo-count of each model in EM, so that no weight becomes 0
_ROUNDS = 50  # of EM


def choose_bounds(corpus: Corpus, recall: float, by_tag: bool) -> IntegerTable:
    """The longest arcs from heads of each coarse tag to the left and to the right: (tags, 2).

    On each side the shortest bound that keeps `recall` of the treebank's arcs, over all heads or by their tag. Tags
    without arcs on a side get the bound over all heads.
    """
    bounds = np.zeros((COARSE_TAGS, 2), dtype=np.int32)
    index = np.concatenate([np.arange(end - begin) for begin, end in zip(corpus.rows, corpus.rows[1:], strict=False)])
    words = np.flatnonzero(corpus.heads > 0)
    heads = words - index[words] + corpus.heads[words]
    tags, lengths = corpus.codes[heads, 0], words - heads
    for side, sign in enumerate((-1, 1)):
        to_side = lengths * sign > 0
        bounds[:, side] = _bound(lengths[to_side] * sign, recall)
        for tag in np.unique(tags[to_side]) if by_tag else ():
            bounds[tag, side] = _bound(lengths[to_side & (tags == tag)] * sign, recall)
    return bounds


def _bound(lengths: NDArray[np.int64], recall: float) -> int:
    if not len(lengths):
        return 1
    return min(LONGEST_ARC, int(np.quantile(lengths, recall, method="inverted_cdf")))


class Events(NamedTuple):
    """Events of a treebank as templates see them, see `tree_events`."""

    words: NumberTable  # (events, 1 + roles): the sentence, then the word in each role or -1
    structure: NumberTable  # (events, structural atoms)

    def select(self, chosen: Booleans) -> "Events":
        """Some of the events."""
        return Events(self.words[chosen], self.structure[chosen])

    def weights(self, corpus: Corpus) -> Numbers:
        """How often each counts: as often as its sentence."""
        return corpus.weights[self.words[:, 0]]

    @property
    def is_child(self) -> Booleans:
        """Which events generate a child; the others are STOP."""
        return self.words[:, 2] >= 0


def vine_events(corpus: Corpus, bounds: IntegerTable) -> Events:
    """The events of all trees of a treebank, with arcs out of bounds attached to the root."""
    return Events(*tree_events(corpus.codes, corpus.rows, corpus.heads, corpus.labels, bounds))


class Counts(NamedTuple):
    """How often the outcomes of one template followed its contexts; one row per distinct pair."""

    joint: Keys
    context: Keys
    outcome: Keys
    pair_count: Weights
    context_count: Weights
    context_kinds: Weights  # distinct outcomes of the context
    outcome_count: Weights
    event: NDArray[np.int64]  # the first event with this pair

    @property
    def probabilities(self) -> Weights:
        """p(outcome | context), discounted by Witten and Bell's rule (1991): one count per distinct outcome."""
        return self.pair_count / (self.context_count + self.context_kinds)


def count_events(corpus: Corpus, events: Events, table: PartTable) -> list[Counts]:
    """The counts of each template; events count as often as their sentences."""
    weights = events.weights(corpus)
    keys = [event_keys(corpus.codes, corpus.rows, *events, table, group) for group in (OUTCOME, CONTEXT, JOINT)]
    counts = []
    for outcome, context, joint in zip(*(side.T for side in keys), strict=True):
        pairs, first, of_pair = np.unique(joint, return_index=True, return_inverse=True)
        contexts, of_context = np.unique(context, return_inverse=True)
        _, of_outcome = np.unique(outcome, return_inverse=True)
        count, context_count, outcome_count = (
            np.bincount(numbers, weights) for numbers in (of_pair, of_context, of_outcome)
        )
        of_pairs = of_context[first]
        counts.append(
            Counts(
                joint=pairs,
                context=context[first],
                outcome=outcome[first],
                pair_count=count.astype(np.float32),
                context_count=context_count[of_pairs].astype(np.float32),
                context_kinds=np.bincount(of_pairs, minlength=len(contexts))[of_pairs].astype(np.float32),
                outcome_count=outcome_count[of_outcome[first]].astype(np.float32),
                event=first,
            )
        )
    return counts


def estimate_mixture(
    corpus: Corpus, bounds: IntegerTable, templates: VineTemplates, weights: ScoreTable | None = None
) -> AutomatonMixture:
    """The generative model of trees; with uniform weights unless they are given."""
    events = vine_events(corpus, bounds)
    is_child = events.is_child
    total = events.weights(corpus)[is_child].sum()
    children = count_events(corpus, events, templates.child)
    distances = count_events(corpus, events.select(is_child), templates.distance)
    keys = np.concatenate([counts.joint for counts in (*children, *distances)])
    values = [
        *(_lifts(counts, is_child, total) for counts in children),
        *(counts.probabilities for counts in distances),
    ]
    models = len(children)
    frequency = np.bincount(corpus.codes[:, templates.form], minlength=templates.forms)
    return templates.mixture(
        table=make_lookup(keys, np.concatenate(values)),
        weights=np.full((BUCKETS + 1, models), 1 / models) if weights is None else weights,
        buckets=np.clip(np.log2(np.maximum(frequency, 0.5)) + 1, 0, BUCKETS - 1).astype(np.int32),
        root_cost=float(np.log(np.mean(np.diff(corpus.rows) - 3))),
    )


def _lifts(counts: Counts, is_child: Booleans, total: np.int64) -> Weights:
    """p(child | context) / p(child), which leaves out what is the same for all trees; p(STOP | context).

    `total` is how many children there are.
    """
    anywhere = counts.outcome_count / total
    lifts: Weights = np.where(is_child[counts.event], counts.probabilities / anywhere, counts.probabilities)
    return lifts


def estimate_labels(corpus: Corpus, templates: VineTemplates, lists: LabelLists, *, chained: bool) -> LabelModel:
    """The mixture model of labels, from arcs of any length."""
    events = vine_events(corpus, np.full((COARSE_TAGS, 2), len(corpus.codes), dtype=np.int32))
    keys, values = [], []
    for counts in count_events(corpus, events.select(events.is_child), templates.label):
        contexts, first = np.unique(counts.context, return_index=True)
        trust = counts.context_count / (counts.context_count + counts.context_kinds)
        keys += [counts.joint, contexts]
        values += [counts.probabilities, trust[first]]
    table = make_lookup(np.concatenate(keys), np.concatenate(values))
    return templates.label_model(lists, table=table, chained=chained)


def expectation_maximization(probabilities: ScoreTable, counts: Numbers) -> Iterator[Scores]:
    """Successive weights, from uniform on, of models that give events these probabilities, (events, models).

    `counts` say how often each event counts.
    """
    is_explained = probabilities.sum(axis=1) > 0
    explained, counts = probabilities[is_explained], counts[is_explained]
    models = probabilities.shape[1]
    weights = np.full(models, 1 / models)
    while True:
        yield weights
        shares = explained * weights
        shares /= shares.sum(axis=1, keepdims=True)
        expected = (shares * counts[:, None]).sum(axis=0) + PRIOR
        weights = expected / expected.sum()


def learn_mixture_weights(
    corpus: Corpus, parts: Sequence[Corpus], bounds: IntegerTable, templates: VineTemplates
) -> ScoreTable:
    """Weights by EM, from out-of-fold probabilities of events; `parts` is the treebank without each of the folds."""
    events = vine_events(corpus, bounds)
    probabilities, buckets, counts = [], [], []
    for fold, part in enumerate(parts):
        own = events.select(events.words[:, 0] % len(parts) == fold)
        mixture = estimate_mixture(part, bounds, templates)
        own_probabilities, own_buckets = event_probabilities(corpus.codes, corpus.rows, *own, mixture)
        probabilities.append(own_probabilities)
        buckets.append(own_buckets)
        counts.append(own.weights(corpus))
    joined = np.concatenate(probabilities), np.concatenate(buckets), np.concatenate(counts)
    return trained_weights(*joined, BUCKETS + 1)


def trained_weights(probabilities: ScoreTable, buckets: Numbers, counts: Numbers, number: int) -> ScoreTable:
    """The weights that maximize the likelihood of held-out events, for each of so many buckets: (buckets, models)."""
    is_in = (buckets == bucket for bucket in range(number))
    every = (expectation_maximization(probabilities[own], counts[own]) for own in is_in)
    return np.array([next(islice(rounds, _ROUNDS, None)) for rounds in every])
