"""Features of the reranker: log probabilities of each word of a labeled tree, given what surrounds it there.

Trees in the k-best list of a sentence share most of their parts, so each distinct part is stored, and scored, once.
"""

import math

import numpy as np

from arcwalk.arrays import Codes, Heads, Labelings, Labels, Numbers, NumberTable, Scores, Trees, WeightTable
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.bins import distance_bin
from arcwalk.features.kernels.part_keys import PartTable, part_keys
from arcwalk.systems.vine.kernels.decode import KBestList
from arcwalk.systems.vine.kernels.lookup import Lookup, look_up
from arcwalk.systems.vine.kernels.mixture import CONTEXT, JOINT, OUTCOME
from arcwalk.treebank.word_classes import CONJUNCTION, PUNCTUATION, VERB

# Columns of a part: the words in its roles, then its structural atoms.
HEAD, MODIFIER, GRANDPARENT, SIBLING, NEXT = range(5)
ROLES, WIDTH = 5, 22
DIRECTION, DISTANCE, LABEL, HEAD_LABEL, GRANDPARENT_LABEL, SIBLING_LABEL, NEXT_LABEL = range(5, 12)
FRAME, LABEL_FRAME, LEFT_FRAME, RIGHT_FRAME, LEFT_VALENCY, RIGHT_VALENCY = range(12, 18)
VERBS, PUNCTUATION_MARKS, CONJUNCTIONS, BETWEEN = range(18, 22)

KINDS = np.uint32(0x5BD1E995)  # added to the key of a context: its number of distinct outcomes
RAREST = 1e-6  # probability of an unseen outcome
BASE = 2  # the first weights are those of the log probabilities of tree and labeling


@inline
def _mixed(value: int, code: int) -> int:
    """The hash of a sequence extended by one code."""
    return (value * 1000003 + code + 7) & 0x7FFFFFFF


@kernel
def tree_parts(sentence: Codes, heads: Heads, labels: Labels, separator: int, parts: NumberTable) -> None:
    """Fill row m of `parts`, (n + 1, WIDTH), with the part of word m of a labeled tree; row 0 is not used.

    `separator` is a coarse tag, see `arcwalk.systems.vine.separator`.
    """
    n = len(heads) - 1
    passed = np.zeros((n + 2, 4), dtype=np.int64)  # verbs, punctuation, conjunctions, separators before each word
    latest = np.full((n + 1, 2), -1, dtype=np.int64)
    parts[:, :ROLES] = -1
    parts[:, ROLES:] = 0
    for m in range(1, n + 1):
        passed[m + 1] = passed[m]
        for i, kind in enumerate((VERB, PUNCTUATION, CONJUNCTION)):
            passed[m + 1, i] += sentence[m, 1] == kind
        passed[m + 1, 3] += sentence[m, 0] == separator
        h = np.int64(heads[m])
        side = np.int64(h < m)
        before = latest[h, side]
        role, opposite = (SIBLING, NEXT) if side == 1 else (NEXT, SIBLING)
        parts[m, role] = before
        if before >= 0:
            parts[before, opposite] = m
        latest[h, side] = m
        parts[h, FRAME] = _mixed(parts[h, FRAME], 2 * sentence[m, 0] + side)
        parts[h, LABEL_FRAME] = _mixed(parts[h, LABEL_FRAME], 2 * labels[m] + side)
        frame, valency = (RIGHT_FRAME, RIGHT_VALENCY) if side == 1 else (LEFT_FRAME, LEFT_VALENCY)
        parts[h, frame] = _mixed(parts[h, frame], labels[m])
        parts[h, valency] = min(parts[h, valency] + 1, 4)
    for m in range(1, n + 1):
        h = np.int64(heads[m])
        parts[m, HEAD], parts[m, MODIFIER], parts[m, GRANDPARENT] = h, m, heads[h]
        parts[m, DIRECTION] = 2 if h == 0 else np.int64(h < m)
        parts[m, DISTANCE] = 0 if h == 0 else 1 + distance_bin(abs(h - m))
        parts[m, LABEL] = labels[m] + 1
        parts[m, HEAD_LABEL] = labels[h] + 1
        parts[m, GRANDPARENT_LABEL] = labels[heads[h]] + 1 if h > 0 else 0
        parts[m, SIBLING_LABEL] = labels[parts[m, SIBLING]] + 1 if parts[m, SIBLING] >= 0 else 0
        parts[m, NEXT_LABEL] = labels[parts[m, NEXT]] + 1 if parts[m, NEXT] >= 0 else 0
        if h > 0:
            first, last = (h + 1, m) if h < m else (m + 1, h)
            for i, atom in enumerate((VERBS, PUNCTUATION_MARKS, CONJUNCTIONS)):
                parts[m, atom] = min(passed[last, i] - passed[first, i], 2)
            parts[m, BETWEEN] = min(passed[last, 3] - passed[first, 3], 1)


