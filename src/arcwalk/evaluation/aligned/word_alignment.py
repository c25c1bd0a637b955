"""Which words of two annotations of a text are the same: those with the same characters.

As in the script of the CoNLL 2018 shared task: words with the same span are aligned; where either side has a multiword
token, whose words have no span of their own, those with the same form, as a longest common subsequence.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Integers
from arcwalk.errors import Finding, TreebankError
from arcwalk.evaluation.aligned.common_subsequence import common_subsequence
from arcwalk.evaluation.aligned.text_words import MISSING, ROOT, UNALIGNED, TextWords, text_words
from arcwalk.treebank.sentence import Sentence

_SHOWN = 20  # characters of a text in an error


@dataclass(frozen=True, eq=False)
class WordAlignment:
    """Two annotations of a text, and their words that are aligned, one entry per pair, in the order of the text."""

    first: TextWords
    second: TextWords
    first_words: Integers
    second_words: Integers

    def __len__(self) -> int:
        """The number of pairs."""
        return len(self.first_words)

    def codes(self, column: str, value: Callable[[str], str] = str) -> "ColumnCodes":
        """The values of aligned words in a column (`upos`, `deprels`, ...) as numbers."""
        numbers: dict[str, int] = {}
        sides = []
        for words, own in ((self.first, self.first_words), (self.second, self.second_words)):
            values = words.column(column)
            known = {each: numbers.setdefault(value(each), len(numbers)) for each in dict.fromkeys(values)}
            sides.append(np.array([known[each] for each in values], dtype=np.int32)[own])
        return ColumnCodes(sides[0], sides[1], tuple(numbers))

    def same(self, column: str, value: Callable[[str], str] = str) -> Booleans:
        """Whether aligned words have the same value in a column."""
        codes = self.codes(column, value)
        same: Booleans = codes.first == codes.second
        return same

    def heads(self) -> tuple[Integers, Integers]:
        """The heads of aligned words on both sides: the number of a pair, `ROOT`, `UNALIGNED` or `MISSING`."""
        sides = []
        for words, own in ((self.first, self.first_words), (self.second, self.second_words)):
            pairs = np.full(len(words) - MISSING, UNALIGNED, dtype=np.int32)
            pairs[own] = np.arange(len(self))
            pairs[ROOT], pairs[MISSING] = ROOT, MISSING
            sides.append(pairs[np.array(words.heads(), dtype=np.int32)[own]])
        return sides[0], sides[1]


class ColumnCodes(NamedTuple):
    """The values of aligned words, as indices into `values`."""

    first: Integers
    second: Integers
    values: tuple[str, ...]


def align_words(
    first: Sequence[Sentence], second: Sequence[Sentence], names: tuple[str, str] = ("<gold>", "<system>")
) -> WordAlignment:
    """Align the words of two annotations of the same text; an error says where the text differs.

    `names` are for messages, of treebanks that are in no file.
    """
    one, other = (text_words(sentences, name) for sentences, name in zip((first, second), names, strict=True))
    if one.text != other.text:
        raise _different_text(one, other)
    pairs = np.array(list(_pairs(one, other)), dtype=np.int32).reshape(-1, 2)
    return WordAlignment(one, other, pairs[:, 0], pairs[:, 1])


def _pairs(one: TextWords, other: TextWords) -> Iterator[tuple[int, int]]:
    i = j = 0
    while i < len(one) and j < len(other):
        if one.in_multiword[i] or other.in_multiword[j]:
            i, j, after_i, after_j = _around_multiword_tokens(one, other, i, j)
            for k, m in common_subsequence(one.forms[i:after_i], other.forms[j:after_j]):
                yield i + k, j + m
            i, j = after_i, after_j
        elif one.starts[i] == other.starts[j] and one.ends[i] == other.ends[j]:
            yield i, j
            i, j = i + 1, j + 1
        elif one.starts[i] <= other.starts[j]:
            i += 1
        else:
            j += 1


def _around_multiword_tokens(one: TextWords, other: TextWords, i: int, j: int) -> tuple[int, int, int, int]:
    """The words from `i` and `j` on until no multiword token of either side goes on: where they begin and end."""
    if one.in_multiword[i]:
        end = one.ends[i]
        j += not other.in_multiword[j] and other.starts[j] < one.starts[i]  # it began outside of the token
    else:
        end = other.ends[j]
        i += one.starts[i] < other.starts[j]
    first_i, first_j = i, j
    while _is_within(one, i, end) or _is_within(other, j, end):
        is_first = j == len(other) or (i < len(one) and one.starts[i] <= other.starts[j])
        words, word = (one, i) if is_first else (other, j)
        if words.in_multiword[word]:
            end = max(end, words.ends[word])
        i, j = i + is_first, j + (not is_first)
    return first_i, first_j, i, j


def _is_within(words: TextWords, word: int, end: int) -> bool:
    """Whether a word belongs to the text before `end`, at least in part if it is in a multiword token."""
    if word == len(words):
        return False
    return words.starts[word] < end if words.in_multiword[word] else words.ends[word] <= end


def _different_text(one: TextWords, other: TextWords) -> TreebankError:
    """The error that says where two texts begin to differ."""
    shorter = min(len(one.text), len(other.text))
    at = next((at for at in range(shorter) if one.text[at] != other.text[at]), shorter)
    remedy = "both files must have the same text, but for spaces"
    if at == len(other.text):
        one, other = other, one
    sentence, line = other.line_at(at)
    name = sentence.id or str(sentence.ordinal or other.sentences.index(sentence) + 1)
    message = f"the text goes on with {_shown(other, at)}, but {one.file} ends before that"
    if at < len(one.text):
        there, there_line = one.line_at(at)
        where = f"{there.source or one.file}:{there_line}"
        message = f"the text goes on with {_shown(other, at)}, but with {_shown(one, at)} in {where}"
    return TreebankError(Finding(sentence.source or other.file, line, name, "different-text", message, remedy))


def _shown(words: TextWords, start: int) -> str:
    text = words.text[start : start + _SHOWN]
    return repr(text + "..." * (start + _SHOWN < len(words.text)))
