"""The scores of the CoNLL 2018 shared task, for systems that find words and sentences themselves."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from arcwalk.arrays import Booleans, Integers
from arcwalk.evaluation.aligned.text_words import ROOT, UNALIGNED, Span, TextWords
from arcwalk.evaluation.aligned.word_alignment import WordAlignment, align_words
from arcwalk.evaluation.alignment import has_heads, require_heads, universal_label
from arcwalk.evaluation.attachment import count
from arcwalk.evaluation.tagging import universal_features
from arcwalk.treebank.reader import Treebank, sentences_of
from arcwalk.treebank.validation.labels import RELATIONS

FUNCTION_RELATIONS = frozenset({"aux", "case", "cc", "clf", "cop", "det", "mark"})
CONTENT_RELATIONS = RELATIONS - FUNCTION_RELATIONS - {"punct"}


@dataclass(frozen=True, slots=True)
class MetricScore:
    """Counts of what is scored, with precision, recall, F1 and the accuracy of aligned words in percent.

    As in the script of the shared task, a share of nothing is 0.
    """

    gold: int
    system: int
    correct: int
    aligned: int | None = None  # words of gold that are aligned; None for what is not about aligned words

    @property
    def precision(self) -> float:
        """The share of what the system has that is correct."""
        return _percent(self.correct, self.system)

    @property
    def recall(self) -> float:
        """The share of what gold has that the system found."""
        return _percent(self.correct, self.gold)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return _percent(2 * self.correct, self.gold + self.system)

    @property
    def aligned_accuracy(self) -> float | None:
        """The share of aligned words that are correct."""
        return None if self.aligned is None else _percent(self.correct, self.aligned)


@dataclass(frozen=True, eq=False)
class AlignedScores:
    """The scores of a system whose words may differ from those of gold, by the names that the shared task gave them.

    `Tokens`, `Sentences` and `Words`; `UPOS`, `XPOS`, `UFeats` (universal features), `AllTags` (these three) and
    `Lemmas`; and, if there are trees, `UAS` and `LAS`, and of content words only `CLAS` (LAS), `MLAS` (also tags and
    features, of function words attached to them, too) and `BLEX` (LAS and lemmas).
    """

    alignment: WordAlignment
    metrics: Mapping[str, MetricScore]


def evaluate_aligned(gold: Treebank, system: Treebank) -> AlignedScores:
    """Score a system that may have other words and sentences than gold, in files or in memory.

    Both must be of the same text; an error says where it differs. Words are aligned by characters.
    """
    return aligned_scores(align_words(sentences_of(gold, heads="given"), sentences_of(system, heads="given")))


def aligned_scores(alignment: WordAlignment) -> AlignedScores:
    """The scores of aligned words, of which the first are gold; those of trees if both have some."""
    gold, system = alignment.first, alignment.second
    sizes = len(gold), len(system)
    upos, xpos = alignment.same("upos"), alignment.same("xpos")
    feats = alignment.same("feats", universal_features)
    no_lemma = _is_in(gold.column("lemmas"), {"_"})
    lemmas = alignment.same("lemmas") | no_lemma[alignment.first_words]
    words = {"UPOS": upos, "XPOS": xpos, "UFeats": feats, "AllTags": upos & xpos & feats, "Lemmas": lemmas}
    metrics = {
        "Tokens": _spans_score(gold.tokens, system.tokens),
        "Sentences": _spans_score(gold.sentence_spans, system.sentence_spans),
        "Words": MetricScore(*sizes, len(alignment)),
        **{name: MetricScore(*sizes, count(right), len(alignment)) for name, right in words.items()},
    }
    if has_heads(gold.sentences) and has_heads(system.sentences):
        metrics |= _tree_metrics(alignment, upos & feats, lemmas)
    return AlignedScores(alignment, metrics)


def _tree_metrics(alignment: WordAlignment, same_tags: Booleans, same_lemma: Booleans) -> dict[str, MetricScore]:
    gold, system = alignment.first, alignment.second
    for side, role in ((gold, "gold"), (system, "system")):
        for number, sentence in enumerate(side.sentences, 1):
            require_heads(sentence, role, number)
    heads, system_heads = alignment.heads()
    same_head = (heads == system_heads) & (heads != UNALIGNED)
    same_arc = same_head & alignment.same("deprels", universal_label)
    same_below = _same_function_words(alignment, heads, same_arc & same_tags)
    of_content = same_arc, same_arc & same_tags & same_below, same_arc & same_lemma
    is_content, is_content_in_system = (_is_in(_labels(side), CONTENT_RELATIONS) for side in (gold, system))
    content = is_content[alignment.first_words]
    sizes = count(is_content), count(is_content_in_system)
    return {
        "UAS": MetricScore(len(gold), len(system), count(same_head), len(alignment)),
        "LAS": MetricScore(len(gold), len(system), count(same_arc), len(alignment)),
        **{
            name: MetricScore(*sizes, count(content & right), count(content))
            for name, right in zip(("CLAS", "MLAS", "BLEX"), of_content, strict=True)
        },
    }


def _same_function_words(alignment: WordAlignment, heads: Integers, same: Booleans) -> Booleans:
    """Whether pairs of words have the same function words, given which words have the same arcs and tags.

    If as many are the same as there are on either side, all are.
    """
    gold, system = (
        _function_words(side)[own]
        for side, own in (
            (alignment.first, alignment.first_words),
            (alignment.second, alignment.second_words),
        )
    )
    is_function = _is_in(_labels(alignment.first), FUNCTION_RELATIONS)[alignment.first_words]
    both = np.bincount(heads[same & is_function & (heads >= 0)], minlength=len(alignment))
    same_number: Booleans = (gold == both) & (system == both)
    return same_number


def _function_words(words: TextWords) -> Integers:
    """How many function words are attached to each word."""
    heads = np.array(words.heads(), dtype=np.int32)
    counted = _is_in(_labels(words), FUNCTION_RELATIONS) & (heads != ROOT)
    return np.bincount(heads[counted], minlength=len(words)).astype(np.int32)


def _labels(words: TextWords) -> list[str]:
    return list(map(universal_label, words.column("deprels")))


def _is_in(values: Iterable[str], of: Collection[str]) -> Booleans:
    return np.array([value in of for value in values], dtype=np.bool_)


def _spans_score(gold: list[Span], system: list[Span]) -> MetricScore:
    return MetricScore(len(gold), len(system), len(set(gold).intersection(system)))


def _percent(part: int, whole: int) -> float:
    """`part` of `whole` in percent, multiplied last: rounded to two digits, it is what the script prints."""
    return 100 * (part / whole) if whole else 0.0
