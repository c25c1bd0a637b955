"""Which labels a system takes for which others."""

from dataclasses import dataclass

import numpy as np

from arcwalk.arrays import Integers
from arcwalk.evaluation.attachment import AttachmentScores

OTHERS = "(others)"
"""The name of all labels too rare for a row of their own; no treebank's label has parentheses."""


@dataclass(frozen=True, eq=False)
class LabelConfusion:
    """How often words with a gold label (rows) have a system label (columns), whatever their heads."""

    labels: tuple[str, ...]  # the last may be `OTHERS`
    counts: Integers  # labels × labels

    @property
    def single(self) -> tuple[str, ...]:
        """The labels without `OTHERS`, among which right and wrong cannot be told apart."""
        return tuple(label for label in self.labels if label != OTHERS)


def label_confusion(scores: AttachmentScores, most: int) -> LabelConfusion:
    """Count the scored words by gold and system label; the `most` frequent gold labels, others taken together."""
    n = len(scores.labels)
    cells = scores.gold_label[scores.scored].astype(np.int64) * n + scores.system_label[scores.scored]
    counts = np.bincount(cells, minlength=n * n).reshape(n, n)
    gold, system = counts.sum(axis=1), counts.sum(axis=0)
    order = sorted(range(n), key=lambda code: (-gold[code], -system[code], scores.labels[code]))
    order = [code for code in order if gold[code] or system[code]]
    counts, labels = counts[np.ix_(order, order)], tuple(scores.labels[code] for code in order)
    if len(labels) > most + 1:  # one label alone needs no other name
        counts = np.add.reduceat(np.add.reduceat(counts, range(most + 1), axis=0), range(most + 1), axis=1)
        labels = (*labels[:most], OTHERS)
    return LabelConfusion(labels, counts.astype(np.int32))
