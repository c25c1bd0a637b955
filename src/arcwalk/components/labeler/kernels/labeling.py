"""The best labels for the arcs of given trees.

Heads are visited from the root down, so that the label of a word is known before its children get theirs. The
children of a head form a chain in sentence order; labels of neighbors in the chain are scored together, and Viterbi
finds the best sequence.
"""

import numpy as np

from arcwalk.arrays import Codes, Heads, Keys, Labelings, Labels, Numbers, Scores, Starts, Trees, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.bins import distance_bin
from arcwalk.features.kernels.hashing import index_shift, mixed, scramble
from arcwalk.features.kernels.part_keys import PartTable, part_keys
from arcwalk.trees.candidate_labels import candidate_labels

ARC, CHILD, SIBLING, TRANSITION = range(4)  # groups of templates
HEAD, MODIFIER, GRANDPARENT, PREVIOUS, NEXT, OTHER = range(6)  # roles of words
DIRECTION, DISTANCE, HEAD_LABEL, LEFT_VALENCY, RIGHT_VALENCY, PLACE, SIDE = range(7)  # structural atoms
_SEED = np.uint64(0x243F6A8885A308D3)  # a small one could meet its own value, and what was mixed into it be lost


@kernel
def children_of(heads: Heads) -> tuple[Starts, Heads]:
    """The children of every word in sentence order: those of h are `child[start[h]:start[h + 1]]`."""
    n = len(heads) - 1
    start = np.zeros(n + 2, dtype=np.int64)
    for m in range(1, n + 1):
        start[heads[m] + 1] += 1
    for h in range(n + 1):
        start[h + 1] += start[h]
    child = np.empty(n, dtype=np.int32)
    filled = start.copy()
    for m in range(1, n + 1):
        child[filled[heads[m]]] = m
        filled[heads[m]] += 1
    return start, child


@kernel
def label_keys(
    sentence: Codes,
    heads: Heads,
    start: Starts,
    child: Heads,
    position: int,
    head_label: int,
    table: PartTable,
    words: Numbers,
    structure: Numbers,
    keys: Keys,
) -> int:
    """The keys of all templates, except transitions, of the arc to the word at `position` in `child`."""
    m = np.int64(child[position])
    h = np.int64(heads[m])
    first, last = start[h], start[h + 1] - 1
    words[HEAD], words[MODIFIER], words[GRANDPARENT] = h, m, heads[h]
    words[PREVIOUS] = child[position - 1] if position > first else -1
    words[NEXT] = child[position + 1] if position < last else -1
    words[OTHER] = -1
    left = 0
    for i in range(start[m], start[m + 1]):
        left += child[i] < m
    direction = np.int64(h < m)
    structure[DIRECTION] = direction
    structure[DISTANCE] = 2 * distance_bin(abs(h - m)) + direction
    structure[HEAD_LABEL] = head_label
    structure[LEFT_VALENCY] = min(left, 3)
    structure[RIGHT_VALENCY] = min(start[m + 1] - start[m] - left, 3)
    structure[PLACE] = np.int64(position == first) + 2 * np.int64(position == last)
    count = part_keys(sentence, table, ARC, words, structure, 0, keys)
    for i in range(start[m], start[m + 1]):
        words[OTHER] = child[i]
        structure[SIDE] = np.int64(child[i] < m)
        count = part_keys(sentence, table, CHILD, words, structure, count, keys)
    for i in range(first, last + 1):
        if i != position:
            words[OTHER] = child[i]
            structure[SIDE] = np.int64(i < position) + 2 * np.int64(child[i] < h)
            count = part_keys(sentence, table, SIBLING, words, structure, count, keys)
    return count


@inline
def score_labels(keys: Keys, count: int, weights: Weights, candidates: Labels, scores: Scores) -> None:
    """The score of each candidate label. The weights of a feature with each label are adjacent."""
    shift, mask = index_shift(len(weights)), len(weights) - 1
    scores[: len(candidates)] = 0.0
    for i in range(count):
        base = np.int64(keys[i] >> shift)
        for c in range(len(candidates)):
            scores[c] += weights[(base + candidates[c]) & mask]


@inline
def transition_key(key: np.uint32, previous_label: int) -> np.uint32:
    """The key of a template conjoined with the label of the neighbor before (-1: none)."""
    return key + scramble(previous_label + 1, np.uint32(0x6C8E9CF5))


@inline
def transition_keys(sentence: Codes, table: PartTable, words: Numbers, structure: Numbers, keys: Keys) -> int:
    """The keys of the transition templates of the arc that `words` and `structure` were last filled for."""
    words[OTHER] = -1
    return part_keys(sentence, table, TRANSITION, words, structure, 0, keys)


