"""What tests of parsers ask of parses and models."""

import hashlib
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from brute_force import is_tree

from arcwalk import Parser, Sentence

Tree = tuple[tuple[int, ...], tuple[str, ...]]


def tree(sentence: Sentence) -> Tree:
    return sentence.heads, sentence.deprels


def trees(sentences: list[Sentence]) -> list[Tree]:
    return [tree(sentence) for sentence in sentences]


def array(sentence: Sentence) -> np.ndarray:
    return np.array([-1, *sentence.heads], dtype=np.int32)


def without_trees(sentences: list[Sentence]) -> list[Sentence]:
    return [sentence.with_tree([-1] * len(sentence), ["_"] * len(sentence)) for sentence in sentences]


def bytes_of(parser: Parser, folder: Path) -> str:
    path = folder / "model.arcwalk"
    parser.save(path)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def right_heads(gold: list[Sentence], found: list[Sentence]) -> float:
    pairs = [pair for one, other in zip(gold, found, strict=True) for pair in zip(one.heads, other.heads, strict=True)]
    return sum(right == head for right, head in pairs) / len(pairs)


def right_arcs(gold: list[Sentence], found: list[Sentence]) -> float:
    pairs = [
        pair
        for one, other in zip(gold, found, strict=True)
        for pair in zip(zip(*tree(one), strict=True), zip(*tree(other), strict=True), strict=True)
    ]
    return sum(right == arc for right, arc in pairs) / len(pairs)


def assert_kept(parser: Parser, sentences: list[Sentence]) -> None:
    """Some heads and labels are given, the labels of a kind that no treebank has: they stay, and the rest is filled."""
    random = Random(0)
    for gold in sentences:
        fixed = [random.random() < 0.4 for _ in range(len(gold))]
        given = gold.with_tree(
            [head if keep else -1 for head, keep in zip(gold.heads, fixed, strict=True)],
            ["my:label" if keep else "_" for keep in fixed],
        )
        found = parser.parse(given, keep=True)
        assert is_tree(array(found))
        for keep, head, right, label in zip(fixed, found.heads, gold.heads, found.deprels, strict=True):
            assert not keep or head == right
            assert (label == "my:label") == keep


class Diary:
    """Progress that is written down."""

    def __init__(self) -> None:
        self.stages: list[tuple[str, int]] = []
        self.lines: list[str] = []
        self.steps = 0

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:  # noqa: ARG002
        self.stages.append((title, steps))

    def advance(self) -> None:
        self.steps += 1

    def left(self, seconds: float | None) -> None:
        assert seconds is None or seconds >= 0

    def note(self, line: str, **values: float | str) -> None:
        assert values, line

    def say(self, line: str, **values: float | str) -> None:
        assert values, line
        self.lines.append(line)


def barely_tagged(forms: list[str], **columns: Any) -> Sentence:
    """A sentence with a tag at its first word only: just enough for a parser that was trained with tags."""
    return Sentence.from_columns(forms, upos=["X", *["_"] * (len(forms) - 1)], **columns)
