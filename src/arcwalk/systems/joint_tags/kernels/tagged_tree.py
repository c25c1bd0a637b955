"""Trees and tags together: every word takes one of several analyses, and the tree is scored with these.

An analysis of a word is its row of codes with other tags in it (the paper, section 3.4). Nearly all features look at
tags. What a word contributes to the keys of templates is a sum (see `hashing`), so another analysis only replaces what
its tags contribute, and `analysis_gain` rescores only parts near the word. Which head and label the word would then
choose takes the whole scorer: `score_analyses` scores the tree again and restores the state afterwards.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import CodeRow, Codes, Keys, KeyTable, Numbers, NumberTable, Scores, Starts, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import HEAD, ArcParts, ArcTable, arc_indices, tags_between
from arcwalk.features.kernels.hashing import index_shift, scramble
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
from arcwalk.scoring.unit_scores import GENERATION, begin_generation


class Analyses(NamedTuple):
    """The analyses of each word: those of word m from `start[m]` to `start[m + 1]`, the tagger's best first."""

    start: Starts
    rows: Codes  # (analyses, columns)
    score: Scores  # of each analysis, from the tagger


class TaggedTree(NamedTuple):
    """A tree, an analysis for each word, and all that is needed to score them. Its arrays change."""

    scorer: Scorer
    arcs: ArcParts  # of the same sentence
    model: Model
    prior: Scores  # of each choice, besides its features
    analyses: Analyses
    taken: Numbers  # (n + 1,): the analysis of every word
    window: int  # how far templates look, see `window_of`


@inline
def farthest(templates: PartTable) -> int:
    """How many words away from those of a part its templates look."""
    most = 0
    for atom in range(len(templates.atoms)):
        if templates.atoms[atom, 0] >= 0:
            most = max(most, abs(np.int64(templates.atoms[atom, 1])))
    return most


@inline
def window_of(model: Model) -> int:
    """How many words away from those of a part, or from the ends of an arc, any template looks."""
    return max(farthest(model.structure.templates), farthest(model.arcs.templates))


@inline
def contribute_instead(old: CodeRow, new: CodeRow, m: int, table: StructureTable, words: KeyTable) -> None:
    """Update what words contribute in every role when word m changes from row `old` to `new`."""
    templates, groups = table.templates, table.groups
    n = len(words) - 2
    for group in range(len(groups)):
        first = templates.group_rows[group]
        for row in range(first, templates.group_rows[group + 1]):
            for atom in range(templates.row_atoms[row], templates.row_atoms[row + 1]):
                column, word = templates.atoms[atom, 2], m - np.int64(templates.atoms[atom, 1])
                if column >= 0 and 0 <= word <= n and old[column] != new[column]:
                    target, salt = groups[group, PLACES + templates.atoms[atom, 0]] + row - first, templates.salts[atom]
                    words[word, target] += scramble(new[column], salt) - scramble(old[column], salt)


@inline
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
def write_analysis(tagged: TaggedTree, m: int, analysis: int) -> None:
    """Give word m another analysis wherever its codes, or what depends on them, are stored; scores stay as they are."""
    scorer, model = tagged.scorer, tagged.model
    old, new = scorer.sentence[m].copy(), tagged.analyses.rows[analysis]
    contribute_instead(old, new, m, model.structure, scorer.words)
    contribute_to_arcs_instead(old, new, m, model.arcs, tagged.arcs)
    scorer.sentence[m], tagged.taken[m] = new, analysis
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
    """The score of an arc and its label with the current analyses."""
    shift = index_shift(len(weights))
    between = tags_between(sentence, min(h, m), max(h, m))
    score = 0.0
    for i in range(arc_indices(arcs, table, h, m, between, shift, indices)):
        score += weights[indices[i]]
    for i in range(arc_label_indices(groups, words, h, m, shift, indices)):
        score += weights[indices[i] ^ label]
    return score


@inline
def looks_at(m: int, h: int, word: int, window: int) -> bool:
    """Whether features of the arc from h to m look at a word: it is near one end, or between them."""
    return min(h, m) - window <= word <= max(h, m) + window


@inline
def mentions(packed_words: int, word: int, window: int) -> bool:
    """Whether a part has a word near this one; may be wrongly true for a part with a pattern."""
    for role in range(MOST_ROLES):
        if abs((packed_words >> 16 * role & NO_WORD) - word) <= window:
            return True
    return False


@inline
def part_score(
    part: int, rest: int, groups: Groups, words: KeyTable, labels: KeyTable, weights: Weights, indices: Keys
) -> float:
    """The score of a part, computed without the memo."""
    total = 0.0
    for i in range(part_indices(part, rest, groups, words, labels, index_shift(len(weights)), indices)):
        total += weights[indices[i]]
    return total


