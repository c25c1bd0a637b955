"""A whole treebank as flat arrays, so that one kernel call can run through all of it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import PADDING, Booleans, Codes, Heads, Labels, Starts
from arcwalk.treebank.encoding import Encoder, word_count
from arcwalk.treebank.sentence import Sentence


class Corpus(NamedTuple):
    """Sentence i occupies rows `rows[i]` to `rows[i + 1]` of every array; its words start one row further on."""

    codes: Codes  # (all rows, columns)
    rows: NDArray[np.int64]  # (sentences + 1,)
    heads: NDArray[np.int32]  # (all rows,), -1 at roots and padding
    labels: NDArray[np.int32]  # (all rows,), likewise

    def __len__(self) -> int:
        return len(self.rows) - 1

    def sentence(self, i: int) -> tuple[Codes, Heads, Labels]:
        """Codes, heads and labels of a sentence; heads and labels over positions 0 to n."""
        begin = self.rows[i]
        codes = self.codes[begin : self.rows[i + 1]]
        end = begin + word_count(codes) + 1
        return codes, self.heads[begin:end], self.labels[begin:end]


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
    return Corpus(np.concatenate(codes), rows, heads, label_codes)
