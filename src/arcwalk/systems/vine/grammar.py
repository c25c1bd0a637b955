"""The vine grammar: a model of trees, of how their fragments are joined, and of labels; everything but the reranker."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import BooleanTable, Codes, Heads, Labels
from arcwalk.features.weights import pack
from arcwalk.models.label_set import ALLOWED, LabelSet, label_lists, take_allowed
from arcwalk.models.parses import NoTreeError
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.systems.vine.conditionals import pack_lookup, take_lookup
from arcwalk.systems.vine.kernels.decode import (
    KBestList,
    VineModel,
    joined_trees,
    k_best_list,
    parse_vine,
    scored_arcs,
    sentence_forest,
)
from arcwalk.systems.vine.kernels.label_model import best_labels, label_scores
from arcwalk.systems.vine.templates import BUCKETS, TemplateTexts, VineTemplates
from arcwalk.treebank.encoding import COARSE_TAGS, Encoder, word_count
from arcwalk.trees.decoders.chu_liu_edmonds import chu_liu_edmonds
from arcwalk.trees.decoders.forest import Forest

LONGEST_ARC = 30  # upper limit of all bounds
_LARGEST = 1e6  # of a cost
LABELINGS = 50  # of each tree in a k-best list, at most


@dataclass(frozen=True)
class VineGrammar:
    """A trained grammar. It is immutable, so threads can share it."""

    encoder: Encoder
    allowed: BooleanTable  # (coarse tags, labels)
    model: VineModel

    def parse(self, codes: Codes, fixed: Heads, fixed_labels: Labels) -> tuple[Heads, Labels]:
        """The best tree, index 0 for the root, and its labels; those that are fixed (not -1) are kept."""
        heads, labels = np.empty((2, word_count(codes) + 1), dtype=np.int32)
        if not parse_vine(codes, fixed, fixed_labels, self.model, heads, labels):
            heads = self.nonprojective_tree(codes, fixed)
            labels = self.best_labels(codes, heads, fixed_labels)
        return heads, labels

    def best_labels(self, codes: Codes, heads: Heads, fixed: Labels) -> Labels:
        """The best labels of a tree; those that are fixed (not -1) are kept."""
        labels = np.empty_like(heads)
        best_labels(*label_scores(codes, heads, fixed, self.model.labels), labels)
        return labels

    def forest(self, codes: Codes, fixed: Heads) -> Forest:
        """All vine parses."""
        return sentence_forest(codes, fixed, self.model)

    def k_best(self, codes: Codes, fixed: Heads, fixed_labels: Labels, trees: int, k: int) -> KBestList:
        """The k best labelings of the best trees, see `k_best_list`; empty if there is no vine parse."""
        return k_best_list(codes, fixed, fixed_labels, self.model, trees, LABELINGS, k)

    def best_trees(self, codes: Codes, fixed: Heads, most: int) -> list[tuple[Heads, float]]:
        """The distinct trees that the best vine parses become, and their log probabilities."""
        trees, scores = joined_trees(codes, fixed, self.model, most)
        distinct = [(tree.copy(), float(score)) for tree, score in zip(trees, scores, strict=True)]
        return distinct or [(self.nonprojective_tree(codes, fixed), 0.0)]

    def nonprojective_tree(self, codes: Codes, fixed: Heads) -> Heads:
        """The best tree of any kind by single arcs, for fixed heads that leave no vine parse."""
        arcs, arc_scores = scored_arcs(codes, self.model)
        free, kept = fixed[arcs.modifier] < 0, np.flatnonzero(fixed >= 0)
        head = np.concatenate((arcs.head[free], fixed[kept]))
        modifier = np.concatenate((arcs.modifier[free], kept))
        scores = np.concatenate((arc_scores[free], np.zeros(len(kept))))
        order = np.lexsort((head, modifier))
        start = np.searchsorted(modifier[order], np.arange(len(fixed) + 1))
        heads = np.empty_like(fixed)
        for single_root in (True, False) if self.model.single_root else (False,):
            if chu_liu_edmonds(start, head[order], scores[order], single_root, heads) > -np.inf:
                return heads
        raise NoTreeError

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of a model file."""
        model = self.model
        return {
            "bounds": model.bounds,
            "mixture": model.mixture.weights,
            "buckets": model.mixture.buckets,
            "root_cost": np.array([model.mixture.root_cost]),
            ALLOWED: self.allowed,
            "chained": np.array([model.labels.chained]),
            **pack_lookup(model.mixture.table, "children"),
            **pack_lookup(model.labels.table, "labels"),
            **pack(model.head_weights, "heads"),
            **pack(model.labels.weights, "label_features"),
            **pack(model.attachment_weights, "attachments"),
        }

    @classmethod
    def restore(
        cls,
        arrays: StoredArrays,
        encoder: Encoder,
        texts: TemplateTexts,
        label_set: LabelSet,
        *,
        joined: bool,
        single_root: bool,
    ) -> "VineGrammar":
        """The grammar that `arrays` came from."""
        with arrays.source.reading():
            templates = VineTemplates.for_encoder(texts, encoder)
        allowed = take_allowed(arrays, len(label_set))
        mixture = templates.mixture(
            take_lookup(arrays, "children"),
            arrays.take("mixture", np.float64, templates.mixture_shape, 0, 1),
            arrays.take("buckets", np.int32, (templates.forms,), 0, BUCKETS - 1),
            float(arrays.take("root_cost", np.float64, (1,), -_LARGEST, _LARGEST)[0]),
        )
        model = VineModel(
            bounds=arrays.take("bounds", np.int32, (COARSE_TAGS, 2), 0, LONGEST_ARC),
            mixture=mixture,
            heads=templates.heads,
            head_weights=arrays.table("heads", 0),
            joined=joined,
            single_root=single_root,
            attachments=templates.attachments,
            attachment_weights=arrays.table("attachments"),
            labels=templates.label_model(
                label_lists(allowed, label_set),
                table=take_lookup(arrays, "labels"),
                chained=bool(arrays.take("chained", np.bool_, (1,))[0]),
                weights=arrays.table("label_features", 0),
            ),
        )
        return cls(encoder, allowed, model)
