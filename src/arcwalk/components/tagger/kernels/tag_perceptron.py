"""The averaged structured perceptron for tag sequences."""

import numpy as np

from arcwalk.arrays import Codes, Integers, IntegerTable, Keys, Numbers, Starts, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.components.tagger.kernels.tag_lattice import (
    PAIR,
    TRIPLE,
    WORD,
    context_key,
    most_tag_keys,
    tag_keys,
    tag_lattice,
)
from arcwalk.components.tagger.kernels.viterbi import viterbi
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.kernels.sentence_rows import word_count


@inline
def add_tag(
    keys: Keys, count: int, context: np.uint32, tag: int, change: float, step: float, weights: Weights, totals: Weights
) -> None:
    """Add `change` to the weights of a tag under some keys in a context, and to the totals for averaging."""
    shift = index_shift(len(weights))
    for i in range(count):
        index = np.int64(np.uint32(keys[i] + context) >> shift) ^ tag
        weights[index] += change
        totals[index] += change * step


@inline
def add_difference(
    sentence: Codes,
    table: PartTable,
    gold: Integers,
    predicted: Integers,
    change: float,
    step: float,
    keys: Keys,
    weights: Weights,
    totals: Weights,
) -> None:
    """Add `change` to the weights of all features of the gold tags and subtract it for those of the predicted tags."""
    for m in range(1, len(gold)):
        differs = gold[m] != predicted[m]
        if differs:
            count = tag_keys(sentence, table, WORD, m, keys)
            add_tag(keys, count, np.uint32(0), gold[m], change, step, weights, totals)
            add_tag(keys, count, np.uint32(0), predicted[m], -change, step, weights, totals)
        differs |= gold[m - 1] != predicted[m - 1]
        if differs:
            count = tag_keys(sentence, table, PAIR, m, keys)
            add_tag(keys, count, context_key(gold[m - 1], -2), gold[m], change, step, weights, totals)
            add_tag(keys, count, context_key(predicted[m - 1], -2), predicted[m], -change, step, weights, totals)
        gold_second = gold[m - 2] if m >= 2 else np.int32(-1)
        second = predicted[m - 2] if m >= 2 else np.int32(-1)
        if differs or gold_second != second:
            count = tag_keys(sentence, table, TRIPLE, m, keys)
            add_tag(keys, count, context_key(gold[m - 1], gold_second), gold[m], change, step, weights, totals)
            add_tag(keys, count, context_key(predicted[m - 1], second), predicted[m], -change, step, weights, totals)


@kernel
def tag_epoch(
    codes: Codes,
    candidates: IntegerTable,
    rows: Starts,
    golds: Integers,
    order: Numbers,
    table: PartTable,
    beam: int,
    score_margin: float,
    margin: float,
    step: int,
    weights: Weights,
    totals: Weights,
) -> int:
    """One epoch over the sentences in the given order; returns the number of wrong tags predicted.

    Sentence i is `codes[rows[i]:rows[i + 1]]`, with its candidates and gold tags in the same rows. `margin` is added to
    the scores of wrong tags before decoding.
    """
    keys = np.empty(most_tag_keys(table), dtype=np.uint32)
    unadjusted = np.empty((0, 0), dtype=np.float64)
    errors = 0
    for i in order:
        sentence = codes[rows[i] : rows[i + 1]]
        n = word_count(sentence)
        gold = golds[rows[i] : rows[i] + n + 1]
        listed = candidates[rows[i] : rows[i + 1]]
        lattice = tag_lattice(sentence, listed, gold, unadjusted, table, beam, score_margin, weights)
        start, tags, scores = lattice.start, lattice.tags, lattice.scores
        for m in range(1, n + 1):
            for candidate in range(start[m], start[m + 1]):
                if tags[candidate] != gold[m]:
                    scores[candidate] += margin
        best = np.empty(n + 1, dtype=np.int64)
        viterbi(lattice, best)
        predicted = np.empty(n + 1, dtype=np.int32)
        wrong = 0
        for m in range(n + 1):
            predicted[m] = tags[best[m]]
            wrong += predicted[m] != gold[m]
        if wrong:
            errors += wrong
            add_difference(sentence, table, gold, predicted, 1.0, step, keys, weights, totals)
        step += 1
    return errors
