"""Learning from the tagged tree that violates the margin most, see `max_violation`: wrong tags are errors, too.

Where two trees have different tags, a part of both need not have the same features, so all features of either are
looked up.
"""

import numpy as np

from arcwalk.arrays import Codes, Keys, Numbers, Scores, Weights
from arcwalk.compiled import kernel
from arcwalk.features.kernels.arc_features import arc_indices, index_shift, most_indices, tags_between
from arcwalk.features.kernels.structure_features import arc_label_indices, part_indices
from arcwalk.learning.kernels.feature_difference import (
    Difference,
    add_up,
    feature_difference,
    table_size,
    without_zeros,
)
from arcwalk.learning.kernels.samplerank import prior_lead, total_error
from arcwalk.learning.kernels.updates import take_step
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.scorer import Model, all_parts
from arcwalk.systems.joint_tags.kernels.joint_search import climb_readings, go_to, tagged_tree
from arcwalk.systems.joint_tags.kernels.tagged_tree import Readings, TaggedTree
from arcwalk.trees.search.climb import climb


@kernel
def all_features(tagged: TaggedTree) -> Keys:
    """The indices of all features of the tree as it is and as its words are read."""
    scorer, model = tagged.scorer, tagged.model
    head, label, groups, words = scorer.head, scorer.label, scorer.groups, scorer.words
    shift = index_shift(len(scorer.weights))
    parts = all_parts(scorer)
    n = len(scorer.chosen) - 1
    most = n * (most_indices(model.arcs) + groups[0, 4] - groups[0, 0])
    for i in range(len(parts)):
        group = parts[i, 1] & 0xFF
        most += groups[group, 4] - groups[group, 0]
    found = np.empty(most, dtype=np.uint32)
    total = 0
    for i in range(len(parts)):
        total += part_indices(parts[i, 0], parts[i, 1], groups, words, scorer.labels, shift, found[total:])
    for m in range(1, n + 1):
        choice = scorer.chosen[m]
        h, own = int(head[choice]), np.uint32(label[choice])
        count = arc_label_indices(groups, words, h, m, shift, found[total:])
        for j in range(total, total + count):
            found[j] ^= own
        total += count
        between = tags_between(scorer.sentence, min(h, m), max(h, m))
        total += arc_indices(tagged.arcs, model.arcs, h, m, between, shift, found[total:])
    return found[:total]


@kernel
def subtract(plus: Keys, minus: Keys) -> Difference:
    """One list of features minus another."""
    total = len(plus) + len(minus)
    slot = np.full(table_size(total), -1, dtype=np.int64)
    indices, values = np.empty(total, dtype=np.uint32), np.zeros(total, dtype=np.float32)
    found = add_up(plus, len(plus), np.float32(1.0), slot, indices, values, 0)
    found = add_up(minus, len(minus), np.float32(-1.0), slot, indices, values, found)
    return without_zeros(indices, values, found)


@kernel
def learn_from_worst_tagged(
    sentence: Codes,
    model: Model,
    candidates: Candidates,
    readings: Readings,
    gold: Numbers,
    errors: Scores,
    gold_read: Numbers,
    tag_errors: Scores,
    single_root: bool,
    projective: bool,
    aggressiveness: float,
    step: float,
    squares: Weights,
    totals: Weights,
) -> float:
    """Learn from one sentence; return the error of the tagged tree that was found.

    Two steps: one for the tree where tags are left as they came, since most wrong ones stay wrong when a new sentence
    is parsed; and one for tree and tags together.

    `gold` and `gold_read` hold the right choice and reading of every word, `errors` and `tag_errors` what each costs.
    """
    costly = Candidates(
        candidates.start, candidates.head, candidates.choices, candidates.prior + errors, candidates.chosen
    )
    tempting = Readings(readings.start, readings.rows, readings.score + tag_errors)
    tagged = tagged_tree(sentence, model, costly, tempting, np.inf)
    scorer, prior = tagged.scorer, candidates.prior
    climb(scorer, single_root, projective)
    found, found_parts, came_with = scorer.chosen.copy(), all_parts(scorer), tagged.read.copy()
    climb_readings(tagged, single_root, projective)
    corrected, corrected_read = scorer.chosen.copy(), tagged.read.copy()
    wrong = all_features(tagged)
    go_to(tagged, gold, gold_read)
    right = all_features(tagged)
    error = total_error(errors, corrected) + total_error(tag_errors, corrected_read)
    doubt = prior_lead(prior, gold, corrected) + prior_lead(readings.score, gold_read, corrected_read)
    if error > 0.0:
        take_step(subtract(right, wrong), error - doubt, aggressiveness, step, model.weights, squares, totals)
    go_to(tagged, gold, came_with)
    as_tagged = total_error(errors, found)
    if as_tagged > 0.0:
        difference = feature_difference(scorer, model, tagged.arcs, all_parts(scorer), gold, found_parts, found)
        needed = as_tagged - prior_lead(prior, gold, found)
        take_step(difference, needed, aggressiveness, step, model.weights, squares, totals)
    return error
