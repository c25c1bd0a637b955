"""The labeler: which relation each arc of a tree stands for. Every system that finds trees shares it."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.features.parts import part_table
from arcwalk.features.templates import Template, properties_of, read_templates, shipped
from arcwalk.features.weights import Weights, pack, rounded, unpack
from arcwalk.learning.bayes_point import average, train_shuffles
from arcwalk.learning.label_online import label_epoch
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import COARSE_TAGS, Codes, Encoder
from arcwalk.trees.labeling import label_tree

_GROUPS = {"arc": "hmgpn", "child": "hmgpno", "sibling": "hmgpno", "transition": "hmgpn"}
_STRUCTURE = ("dir", "dist", "head.label", "valency.left", "valency.right", "place", "side")
_TABLE_BITS = 20
_MARGIN = 1.5  # per template, like the parser's


def label_templates() -> dict[str, list[Template]]:
    """The templates that labels are learned with, group by group."""
    return read_templates(shipped("label"), "label.templates", _GROUPS, set(_STRUCTURE))


def label_properties() -> set[str]:
    """The properties of words that these templates name."""
    return properties_of([template for group in label_templates().values() for template in group])


class Labeler:
    """A label set, which of its labels a word of each tag may bear, and the weights to choose by."""

    def __init__(self, labels: Sequence[str], allowed: NDArray[np.bool_], weights: Weights, encoder: Encoder) -> None:
        self.labels = list(labels)
        self.allowed = allowed
        self.weights = weights
        groups = label_templates()
        self.table = part_table([groups[name] for name in _GROUPS], "hmgpno", _STRUCTURE, encoder.columns)
        self.start = np.cumsum([0, *allowed.sum(axis=1)]).astype(np.int64)
        self.list = np.nonzero(allowed)[1].astype(np.int32)

    @classmethod
    def train(
        cls,
        corpus: Corpus,
        labels: Sequence[str],
        encoder: Encoder,
        *,
        epochs: int,
        shuffles: int,
        seed: int,
        jobs: int,
        after_epoch: Callable[[], None],
    ) -> "Labeler":
        """Learn from the gold labels of gold trees, averaged over shuffles like the parser's weights."""
        empty = cls(labels, allowed_labels(corpus, len(labels)), np.zeros(1 << _TABLE_BITS, np.float32), encoder)

        def learner(random: Random) -> Weights:
            weights = np.zeros(1 << _TABLE_BITS, dtype=np.float32)
            totals = np.zeros(1 << _TABLE_BITS, dtype=np.float32)
            order = list(range(len(corpus)))
            for epoch in range(epochs):
                random.shuffle(order)
                label_epoch(
                    *corpus,
                    np.array(order),
                    empty.start,
                    empty.list,
                    empty.table,
                    _MARGIN * len(empty.table.row_salts),
                    epoch * len(corpus),
                    weights,
                    totals,
                )
                after_epoch()
            return (weights - totals / (epochs * len(corpus))).astype(np.float32)

        weights = rounded(average(train_shuffles(learner, shuffles, seed, jobs)))
        return cls(labels, empty.allowed, weights, encoder)

    def label(self, sentence: Codes, heads: NDArray[np.int32]) -> list[str]:
        """The labels of words 1..n."""
        codes = np.empty(len(heads), dtype=np.int32)
        label_tree(sentence, heads, self.start, self.list, self.table, self.weights, codes)
        return [self.labels[code] for code in codes[1:]]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file keeps besides the label set."""
        return {"labels.allowed": self.allowed, **pack(self.weights, "labels")}

    @classmethod
    def restore(cls, labels: Sequence[str], arrays: dict[str, NDArray[Any]], encoder: Encoder) -> "Labeler":
        """The labeler that `arrays` came from."""
        return cls(labels, arrays["labels.allowed"], unpack(arrays, "labels"), encoder)


def allowed_labels(corpus: Corpus, labels: int) -> NDArray[np.bool_]:
    """For each coarse tag, the labels that its words bear in the treebank; all of them for a tag without words."""
    allowed = np.zeros((COARSE_TAGS, labels), dtype=np.bool_)
    words = corpus.labels >= 0
    allowed[corpus.codes[words, 0], corpus.labels[words]] = True
    allowed[~allowed.any(axis=1)] = True
    return allowed
