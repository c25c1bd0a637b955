"""Learning from the tagged tree that violates the margin most, see `max_violation`: wrong tags cost, too.

Where two trees have different tags, a part of both need not have the same features, so all features of both are
collected.
"""

import numpy as np

from arcwalk.arrays import Codes, Keys, Numbers, Scores, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import arc_indices, most_indices, tags_between
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.structure_features import arc_label_indices, part_indices
from arcwalk.learning.kernels.feature_difference import feature_difference, subtract
from arcwalk.learning.kernels.samplerank import prior_lead, total_error
from arcwalk.learning.kernels.updates import take_step
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.scorer import Model, all_parts
from arcwalk.systems.joint_tags.kernels.joint_search import climb_analyses, go_to, tagged_tree
from arcwalk.systems.joint_tags.kernels.tagged_tree import Analyses, TaggedTree
from arcwalk.trees.search.climb import climb


@inline
def all_features(tagged: TaggedTree) -> Keys:
    """The indices of all features of the current tree and analyses."""
    scorer, model = tagged.scorer, tagged.model
    head, label, groups, words = scorer.head, scorer.label, scorer.groups, scorer.words
    shift = index_shift(len(scorer.weights))
    parts = all_parts(scorer)
    n = len(scorer.chosen) - 1
    most = n * (most_indices(model.arcs) + groups[0, 4] - groups[0, 0])
    for i in range(len(parts)):
        group = parts[i, 1] & 0xFF
        most += groups[group, 4] - groups[group, 0]
    indices = np.empty(most, dtype=np.uint32)
    total = 0
    for i in range(len(parts)):
        total += part_indices(parts[i, 0], parts[i, 1], groups, words, scorer.labels, shift, indices[total:])
    for m in range(1, n + 1):
        choice = scorer.chosen[m]
        h, own = int(head[choice]), np.uint32(label[choice])
        count = arc_label_indices(groups, words, h, m, shift, indices[total:])
        for j in range(total, total + count):
            indices[j] ^= own
        total += count
        between = tags_between(scorer.sentence, min(h, m), max(h, m))
        total += arc_indices(tagged.arcs, model.arcs, h, m, between, shift, indices[total:])
    return indices[:total]


@kernel
def learn_from_worst_tagged(
    sentence: Codes,
    model: Model,
    candidates: Candidates,
    analyses: Analyses,
    gold: Numbers,
    errors: Scores,
    gold_analyses: Numbers,
    tag_errors: Scores,
    single_root: bool,
    projective: bool,
    aggressiveness: float,
    step: float,
    squares: Weights,
    totals: Weights,
) -> float:
    """Learn from one sentence; return the error of the tagged tree that was found.

    Two updates: one for the tree under the tagger's tags, since most wrong tags of new sentences stay uncorrected; and
    one for tree and tags together. `gold` and `gold_analyses` are the gold choice and analysis of every word, `errors`
    and `tag_errors` the cost of each.
    """
    costly = Candidates(
        candidates.start, candidates.head, candidates.choices, candidates.prior + errors, candidates.chosen
    )
    costly_analyses = Analyses(analyses.start, analyses.rows, analyses.score + tag_errors)
    tagged = tagged_tree(sentence, model, costly, costly_analyses, np.inf)
    scorer, prior = tagged.scorer, candidates.prior
    climb(scorer, single_root, projective)
    initial, initial_parts, tagger_analyses = scorer.chosen.copy(), all_parts(scorer), tagged.taken.copy()
    climb_analyses(tagged, single_root, projective)
    corrected, corrected_analyses = scorer.chosen.copy(), tagged.taken.copy()
    wrong = all_features(tagged)
    go_to(tagged, gold, gold_analyses)
    right = all_features(tagged)
    error = total_error(errors, corrected) + total_error(tag_errors, corrected_analyses)
    doubt = prior_lead(prior, gold, corrected) + prior_lead(analyses.score, gold_analyses, corrected_analyses)
    if error > 0.0:
        take_step(subtract(right, wrong), error - doubt, aggressiveness, step, model.weights, squares, totals)
    go_to(tagged, gold, tagger_analyses)
    as_tagged = total_error(errors, initial)
    if as_tagged > 0.0:
        difference = feature_difference(scorer, model, tagged.arcs, all_parts(scorer), gold, initial_parts, initial)
        needed = as_tagged - prior_lead(prior, gold, initial)
        take_step(difference, needed, aggressiveness, step, model.weights, squares, totals)
    return error
