"""Review of a treebank: words whose head is unlike the heads of most words in the same context."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from arcwalk.consistency.context_statistics import ContextStatistics
from arcwalk.consistency.contexts import ContextCoder, TagReader, tag_column
from arcwalk.consistency.head_classes import SIDE, HeadClasses
from arcwalk.treebank.reader import Treebank, sentences_of
from arcwalk.treebank.sentence import Sentence

WORDS = 30  # frequent words whose forms count in contexts


@dataclass(frozen=True)
class Suspect:
    """A word that probably has a wrong head; as text, what `arcwalk review` prints."""

    sentence: Sentence
    word: int  # from 1
    context: str
    head: str  # the class of the word's head
    usual: str  # the majority class in its context
    agreeing: int  # words with a head of the majority class
    others: int  # words in the context, in other sentences
    doubt: float  # the probability of the majority class, by Laplace's rule

    def __str__(self) -> str:
        sentence, form = self.sentence, self.sentence.forms[self.word - 1]
        line = sentence.line + sentence.places[self.word - 1]
        name = f" (sentence {sentence.id})" if sentence.id else ""
        return (
            f"{sentence.source or '<memory>'}:{line}{name}: the head of {form!r} is {self.head}; "
            f"in the context {self.context}, {self.agreeing:,} of {self.others:,} have {self.usual}"
        )


def review(treebank: Treebank, train: Treebank) -> list[Suspect]:
    """The words of a treebank with doubtful heads, most doubtful first, as `arcwalk review` lists them.

    They are compared with `train`, which may be the same treebank: no sentence counts as evidence for itself. Both are
    files, or sentences with trees.
    """
    sentences, train = (sentences_of(each, heads="gold") for each in (treebank, train))
    column = tag_column(train, sentences)
    classes = HeadClasses.fit([*train, *sentences], column, SIDE)
    reviewer = _Reviewer(train, ContextCoder(TagReader.fit(train, column, WORDS)), classes)
    suspects = [suspect for sentence in sentences for suspect in reviewer.suspects(sentence)]
    return sorted(suspects, key=lambda suspect: (-suspect.doubt, -suspect.others))


class _Reviewer:
    """Context statistics of a treebank, from which single sentences can be left out."""

    def __init__(self, train: Sequence[Sentence], coder: ContextCoder, classes: HeadClasses) -> None:
        self.coder, self.classes = coder, classes
        self.statistics = ContextStatistics.of_treebank(train, coder, classes)
        self.class_counts: dict[int, dict[int, int]] = {}
        self.same: dict[tuple[str, ...], list[Sentence]] = defaultdict(list)
        for sentence in train:
            self.same[tuple(sentence.forms)].append(sentence)

    def suspects(self, sentence: Sentence) -> Iterator[Suspect]:
        """The doubtful words of a sentence, each with the context that is the strongest evidence against it."""
        codes = self.coder.encode([sentence])
        indices = self.statistics.find(codes)
        own = self._own(sentence)
        for m, head_class in enumerate(self.classes.of_tree(sentence).tolist(), 1):
            suspects = [
                suspect
                for code, index in zip(codes[m - 1].tolist(), indices[m - 1].tolist(), strict=True)
                if index >= 0 and (suspect := self._suspect(sentence, m, head_class, code, index, own)) is not None
            ]
            if suspects:
                yield max(suspects, key=lambda suspect: (suspect.doubt, suspect.others))

    def _suspect(
        self, sentence: Sentence, m: int, head_class: int, code: int, index: int, own: Counter[tuple[int, int]]
    ) -> Suspect | None:
        """The evidence of one context against the head of a word, if there is any."""
        if index not in self.class_counts:
            self.class_counts[index] = self.statistics.class_counts(index)
        counts = {c: left for c, count in self.class_counts[index].items() if (left := count - own[code, c]) > 0}
        others = sum(counts.values())
        usual = max(counts, key=counts.__getitem__, default=head_class)
        if usual == head_class or counts[usual] <= others / 2:
            return None
        context = str(self.coder.decode(code))
        doubt = (counts[usual] + 1) / (others + 2)
        name = self.classes.name
        return Suspect(sentence, m, context, name(head_class), name(usual), counts[usual], others, doubt)

    def _own(self, sentence: Sentence) -> Counter[tuple[int, int]]:
        """What the sentence, and all others with the same words, contribute to the statistics."""
        contributions: Counter[tuple[int, int]] = Counter()
        for same in self.same.get(tuple(sentence.forms), ()):
            codes = self.coder.encode([same])
            head_classes = np.repeat(self.classes.of_tree(same), codes.shape[1])
            contributions.update(zip(codes.ravel().tolist(), head_classes.tolist(), strict=True))
        return contributions
