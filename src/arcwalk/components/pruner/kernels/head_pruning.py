"""Pruning heads by the arc probabilities of a first-order model."""

import math
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, Scores, Starts, Weights, WeightTable
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import ArcTable, arc_parts, score_arcs
from arcwalk.features.kernels.sentence_rows import word_count
from arcwalk.trees.candidates import nearby_heads
from arcwalk.trees.decoders.first_order import decode
from arcwalk.trees.decoders.inside_outside import projective_marginals
from arcwalk.trees.decoders.matrix_tree import nonprojective_marginals

IMPLAUSIBLE = 7.0  # a head that networks score so much lower than the best one is not looked at
LONG = 200  # words; in longer sentences only heads within WINDOW words, or the root, are candidates
WINDOW = 150
MOST_HEADS = 30
SHARPNESS = 0.6  # a score this much lower, in units of the margin, makes an arc e times less likely
SECOND_SHARE = 1 / 3  # weight of the second analysis of a sentence in the mean of both
NOT_SCORED = np.zeros((0, 0), dtype=np.float32)  # in place of the scores of a network


class HeadModel(NamedTuple):
    """A first-order model of arcs, and how much less probable than the best head a candidate may be."""

    arcs: ArcTable
    weights: Weights
    ratio: float  # least probability of a candidate, relative to the best head of its word
    projective: bool
    single_root: bool


class LikelyHeads(NamedTuple):
    """Candidate heads, and the best first-order tree: its score, -inf if there is none, and its heads."""

    start: Starts
    head: Heads
    relative_log_probability: Scores  # from 0 for the best head of a word to 1 for one that is barely kept
    score: float
    best: Heads


@inline
def own_probabilities(start: Starts, scores: Scores, m: int, probabilities: Scores) -> None:
    """The probability of each head of word m if it were chosen independently of all other words."""
    begin, end = start[m], start[m + 1]
    best = -np.inf
    for arc in range(begin, end):
        best = max(best, scores[arc])
    total = 0.0
    for arc in range(begin, end):
        probabilities[arc] = math.exp(scores[arc] - best)
        total += probabilities[arc]
    for arc in range(begin, end):
        probabilities[arc] /= total


@inline
def likely_heads(
    start: Starts, head: Heads, marginals: Scores, ratio: float, most: int, always: Heads, also: Heads
) -> tuple[Starts, Heads, Scores]:
    """The heads of each word with at least `ratio` times the probability of the best one, up to `most` of them.

    Returns the first three fields of `LikelyHeads`. Heads in `always` and `also` (-1 for none) are kept whatever their
    probability.
    """
    n = len(start) - 2
    kept_start = np.zeros(n + 2, dtype=np.int64)
    kept, relative = np.empty(len(head), dtype=np.int32), np.empty(len(head), dtype=np.float64)
    count = 0
    for m in range(1, n + 1):
        kept_start[m] = count
        begin, end = start[m], start[m + 1]
        best = 0.0
        for arc in range(begin, end):
            best = max(best, marginals[arc])
        least = best * ratio
        above = 0
        for arc in range(begin, end):
            above += marginals[arc] >= least
        if above > most:
            least = np.sort(marginals[begin:end])[end - begin - most]
        for arc in range(begin, end):
            if marginals[arc] >= least or head[arc] == always[m] or head[arc] == also[m]:
                kept[count] = head[arc]
                relative[count] = min(1.0, math.log(max(marginals[arc], 1e-300) / best) / math.log(ratio))
                count += 1
    kept_start[n + 1] = count
    return kept_start, kept[:count].copy(), relative[:count].copy()


