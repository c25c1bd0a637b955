"""Parsing long sentences in pieces: splitting before, merging the trees after.

The sampling paper splits long sentences at ending punctuation and merges the roots of the pieces into one node
(section 5). Here the root of one piece remains the root, and the roots of the others are attached to it.
"""

import re
import unicodedata
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, compress, pairwise
from operator import not_

from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.values import cells, identifier, is_row, without_mark

_INSIDE, _ANYWHERE, _COMMA, _ENDING = range(4)  # how good a place to split there is after a word, worst first
_ENDING_MARKS = frozenset(".?!;:…‥。．｡？！；：؟؛۔।॥։።፧፤\u037e")  # the last one is the Greek question mark
_COMMAS = frozenset(",，、､،፣")
_RANGE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


def split(sentence: Sentence, longest: int, *, keep: bool = False) -> list[Sentence]:
    """Split a sentence of more than `longest` words into pieces that are sentences themselves.

    Pieces are split until none is too long, at the best place nearest their middle: after ending punctuation, after a
    comma, between any words. Never inside a multiword range and, with `keep`, never across a given arc; a piece that
    cannot be split remains too long.

    A piece has only word lines, numbered from 1; a head outside the piece becomes `_`.
    """
    if longest < 1:
        raise ValueError(f"a piece cannot have {longest} words; allow at least 1")
    if len(sentence) <= longest:
        return [sentence]
    ratings = _ratings(sentence, keep)
    cuts = []
    parts = [(0, len(sentence))]
    while parts:
        first, last = parts.pop()
        if last - first <= longest:
            continue
        middle = (first + last) / 2
        cut = max(range(first + 1, last), key=lambda cut: (ratings[cut], -abs(cut - middle)))
        if ratings[cut] > _INSIDE:
            cuts.append(cut)
            parts += [(first, cut), (cut, last)]
    if not cuts:
        return [sentence]
    return [_piece(sentence, first, last) for first, last in pairwise([0, *sorted(cuts), len(sentence)])]


def merge(sentence: Sentence, pieces: Sequence[Sentence], *, keep: bool = False) -> tuple[list[int], list[str]]:
    """Merge the trees of the parsed pieces, in order, into the heads and labels of words 1..n of the sentence.

    The roots of the first piece remain roots, or, with `keep`, those of the pieces in which the sentence already has a
    root. Other roots are attached to the nearest remaining root on their left, or to the first. Single-rooted trees
    thus give a single-rooted tree, unless several roots are given, and projective trees a projective one. The label of
    a new arc is `_`, unless `keep` finds one already there: that of its root says nothing about it.
    """
    if sum(map(len, pieces)) != len(sentence):
        raise ValueError("the pieces do not have the words of the sentence; merge those that split returned")
    heads: list[int] = []
    deprels: list[str] = []
    roots: list[list[int]] = []  # of each piece
    for piece in pieces:
        offset = len(heads)
        roots.append([offset + word for word, head in enumerate(piece.heads, 1) if head == 0])
        heads += [head + offset if head > 0 else head for head in piece.heads]
        deprels += piece.deprels
    stays = [keep and any(sentence.heads[root - 1] == 0 for root in group) for group in roots]
    stays[0] = stays[0] or not any(stays)
    staying = list(chain.from_iterable(compress(roots, stays)))
    for root in chain.from_iterable(compress(roots, map(not_, stays))):
        heads[root - 1] = staying[max(bisect(staying, root) - 1, 0)]
        if not keep or sentence.deprels[root - 1] in ("_", ""):
            deprels[root - 1] = "_"
    return heads, deprels


def _ratings(sentence: Sentence, keep: bool) -> list[int]:
    """How good a place to split there is after each word; index 0 is before the first."""
    ratings = [_INSIDE]
    for form in sentence.forms:
        here, before = _rating(form), ratings[-1]
        if before > _ANYWHERE and (here > _ANYWHERE or _is_closing(form)):  # do not separate adjacent marks
            here, ratings[-1] = max(here, before), _ANYWHERE
        ratings.append(here)
    opened = Counter[int]()  # spans that begin minus spans that end at each word
    for first, last in _uncut_spans(sentence, keep):
        opened[first] += 1
        opened[last] -= 1
    covering = accumulate(opened[word] for word in range(len(ratings)))
    return [_INSIDE if spans else rating for rating, spans in zip(ratings, covering, strict=True)]


def _rating(form: str) -> int:
    if form and _ENDING_MARKS.issuperset(form):
        return _ENDING
    return _COMMA if form in _COMMAS else _ANYWHERE


def _is_closing(form: str) -> bool:
    return form != "" and all(unicodedata.category(character) in ("Pe", "Pf") for character in form)


def _uncut_spans(sentence: Sentence, keep: bool) -> Iterator[tuple[int, int]]:
    """First and last words of what must not be split: multiword ranges and, with `keep`, given arcs."""
    for line in sentence.lines:
        if is_row(line) and (match := _RANGE.fullmatch(identifier(line, sentence.format))):
            yield int(match[1]), int(match[2])
    if keep:
        for modifier, head in enumerate(sentence.heads, 1):
            if head > 0:
                yield min(head, modifier), max(head, modifier)


def _piece(sentence: Sentence, first: int, last: int) -> Sentence:
    """The words with indices `first` to `last - 1` as a sentence."""
    lines = without_mark(sentence.lines)
    places = sentence.places[first:last]
    rows = [cells(lines[line_index]) for line_index in places]
    for number, row in enumerate(rows, 1):
        head = sentence.heads[first + number - 1]
        row[sentence.format.id] = str(number)
        row[sentence.column("HEAD")] = "0" if head == 0 else str(head - first) if first < head <= last else "_"
    words = ["\t".join(row) + "\n" for row in rows]
    piece = Sentence([*words, "\n"], sentence.source, sentence.line + places[0], sentence.ordinal, sentence.format)
    # CoNLL-2009 chooses columns by the sentence as a whole, and labels may differ from the text
    for column in ("lemmas", "upos", "xpos", "feats", "deprels"):
        setattr(piece, column, getattr(sentence, column)[first:last])
    return piece
