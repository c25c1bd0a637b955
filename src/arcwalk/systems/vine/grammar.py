"""The models of the vine parser, before anything is reranked: trees, how their fragments are joined, labels."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Booleans, Codes, Heads, Integers, Labels, Scores, Weights
from arcwalk.features.weights import pack, unpack
from arcwalk.systems.parses import NoTreeError
from arcwalk.systems.vine.conditionals import lookup_of, packed_lookup
from arcwalk.systems.vine.kernels.candidate_lists import joined_trees, labeled_candidates
from arcwalk.systems.vine.kernels.decode import VineModel, parse_vine, scored_arcs, sentence_forest
from arcwalk.systems.vine.kernels.label_model import LabelMixture, best_labels, label_scores
from arcwalk.systems.vine.kernels.mixture import Mixture
from arcwalk.systems.vine.templates import VineTemplates
from arcwalk.treebank.encoding import Encoder
from arcwalk.trees.decoders.chu_liu_edmonds import chu_liu_edmonds
from arcwalk.trees.decoders.forest import Forest


@dataclass(frozen=True, kw_only=True)
class VineGrammar:
    """It never changes once made, so threads can share it."""

    encoder: Encoder
    bounds: Integers  # (coarse tags, 2): how far children of a head may be, to the left and to the right
    mixture: Mixture
    head_weights: Weights  # empty: words do not choose their heads
    allowed: Booleans  # (coarse tags, labels)
    label_mixture: LabelMixture
    joined: bool
    single_root: bool
    attachment_weights: Weights

    @cached_property
    def model(self) -> VineModel:
        """The grammar as kernels read it."""
        templates = VineTemplates(self.encoder)
        return VineModel(
            self.bounds,
            self.mixture,
            templates.heads,
            self.head_weights,
            self.joined,
            self.single_root,
            templates.attachments,
            self.attachment_weights,
            self.label_mixture,
        )

    def parse(self, codes: Codes, fixed: Heads, fixed_labels: Labels) -> tuple[Heads, Labels]:
        """The best tree, index 0 for the root, and its labels; those that are given (not -1) are kept."""
        heads, labels = np.empty(len(codes) - 2, dtype=np.int32), np.empty(len(codes) - 2, dtype=np.int32)
        if not parse_vine(codes, fixed, fixed_labels, self.model, heads, labels):
            heads = self.nonprojective_tree(codes, fixed)
            labels = self.best_labels(codes, heads, fixed_labels)
        return heads, labels

    def best_labels(self, codes: Codes, heads: Heads, fixed: Labels) -> Labels:
        """The best labels of a tree; those in `fixed` are kept where they are not -1."""
        labels = np.empty_like(heads)
        best_labels(*label_scores(codes, heads, fixed, self.label_mixture), labels)
        return labels

    def forest(self, codes: Codes, fixed: Heads) -> Forest:
        """All vine parses."""
        return sentence_forest(codes, fixed, self.model)

    def candidates(
        self, codes: Codes, fixed: Heads, fixed_labels: Labels, trees: int, labelings: int, most: int
    ) -> tuple[Heads, Labels, Scores]:
        """The best labelings of the best trees, see `labeled_candidates`; none where there is no vine parse."""
        found = joined_trees(codes, fixed, self.model, trees)
        return labeled_candidates(codes, *found, fixed_labels, self.model, labelings, most)

    def best_trees(self, codes: Codes, fixed: Heads, most: int) -> list[tuple[Heads, float]]:
        """The trees that the best vine parses become, each once, and the logarithms of their probabilities."""
        trees, scores = joined_trees(codes, fixed, self.model, most)
        found = [(tree.copy(), float(score)) for tree, score in zip(trees, scores, strict=True)]
        return found or [(self.nonprojective_tree(codes, fixed), 0.0)]

    def nonprojective_tree(self, codes: Codes, fixed: Heads) -> Heads:
        """Where fixed heads leave no vine parse: the best tree of any kind by single arcs."""
        arcs, arc_scores = scored_arcs(codes, self.model)
        candidates: list[dict[int, float]] = [{} for _ in fixed]
        for h, m, score in zip(arcs.head.tolist(), arcs.modifier.tolist(), arc_scores.tolist(), strict=True):
            candidates[m][h] = score
        for m in range(1, len(fixed)):
            if fixed[m] >= 0:
                candidates[m] = {int(fixed[m]): 0.0}
        start = np.cumsum([0, *map(len, candidates)])
        ordered = [sorted(of_word.items()) for of_word in candidates]
        head = np.array([h for of_word in ordered for h, _ in of_word], dtype=np.int32)
        scores = np.array([score for of_word in ordered for _, score in of_word])
        heads = np.empty_like(fixed)
        for single_root in (True, False) if self.single_root else (False,):
            if chu_liu_edmonds(start, head, scores, single_root, heads) > -np.inf:
                return heads
        raise NoTreeError

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file keeps."""
        return {
            "bounds": self.bounds,
            "mixture": self.mixture.weights,
            "buckets": self.mixture.buckets,
            "root_cost": np.array([self.mixture.root_cost]),
            "allowed": self.allowed,
            "chained": np.array([self.label_mixture.chained]),
            **packed_lookup(self.mixture.table, "children"),
            **packed_lookup(self.label_mixture.table, "labels"),
            **pack(self.head_weights, "heads"),
            **pack(self.label_mixture.choice_weights, "label_choices"),
            **pack(self.attachment_weights, "attachments"),
        }

    @classmethod
    def restore(cls, arrays: Mapping[str, NDArray[Any]], encoder: Encoder, **facts: bool) -> "VineGrammar":
        """The grammar that `arrays` came from."""
        templates = VineTemplates(encoder)
        return cls(
            encoder=encoder,
            bounds=arrays["bounds"],
            mixture=templates.mixture(
                lookup_of(arrays["children.keys"], arrays["children.values"]),
                arrays["mixture"],
                arrays["buckets"],
                float(arrays["root_cost"][0]),
            ),
            allowed=arrays["allowed"],
            label_mixture=templates.label_mixture(
                lookup_of(arrays["labels.keys"], arrays["labels.values"]),
                bool(arrays["chained"][0]),
                arrays["allowed"],
                unpack(dict(arrays), "label_choices"),
            ),
            head_weights=unpack(dict(arrays), "heads"),
            attachment_weights=unpack(dict(arrays), "attachments"),
            **facts,
        )
