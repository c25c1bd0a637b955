"""Which contexts words are to agree in, and which words these are (section 7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Numbers
from arcwalk.consistency.context_counts import Evidence
from arcwalk.consistency.contexts import TEMPLATES, Context, ContextCoder, TagReader, lengths_of
from arcwalk.consistency.head_classes import HeadNames
from arcwalk.treebank.sentence import Sentence


class ContextGroup(NamedTuple):
    """A context, its words as (sentence, word from 1), and what is told of heads in the treebank, with counts."""

    code: int
    words: list[tuple[int, int]]
    observed: dict[int, int]
    coder: ContextCoder

    @property
    def context(self) -> Context:
        """The context in words."""
        return self.coder.decode(self.code)


@dataclass(frozen=True)
class ContextChoice:
    """How the contexts of a word are chosen."""

    threshold: float  # share that the usual head of a context needs in the treebank
    most: int  # contexts that a word has
    unseen: int  # tags that a context needs to count though the treebank does not have it; 0: none does
    recurring: int  # words that must have such a context

    def groups(
        self, sentences: Sequence[Sentence], train: Sequence[Sentence], reader: TagReader, names: HeadNames
    ) -> list[ContextGroup]:
        """The contexts that words of the sentences have, with these words."""
        coder = ContextCoder(reader)
        codes = coder.encode(sentences)
        unique, context = np.unique(codes, return_inverse=True)
        evidence = evidence_of(train, coder, names, only=unique)
        place = evidence.find(unique)
        known = place >= 0
        fit = np.zeros(len(unique), dtype=np.bool_)
        fit[known] = evidence.share[place[known]] >= self.threshold
        if self.unseen:
            recur = np.bincount(context.ravel(), minlength=len(unique)) >= self.recurring
            fit |= ~known & (lengths_of(unique) >= self.unseen) & recur
        fit &= unique >= 0
        chosen = fit[context].reshape(codes.shape)
        if self.most < len(TEMPLATES):
            chosen = self._first(chosen, context.reshape(codes.shape), unique, place, evidence, coder, names)
        word, column = np.nonzero(chosen)
        member_of = context.reshape(codes.shape)[word, column]
        order = np.argsort(member_of, kind="stable")
        places = [(number, m) for number, sentence in enumerate(sentences) for m in range(1, len(sentence) + 1)]
        found: list[ContextGroup] = []
        starts = np.flatnonzero(np.diff(member_of[order], prepend=-1)).tolist()
        for first, last in pairwise([*starts, len(order)]):
            number = int(member_of[order[first]])
            words = [places[w] for w in word[order[first:last]].tolist()]
            observed = evidence.heads(int(place[number])) if known[number] else {}
            found.append(ContextGroup(int(unique[number]), words, observed, coder))
        return found

    def _first(
        self,
        fit: Booleans,
        context: Numbers,
        unique: Numbers,
        place: Numbers,
        evidence: Evidence,
        coder: ContextCoder,
        names: HeadNames,
    ) -> Booleans:
        """Of the contexts of each word, those that come first: with the head inside, then long, then frequent ones."""
        inside, count = np.zeros(len(unique), dtype=np.int64), np.zeros(len(unique), dtype=np.int64)
        for number in np.flatnonzero(place >= 0).tolist():
            usual = names.tag(int(evidence.usual[place[number]]))
            inside[number] = coder.decode(int(unique[number])).has_beside(usual)
            count[number] = evidence.count[place[number]]
        worth = (inside * 8 + lengths_of(unique) << 40) + count
        ranked = np.argsort(-np.where(fit, worth[context], -1), axis=1, kind="stable")[:, : self.most]
        first = np.zeros_like(fit)
        np.put_along_axis(first, ranked, True, axis=1)
        return first & fit


def evidence_of(
    train: Sequence[Sentence], coder: ContextCoder, names: HeadNames, only: Numbers | None = None
) -> Evidence:
    """What a treebank shows of its contexts, or only of some, which are sorted."""
    codes = coder.encode(train)
    if only is not None:
        codes = np.where(np.isin(codes, only), codes, -1)
    column = coder.reader.column
    told = [
        names.tell(names.of_words(sentence, column), np.arange(1, len(sentence) + 1), np.array(sentence.heads))
        for sentence in train
    ]
    return Evidence(codes, np.concatenate([*told, np.empty(0, dtype=np.int64)]))
