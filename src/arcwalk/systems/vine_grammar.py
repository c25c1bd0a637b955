"""The models of the vine parser, before anything is reranked: trees, how their fragments are joined, labels."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Booleans, Codes, Heads, Integers, Labels, Weights
from arcwalk.errors import ArcwalkError
from arcwalk.features.conditional import lookup_of
from arcwalk.features.conditional_kernels import Lookup
from arcwalk.features.weights import pack, unpack
from arcwalk.treebank.encoding import Encoder
from arcwalk.trees.chu_liu_edmonds import chu_liu_edmonds
from arcwalk.trees.forest import Forest
from arcwalk.trees.k_best import k_best
from arcwalk.trees.label_mixture import LabelMixture, best_labels, label_scores
from arcwalk.trees.vine_scores import Mixture
from arcwalk.trees.vine_search import VineModel, join_tree, parse_vine, sentence_forest
from arcwalk.trees.vine_templates import VineTemplates


@dataclass(frozen=True, kw_only=True)
class VineGrammar:
    """It never changes once made, so threads can share it."""

    encoder: Encoder
    bounds: Integers  # (coarse tags, 2): how far children of a head may be, to the left and to the right
    mixture: Mixture
    allowed: Booleans  # (coarse tags, labels)
    label_mixture: LabelMixture
    joined: bool
    single_root: bool
    attachment_weights: Weights

    @cached_property
    def model(self) -> VineModel:
        """The grammar as kernels read it."""
        return VineModel(
            self.bounds,
            self.mixture,
            self.joined,
            self.single_root,
            VineTemplates(self.encoder).attachments,
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
        return sentence_forest(codes, fixed, self.bounds, self.mixture)

    def best_trees(self, codes: Codes, fixed: Heads, most: int) -> list[tuple[Heads, float]]:
        """The trees that the best vine parses become, each once, and the logarithms of their probabilities."""
        trees, scores = k_best(self.forest(codes, fixed), len(codes) - 3, most)
        found: dict[bytes, tuple[Heads, float]] = {}
        for tree, score in zip(trees, scores, strict=True):
            heads = tree.copy()
            if join_tree(codes, fixed, self.model, heads):
                found.setdefault(heads.tobytes(), (heads, float(score)))
        return list(found.values()) or [(self.nonprojective_tree(codes, fixed), 0.0)]

    def nonprojective_tree(self, codes: Codes, fixed: Heads) -> Heads:
        """Where fixed heads leave no vine parse: the best tree of any kind by single arcs."""
        forest = self.forest(codes, np.full_like(fixed, -1))
        first = forest.edges[:, 2] >= 0
        first &= np.concatenate(([True], forest.edges[1:, 2] != forest.edges[:-1, 2]))  # the first child of a side
        candidates: list[dict[int, float]] = [{} for _ in fixed]
        for edge in np.flatnonzero(first):
            arc = forest.edges[edge, 2]
            candidates[forest.modifier[arc]][int(forest.head[arc])] = float(forest.scores[edge])
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
        raise ArcwalkError("the heads to keep do not fit into any tree; check them for cycles")

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file keeps."""
        return {
            "bounds": self.bounds,
            "mixture": self.mixture.weights,
            "buckets": self.mixture.buckets,
            "root_cost": np.array([self.mixture.root_cost]),
            "allowed": self.allowed,
            "label_mixture": self.label_mixture.weights,
            **_packed(self.mixture.table, "children"),
            **_packed(self.label_mixture.table, "labels"),
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
                _unpacked(arrays, "children"), arrays["mixture"], arrays["buckets"], float(arrays["root_cost"][0])
            ),
            allowed=arrays["allowed"],
            label_mixture=templates.label_mixture(
                _unpacked(arrays, "labels"), arrays["label_mixture"], arrays["allowed"]
            ),
            attachment_weights=unpack(dict(arrays), "attachments"),
            **facts,
        )


def _packed(table: Lookup, name: str) -> dict[str, NDArray[Any]]:
    used = table.keys > 0
    order = np.argsort(table.keys[used])
    return {f"{name}.keys": table.keys[used][order], f"{name}.values": table.values[used][order]}


def _unpacked(arrays: Mapping[str, NDArray[Any]], name: str) -> Lookup:
    return lookup_of(arrays[f"{name}.keys"], arrays[f"{name}.values"])
