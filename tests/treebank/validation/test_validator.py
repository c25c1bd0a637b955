"""Each rule on small files: one planted problem is one finding, and valid files have none."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted_problems import COLUMNS, GRAPH, PLANTED, TREE, VALID, cell

from arcwalk import sample
from arcwalk.errors import Finding
from arcwalk.messages import one_line
from arcwalk.treebank.check_file import check_file
from arcwalk.treebank.reader import sentence_of
from arcwalk.treebank.sentence_lines import sentence_lines
from arcwalk.treebank.validation.kinds import KINDS
from arcwalk.treebank.validation.validator import Level, Validator

TRAINING = {"head-format", "head-range", "head-self", "cycle", "no-root", "missing-head", "missing-deprel"}
"""What training cannot use, at any level."""


def findings(text: str, level: Level = 2) -> list[Finding]:
    validator = Validator(level)
    found = sentence_lines(StringIO(text, newline="\n"), "trial")
    return [finding for lines in found for finding in validator.findings(sentence_of(lines))]


@pytest.mark.parametrize(("text", "expected"), PLANTED.values(), ids=PLANTED.keys())
def test_a_planted_problem_is_the_only_finding(tmp_path: Path, text: str, expected: list[tuple[int, int, str, str]]):
    path = tmp_path / "planted.conllu"
    path.write_bytes(text.encode(errors="surrogateescape"))
    found = check_file(path).findings
    assert [(finding.line, finding.level, finding.column, finding.test) for finding in found] == expected
    for finding in found:
        assert finding.file == str(path)
        assert finding.severity == KINDS[finding.test].severity
        assert str(finding).isprintable()
        assert finding.message
        assert finding.remedy
    if all(level == 2 for _, level, _, _ in expected):
        tests = {test for *_, test in expected}
        assert {finding.test for finding in findings(text, level=1)} == tests & TRAINING


def test_every_kind_of_problem_is_planted():
    assert {test for planted in PLANTED.values() for *_, test in planted.findings} == set(KINDS)
    assert len(PLANTED) >= 80


@pytest.mark.parametrize("text", VALID.values(), ids=VALID.keys())
def test_valid_files_have_no_findings(text: str):
    assert findings(text) == []
    assert findings(text, level=1) == []


SAMPLE = "".join(str(sentence) for sentence in sample(30, seed=5))
ROWS = [number for number, line in enumerate(SAMPLE.split("\n"), 1) if line[:1].isdigit()]
DAMAGE: dict[str, tuple[Callable[[str], str], str]] = {  # by column: what happens to a value, and what it is called
    "FORM": (lambda form: f"{form} {form}", "text-form-mismatch"),
    "LEMMA": (lambda _: "", "empty-column"),
    "UPOS": (str.lower, "unknown-upos"),
    "XPOS": (lambda tag: f"{tag} ", "invalid-whitespace"),
    "FEATS": (lambda feats: f"x={feats}", "invalid-feature"),
    "HEAD": (lambda _: "99", "head-range"),
    "DEPREL": (str.upper, "invalid-deprel"),
    "DEPS": (lambda _: "2", "invalid-deps"),
    "MISC": (lambda misc: f"Lang=en|{misc}|Lang=fr", "repeated-misc"),
}


def test_the_sample_treebank_is_valid():
    assert findings(SAMPLE) == []


@given(st.sampled_from(ROWS), st.sampled_from(sorted(DAMAGE)))
def test_damage_to_the_sample_treebank_is_found(line: int, column: str):
    damage, test = DAMAGE[column]
    value = SAMPLE.split("\n")[line - 1].split("\t")[COLUMNS.index(column)]
    (finding,) = findings(cell(line, column, damage(value), SAMPLE))
    assert (finding.line, finding.column, finding.test) == (line, column, test)
    assert finding.sentence.startswith("sample-5-")


JUNK = st.text("\t\n\r #019.-|=:_aÀ\0\ufeff\u00a0\udcff", max_size=9)


@given(
    st.sampled_from([TREE, GRAPH]),
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 3), JUNK), min_size=1, max_size=4),
)
def test_whatever_the_damage_findings_are_lines_of_text(text: str, edits: list[tuple[int, int, str]]):
    for start, length, replacement in edits:
        text = text[:start] + replacement + text[start + length :]
    assert all(len(one_line(finding).splitlines()) == 1 for finding in findings(text))
