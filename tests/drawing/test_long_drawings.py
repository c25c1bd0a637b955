"""Sentences of thousands of words, of every shape, are drawn within seconds."""

from collections.abc import Callable
from time import process_time

import pytest

from arcwalk.drawing import svg_tree, terminal_tree
from arcwalk.sample import sample
from arcwalk.treebank.sentence import Sentence

WORDS = 4_000
PATIENCE = 20.0  # seconds of a processor, where one is enough; what takes time by the square of the words takes more


def usual() -> list[int]:
    """Sentences, each of which hangs from the one before."""
    heads: list[int] = []
    root = 0
    for sentence in sample(WORDS // 10):
        before = len(heads)
        heads += [head + before if head else root for head in sentence.heads]
        root = before + sentence.heads.index(0) + 1
    return heads


def flat() -> list[int]:
    return [0, *[1] * (WORDS - 1)]


def nested() -> list[int]:
    """Each word of the first half has the one after it and one of the second half."""
    half = WORDS // 2
    return [0, *range(1, half), *range(half, 0, -1)]


def rootless() -> list[int]:
    return [0] * WORDS


@pytest.mark.slow
@pytest.mark.parametrize("shape", [usual, flat, nested, rootless])
def test_long_sentences(shape: Callable[[], list[int]]) -> None:
    heads = shape()
    sentence = Sentence.from_columns(["word"] * len(heads), heads=heads, deprels=["conj"] * len(heads))
    start = process_time()
    assert svg_tree(sentence).count('class="word"') == len(heads) >= WORDS
    assert len(terminal_tree(sentence, 100).splitlines()) == len(heads)
    assert process_time() - start < PATIENCE
