"""A whole treebank as flat arrays, so that one kernel call can run through all of it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import PADDING, Booleans, Codes, Heads, Labels, Numbers, Starts
from arcwalk.treebank.encoding import Encoder, word_count
from arcwalk.treebank.sentence import Sentence

Item = TypeVar("Item")


class Corpus(NamedTuple):
    """Sentence i has rows `rows[i]` to `rows[i + 1]` of codes, heads and labels; its words start one row further on."""

    codes: Codes  # (all rows, columns)
    rows: NDArray[np.int64]  # (sentences + 1,)
    heads: NDArray[np.int32]  # (all rows,), -1 at roots and padding
    labels: NDArray[np.int32]  # (all rows,), likewise
    weights: Numbers  # (sentences,): how often each counts in training

    def __len__(self) -> int:
        return len(self.rows) - 1

    def sentence(self, i: int) -> tuple[Codes, Heads, Labels]:
        """Codes, heads and labels of a sentence; heads and labels over positions 0 to n."""
        begin = self.rows[i]
        codes = self.codes[begin : self.rows[i + 1]]
        end = begin + word_count(codes) + 1
        return codes, self.heads[begin:end], self.labels[begin:end]

    def part(self, chosen: Sequence[int]) -> "Corpus":
        """The chosen sentences, in their order."""
        rows = np.concatenate([np.arange(self.rows[i], self.rows[i + 1]) for i in chosen])
        lengths = [int(self.rows[i + 1] - self.rows[i]) for i in chosen]
        weights = self.weights[list(chosen)]
        return Corpus(self.codes[rows], np.cumsum([0, *lengths]), self.heads[rows], self.labels[rows], weights)

    def order(self, chosen: Sequence[int] | None = None) -> list[int]:
        """What an epoch learns from, before it is shuffled: some sentences, or all, each as often as it counts."""
        numbers = range(len(self)) if chosen is None else chosen
        return repeated(numbers, self.weights[list(numbers)])


def repeated(items: Iterable[Item], weights: Iterable[int]) -> list[Item]:
    """Each item as often as it counts."""
    return [item for item, weight in zip(items, weights, strict=True) for _ in range(weight)]


def without_padding(rows: Starts) -> tuple[Booleans, Starts]:
    """Which rows of a corpus are roots or words, and where each sentence begins among those; `rows` as in `Corpus`."""
    is_kept = np.ones(rows[-1], dtype=np.bool_)
    for last in range(1, PADDING):
        is_kept[rows[1:] - last] = False
    return is_kept, rows - (PADDING - 1) * np.arange(len(rows))


def encode_corpus(sentences: Sequence[Sentence], encoder: Encoder, labels: Sequence[str]) -> Corpus:
    """Encode annotated sentences; `labels` is the label set in the order of its codes."""
    number = {label: code for code, label in enumerate(labels)}
    codes = [encoder.encode(sentence) for sentence in sentences]
    rows = np.cumsum([0, *(len(matrix) for matrix in codes)])
    heads = np.full(rows[-1], -1, dtype=np.int32)
    label_codes = np.full(rows[-1], -1, dtype=np.int32)
    for row, sentence in zip(rows, sentences, strict=False):
        words = slice(row + 1, row + 1 + len(sentence))
        heads[words] = sentence.heads
        label_codes[words] = [number[label] for label in sentence.deprels]
    weights = np.array([sentence.weight for sentence in sentences], dtype=np.int64)
    return Corpus(np.concatenate(codes), rows, heads, label_codes, weights)
