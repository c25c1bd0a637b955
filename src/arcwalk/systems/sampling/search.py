"""How trees are searched, whatever the model: which trees, by what method, for how long."""

import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Booleans, Codes, Heads, Labels, Numbers, Scores
from arcwalk.scoring.choices import Candidates, keep_choices
from arcwalk.scoring.scorer import Model
from arcwalk.systems.sampling.options import METHODS
from arcwalk.trees.decoders.first_order import decode
from arcwalk.trees.search.n_best import best_trees
from arcwalk.trees.search.sampled_marginals import choice_marginals
from arcwalk.trees.search.tree_search import search_tree
from arcwalk.trees.shape import is_projective

CALIBRATED = 0.5  # the temperature at which the share of the trees with an arc is that of such arcs that are right
SAFE = 0.3  # the one at which the safest tree does best: a cooler one, where fewer of the trees are bad
BURN_IN, SWEEPS = 10, 50
NEARLY_NOTHING = 1e-6  # what the first-order model's belief counts, for choices that are sampled equally often


@dataclass(frozen=True, slots=True)
class Search:
    """How trees are searched, whatever the model."""

    single_root: bool
    projective: bool
    method: str
    budget: int
    reach: float
    seed: int

    def shape(self, candidates: Candidates) -> tuple[bool, bool]:
        """Whether one root and projective trees are asked for; arcs that a user fixed can rule out either."""
        heads = candidates.choices.head[candidates.chosen]
        heads[0] = -1
        single_root = self.single_root and np.count_nonzero(heads == 0) == 1
        return single_root, self.projective and is_projective(heads)

    def state(self, codes: Codes) -> NDArray[np.uint64]:
        """A random stream that depends on the seed and on the sentence alone."""
        return np.array([(zlib.crc32(codes.tobytes()) << 32 ^ self.seed) & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)

    def best(self, model: Model, codes: Codes, candidates: Candidates) -> tuple[Heads, Labels]:
        """Heads and labels of the best tree found."""
        heads, labels, _ = self.best_and_gain(model, codes, candidates)
        return heads, labels

    def best_and_gain(self, model: Model, codes: Codes, candidates: Candidates) -> tuple[Heads, Labels, float]:
        """The same, and by how much that tree scores more than the one the search starts from."""
        method = METHODS.index(self.method)
        return search_tree(
            codes, model, candidates, *self.shape(candidates), self.reach, method, self.budget, self.state(codes)
        )

    def marginals(self, model: Model, codes: Codes, candidates: Candidates, temperature: float) -> Scores:
        """How probable each choice among the candidates is, estimated from samples."""
        return choice_marginals(
            codes, model, candidates, *self.shape(candidates), temperature, BURN_IN, SWEEPS, self.state(codes)
        )

    def safest(self, candidates: Candidates, marginals: Scores) -> tuple[Heads, Labels]:
        """Heads and labels of the tree that has the most right heads to expect; each arc has its likeliest label."""
        marginals = marginals + NEARLY_NOTHING * candidates.prior
        choices = candidates.choices
        heads = np.full(len(candidates.chosen), -1, dtype=np.int32)
        single_root, projective = self.shape(candidates)
        arcs = arc_marginals(candidates, marginals)
        decode(candidates.start, candidates.head, arcs, projective, single_root, heads)
        labels = np.full(len(heads), -1, dtype=np.int32)
        for m in range(1, len(heads)):
            own = slice(choices.start[m], choices.start[m + 1])
            labels[m] = choices.label[own][np.argmax(np.where(choices.head[own] == heads[m], marginals[own], -np.inf))]
        return heads, labels

    def best_trees(
        self, model: Model, codes: Codes, candidates: Candidates, count: int
    ) -> list[tuple[Heads, Labels, float]]:
        """Heads, labels and scores of distinct trees, best first: the best one found and its surroundings."""
        found = candidates._replace(chosen=choices_of(candidates, *self.best(model, codes, candidates)))
        trees, scores = best_trees(codes, model, found, *self.shape(found), count)
        choices = candidates.choices
        best = []
        for tree, score in zip(trees, scores, strict=True):
            heads, labels = choices.head[tree], choices.label[tree]
            heads[0] = labels[0] = -1
            best.append((heads, labels, float(score)))
        return best


def choices_of(candidates: Candidates, heads: Heads, labels: Labels) -> Numbers:
    """The choice that every word makes in a tree; -1 for the root, and for a word whose choice is no candidate."""
    _, head, label, _ = candidates.choices
    word = words_of_choices(candidates)
    made = np.flatnonzero((head == heads[word]) & (label == labels[word]))
    chosen = np.full(len(heads), -1, dtype=np.int64)
    chosen[word[made]] = made
    return chosen


def with_one_label(candidates: Candidates, words: Booleans) -> Candidates:
    """The candidates with only the likeliest label left for each arc of the words (n + 1,) that are true."""
    likeliest = np.diff(candidates.choices.arc, prepend=-1) != 0  # the labels of an arc stand best first
    kept = likeliest | ~words[words_of_choices(candidates)]
    choices, prior, chosen = keep_choices(candidates.choices, candidates.prior, candidates.chosen, kept)
    return candidates._replace(choices=choices, prior=prior, chosen=chosen)


def words_of_choices(candidates: Candidates) -> Numbers:
    """The word that has each choice."""
    return np.repeat(np.arange(len(candidates.chosen)), np.diff(candidates.choices.start))


def arc_marginals(candidates: Candidates, marginals: Scores) -> Scores:
    """How probable each candidate arc is, whatever its label."""
    arcs = np.zeros(len(candidates.head))
    np.add.at(arcs, candidates.choices.arc, marginals)
    return arcs
