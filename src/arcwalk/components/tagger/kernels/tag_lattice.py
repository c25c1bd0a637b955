"""The lattice of a sentence's candidate tags, scored with hashed weights.

The index of a weight is its feature's hash with the tag XORed into the last bits, so the weights of all tags for one
feature share a cache line or two. Words with a single candidate are not scored, nor are triples of such words: that
could not change which sequence is best.
"""

import numpy as np

from arcwalk.arrays import Booleans, Codes, Integers, IntegerTable, Keys, Numbers, Scores, ScoreTable, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.components.tagger.kernels.affixes import ABSENT
from arcwalk.components.tagger.kernels.viterbi import Lattice, triple_starts, width
from arcwalk.features.kernels.hashing import index_shift, scramble
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.kernels.sentence_rows import word_count

WORD, PAIR, TRIPLE = range(3)  # groups of templates: on the tag alone, with the tag before it, with two tags before it
BEAM = 12  # candidates of a word, at most
SCORE_MARGIN = (
    2.0  # how far below the best candidate of its word a candidate may score on its own, in units of the margin
)
FIRST_SALT, SECOND_SALT = 0x6A09E667, 0x3C6EF372


@inline
def most_tag_keys(table: PartTable) -> int:
    """The size of the largest group of templates."""
    most = 0
    for group in range(len(table.group_rows) - 1):
        most = max(most, table.group_rows[group + 1] - table.group_rows[group])
    return most


@kernel
def tag_keys(sentence: Codes, table: PartTable, group: int, m: int, keys: Keys) -> int:
    """Write the keys of a group of templates on word m, without the tags before it; return their number.

    Like `part_keys`, except that templates with an affix that the word is too short for have no key.
    """
    n = word_count(sentence)
    count = 0
    for row in range(table.group_rows[group], table.group_rows[group + 1]):
        key = table.row_salts[row]
        is_absent = False
        for atom in range(table.row_atoms[row], table.row_atoms[row + 1]):
            if table.atoms[atom, 0] < 0:
                code = np.int64(m == 1)
            else:
                position = m + table.atoms[atom, 1]
                if position < 0:
                    position = n + 2
                elif position > n:
                    position = n + 1
                code = np.int64(sentence[position, table.atoms[atom, 2]])
            is_absent |= code == ABSENT
            key += scramble(code, table.salts[atom])
        if not is_absent:
            keys[count] = key
            count += 1
    return count


@inline
def context_key(first: int, second: int) -> np.uint32:
    """What the tags one and two words back add to a key; -1: start of the sentence, -2: not in the template."""
    key = scramble(first + 1, np.uint32(FIRST_SALT))
    if second > -2:
        key += scramble(second + 1, np.uint32(SECOND_SALT))
    return key


@inline
def tag_score(keys: Keys, count: int, context: np.uint32, tag: int, shift: np.uint32, weights: Weights) -> float:
    """The sum of a tag's weights under some keys in a context; `shift` is the `index_shift` of the weights."""
    total = 0.0
    for i in range(count):
        total += weights[np.int64(np.uint32(keys[i] + context) >> shift) ^ tag]
    return total


@inline
def narrow(scores: Scores, count: int, beam: int, score_margin: float, tags: Integers, kept: Booleans) -> int:
    """Keep the `beam` best of the first `count` candidates, in order, but those over `score_margin` below the best.

    Those marked in `kept` always stay. Returns the new number.
    """
    ordered = np.sort(scores[:count])
    threshold = max(ordered[max(count - beam, 0)], ordered[count - 1] - score_margin)
    left = 0
    for i in range(count):
        if scores[i] >= threshold or kept[i]:
            scores[left], tags[left] = scores[i], tags[i]
            left += 1
    return left


