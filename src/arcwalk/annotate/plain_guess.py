"""The guess before there is a model: what most languages have in common, from tags if there are any.

Function words go to a content word next to them, nominals and adverbs to a verb, and a verb is the root; without tags,
each word goes to the one before. Labels are those of Universal Dependencies.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from arcwalk.arrays import Codes, Heads, ScoreTable
from arcwalk.errors import ArcwalkError
from arcwalk.models.label_set import EMPTY, LabelSet
from arcwalk.models.model_file import ModelFile
from arcwalk.models.parses import ConfidentTree, NoTreeError
from arcwalk.systems.parser import Parser
from arcwalk.systems.parsing_options import ParsingOptions
from arcwalk.treebank.formats import UPOS_TAGS
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.candidates import heads_with_fixed
from arcwalk.trees.decoders.first_order import decode

NAME = "plain"
_TAGS = ("", *sorted(UPOS_TAGS))
_CODES = {tag: code for code, tag in enumerate(_TAGS)}
_NOUNS = {"NOUN", "PROPN", "PRON"}
_PREDICATES = {"VERB": 4.0, "AUX": 1.0, "ADJ": 2.0, "NOUN": 2.0, "PROPN": 1.5, "PRON": 1.0}
_OF_NOUNS, _OF_VERBS = {"NOUN", "PROPN"}, {"VERB", "ADJ"}  # likely heads of words with these tags
_HEADS = {
    **dict.fromkeys(("DET", "ADP", "NUM", "ADJ"), _OF_NOUNS),
    **dict.fromkeys(("AUX", "SCONJ", "PART", "ADV", "NOUN", "PROPN", "PRON", "VERB", "PUNCT", "INTJ"), _OF_VERBS),
    "CCONJ": _OF_NOUNS | _OF_VERBS,
}
# By code of a tag: as the root, for the head (row) of a modifier (column), whether heads usually follow, and verbs.
_AS_ROOT = np.array([_PREDICATES.get(tag, 0.0) for tag in _TAGS])
_FITS = np.array([[head in _HEADS.get(modifier, ()) for modifier in _TAGS] for head in _TAGS])
_BEFORE_HEADS = np.isin(_TAGS, ["DET", "ADP", "NUM", "ADJ", "AUX", "SCONJ", "CCONJ", "PART"])
_IS_VERB = np.isin(_TAGS, ["VERB"])
_LABELS = {
    **{"DET": "det", "ADP": "case", "NUM": "nummod", "ADJ": "amod", "AUX": "aux", "SCONJ": "mark", "PART": "mark"},
    **{"CCONJ": "cc", "ADV": "advmod", "PUNCT": "punct", "VERB": "advcl", "INTJ": "discourse"},
}


class PlainGuess:
    """A `System` that has learned nothing; it is sure of nothing, either."""

    name = NAME
    label_set = LabelSet(sorted({"root", "dep", "nsubj", "obj", "nmod", *_LABELS.values()}), ["root"])
    options: Any = None

    def encode(self, sentence: Sentence) -> Codes:
        """The coarse tag of each word."""
        return np.array([_CODES.get(tag, 0) for tag in sentence.upos], dtype=np.int32)

    def parse(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str]]:
        """The best tree around given heads and labels."""
        n = len(codes)
        fixed = np.full(n + 1, -1, dtype=np.int32) if heads is None else heads
        start, head = heads_with_fixed(fixed)
        table = _scores(codes)
        modifier = np.repeat(np.arange(1, n + 1), np.diff(start[1:]))
        tree = np.empty(n + 1, dtype=np.int32)
        if decode(start, head, table[head, modifier], True, True, tree) == -np.inf:
            raise NoTreeError
        return tree, self.label(codes, tree, labels or [""] * n)

    def parse_with_confidence(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The same tree with no confidence."""
        tree, names = self.parse(codes, heads, labels)
        nothing = np.zeros(len(names))
        return ConfidentTree(tree, names, nothing, nothing)

    def label(self, codes: Codes, heads: Heads, given: Sequence[str]) -> list[str]:
        """The labels of a tree."""
        tags = [_TAGS[code] for code in codes]
        return [old if old not in EMPTY else _label(tags, int(heads[word]), word) for word, old in enumerate(given, 1)]

    def with_options(self, _: object) -> "PlainGuess":
        """There are none."""
        return self

    def model(self) -> ModelFile:
        """There is nothing to keep."""
        raise ArcwalkError("a plain guess is not a model", "train one")


def plain_parser() -> Parser:
    """A parser that guesses."""
    return Parser(PlainGuess(), ParsingOptions())


def _scores(codes: Codes) -> ScoreTable:
    """(n + 1, n + 1): how likely the row is the head of the column."""
    n = len(codes)
    places = np.arange(n + 1)
    scores: ScoreTable = -0.1 * np.abs(places[:, None] - places[None, :])
    scores[0, 1:] = _AS_ROOT[codes] - 0.01 * places[1:]
    fits = _FITS[codes[:, None], codes[None, :]]
    is_before = places[1:, None] > places[None, 1:]  # the modifier comes before the head
    bonus = 0.5 * (is_before & _BEFORE_HEADS[codes]) + 0.5 * _IS_VERB[codes][:, None]
    scores[1:, 1:] += fits * (2.0 + bonus)
    scores[1:, 1:] += (codes == 0) & (places[1:, None] == places[None, 1:] - 1)
    return scores


def _label(tags: Sequence[str], head: int, word: int) -> str:
    if head == 0:
        return "root"
    tag = tags[word - 1]
    if tag in _NOUNS:
        if tags[head - 1] in _NOUNS:
            return "nmod"
        return "nsubj" if word < head else "obj"
    return _LABELS.get(tag, "dep")
