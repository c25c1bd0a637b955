"""Attachment scores: the share of words with the right head (UAS), and with the right head and label (LAS).

Scorers differ in two conventions: whether punctuation is scored, and whether subtypes of labels (`nsubj:pass`) count.
Tokenization is gold, so accuracy equals the F1 that scorers for raw text report.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike

import numpy as np

from arcwalk.arrays import Booleans, Integers
from arcwalk.evaluation.alignment import AlignedWords, align, universal_label
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.reader import Treebank, read
from arcwalk.treebank.sentence import Sentence, require_sentence


@dataclass(frozen=True, slots=True)
class ScoringConvention:
    """What to score. By default, punctuation is excluded and labels are compared up to the first colon."""

    punctuation: bool = False
    subtypes: bool = False


CONVENTIONS = {
    "default": ScoringConvention(),
    # CoNLL 2018: all words, no subtypes
    "conll-2018": ScoringConvention(punctuation=True),
    # CoNLL-X: without words that consist of Unicode punctuation only, unless with -p; full labels
    "conll-x": ScoringConvention(subtypes=True),
    "conll-x-with-punctuation": ScoringConvention(punctuation=True, subtypes=True),
}


@dataclass(frozen=True, slots=True)
class PrecisionRecall:
    """Counts of one class of arcs or tags, with precision, recall and F1 in percent."""

    name: str
    gold: int
    system: int
    correct: int

    @property
    def precision(self) -> float:
        """The share of system arcs that are correct."""
        return percent(self.correct, self.system)

    @property
    def recall(self) -> float:
        """The share of gold arcs that the system found."""
        return percent(self.correct, self.gold)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return percent(2 * self.correct, self.gold + self.system)


@dataclass(frozen=True, eq=False)
class AttachmentScores:
    """The scores of a system, in percent, under one convention; `with_punctuation` and others switch conventions.

    Scores of no words at all, as when all are punctuation, are NaN.
    """

    aligned: AlignedWords
    convention: ScoringConvention = CONVENTIONS["default"]

    def under(self, convention: ScoringConvention) -> "AttachmentScores":
        """The scores under another convention."""
        return AttachmentScores(self.aligned, convention)

    @property
    def with_punctuation(self) -> "AttachmentScores":
        """The scores including punctuation."""
        return self.under(replace(self.convention, punctuation=True))

    @property
    def with_exact_labels(self) -> "AttachmentScores":
        """The scores with subtypes of labels."""
        return self.under(replace(self.convention, subtypes=True))

    @property
    def words(self) -> int:
        """The number of scored words."""
        return count(self.scored)

    @property
    def sentences(self) -> int:
        """The number of sentences with at least one scored word."""
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
        """The words attached to the root; gold and system may have several per sentence."""
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
        """Whether each word is scored."""
        if self.convention.punctuation:
            return np.ones_like(self.aligned.punctuation)
        return ~self.aligned.punctuation

    @cached_property
    def correct_head(self) -> Booleans:
        """Whether each word is scored and has the right head."""
        same: Booleans = self.aligned.gold_head == self.aligned.system_head
        return self.scored & same

    @cached_property
    def correct_arc(self) -> Booleans:
        """Whether each word is scored and has the right head and label."""
        same: Booleans = self.gold_label == self.system_label
        return self.correct_head & same

    @cached_property
    def gold_label(self) -> Integers:
        """The gold label of each word under the convention, as an index into `labels`."""
        return self._label_codes[self.aligned.gold_label]

    @cached_property
    def system_label(self) -> Integers:
        """The system label of each word under the convention, as an index into `labels`."""
        return self._label_codes[self.aligned.system_label]

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The distinct labels under the convention."""
        if self.convention.subtypes:
            return self.aligned.labels
        return tuple(dict.fromkeys(map(universal_label, self.aligned.labels)))

    @cached_property
    def _label_codes(self) -> Integers:
        codes = {label: code for code, label in enumerate(self.labels)}
        seen = self.aligned.labels if self.convention.subtypes else map(universal_label, self.aligned.labels)
        return np.array([codes[label] for label in seen], dtype=np.int32)

    def per_sentence(self, words: Booleans) -> Integers:
        """The number of true `words` in each sentence."""
        counts = np.bincount(self.aligned.sentence[words], minlength=len(self.aligned.lengths))
        return counts.astype(np.int32)

    def _complete(self, correct: Booleans) -> float:
        scored = self.per_sentence(self.scored)
        complete = (scored > 0) & (self.per_sentence(correct) == scored)
        return percent(count(complete), self.sentences)


def evaluate(gold: Treebank, system: Treebank) -> AttachmentScores:
    """Score a system's trees against gold trees, both in files or in memory.

    Both must have the same words in the same sentences and order; an error names the first difference.
    """
    return AttachmentScores(align(_sentences(gold, "gold"), _sentences(system, "given")))


def _sentences(treebank: Treebank, heads: HeadPolicy) -> Iterable[Sentence]:
    if isinstance(treebank, str | PathLike):
        return read(treebank, heads=heads)
    return map(require_sentence, [treebank] if isinstance(treebank, Sentence) else treebank)


def count(true: Booleans) -> int:
    """The number of true entries."""
    return int(np.count_nonzero(true))


def percent(part: float, whole: int) -> float:
    """`part` of `whole` in percent; NaN if `whole` is 0."""
    return 100.0 * part / whole if whole else float("nan")