@inline
def most_keys(n: int, table: PartTable) -> int:
    """An upper bound on the number of keys of one arc in a sentence of n words."""
    rows = table.group_rows
    return rows[CHILD] - rows[ARC] + n * (rows[TRANSITION] - rows[CHILD]) + rows[TRANSITION + 1] - rows[TRANSITION]


@kernel
def label_children(
    sentence: Codes,
    heads: Heads,
    start: Starts,
    child: Heads,
    h: int,
    label_start: Starts,
    label_list: Labels,
    fixed: Labels,
    table: PartTable,
    weights: Weights,
    margin: float,
    labels: Labels,
) -> None:
    """Give the children of h their best labels, given the label of h.

    In training, `labels` holds the gold labels, and `margin` is added to the score of every other one. A `fixed` label
    that is not -1 is the only one of its word.
    """
    first, last = start[h], start[h + 1]
    widest = 0
    for entry in range(len(label_start) - 1):
        widest = max(widest, label_start[entry + 1] - label_start[entry])
    shift, mask = index_shift(len(weights)), len(weights) - 1
    keys = np.empty(most_keys(len(heads), table), dtype=np.uint32)
    words, structure = np.empty(6, dtype=np.int64), np.empty(7, dtype=np.int64)
    best = np.zeros((last - first, widest), dtype=np.float64)
    came_from = np.zeros((last - first, widest), dtype=np.int32)
    emission = np.empty(widest, dtype=np.float64)
    before = np.full(1, -1, dtype=np.int32)  # the candidate labels of the neighbor before
    for position in range(first, last):
        m = child[position]
        begin, end = candidate_labels(label_start, sentence[m, 0], h, fixed[m])
        candidates = label_list[begin:end]
        count = label_keys(sentence, heads, start, child, position, labels[h], table, words, structure, keys)
        score_labels(keys, count, weights, candidates, emission)
        for c in range(len(candidates)):
            if candidates[c] != labels[m]:
                emission[c] += margin
        count = transition_keys(sentence, table, words, structure, keys)
        row = position - first
        for c in range(len(candidates)):
            best[row, c] = -np.inf
        for p in range(len(before)):
            so_far = best[row - 1, p] if row > 0 else 0.0
            for c in range(len(candidates)):
                score = so_far + emission[c]
                for i in range(count):
                    base = np.int64(transition_key(keys[i], before[p]) >> shift)
                    score += weights[(base + candidates[c]) & mask]
                if score > best[row, c]:
                    best[row, c] = score
                    came_from[row, c] = p
        before = candidates
    choice = np.argmax(best[last - first - 1, : len(before)])
    for position in range(last - 1, first - 1, -1):
        m = child[position]
        begin, end = candidate_labels(label_start, sentence[m, 0], h, fixed[m])
        labels[m] = label_list[begin + choice]
        choice = came_from[position - first, choice]


@inline
def family_key(heads: Heads, start: Starts, child: Heads, h: int, label: int) -> np.uint64:
    """A hash of everything that the labels of the children of h depend on: the words around, and the label of h."""
    key = mixed(mixed(mixed(_SEED, h), np.int64(heads[h])), label)
    for position in range(start[h], start[h + 1]):
        m = np.int64(child[position])
        key = mixed(key, m)
        for below in range(start[m], start[m + 1]):
            key = mixed(key, -1 - np.int64(child[below]))
    return key


@kernel
def label_trees(
    sentence: Codes,
    trees: Trees,
    label_start: Starts,
    label_list: Labels,
    fixed: Labels,
    table: PartTable,
    weights: Weights,
    labels: Labelings,
) -> None:
    """Label every arc of every tree, from the root down; the label of the root itself is -1.

    Trees of one sentence are similar: children with the same surroundings in an earlier tree get the same labels.
    """
    size = 4
    while size < 2 * trees.size:
        size *= 2
    mask = np.uint64(size - 1)
    keys, first = np.zeros(size, dtype=np.uint64), np.empty(size, dtype=np.int64)
    queue = np.zeros(trees.shape[1], dtype=np.int32)
    for rank in range(len(trees)):
        heads, labeling = trees[rank], labels[rank]
        start, child = children_of(heads)
        labeling[:] = -1
        filled = 1
        for i in range(len(heads)):
            h = queue[i]
            if start[h] == start[h + 1]:
                continue
            key = family_key(heads, start, child, h, labeling[h])
            slot = key & mask
            while keys[slot] != 0 and keys[slot] != key:
                slot = slot + np.uint64(1) & mask
            if keys[slot] == key:
                for position in range(start[h], start[h + 1]):
                    labeling[child[position]] = labels[first[slot], child[position]]
            else:
                keys[slot], first[slot] = key, rank
                label_children(
                    sentence, heads, start, child, h, label_start, label_list, fixed, table, weights, 0.0, labeling
                )
            for position in range(start[h], start[h + 1]):
                queue[filled] = child[position]
                filled += 1
