"""What a drawing says of an arc besides its label: how sure the parser is of it, and whether it is right."""

import math
from collections.abc import Iterable, Iterator
from itertools import repeat

from arcwalk.evaluation.alignment import paired
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE, LABEL_CONFIDENCE
from arcwalk.treebank.confidence import confidences
from arcwalk.treebank.sentence import Sentence

Tree = tuple[Sentence, Sentence | None]
"""A tree, and the gold tree of the same words where it is known."""

UNSURE, DOUBTFUL = 0.9, 0.6
"""Confidences below which an arc or its label is marked."""

LABEL_MARKS = ("unsure-label", "doubtful-label")
"""The marks of labels; all others are of arcs."""


class ArcMarks:
    """The marks of the arcs of a sentence, each known by its modifier.

    `unsure` and `doubtful` speak of the head. Where the labeled arc is in more doubt than the head alone, the label is
    to blame: `unsure-label`, `doubtful-label`. They come from the confidences in MISC. `wrong` comes from the gold tree
    of the same words, where it is given.
    """

    def __init__(self, sentence: Sentence, gold: Sentence | None) -> None:
        self._heads = confidences(sentence, HEAD_CONFIDENCE)
        self._arcs = confidences(sentence, LABEL_CONFIDENCE)
        self.wrong = wrong_words(sentence, gold) if gold is not None else set()

    def of(self, word: int) -> list[str]:
        """The marks of the arc to a word; what is doubtful is unsure too."""
        return list(self._of(word))

    def _of(self, word: int) -> Iterator[str]:
        of_head, of_arc = _doubts(self._heads[word - 1]), _doubts(self._arcs[word - 1])
        yield from of_head
        if len(of_arc) > len(of_head):
            yield from LABEL_MARKS[: len(of_arc)]
        if word in self.wrong:
            yield "wrong"

    def used(self) -> set[str]:
        """All marks in the drawing, with `gold` for the gold arcs of wrong words."""
        words = range(1, len(self._heads) + 1)
        return {mark for word in words for mark in self._of(word)} | ({"gold"} if self.wrong else set())

    def signed(self, word: int, label: str) -> str:
        """A label with the marks of its arc as text: `obj?` if the head is unsure, `(obj?)` if the label is."""
        marks = self.of(word)
        doubts = sum(mark in LABEL_MARKS for mark in marks)
        own = f"({label}{'?' * doubts})" if doubts else label
        return own + "".join(_SIGNS.get(mark, "") for mark in marks)

    def remarks(self, word: int) -> str:
        """The marks in words, to follow the description of an arc: `, confidence 0.97, with label 0.62, wrong`."""
        head, arc = self._heads[word - 1], self._arcs[word - 1]
        sure = "" if math.isnan(head) else f", confidence {head:.2f}"
        if sure and not math.isnan(arc) and f"{arc:.2f}" != f"{head:.2f}":
            sure += f", with label {arc:.2f}"
        return sure + (", wrong" if word in self.wrong else "")


_SIGNS = {"unsure": "?", "doubtful": "?", "wrong": "✗"}


def _doubts(confidence: float) -> list[str]:
    """What a confidence is called, nothing if it is high or NaN."""
    return ["unsure", "doubtful"][: (confidence < UNSURE) + (confidence < DOUBTFUL)]


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
