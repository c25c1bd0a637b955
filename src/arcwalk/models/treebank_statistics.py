"""Treebank statistics that training starts from: the labels and the shape of the trees."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from arcwalk.arrays import MOST_LABELS
from arcwalk.errors import ArcwalkError
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.shape import is_projective

_LEXICAL = ("form", "lemma", "backoff")


def labels_of(sentences: Sequence[Sentence]) -> list[str]:
    """The labels of a treebank, most frequent first."""
    counts = Counter(label for sentence in sentences for label in sentence.deprels)
    if len(counts) > MOST_LABELS:
        source = sentences[0].source or "<memory>"
        raise ArcwalkError(
            f"{source}: {len(counts)} different labels, at most {MOST_LABELS} are possible", "check DEPREL"
        )
    return sorted(counts, key=lambda label: (-counts[label], label))


def root_labels(sentences: Sequence[Sentence]) -> list[str]:
    """The labels of words below the root, if no other word has one of them: `root` in Universal Dependencies.

    Empty if the treebank has no other words, or if a single one shares a label with words below the root: then labels
    and heads of the root go together less strictly than a constraint would have it.
    """
    below_root, elsewhere = set[str](), set[str]()
    for sentence in sentences:
        for head, label in zip(sentence.heads, sentence.deprels, strict=True):
            (elsewhere if head else below_root).add(label)
    return sorted(below_root) if elsewhere and below_root.isdisjoint(elsewhere) else []


def lexical_columns(encoder: Encoder) -> list[int]:
    """The columns that hold words, to which word dropout applies."""
    return [column for name, column in encoder.columns.items() if name in _LEXICAL]


def projective_share(sentences: Sequence[Sentence]) -> float:
    """The share of trees that are projective."""
    shapes = [is_projective(np.array([-1, *sentence.heads], dtype=np.int32)) for sentence in sentences]
    return sum(shapes) / len(shapes)


def has_single_roots(sentences: Sequence[Sentence]) -> bool:
    """Whether every tree is single-rooted; then parses are, too."""
    return all(sentence.heads.count(0) == 1 for sentence in sentences)