@inline
def _part_slot(table: Numbers, parts: NumberTable, own: Numbers) -> int:
    """The slot of a part in the hash table, or the empty slot for it."""
    value = 0
    for i in range(WIDTH):
        value = _mixed(value, own[i])
    mask = len(table) - 1
    slot = (value ^ (value >> 15)) & mask
    while table[slot] >= 0:
        same = True
        for i in range(WIDTH):
            same = same and parts[table[slot], i] == own[i]
        if same:
            break
        slot = (slot + 1) & mask
    return slot


@kernel
def list_parts(sentence: Codes, heads: Trees, labels: Labelings, separator: int) -> tuple[NumberTable, NumberTable]:
    """The distinct parts of a list of labeled trees, and the number of each tree's part for words 1..n: (trees, n)."""
    n = heads.shape[1] - 1
    slots = 64
    while slots < 4 * n:
        slots *= 2
    table = np.full(slots, -1, dtype=np.int64)
    own, parts = np.empty((n + 1, WIDTH), dtype=np.int64), np.empty((slots, WIDTH), dtype=np.int64)
    numbers = np.empty((len(heads), n), dtype=np.int64)
    count = 0
    for i in range(len(heads)):
        tree_parts(sentence, heads[i], labels[i], separator, own)
        for m in range(1, n + 1):
            if 2 * count > slots:
                slots *= 2
                table = np.full(slots, -1, dtype=np.int64)
                parts = np.concatenate((parts, np.empty_like(parts)))
                for known in range(count):
                    table[_part_slot(table, parts, parts[known])] = known
            slot = _part_slot(table, parts, own[m])
            if table[slot] < 0:
                table[slot] = count
                parts[count] = own[m]
                count += 1
            numbers[i, m - 1] = table[slot]
    return parts[:count].copy(), numbers


@kernel
def family_values(sentence: Codes, parts: NumberTable, table: PartTable, counts: Lookup) -> WeightTable:
    """The log probability of each part under each feature family, smoothed by Witten and Bell's rule.

    `counts` has the counts of outcomes with their contexts and of contexts, the number of distinct outcomes of each
    context, and the probability of each outcome without context.
    """
    width = table.group_rows[1]
    values = np.empty((len(parts), width), dtype=np.float32)
    keys = np.empty((3, width), dtype=np.uint32)
    for i in range(len(parts)):
        for group in range(3):
            part_keys(sentence, table, group, parts[i, :ROLES], parts[i, ROLES:], 0, keys[group])
        for k in range(width):
            anywhere = max(float(look_up(counts, keys[OUTCOME, k])), RAREST)
            kinds = look_up(counts, keys[CONTEXT, k] + KINDS)
            if kinds > 0:
                met = look_up(counts, keys[JOINT, k])
                values[i, k] = math.log((met + kinds * anywhere) / (look_up(counts, keys[CONTEXT, k]) + kinds))
            else:
                values[i, k] = math.log(anywhere)
    return values


@kernel
def rerank_scores(
    sentence: Codes, listed: KBestList, table: PartTable, counts: Lookup, separator: int, weights: Scores
) -> Scores:
    """θ·f of each labeled tree of a list."""
    parts, numbers = list_parts(sentence, listed.heads, listed.labels, separator)
    values = family_values(sentence, parts, table, counts)
    part_scores = np.zeros(len(parts), dtype=np.float64)
    for i in range(len(parts)):
        for k in range(values.shape[1]):
            part_scores[i] += weights[BASE + k] * values[i, k]
    scores = np.zeros(len(listed.heads), dtype=np.float64)
    for tree in range(len(scores)):
        for k in range(BASE):
            scores[tree] += weights[k] * listed.log_probabilities[tree, k]
        for column in range(numbers.shape[1]):
            scores[tree] += part_scores[numbers[tree, column]]
    return scores
