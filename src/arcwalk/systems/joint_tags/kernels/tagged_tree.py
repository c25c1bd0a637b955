"""Trees and tags together: every word is read in one of several ways, and the tree is scored by how words are read.

A *reading* of a word is its row of codes with other tags in it (the paper, section 3.4). Nearly all features look at
tags. What a word contributes to the keys of templates is a sum (see `hashing`), so another reading only adds what
its tags contribute in place of the old ones; with that, `reading_gain` looks at the parts near the word alone. What
else the word would then choose is a question to the whole scorer: `score_readings` scores the tree anew, and brings
back what was known before.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import CodeRow, Codes, Keys, KeyTable, Numbers, NumberTable, Scores, Starts, Weights
from arcwalk.compiled import kernel
from arcwalk.features.kernels.arc_features import (
    HEAD,
    ArcParts,
    ArcTable,
    arc_indices,
    index_shift,
    tags_between,
)
from arcwalk.features.kernels.hashing import scramble
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.kernels.python_calls import hashed_strings
from arcwalk.features.kernels.structure_features import (
    MOST_ROLES,
    NO_WORD,
    PLACES,
    Groups,
    StructureTable,
    arc_label_indices,
    part_indices,
)
from arcwalk.scoring.affected_units import score_some
from arcwalk.scoring.moves import most_moves, root_word, score_moves, try_move
from arcwalk.scoring.scorer import Model, Scorer, all_parts
from arcwalk.scoring.unit_scores import GENERATION, REMEMBERED, begin_generation


class Readings(NamedTuple):
    """The ways to read each word: those of word m from `start[m]` to `start[m + 1]`, first the one it came with."""

    start: Starts
    rows: Codes  # (readings, columns)
    score: Scores  # what a reading is worth by itself


class TaggedTree(NamedTuple):
    """A tree, a reading for each word, and all that is needed to score them. Its arrays change."""

    scorer: Scorer
    arcs: ArcParts  # of the same sentence
    model: Model
    prior: Scores  # what each choice is worth besides its features
    readings: Readings
    read: Numbers  # (n + 1,): the reading of every word
    window: int  # how far templates look, see `window_of`


@kernel
def farthest(templates: PartTable) -> int:
    """How many words away from those of a part its templates look."""
    most = 0
    for atom in range(len(templates.atoms)):
        if templates.atoms[atom, 0] >= 0:
            most = max(most, abs(np.int64(templates.atoms[atom, 1])))
    return most


@kernel
def window_of(model: Model) -> int:
    """How many words away from those of a part, or from the ends of an arc, any template looks."""
    return max(farthest(model.structure.templates), farthest(model.arcs.templates))


@kernel
def contribute_instead(old: CodeRow, new: CodeRow, m: int, table: StructureTable, words: KeyTable) -> None:
    """What words contribute in every role, once word m has the row `new` and no longer `old`."""
    templates, groups = table.templates, table.groups
    n = len(words) - 2
    for group in range(len(groups)):
        first = templates.group_rows[group]
        for row in range(first, templates.group_rows[group + 1]):
            for atom in range(templates.row_atoms[row], templates.row_atoms[row + 1]):
                column, word = templates.atoms[atom, 2], m - np.int64(templates.atoms[atom, 1])
                if column >= 0 and 0 <= word <= n and old[column] != new[column]:
                    place, salt = groups[group, PLACES + templates.atoms[atom, 0]] + row - first, templates.salts[atom]
                    words[word, place] += scramble(new[column], salt) - scramble(old[column], salt)


@kernel
def contribute_to_arcs_instead(old: CodeRow, new: CodeRow, m: int, table: ArcTable, arcs: ArcParts) -> None:
    """The same for arcs."""
    templates = table.templates
    n = len(arcs.head) - 1
    for row in range(arcs.head.shape[1]):
        for atom in range(templates.row_atoms[row], templates.row_atoms[row + 1]):
            column, word = templates.atoms[atom, 2], m - np.int64(templates.atoms[atom, 1])
            if 0 <= word <= n and old[column] != new[column]:
                salt = templates.salts[atom]
                change = scramble(new[column], salt) - scramble(old[column], salt)
                if templates.atoms[atom, 0] == HEAD:
                    arcs.head[word, row] += change
                else:
                    arcs.modifier[word, row] += change
    if old[1] != new[1]:
        for word in range(m, n + 1):
            arcs.counts[word, old[1]] -= 1
            arcs.counts[word, new[1]] += 1


@kernel
def write_reading(tagged: TaggedTree, m: int, reading: int) -> None:
    """Let word m be read otherwise, wherever its codes or what follows from them are kept; scores stay as they are."""
    scorer, model = tagged.scorer, tagged.model
    old, new = scorer.sentence[m].copy(), tagged.readings.rows[reading]
    contribute_instead(old, new, m, model.structure, scorer.words)
    contribute_to_arcs_instead(old, new, m, model.arcs, tagged.arcs)
    scorer.sentence[m], tagged.read[m] = new, reading
    if len(model.calls) > 0:
        scorer.user.strings[:] = hashed_strings(scorer.sentence)


@kernel
def first_order_score(
    sentence: Codes,
    arcs: ArcParts,
    table: ArcTable,
    groups: Groups,
    words: KeyTable,
    weights: Weights,
    h: int,
    m: int,
    label: np.uint32,
    indices: Keys,
) -> float:
    """The score of an arc and its label, as words are read."""
    shift = index_shift(len(weights))
    between = tags_between(sentence, min(h, m), max(h, m))
    score = 0.0
    for i in range(arc_indices(arcs, table, h, m, between, shift, indices)):
        score += weights[indices[i]]
    for i in range(arc_label_indices(groups, words, h, m, shift, indices)):
        score += weights[indices[i] ^ label]
    return score


@kernel
def looks_at(m: int, h: int, word: int, window: int) -> bool:
    """Whether the arc from h to m looks at a word: it is near their ends, or between them."""
    return min(h, m) - window <= word <= max(h, m) + window


@kernel
def mentions(packed_words: int, word: int, window: int) -> bool:
    """Whether a part has a word near this one. One with a pattern may say so needlessly."""
    for role in range(MOST_ROLES):
        if abs((packed_words >> 16 * role & NO_WORD) - word) <= window:
            return True
    return False


@kernel
def part_score(
    part: int, rest: int, groups: Groups, words: KeyTable, labels: KeyTable, weights: Weights, indices: Keys
) -> float:
    """The score of a part, not from the memo."""
    total = 0.0
    for i in range(part_indices(part, rest, groups, words, labels, index_shift(len(weights)), indices)):
        total += weights[indices[i]]
    return total


@kernel
def scored_parts(scorer: Scorer) -> tuple[NumberTable, Scores]:
    """All parts of the tree as it is, and their scores."""
    groups, words, labels, weights, indices = scorer.groups, scorer.words, scorer.labels, scorer.weights, scorer.indices
    parts = all_parts(scorer)
    scores = np.empty(len(parts), dtype=np.float64)
    for i in range(len(parts)):
        scores[i] = part_score(parts[i, 0], parts[i, 1], groups, words, labels, weights, indices)
    return parts, scores


@kernel
def reading_gain(tagged: TaggedTree, m: int, reading: int, parts: NumberTable, scores: Scores) -> float:
    """How much better the tree as it is would score, were word m read otherwise.

    `parts` are all that the tree has now, and `scores` what they score. Those far from the word stay as they are,
    unless the word is then of another class: that makes other parts.
    """
    # Everything that loops need is unpacked once: tuples count references at every use.
    scorer, arcs, model, prior, readings, read, window = tagged
    sentence, groups, words, labels, weights = (
        scorer.sentence,
        scorer.groups,
        scorer.words,
        scorer.labels,
        scorer.weights,
    )
    head, label, choice_score, chosen, indices = (
        scorer.head,
        scorer.label,
        scorer.choice_score,
        scorer.chosen,
        scorer.indices,
    )
    own, table = read[m], model.arcs
    gain = readings.score[reading] - readings.score[own]
    write_reading(tagged, m, reading)
    after = all_parts(scorer)
    same_class = readings.rows[own, 1] == readings.rows[reading, 1] and len(model.calls) == 0
    for i in range(len(after)):
        if not same_class or parts[i, 0] != after[i, 0] or mentions(after[i, 0], m, window):
            gain += part_score(after[i, 0], after[i, 1], groups, words, labels, weights, indices)
            if same_class:
                gain -= scores[i]
    if not same_class:
        for score in scores:
            gain -= score
    for word in range(1, len(chosen)):
        choice = chosen[word]
        h = np.int64(head[choice])
        if looks_at(word, h, m, window):
            bare = first_order_score(
                sentence, arcs, table, groups, words, weights, h, word, np.uint32(label[choice]), indices
            )
            gain += bare + prior[choice] - choice_score[choice]
    write_reading(tagged, m, own)
    return gain


@kernel
def read_as(tagged: TaggedTree, m: int, reading: int) -> None:
    """Let word m be read otherwise, and score all choices that look at it; units are yet to be scored."""
    write_reading(tagged, m, reading)
    scorer, arcs, model, prior, _, _, window = tagged
    sentence, groups, words, weights, indices = (
        scorer.sentence,
        scorer.groups,
        scorer.words,
        scorer.weights,
        scorer.indices,
    )
    start, head, label, choice_score, table = scorer.start, scorer.head, scorer.label, scorer.choice_score, model.arcs
    for word in range(1, len(start) - 1):
        for choice in range(start[word], start[word + 1]):
            h = np.int64(head[choice])
            if looks_at(word, h, m, window):
                bare = first_order_score(
                    sentence, arcs, table, groups, words, weights, h, word, np.uint32(label[choice]), indices
                )
                choice_score[choice] = bare + prior[choice]
    begin_generation(scorer.counters)


@kernel
def score_as_is(tagged: TaggedTree) -> float:
    """Score all units of the tree as it is; return the score of tree and readings."""
    scorer = tagged.scorer
    units = np.arange(len(scorer.unit_score)).astype(np.int32)
    score_some(scorer, units, len(units), scorer.unit_score)
    scorer.unit_stamp[:] = scorer.counters[GENERATION]
    total = 0.0
    for unit in units:
        total += scorer.unit_score[unit]
    for m in range(1, len(scorer.chosen)):
        total += scorer.choice_score[scorer.chosen[m]] + tagged.readings.score[tagged.read[m]]
    return total


@kernel
def score_readings(
    tagged: TaggedTree, m: int, single_root: bool, projective: bool, moves: NumberTable, gains: Scores
) -> int:
    """All that word m may choose and be read as, as (choice, choice of the old root or -1, reading), and what it gains.

    Staying is one of them and gains nothing. Returns how many there are.
    """
    scorer, readings = tagged.scorer, tagged.readings
    counters, own = scorer.counters, tagged.read[m]
    before = score_as_is(tagged)
    generation, remembered = counters[GENERATION], counters[REMEMBERED]
    unit_score, choice_score = scorer.unit_score.copy(), scorer.choice_score.copy()
    room = most_moves(scorer)
    some_moves, some_gains = np.empty((room, 2), dtype=np.int64), np.empty(room, dtype=np.float64)
    total = 0
    for reading in range(readings.start[m], readings.start[m + 1]):
        lead = 0.0
        if reading != own:
            read_as(tagged, m, reading)
            lead = score_as_is(tagged) - before
        count = score_moves(scorer, m, single_root, projective, some_moves, some_gains)
        for i in range(count):
            moves[total, 0], moves[total, 1], moves[total, 2] = some_moves[i, 0], some_moves[i, 1], reading
            gains[total] = lead + some_gains[i]
            total += 1
        if reading != own:
            scorer.unit_score[:], scorer.choice_score[:] = unit_score, choice_score
            scorer.unit_stamp[:], counters[GENERATION], counters[REMEMBERED] = generation, generation, remembered
            write_reading(tagged, m, own)
    return total


@kernel
def take(tagged: TaggedTree, m: int, choice: int, root_choice: int, reading: int, projective: bool) -> None:
    """Make a move of `score_readings`."""
    scorer = tagged.scorer
    root = root_word(scorer) if root_choice >= 0 else 0
    if reading != tagged.read[m]:
        read_as(tagged, m, reading)
        score_as_is(tagged)
    if choice != scorer.chosen[m] or root_choice >= 0:
        try_move(scorer, m, choice, root, root_choice, projective, True)


@kernel
def most_readings(tagged: TaggedTree) -> int:
    """An upper bound on what one word may choose and be read as."""
    widest = 1
    start = tagged.readings.start
    for m in range(1, len(start) - 1):
        widest = max(widest, start[m + 1] - start[m])
    return widest * most_moves(tagged.scorer)
