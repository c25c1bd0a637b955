"""Where the annotation of a treebank disagrees with its similar contexts: probable errors, for annotators."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from arcwalk.consistency.context_groups import evidence_of
from arcwalk.consistency.contexts import ContextCoder, TagReader, tag_column
from arcwalk.consistency.head_classes import SIDE, HeadNames
from arcwalk.treebank.sentence import Sentence

WORDS = 30  # frequent words that contexts tell apart


@dataclass(frozen=True)
class Doubt:
    """A word whose head is not like that of other words in its context."""

    sentence: Sentence
    word: int  # from 1
    context: str
    head: str  # what the word has
    usual: str  # what others have
    agreeing: int  # how many of them
    others: int  # words in the context, in other sentences
    degree: float  # how sure the usual head is, by Laplace's rule

    def __str__(self) -> str:
        sentence, form = self.sentence, self.sentence.forms[self.word - 1]
        line = sentence.line + sentence.places[self.word - 1]
        name = f" (sentence {sentence.id})" if sentence.id else ""
        return (
            f"{sentence.source or '<memory>'}:{line}{name}: {form!r} has the head {self.head}; "
            f"in {self.context}, {self.agreeing:,} of {self.others:,} have {self.usual}"
        )


def review(sentences: Sequence[Sentence], train: Sequence[Sentence]) -> list[Doubt]:
    """The words whose heads are doubtful, most doubtful first.

    Evidence comes from `train`, which may be the same treebank: what a sentence says is never held against itself.
    """
    column = tag_column(train, sentences)
    names = HeadNames.fit([*train, *sentences], column, SIDE)
    coder = ContextCoder(TagReader.fit(train, column, WORDS))
    reviewer = _Reviewer(train, coder, names)
    doubts = [doubt for sentence in sentences for doubt in reviewer.doubts(sentence)]
    return sorted(doubts, key=lambda doubt: (-doubt.degree, -doubt.others))


class _Reviewer:
    """What a treebank shows of contexts, with and without some of its sentences."""

    def __init__(self, train: Sequence[Sentence], coder: ContextCoder, names: HeadNames) -> None:
        self.coder, self.names = coder, names
        self.evidence = evidence_of(train, coder, names)
        self.heads: dict[int, dict[int, int]] = {}
        self.same: dict[tuple[str, ...], list[Sentence]] = defaultdict(list)
        for sentence in train:
            self.same[_key(sentence)].append(sentence)

    def doubts(self, sentence: Sentence) -> Iterator[Doubt]:
        """The doubtful words of a sentence, each with the context that speaks most against its head."""
        codes = self.coder.encode([sentence])
        places = self.evidence.find(codes)
        own = self._own(sentence)
        for m, told in enumerate(self._told(sentence).tolist(), 1):
            found = [
                doubt
                for code, place in zip(codes[m - 1].tolist(), places[m - 1].tolist(), strict=True)
                if place >= 0 and (doubt := self._doubt(sentence, m, told, code, place, own)) is not None
            ]
            if found:
                yield max(found, key=lambda doubt: (doubt.degree, doubt.others))

    def _doubt(
        self, sentence: Sentence, m: int, told: int, code: int, place: int, own: Counter[tuple[int, int]]
    ) -> Doubt | None:
        """What a context has to say against the head of a word, if anything."""
        if place not in self.heads:
            self.heads[place] = self.evidence.heads(place)
        counts = {head: left for head, count in self.heads[place].items() if (left := count - own[code, head]) > 0}
        others = sum(counts.values())
        usual = max(counts, key=counts.__getitem__, default=told)
        if usual == told or counts[usual] <= others / 2:
            return None
        context = str(self.coder.decode(code))
        degree = (counts[usual] + 1) / (others + 2)
        name = self.names.name
        return Doubt(sentence, m, context, name(told), name(usual), counts[usual], others, degree)

    def _own(self, sentence: Sentence) -> Counter[tuple[int, int]]:
        """What the sentence itself has contributed to the evidence, and all others with the same words."""
        found: Counter[tuple[int, int]] = Counter()
        for same in self.same.get(_key(sentence), ()):
            codes, told = self.coder.encode([same]), self._told(same)
            pairs: Iterable[tuple[int, int]] = zip(
                codes.ravel().tolist(), np.repeat(told, codes.shape[1]).tolist(), strict=True
            )
            found.update(pairs)
        return found

    def _told(self, sentence: Sentence) -> np.ndarray:
        tags = self.names.of_words(sentence, self.coder.reader.column)
        return self.names.tell(tags, np.arange(1, len(sentence) + 1), np.array(sentence.heads))


def _key(sentence: Sentence) -> tuple[str, ...]:
    return tuple(sentence.forms)
