"""What a drawing says of an arc besides its label: how sure the parser is of it, and whether it is right."""

import math
from collections.abc import Iterable, Iterator
from itertools import repeat

from arcwalk.evaluation.alignment import paired
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE
from arcwalk.treebank.confidence import confidences
from arcwalk.treebank.sentence import Sentence

Tree = tuple[Sentence, Sentence | None]
"""A tree, and the gold tree of the same words where it is known."""

UNSURE, DOUBTFUL = 0.9, 0.6
"""Confidences in the head below which an arc is marked."""

SIGNS = {"unsure": "?", "doubtful": "?", "wrong": "✗"}
"""What follows a label where marks must be text; what is doubtful is unsure too and gets two question marks."""


class ArcMarks:
    """The marks of the arcs of a sentence, each known by its modifier: `unsure`, `doubtful`, `wrong`.

    They come from the confidences in MISC, and from the gold tree of the same words where it is given.
    """

    def __init__(self, sentence: Sentence, gold: Sentence | None) -> None:
        self._confidences = confidences(sentence, HEAD_CONFIDENCE)
        self.wrong = wrong_words(sentence, gold) if gold is not None else set()

    def of(self, word: int) -> list[str]:
        """The marks of the arc to a word; what is doubtful is unsure too."""
        return list(self._of(word))

    def _of(self, word: int) -> Iterator[str]:
        confidence = self._confidences[word - 1]  # NaN if there is none
        if confidence < UNSURE:
            yield "unsure"
        if confidence < DOUBTFUL:
            yield "doubtful"
        if word in self.wrong:
            yield "wrong"

    def found(self) -> set[str]:
        """All marks in the drawing, with `gold` for the gold arcs of wrong words."""
        words = range(1, len(self._confidences) + 1)
        return {mark for word in words for mark in self._of(word)} | ({"gold"} if self.wrong else set())

    def signs(self, word: int) -> str:
        """The marks of the arc to a word as text."""
        return "".join(SIGNS[mark] for mark in self._of(word))

    def remarks(self, word: int) -> str:
        """The same in words, to follow the description of an arc: `, confidence 0.62, wrong`."""
        confidence = self._confidences[word - 1]
        sure = "" if math.isnan(confidence) else f", confidence {confidence:.2f}"
        return sure + (", wrong" if word in self.wrong else "")


def trees_of(sentences: Iterable[Sentence], gold: Iterable[Sentence] | None) -> list[Tree]:
    """Each sentence with its gold tree, if those are given for all of them."""
    return list(zip(sentences, repeat(None), strict=False) if gold is None else zip(sentences, gold, strict=True))


def wrong_words(sentence: Sentence, gold: Sentence) -> set[int]:
    """The words whose head or label is not that of `gold`, if it has one there; both must have the same words."""
    for _ in paired([gold], [sentence]):
        pass
    trees = zip(sentence.heads, sentence.deprels, gold.heads, gold.deprels, strict=True)
    return {
        word
        for word, (head, label, gold_head, gold_label) in enumerate(trees, 1)
        if gold_head >= 0 and (head, label) != (gold_head, gold_label)
    }