@inline
def score_triples(
    sentence: Codes,
    table: PartTable,
    m: int,
    start: Numbers,
    tags: Integers,
    keys: Keys,
    weights: Weights,
    joint: Scores,
) -> None:
    """The joint scores of the candidates of words m - 2, m - 1 and m, from pairs and triples of tags."""
    second, first, here = width(start, m - 2), width(start, m - 1), width(start, m)
    shift = index_shift(len(weights))
    count = tag_keys(sentence, table, PAIR, m, keys)
    for b in range(first):
        context = context_key(tags[start[m - 1] + b], -2)
        for c in range(here):
            score = tag_score(keys, count, context, tags[start[m] + c], shift, weights)
            for a in range(second):
                joint[(a * first + b) * here + c] = score
    count = tag_keys(sentence, table, TRIPLE, m, keys)
    for a in range(second):
        second_tag = tags[start[m - 2] + a] if m >= 2 else -1
        for b in range(first):
            context = context_key(tags[start[m - 1] + b], second_tag)
            for c in range(here):
                joint[(a * first + b) * here + c] += tag_score(keys, count, context, tags[start[m] + c], shift, weights)


@inline
def list_candidates(
    listed: IntegerTable, m: int, gold: int, adjustments: ScoreTable, tags: Integers, kept: Booleans
) -> int:
    """Write the candidates of word m, and which of them the beam must keep; return their number."""
    adjusted_tags = adjustments.shape[1] if len(adjustments) else 0
    count = 0
    gold_is_listed = gold < 0
    for i in range(listed.shape[1]):
        tag = listed[m, i]
        if tag < 0:
            break
        if adjusted_tags and adjustments[m - 1, tag] != 0.0:
            continue
        tags[count], kept[count] = tag, tag == gold
        gold_is_listed |= kept[count]
        count += 1
    for tag in range(adjusted_tags):
        if adjustments[m - 1, tag] != 0.0 and adjustments[m - 1, tag] > -np.inf:
            tags[count], kept[count] = tag, True
            gold_is_listed |= tag == gold
            count += 1
    if not gold_is_listed:
        tags[count], kept[count] = gold, True
        count += 1
    return count


@kernel
def tag_lattice(
    sentence: Codes,
    listed: IntegerTable,
    gold: Integers,
    adjustments: ScoreTable,
    table: PartTable,
    beam: int,
    score_margin: float,
    weights: Weights,
) -> Lattice:
    """The lattice of a sentence: at most `beam` candidates a word, none over `score_margin` below the best of its word.

    `listed[m]` are the tags that the lexicon allows for word m, ending with -1; `gold[m]`, unless -1, is added to them.
    `adjustments`, empty or (n, tags), are added to the scores of candidates. A tag whose adjustment is not 0 is always
    a candidate, unless it is minus infinity, which rules it out.
    """
    n = word_count(sentence)
    shift = index_shift(len(weights))
    most = listed.shape[1] + 1 + adjustments.shape[1]
    start = np.zeros(n + 2, dtype=np.int64)
    start[1] = 1
    size = 16 + 4 * n
    tags = np.empty(size, dtype=np.int32)
    scores = np.zeros(size, dtype=np.float64)
    tags[0] = -1
    here, kept, local = np.empty(most, dtype=np.int32), np.empty(most, dtype=np.bool_), np.empty(most, dtype=np.float64)
    keys = np.empty(most_tag_keys(table), dtype=np.uint32)
    for m in range(1, n + 1):
        count = list_candidates(listed, m, gold[m], adjustments, here, kept)
        local[:count] = 0.0
        if count > 1:
            key_count = tag_keys(sentence, table, WORD, m, keys)
            for i in range(count):
                local[i] = tag_score(keys, key_count, np.uint32(0), here[i], shift, weights)
                if len(adjustments):
                    local[i] += adjustments[m - 1, here[i]]
            count = narrow(local, count, beam, score_margin, here, kept)
        start[m + 1] = start[m] + count
        if start[m + 1] > size:
            size = 2 * start[m + 1]
            tags = np.concatenate((tags, np.empty(size - len(tags), dtype=np.int32)))
            scores = np.concatenate((scores, np.empty(size - len(scores), dtype=np.float64)))
        tags[start[m] : start[m + 1]] = here[:count]
        scores[start[m] : start[m + 1]] = local[:count]
    tags, scores = tags[: start[n + 1]].copy(), scores[: start[n + 1]].copy()
    joint_start = triple_starts(start)
    joint = np.zeros(joint_start[n + 1], dtype=np.float64)
    for m in range(1, n + 1):
        if joint_start[m + 1] - joint_start[m] > 1:
            score_triples(sentence, table, m, start, tags, keys, weights, joint[joint_start[m] :])
    return Lattice(start, tags, scores, joint_start, joint)