@kernel
def head_probabilities(
    sentence: Codes, second: Codes, model: HeadModel, start: Starts, head: Heads, scores: Scores, marginals: Scores
) -> None:
    """The score and the probability of every arc.

    If there is a second analysis, scores are the weighted mean of both: an arc that suits both is safer than one that
    suits the tags of one. Exact marginals cost n³, so in long sentences every word chooses its head independently.
    """
    score_arcs(arc_parts(sentence, model.arcs), start, head, model.arcs, model.weights, scores)
    if len(second) > 0:
        other = np.empty_like(scores)
        score_arcs(arc_parts(second, model.arcs), start, head, model.arcs, model.weights, other)
        scores += SECOND_SHARE * (other - scores)
    scores /= SHARPNESS
    n = len(start) - 2
    if n <= LONG:
        if model.projective:
            projective_marginals(start, head, scores, model.single_root, marginals)
        else:
            nonprojective_marginals(start, head, scores, model.single_root, marginals)
        for m in range(1, n + 1):
            total = 0.0
            for arc in range(start[m], start[m + 1]):
                total += marginals[arc]
            if total < 0.5:  # fixed arcs leave no such tree
                own_probabilities(start, scores, m, marginals)
    else:
        for m in range(1, n + 1):
            own_probabilities(start, scores, m, marginals)


@kernel
def gold_shares(sentence: Codes, second: Codes, model: HeadModel, gold: Heads) -> Scores:
    """For every word, the probability of its gold head relative to that of its best head."""
    n = word_count(sentence)
    start, head = nearby_heads(np.full(n + 1, -1, dtype=np.int32), gold, n if n <= LONG else WINDOW)
    scores, marginals = np.empty(len(head), dtype=np.float64), np.empty(len(head), dtype=np.float64)
    head_probabilities(sentence, second, model, start, head, scores, marginals)
    shares = np.empty(n, dtype=np.float64)
    for m in range(1, n + 1):
        best = 1e-300
        for arc in range(start[m], start[m + 1]):
            best = max(best, marginals[arc])
            if head[arc] == gold[m]:
                shares[m - 1] = marginals[arc]
        shares[m - 1] /= best
    return shares


@inline
def plausible_heads(start: Starts, head: Heads, network_scores: WeightTable) -> tuple[Starts, Heads]:
    """The heads that a network finds plausible; of every word also the one before, so that there is always a tree.

    The root always counts, too: of words that are unlike those of its treebank, a network is sure of cycles.
    """
    kept_start, kept, count = np.zeros(len(start), dtype=np.int64), np.empty(len(head), dtype=np.int32), 0
    for m in range(1, len(start) - 1):
        kept_start[m] = count
        own = network_scores[m]
        best = -np.inf
        for arc in range(start[m], start[m + 1]):
            best = max(best, own[head[arc]])
        for arc in range(start[m], start[m + 1]):
            if own[head[arc]] >= best - IMPLAUSIBLE or head[arc] == m - 1 or head[arc] == 0:
                kept[count] = head[arc]
                count += 1
    kept_start[len(start) - 1] = count
    return kept_start, kept[:count].copy()


@kernel
def prune_heads(
    sentence: Codes, second: Codes, model: HeadModel, network_scores: WeightTable, fixed: Heads, gold: Heads
) -> LikelyHeads:
    """The candidate heads of a sentence. A fixed head is the only one of its word; gold ones are kept (-1: none).

    `second` is the second analysis of the sentence, or empty, see `head_probabilities`. Where a network has scored
    all heads of a sentence without fixed or gold heads, only plausible ones are looked at; its scores can be empty.
    """
    n = word_count(sentence)
    start, head = nearby_heads(fixed, gold, n if n <= LONG else WINDOW)
    if len(network_scores) > 0:
        start, head = plausible_heads(start, head, network_scores)
    scores, marginals = np.empty(len(head), dtype=np.float64), np.empty(len(head), dtype=np.float64)
    head_probabilities(sentence, second, model, start, head, scores, marginals)
    best = np.full(n + 1, -1, dtype=np.int32)
    score = decode(start, head, scores, model.projective and n <= LONG, model.single_root, best)
    start, head, relative = likely_heads(start, head, marginals, model.ratio, MOST_HEADS, gold, best)
    return LikelyHeads(start, head, relative, score, best)
