"""The scores of candidates under a log-linear model of families of features."""

import numpy as np

from arcwalk.arrays import Codes, Labelings, Scores, ScoreTable, Trees
from arcwalk.compiled import kernel
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.systems.vine.kernels.candidate_parts import candidate_parts
from arcwalk.systems.vine.kernels.families import family_values
from arcwalk.systems.vine.kernels.lookup import Lookup

BASE = 2  # the first weights are those of the log probabilities of tree and labeling


@kernel
def rerank_scores(
    sentence: Codes,
    heads: Trees,
    labels: Labelings,
    base: ScoreTable,
    table: PartTable,
    counts: Lookup,
    weights: Scores,
) -> Scores:
    """θ·f of each candidate; `base` has the log probabilities of its tree and its labeling."""
    words, structure, part = candidate_parts(sentence, heads, labels)
    values = family_values(sentence, words, structure, table, counts)
    of_part = np.zeros(len(words), dtype=np.float64)
    for i in range(len(words)):
        for k in range(values.shape[1]):
            of_part[i] += weights[BASE + k] * values[i, k]
    n = heads.shape[1] - 1
    scores = np.zeros(len(heads), dtype=np.float64)
    for candidate in range(len(heads)):
        for k in range(BASE):
            scores[candidate] += weights[k] * base[candidate, k]
        for place in range(candidate * n, (candidate + 1) * n):
            scores[candidate] += of_part[part[place]]
    return scores
