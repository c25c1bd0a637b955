"""All rules, applied to the sentences of a file in order."""

from collections.abc import Iterator
from typing import Literal

from arcwalk.errors import Finding
from arcwalk.treebank.check import Problem, check
from arcwalk.treebank.formats import CONLL_U
from arcwalk.treebank.sentence_text import SentenceText
from arcwalk.treebank.validation.characters import character_problems
from arcwalk.treebank.validation.enhanced import graph_problems, has_graph
from arcwalk.treebank.validation.kinds import graded
from arcwalk.treebank.validation.labels import label_problems
from arcwalk.treebank.validation.line_order import line_order_problems
from arcwalk.treebank.validation.metadata import Comment, Metadata, comments_above, text_of
from arcwalk.treebank.validation.misc import misc_problems
from arcwalk.treebank.validation.morphology import feats_problems, upos_problems
from arcwalk.treebank.validation.nodes import node_field_problems, node_order_problems
from arcwalk.treebank.validation.rows import Rows
from arcwalk.treebank.validation.surface_text import is_joined, text_problems
from arcwalk.treebank.values import without_mark

Level = Literal[1, 2]

_UNCLEAR_ROWS = frozenset({"columns", "no-words", "id-format", "word-id", "range-bounds", "range-overlap"})
"""Tests of `check` that leave open which rows are words, multiword tokens and empty nodes."""


class Validator:
    """Checks the sentences of a file in order; some rules compare a sentence with earlier ones."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.has_comments = False
        self.other_formats = 0  # the number of sentences in formats that UD has no rules for
        self._metadata = Metadata()
        self._has_graphs: tuple[bool, int] | None = None  # whether the first sentence has one, and its line
        self._is_joined = False  # no space follows the previous sentence
        self._reported: set[str] = set()  # tests that are reported once

    def findings(self, sentence: SentenceText) -> list[Finding]:
        """The problems of the next sentence, in the order of its lines.

        What `check` finds is always among them: it concerns training and parsing, whatever the level.
        """
        findings = [graded(finding) for finding in check(sentence, "gold")]
        tests = {finding.test for finding in findings}
        if sentence.format.names != CONLL_U.names or "format" in tests:
            self.other_formats += sentence.is_regular or sentence.format.is_declared
            return findings
        findings += map(graded, sentence.findings(self._problems(sentence, tests)))
        return sorted(_without_consequences(findings), key=lambda finding: finding.line)

    def _problems(self, sentence: SentenceText, tests: set[str]) -> Iterator[Problem]:
        """Problems beyond those that `check` found."""
        rows = Rows(sentence.lines)
        comments = comments_above(without_mark(sentence.lines), rows.places[0] if rows.places else 0)
        self.has_comments = self.has_comments or bool(comments)
        characters = list(character_problems(sentence.lines, rows))
        order = list(node_order_problems(rows)) if tests.isdisjoint(_UNCLEAR_ROWS) else []
        yield from characters
        yield from order
        yield from line_order_problems(sentence.lines, rows)
        yield from self._line_endings(sentence)
        is_clear = not order and tests.isdisjoint(_UNCLEAR_ROWS)
        if is_clear and self.level == 2:
            is_sound = not any(problem.column in ("FORM", "") for problem in characters)
            yield from self._universal(sentence, rows, comments, with_text=is_sound)
        self._is_joined = is_clear and is_joined(rows["MISC"][rows.tokens()[-1]])

    def _universal(
        self, sentence: SentenceText, rows: Rows, comments: list[Comment], *, with_text: bool
    ) -> Iterator[Problem]:
        """Problems at level 2."""
        yield from self._metadata.problems(comments, sentence.line, rows.places[0])
        yield from self._paragraph(comments)
        if with_text and (text := text_of(comments)):
            yield from text_problems(text, rows)
        yield from node_field_problems(rows)
        yield from upos_problems(rows)
        yield from feats_problems(rows)
        yield from label_problems(rows, sentence.heads)
        yield from misc_problems(rows)
        yield from self._graph(sentence, rows)

    def _paragraph(self, comments: list[Comment]) -> Iterator[Problem]:
        for line_index, text in comments:
            if self._is_joined and text.rstrip() in ("newdoc", "newpar"):  # UD lets those with an ID pass
                message = f"{text.rstrip()} follows a sentence that ends in SpaceAfter=No"
                yield Problem(
                    line_index, "spaceafter-newdocpar", message, "remove SpaceAfter=No from the previous sentence"
                )

    def _graph(self, sentence: SentenceText, rows: Rows) -> Iterator[Problem]:
        has = has_graph(rows)
        problems = list(graph_problems(rows)) if has else []
        yield from problems
        if any(problem.test == "invalid-deps" for problem in problems):
            return
        if self._has_graphs is None:
            self._has_graphs = has, sentence.line + rows.places[0]
        first, line = self._has_graphs
        if has != first:
            message = f"the sentence has {'an' if has else 'no'} enhanced graph, unlike the one at line {line}"
            remedy = "fill in DEPS in all sentences, or in none"
            yield from self._once(Problem(rows.places[0], "edeps-only-sometimes", message, remedy))

    def _line_endings(self, sentence: SentenceText) -> Iterator[Problem]:
        for line_index, line in enumerate(sentence.lines):
            if line.endswith("\r\n"):
                message = "the line ends in CR LF; others may, too"
                remedy = "end lines in LF alone, e.g. with dos2unix"
                yield from self._once(Problem(line_index, "line-ending", message, remedy))

    def _once(self, problem: Problem) -> Iterator[Problem]:
        """The problem, unless there was one of its kind: thousands would follow from a single cause."""
        if problem.test not in self._reported:
            self._reported.add(problem.test)
            yield problem


def _without_consequences(findings: list[Finding]) -> Iterator[Finding]:
    """Drop what follows from another problem: at level 2, all in a row or a cell that has one at level 1."""
    graver = {(finding.line, finding.column) for finding in findings if finding.level == 1 and finding.column}
    for finding in findings:
        if finding.level == 1 or graver.isdisjoint([(finding.line, finding.column), (finding.line, "ID")]):
            yield finding
