"""What stands for words is computed once, and not kept for ever."""

import numpy as np
import pytest

from arcwalk.arrays import IntegerTable
from arcwalk.treebank import row_memory
from arcwalk.treebank.row_memory import RowMemory

PADDING = np.array([[-1, -1], [-2, -2], [-3, -3]], dtype=np.int32)


class Lengths:
    """Computes the lengths of two texts, and counts how often."""

    def __init__(self) -> None:
        self.computed = 0

    def __call__(self, words: list[tuple[str, str]]) -> IntegerTable:
        self.computed += len(words)
        return np.array([[len(first), len(second)] for first, second in words], dtype=np.int32)


def test_each_word_is_computed_once() -> None:
    lengths = Lengths()
    memory = RowMemory(lengths, PADDING)
    words = [("a", "b"), ("long", "c"), ("a", "b")]
    assert memory.rows(words).tolist() == [[1, 1], [4, 1], [1, 1]]
    assert memory.sentence(words[:2]).tolist() == [[-1, -1], [1, 1], [4, 1], [-2, -2], [-3, -3]]
    assert memory.sentence([]).tolist() == PADDING.tolist()
    many = [("x" * i, "y") for i in range(5000)]
    assert memory.rows(many)[:, 0].tolist() == list(range(5000))
    assert memory.rows(words).tolist() == [[1, 1], [4, 1], [1, 1]]
    assert lengths.computed == 5002


@pytest.mark.parametrize(("bound", "length", "words"), [("_MOST_CHARACTERS", 1000, 20), ("_MOST_WORDS", 1, 20_000)])
def test_too_many_words_are_forgotten(bound: str, length: int, words: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_memory, bound, 10_000)
    lengths = Lengths()
    memory = RowMemory(lengths, PADDING)
    for i in range(words):
        memory.rows([(str(i), "a" * length)])
    assert lengths.computed == words
    for _ in range(2):
        memory.rows([("0", "a" * length)])
        assert lengths.computed == words + 1
