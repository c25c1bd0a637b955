"""Attachment scores: how many words have the right head, the right label, and both.

Scorers differ in two choices, and a `Convention` makes both: whether punctuation is scored, and whether a
label's subtype (`nsubj:pass`) counts. The words are gold words, so the F1 that a scorer for raw text reports
is the same number as the accuracy here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike

import numpy as np

from arcwalk.evaluation.alignment import AlignedWords, Booleans, Integers, align, universal_label
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.reader import Treebank, read
from arcwalk.treebank.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Convention:
    """What is scored. The default leaves punctuation out and compares labels up to the first colon."""

    punctuation: bool = False
    subtypes: bool = False


CONVENTIONS = {
    "default": Convention(),
    # CoNLL-2018 scores every word and ignores what follows the colon in a label.
    "conll-2018": Convention(punctuation=True),
    # CoNLL-X skips words made of Unicode punctuation only and wants the whole label,
    # or, with its option -p, scores those too.
    "conll-x": Convention(subtypes=True),
    "conll-x-with-punctuation": Convention(punctuation=True, subtypes=True),
}


@dataclass(frozen=True, slots=True)
class PrecisionRecall:
    """How well one class of arcs is found: counts, and percentages made of them."""

    name: str
    gold: int
    system: int
    correct: int

    @property
    def precision(self) -> float:
        """The share of the system's arcs that are correct."""
        return percent(self.correct, self.system)

    @property
    def recall(self) -> float:
        """The share of the gold arcs that were found."""
        return percent(self.correct, self.gold)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return percent(2 * self.correct, self.gold + self.system)


@dataclass(frozen=True, eq=False)
class Scores:
    """The scores of a system, in percent, under one convention; `with_punctuation` and such give the others.

    A score of nothing (all words are punctuation, say) is not a number.
    """

    aligned: AlignedWords
    convention: Convention = CONVENTIONS["default"]

    def under(self, convention: Convention) -> "Scores":
        """The same analyses scored under another convention."""
        return Scores(self.aligned, convention)

    @property
    def with_punctuation(self) -> "Scores":
        """The scores with punctuation counted."""
        return self.under(replace(self.convention, punctuation=True))

    @property
    def with_exact_labels(self) -> "Scores":
        """The scores where the subtype of a label has to be right too."""
        return self.under(replace(self.convention, subtypes=True))

    @property
    def words(self) -> int:
        """The number of words that are scored."""
        return count(self.scored)

    @property
    def sentences(self) -> int:
        """The number of sentences with a scored word; the others are neither right nor wrong."""
        return count(self.per_sentence(self.scored) > 0)

    @property
    def uas(self) -> float:
        """Unlabeled attachment score: the share of words with the right head (dependency accuracy)."""
        return percent(count(self.correct_head), self.words)

    @property
    def las(self) -> float:
        """Labeled attachment score: the share of words with the right head and label."""
        return percent(count(self.correct_arc), self.words)

    @property
    def label_accuracy(self) -> float:
        """The share of words with the right label, whatever their head."""
        return percent(count(self.scored & (self.gold_label == self.system_label)), self.words)

    @property
    def root(self) -> PrecisionRecall:
        """The words under the root; several a sentence are allowed, in gold and system."""
        gold = self.scored & (self.aligned.gold_head == 0)
        system = self.scored & (self.aligned.system_head == 0)
        correct = gold & system
        return PrecisionRecall("root", *(count(roots) for roots in (gold, system, correct)))

    @property
    def root_accuracy(self) -> float:
        """Root accuracy, as F1 since a sentence may have several roots (Bayes point paper, section 6)."""
        return self.root.f1

    @property
    def complete_match(self) -> float:
        """The share of sentences in which every scored word has the right head."""
        return self._complete(self.correct_head)

    @property
    def labeled_complete_match(self) -> float:
        """The share of sentences in which every scored word has the right head and label."""
        return self._complete(self.correct_arc)

    @cached_property
    def scored(self) -> Booleans:
        """For each word, whether it is scored."""
        if self.convention.punctuation:
            return np.ones_like(self.aligned.punctuation)
        return ~self.aligned.punctuation

    @cached_property
    def correct_head(self) -> Booleans:
        """For each word, whether it is scored and has the right head."""
        same: Booleans = self.aligned.gold_head == self.aligned.system_head
        return self.scored & same

    @cached_property
    def correct_arc(self) -> Booleans:
        """For each word, whether it is scored and has the right head and label."""
        same: Booleans = self.gold_label == self.system_label
        return self.correct_head & same

    @cached_property
    def gold_label(self) -> Integers:
        """For each word, the code of its gold label as the convention sees it."""
        return self._label_codes[self.aligned.gold_label]

    @cached_property
    def system_label(self) -> Integers:
        """For each word, the code of its system label as the convention sees it."""
        return self._label_codes[self.aligned.system_label]

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The labels that `gold_label` and `system_label` are codes of."""
        if self.convention.subtypes:
            return self.aligned.labels
        return tuple(dict.fromkeys(map(universal_label, self.aligned.labels)))

    @cached_property
    def _label_codes(self) -> Integers:
        codes = {label: code for code, label in enumerate(self.labels)}
        seen = self.aligned.labels if self.convention.subtypes else map(universal_label, self.aligned.labels)
        return np.array([codes[label] for label in seen], dtype=np.int32)

    def per_sentence(self, words: Booleans) -> Integers:
        """For each sentence, how many of its words are true in `words`."""
        counts = np.bincount(self.aligned.sentence[words], minlength=len(self.aligned.lengths))
        return counts.astype(np.int32)

    def _complete(self, correct: Booleans) -> float:
        scored = self.per_sentence(self.scored)
        complete = (scored > 0) & (self.per_sentence(correct) == scored)
        return percent(count(complete), self.sentences)


def evaluate(gold: Treebank, system: Treebank) -> Scores:
    """Score a system's analysis of gold sentences, both in files or in memory.

    Both must have the same words in the same sentences and order; an error names the first difference.
    """
    return Scores(align(_sentences(gold, "gold"), _sentences(system, "given")))


def _sentences(treebank: Treebank, heads: HeadPolicy) -> Iterable[Sentence]:
    return read(treebank, heads=heads) if isinstance(treebank, str | PathLike) else treebank


def count(true: Booleans) -> int:
    """How many are true."""
    return int(np.count_nonzero(true))


def percent(part: float, whole: int) -> float:
    """The share of `part` in `whole`; not a number if there is no whole."""
    return 100.0 * part / whole if whole else float("nan")
