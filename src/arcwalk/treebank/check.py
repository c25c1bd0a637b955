"""Structural checks on one sentence: what a parser cannot work with, and how to fix it.

`check` lists every problem. Readers stop at the first one; `arcwalk check` goes on.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from arcwalk.errors import Finding, TreebankError
from arcwalk.files.flaws import flaw_of
from arcwalk.treebank.formats import CONLL_U, is_known
from arcwalk.treebank.sentence_text import SentenceText
from arcwalk.treebank.values import cells, flaw_of_comment, flaw_of_row, identifier, is_row, is_sound, without_mark

HeadPolicy = Literal["ignore", "given", "gold"]
"""What HEAD and DEPREL must be: anything; valid where given; a complete labeled tree."""

MISSING_GOLD = frozenset({"missing-head", "missing-deprel"})
"""Tests that only apply to a treebank with gold trees."""

_UNCLEAR = frozenset({"columns", "format", "id-format", "no-words"})
"""Tests that leave it open which lines are words, or where their HEAD is."""

_RANGE = re.compile(r"([0-9]+)-([0-9]+)")
_EMPTY_NODE = re.compile(r"[0-9]+\.[0-9]+")


class Problem(NamedTuple):
    """A finding that does not know its file, line number and sentence yet."""

    line_index: int  # index into the lines of the sentence
    test: str
    message: str
    remedy: str
    column: str = ""  # its name, if the problem is in one


_NO_WORDS = Problem(0, "no-words", "the sentence has no words", "add words, or remove it")


def check(sentence: SentenceText, heads: HeadPolicy = "ignore") -> list[Finding]:
    """All problems of a sentence, in the order of its lines.

    Heads are checked only if it is clear which lines are words and where their HEAD is, cycles only if the words are
    also numbered correctly.
    """
    problems: list[Problem] = list(_lines(sentence))
    if not problems and not sentence.places:
        problems.append(_NO_WORDS)
    if heads != "ignore" and not any(problem.test in _UNCLEAR for problem in problems):
        problems += _tree(sentence, gold=heads == "gold")
    if sentence.format.is_declared or not is_sound("".join(sentence.lines)):
        problems += _values(sentence)
    problems.sort(key=lambda problem: problem.line_index)
    return sentence.findings(problems)


def require_words(sentence: SentenceText) -> None:
    """Raise if there is nothing to tag or to parse."""
    if not sentence.places:
        raise TreebankError(sentence.finding(*_NO_WORDS))


def _values(sentence: SentenceText) -> Iterator[Problem]:
    """What no line or column may hold."""
    for line_index, line in enumerate(without_mark(sentence.lines)):
        flaw = flaw_of(line, sentence.line + line_index)
        if flaw is None:
            flaw = flaw_of_row(line, sentence.format) if is_row(line) else flaw_of_comment(line, sentence.format)
        if flaw is not None:
            yield Problem(line_index, *flaw)


def _lines(sentence: SentenceText) -> Iterator[Problem]:
    """Number of columns, word IDs, multiword ranges."""
    places = _places_to_check(sentence)
    if not places:
        return
    lines = without_mark(sentence.lines)
    expected = _width(sentence, lines)
    rows = [
        (line_index, lines[line_index].count("\t") + 1, identifier(lines[line_index], sentence.format))
        for line_index in places
    ]
    if sentence.format == CONLL_U and not CONLL_U.fits(expected):
        yield _ambiguous(rows[0][0], expected)
    previous = 0
    ranges = []
    for line_index, width, name in rows:
        if width != expected:
            yield Problem(
                line_index,
                "columns",
                f"{width} column{'s' * (width != 1)} instead of {expected}",
                "separate columns by one tab, and write _ for an empty one",
            )
        if name.isdecimal():
            if name != str(previous + 1):
                yield _misnumbered(line_index, name, previous)
            previous = _number(name)
        elif match := _RANGE.fullmatch(name):
            ranges.append((line_index, name, _number(match[1]), _number(match[2])))
        elif width == expected and not _EMPTY_NODE.fullmatch(name):
            remedy = "start the line with an ID such as 3, 3-4 or 3.1, or with # for a comment"
            yield Problem(line_index, "id-format", f"{name[:40]!r} is not an ID", remedy)
    yield from _ranges(ranges, len(sentence))


def _places_to_check(sentence: SentenceText) -> list[int]:
    """The places of all lines with columns, but not of the words of a regular sentence."""
    lines = sentence.lines
    places: Iterable[int] = range(len(lines))
    if sentence.is_regular:
        first, after = sentence.places[0], sentence.places[-1] + 1
        inside = () if after - first == len(sentence) else sorted({*range(first, after)}.difference(sentence.places))
        places = (*range(first), *inside, *range(after, len(lines)))
    return [line_index for line_index in places if lines[line_index][0] not in "#\n" and is_row(lines[line_index])]


def _width(sentence: SentenceText, lines: Sequence[str]) -> int:
    """How many columns all lines must have: as many as the header names, or else as the first that some format fits."""
    if sentence.format.is_declared:
        return len(sentence.format.names)
    if sentence.is_regular:
        return lines[sentence.places[0]].count("\t") + 1
    widths = (lines[line_index].count("\t") + 1 for line_index in sentence.places)
    return next(filter(is_known, widths), len(CONLL_U.names))


def _ambiguous(line_index: int, width: int) -> Problem:
    message = f"{width} columns, but not those of CoNLL-2009"
    remedy = f"name them in the first line, # global.columns = {' '.join(CONLL_U.names)} ..."
    return Problem(line_index, "format", message, remedy)


def _misnumbered(line_index: int, identifier: str, previous: int) -> Problem:
    before = f"follows word {previous}" if previous else "comes first"
    remedy = "number the words 1, 2, 3 ... and put a blank line between sentences"
    return Problem(line_index, "word-id", f"word {identifier} {before}", remedy)


def _ranges(ranges: list[tuple[int, str, int, int]], n: int) -> Iterator[Problem]:
    covered = 0
    for line_index, name, first, last in ranges:
        if not 1 <= first <= last <= n:
            remedy = f"write the IDs of its first and last word, from 1 to {n}"
            yield Problem(line_index, "range-bounds", f"range {name} does not fit the sentence", remedy)
        elif first <= covered:
            message = f"range {name} overlaps or precedes an earlier one"
            yield Problem(line_index, "range-overlap", message, "put ranges in order, and each word in at most one")
        else:
            covered = last


def _tree(sentence: SentenceText, gold: bool) -> Iterator[Problem]:
    missing = []
    if -1 in sentence.heads or not sentence.is_regular:
        lines = without_mark(sentence.lines)
        rows = [cells(lines[line_index]) for line_index in sentence.places]
        identifiers = {row[sentence.format.id] for row in rows}
        for line_index, row in zip(sentence.places, rows, strict=True):
            head = "_" if sentence.format.head is None else row[sentence.format.head]
            if head == "_":
                missing.append(line_index)
            elif head not in ("0", "") and head not in identifiers:
                yield _unfit_head(line_index, head)
    elif 0 not in sentence.heads:
        remedy = "set HEAD to 0 for the main word of the sentence"
        yield Problem(sentence.places[0], "no-root", "no word is attached to the root", remedy)
    if sentence.is_regular:
        for cycle in cycles(sentence.heads):
            yield _cycle(sentence.places[cycle[0] - 1], cycle)
    if gold:
        unlabeled = [
            line_index for line_index, label in zip(sentence.places, sentence.deprels, strict=True) if label == "_"
        ]
        yield from _missing("HEAD", missing, sentence.format.head)
        yield from _missing("DEPREL", unlabeled, sentence.format.deprel)


def _unfit_head(line_index: int, value: str) -> Problem:
    remedy = "write the ID of a word, 0 for the root, or _ for no head"
    if value.removeprefix("-").isdecimal():
        return Problem(line_index, "head-range", f"HEAD {value[:40]} is not a word of this sentence", remedy)
    return Problem(line_index, "head-format", f"HEAD {value[:40]!r} is not a number", remedy)


def _cycle(line_index: int, words: list[int]) -> Problem:
    if len(words) == 1:
        remedy = "write the ID of another word, or 0 for the root"
        return Problem(line_index, "head-self", f"word {words[0]} is its own head", remedy)
    shown = [str(word) for word in [*words, words[0]]]
    if len(words) > 8:
        shown[4:-3] = ["..."]
    message = f"{len(words)} words form a cycle, {' < '.join(shown)}"
    return Problem(line_index, "cycle", message, "attach one of them to a word outside the cycle or to the root")


def _missing(name: str, places: list[int], column: int | None) -> Iterator[Problem]:
    if places:
        more = f" (nor do {len(places) - 1} more in this sentence)" if len(places) > 1 else ""
        message = f"the word has no {name}{more}" if column is not None else f"the file has no {name} column"
        remedy = "fill it in: training and evaluation need gold trees"
        yield Problem(places[0], f"missing-{name.lower()}", message, remedy)


def cycles(heads: Sequence[int]) -> list[list[int]]:
    """All cycles among the heads of words 1..n, each from modifier to head; 0 and -1 end a path."""
    all_cycles = []
    reached_from = [0] * (len(heads) + 1)  # the word whose path to the root came here first
    for start in range(1, len(heads) + 1):
        word = start
        while word > 0 and not reached_from[word]:
            reached_from[word] = start
            word = heads[word - 1]
        if word > 0 and reached_from[word] == start:
            cycle = [word]
            while (word := heads[word - 1]) != cycle[0]:
                cycle.append(word)
            all_cycles.append(cycle)
    return all_cycles


def _number(digits: str) -> int:
    """Their value; thousands of digits, which `int` refuses, count as a large number."""
    return int(digits) if len(digits) < 10 else 10**9
