"""Search settings: the search space, the method and the budget."""

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
from arcwalk.trees.search.tree_search import Annealing, search_tree
from arcwalk.trees.shape import is_projective

CALIBRATED = 0.5  # the temperature at which sampled marginals are calibrated confidences
CALIBRATED_WITH_NETWORK = 1.5  # the same, if a fully trusted network is among the scores: it is too sure of itself
SAFE = 0.3  # the temperature at which minimum-risk trees are best: cooler, so fewer bad trees are sampled
BURN_IN, SWEEPS = 10, 50
TIE_BREAK = 1e-6  # weight of the pruner's scores, for choices that are sampled equally often


@dataclass(frozen=True, slots=True)
class Search:
    """How trees are searched, whatever the weights."""

    single_root: bool
    projective: bool
    method: str
    budget: int
    annealing: Annealing
    score_margin: float
    seed: int

    def shape(self, candidates: Candidates) -> tuple[bool, bool]:
        """Whether trees are single-rooted and projective; given heads can rule out either."""
        heads = candidates.choices.head[candidates.chosen]
        heads[0] = -1
        single_root = self.single_root and np.count_nonzero(heads == 0) == 1
        return single_root, self.projective and is_projective(heads)

    def state(self, codes: Codes) -> NDArray[np.uint64]:
        """The state of a random generator that depends only on the seed and the sentence."""
        return np.array([(zlib.crc32(codes.tobytes()) << 32 ^ self.seed) & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)

    def best(self, model: Model, codes: Codes, candidates: Candidates) -> tuple[Heads, Labels]:
        """Heads and labels of the best tree found."""
        heads, labels, _ = self.best_and_gain(model, codes, candidates)
        return heads, labels

    def best_and_gain(self, model: Model, codes: Codes, candidates: Candidates) -> tuple[Heads, Labels, float]:
        """The same, and by how much the tree scores above the one that the search starts from."""
        return search_tree(
            codes,
            model,
            candidates,
            *self.shape(candidates),
            self.score_margin,
            METHODS.index(self.method),
            self.budget,
            self.annealing,
            self.state(codes),
        )

    def marginals(self, model: Model, codes: Codes, candidates: Candidates, temperature: float) -> Scores:
        """The marginal of each choice, estimated from samples."""
        words_to_change = self.annealing.walk_words
        return choice_marginals(
            codes,
            model,
            candidates,
            *self.shape(candidates),
            temperature,
            BURN_IN,
            SWEEPS,
            words_to_change,
            self.state(codes),
        )

    def safest(self, candidates: Candidates, marginals: Scores) -> tuple[Heads, Labels]:
        """Heads and labels of the tree with the most expected correct heads; each arc has its likeliest label."""
        marginals = marginals + TIE_BREAK * candidates.prior
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
        """Heads, labels and scores of distinct trees, best first: the best one found and trees close to it."""
        searched = candidates._replace(chosen=choices_of(candidates, *self.best(model, codes, candidates)))
        trees, scores = best_trees(codes, model, searched, *self.shape(searched), count)
        choices = candidates.choices
        best = []
        for tree, score in zip(trees, scores, strict=True):
            heads, labels = choices.head[tree], choices.label[tree]
            heads[0] = labels[0] = -1
            best.append((heads, labels, float(score)))
        return best


def choices_of(candidates: Candidates, heads: Heads, labels: Labels) -> Numbers:
    """The choice of every word in a tree; -1 for the root and for words whose arc is not a candidate."""
    _, head, label, _ = candidates.choices
    word = words_of_choices(candidates)
    made = np.flatnonzero((head == heads[word]) & (label == labels[word]))
    chosen = np.full(len(heads), -1, dtype=np.int64)
    chosen[word[made]] = made
    return chosen


def with_one_label(candidates: Candidates, words: Booleans) -> Candidates:
    """The candidates with only the likeliest label of each arc for those `words` (n + 1,) that are true."""
    likeliest = np.diff(candidates.choices.arc, prepend=-1) != 0  # the labels of an arc are sorted, best first
    kept = likeliest | ~words[words_of_choices(candidates)]
    choices, prior, chosen = keep_choices(candidates.choices, candidates.prior, candidates.chosen, kept)
    return candidates._replace(choices=choices, prior=prior, chosen=chosen)


def words_of_choices(candidates: Candidates) -> Numbers:
    """The word of each choice."""
    return np.repeat(np.arange(len(candidates.chosen)), np.diff(candidates.choices.start))


def arc_marginals(candidates: Candidates, marginals: Scores) -> Scores:
    """The marginal of each candidate arc, whatever its label."""
    arcs = np.zeros(len(candidates.head))
    np.add.at(arcs, candidates.choices.arc, marginals)
    return arcs
