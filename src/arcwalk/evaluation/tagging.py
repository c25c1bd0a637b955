"""Accuracy of tags: over all words, over words that a training file does not have, and tag by tag."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from arcwalk.evaluation.alignment import paired
from arcwalk.evaluation.attachment import PrecisionRecall, percent
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_text import TAG_COLUMNS


@dataclass(frozen=True, slots=True)
class TagScores:
    """How well one column is tagged; the words that are unknown are counted where it is known which ones are."""

    column: str
    words: int
    right: int
    unknown_words: int | None
    unknown_right: int
    by_tag: tuple[PrecisionRecall, ...]  # most frequent first

    @property
    def accuracy(self) -> float:
        """The share of words with the right tag, in percent."""
        return percent(self.right, self.words)

    @property
    def unknown_accuracy(self) -> float:
        """The same for unknown words; not a number where there are none."""
        return percent(self.unknown_right, self.unknown_words or 0)


def forms_of(sentences: Sequence[Sentence]) -> set[str]:
    """The words that a file has, as they are written."""
    return {form for sentence in sentences for form in sentence.forms}


def score_tags(
    gold: Sequence[Sentence], system: Sequence[Sentence], known: Collection[str] | None = None
) -> list[TagScores]:
    """The scores of every column that gold has; punctuation counts like any word. `known` are the words trained on.

    Both must have the same words in the same sentences and order; an error names the first difference.
    """
    pairs = list(paired(gold, system))
    is_unknown = [known is not None and form not in known for sentence, _ in pairs for form in sentence.forms]
    scores = []
    for column in TAG_COLUMNS:
        gold_tags = [tag for sentence, _ in pairs for tag in sentence.tags(column)]
        system_tags = [tag for _, sentence in pairs for tag in sentence.tags(column)]
        if set(gold_tags) <= {"_"}:
            continue
        right = [wanted == tag for wanted, tag in zip(gold_tags, system_tags, strict=True)]
        wanted_counts, counts = Counter(gold_tags), Counter(system_tags)
        right_counts = Counter(tag for tag, is_right in zip(gold_tags, right, strict=True) if is_right)
        rows = [
            PrecisionRecall(tag, wanted_counts[tag], counts[tag], right_counts[tag]) for tag in wanted_counts | counts
        ]
        scores.append(
            TagScores(
                column,
                words=len(right),
                right=sum(right),
                unknown_words=None if known is None else sum(is_unknown),
                unknown_right=sum(a and b for a, b in zip(is_unknown, right, strict=True)),
                by_tag=tuple(sorted(rows, key=lambda row: (-row.gold, -row.system, row.name))),
            )
        )
    return scores