@inline
def scored_parts(scorer: Scorer) -> tuple[NumberTable, Scores]:
    """All parts of the current tree, and their scores."""
    groups, words, labels, weights, indices = scorer.groups, scorer.words, scorer.labels, scorer.weights, scorer.indices
    parts = all_parts(scorer)
    scores = np.empty(len(parts), dtype=np.float64)
    for i in range(len(parts)):
        scores[i] = part_score(parts[i, 0], parts[i, 1], groups, words, labels, weights, indices)
    return parts, scores


@inline
def analysis_gain(tagged: TaggedTree, m: int, analysis: int, parts: NumberTable, scores: Scores) -> float:
    """How much more the current tree would score if word m had another analysis.

    `parts` and `scores` are those of the current tree, see `scored_parts`. Parts far from the word stay the same,
    unless its word class changes: that makes other parts.
    """
    # Unpacked once, because tuples count references at every use.
    scorer, arcs, model, prior, analyses, taken, window = tagged
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
    own, table = taken[m], model.arcs
    gain = analyses.score[analysis] - analyses.score[own]
    write_analysis(tagged, m, analysis)
    after = all_parts(scorer)
    same_class = analyses.rows[own, 1] == analyses.rows[analysis, 1] and len(model.calls) == 0
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
    write_analysis(tagged, m, own)
    return gain


@kernel
def set_analysis(tagged: TaggedTree, m: int, analysis: int) -> None:
    """Give word m another analysis and rescore all choices that look at it; units are left to be rescored."""
    write_analysis(tagged, m, analysis)
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
    """Score all units of the current tree; return the score of tree and analyses."""
    scorer = tagged.scorer
    units = np.arange(len(scorer.unit_score)).astype(np.int32)
    score_some(scorer, units, len(units), scorer.unit_score)
    scorer.unit_stamp[:] = scorer.counters[GENERATION]
    total = 0.0
    for unit in units:
        total += scorer.unit_score[unit]
    for m in range(1, len(scorer.chosen)):
        total += scorer.choice_score[scorer.chosen[m]] + tagged.analyses.score[tagged.taken[m]]
    return total


@kernel
def score_analyses(
    tagged: TaggedTree, m: int, single_root: bool, projective: bool, moves: NumberTable, gains: Scores
) -> int:
    """All moves of word m, as (choice, choice of the old root or -1, analysis), and their gains; returns their number.

    One of them changes nothing and has gain 0.
    """
    scorer, analyses = tagged.scorer, tagged.analyses
    counters, own = scorer.counters, tagged.taken[m]
    before = score_as_is(tagged)
    generation = counters[GENERATION]
    unit_score, choice_score = scorer.unit_score.copy(), scorer.choice_score.copy()
    room = most_moves(scorer)
    some_moves, some_gains = np.empty((room, 2), dtype=np.int64), np.empty(room, dtype=np.float64)
    total = 0
    for analysis in range(analyses.start[m], analyses.start[m + 1]):
        lead = 0.0
        if analysis != own:
            set_analysis(tagged, m, analysis)
            lead = score_as_is(tagged) - before
        count = score_moves(scorer, m, single_root, projective, some_moves, some_gains)
        for i in range(count):
            moves[total, 0], moves[total, 1], moves[total, 2] = some_moves[i, 0], some_moves[i, 1], analysis
            gains[total] = lead + some_gains[i]
            total += 1
        if analysis != own:
            scorer.unit_score[:], scorer.choice_score[:] = unit_score, choice_score
            scorer.unit_stamp[:], counters[GENERATION] = generation, generation
            write_analysis(tagged, m, own)
    return total


@inline
def take(tagged: TaggedTree, m: int, choice: int, root_choice: int, analysis: int, projective: bool) -> None:
    """Make a move of `score_analyses`."""
    scorer = tagged.scorer
    root = root_word(scorer) if root_choice >= 0 else 0
    if analysis != tagged.taken[m]:
        set_analysis(tagged, m, analysis)
        score_as_is(tagged)
    if choice != scorer.chosen[m] or root_choice >= 0:
        try_move(scorer, m, choice, root, root_choice, projective, True)


@inline
def most_analyses(tagged: TaggedTree) -> int:
    """An upper bound on the moves of one word."""
    widest = 1
    start = tagged.analyses.start
    for m in range(1, len(start) - 1):
        widest = max(widest, start[m + 1] - start[m])
    return widest * most_moves(tagged.scorer)
