"""Which contexts of a word become constraints (section 7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Numbers
from arcwalk.consistency.context_statistics import ContextStatistics
from arcwalk.consistency.contexts import NO_CONTEXT, Context, ContextCoder, lengths_of
from arcwalk.consistency.head_classes import HeadClasses
from arcwalk.treebank.sentence import Sentence


class ContextConstraint(NamedTuple):
    """A context, its words as (sentence, word from 1), and counts of the head classes observed in training."""

    code: int
    words: list[tuple[int, int]]
    observed: dict[int, int]
    weight: float  # factor of its rewards
    coder: ContextCoder

    @property
    def context(self) -> Context:
        """The context as tags."""
        return self.coder.decode(self.code)


@dataclass(frozen=True)
class ContextSelection:
    """Criteria for contexts. A context seen in training must predict the head class, an unseen one must recur."""

    share: float  # of the majority head class, which a context of the training data needs
    least: int  # words of the training data that such a context needs
    doubt: float  # words with other heads that it is taken to have besides
    most: int  # contexts per word
    unseen: int  # tags that a context not in the training data needs; 0: such contexts are not used
    recurring: int  # words that must share such a context

    def constraints(
        self, sentences: Sequence[Sentence], train: Sequence[Sentence], coder: ContextCoder, classes: HeadClasses
    ) -> list[ContextConstraint]:
        """One constraint for each selected context of the sentences."""
        codes = coder.encode(sentences)
        unique, context = np.unique(codes, return_inverse=True)
        context = context.reshape(codes.shape)
        statistics = ContextStatistics.of_treebank(train, coder, classes, only=unique)
        index = statistics.find(unique)
        seen = index >= 0
        fit, weight = np.zeros(len(unique), dtype=np.bool_), np.ones(len(unique))
        own = index[seen]
        fit[seen] = (statistics.majority_share[own] >= self.share) & (statistics.count[own] >= self.least)
        weight[seen] = statistics.majority_count[own] / (statistics.count[own] + self.doubt)
        if self.unseen:
            recurs = np.bincount(context.ravel(), minlength=len(unique)) >= self.recurring
            fit |= ~seen & (lengths_of(unique) >= self.unseen) & recurs
        fit &= unique != NO_CONTEXT
        selected = fit[context]
        if self.most < codes.shape[1]:
            selected = self._preferred(selected, _preference(unique, index, statistics, coder, classes)[context])
        word, column = np.nonzero(selected)
        context_of_word = context[word, column]
        order = np.argsort(context_of_word, kind="stable")
        places = [(number, m) for number, sentence in enumerate(sentences) for m in range(1, len(sentence) + 1)]
        constraints: list[ContextConstraint] = []
        starts = np.flatnonzero(np.diff(context_of_word[order], prepend=-1)).tolist()
        for first, last in pairwise([*starts, len(order)]):
            number = int(context_of_word[order[first]])
            words = [places[w] for w in word[order[first:last]].tolist()]
            observed = statistics.class_counts(int(index[number])) if seen[number] else {}
            constraints.append(ContextConstraint(int(unique[number]), words, observed, float(weight[number]), coder))
        return constraints

    def _preferred(self, fit: Booleans, preference: Numbers) -> Booleans:
        """The `most` preferred contexts of each word."""
        ranked = np.argsort(-np.where(fit, preference, -1), axis=1, kind="stable")[:, : self.most]
        first = np.zeros_like(fit)
        np.put_along_axis(first, ranked, True, axis=1)
        return first & fit


def _preference(
    unique: Numbers, index: Numbers, statistics: ContextStatistics, coder: ContextCoder, classes: HeadClasses
) -> Numbers:
    """A number per context: those with the usual head inside first, then long ones, then frequent ones."""
    inside, count = np.zeros(len(unique), dtype=np.int64), np.zeros(len(unique), dtype=np.int64)
    for number in np.flatnonzero(index >= 0).tolist():
        head_tag = classes.tag(int(statistics.majority[index[number]]))
        inside[number] = coder.decode(int(unique[number])).has_beside(head_tag)
        count[number] = statistics.count[index[number]]
    preference: Numbers = (inside * 8 + lengths_of(unique) << 40) + count
    return preference
