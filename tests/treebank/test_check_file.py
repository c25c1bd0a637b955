from pathlib import Path

import pytest
from planted_problems import COLUMNS, NEXT, TREE, cell, row

from arcwalk.errors import TreebankError
from arcwalk.treebank.check_file import FileReport, check_file
from arcwalk.treebank.formats import CONLL_U
from arcwalk.treebank.reader import read
from arcwalk.treebank.validation.validator import Level


def report_on(folder: Path, text: str, level: Level = 2) -> FileReport:
    path = folder / "trial.conllu"
    path.write_bytes(text.encode(errors="surrogateescape"))
    return check_file(path, level)


def emptied(text: str, *columns: str) -> str:
    """The file without values in some columns."""
    for line, content in enumerate(text.split("\n"), 1):
        for column in columns if "\t" in content else ():
            text = cell(line, column, "_", text)
    return text


@pytest.mark.parametrize("text", ["\n\n", "# only a comment\n", "\ufeff", "\ufeff\n"])
def test_a_file_without_sentences_is_a_problem(tmp_path: Path, text: str):
    assert [finding.test for finding in report_on(tmp_path, text).findings] == ["empty-file"]
    with pytest.raises(TreebankError, match="no sentences"):
        list(read(tmp_path / "trial.conllu"))


def test_an_empty_file_is_valid(tmp_path: Path):
    report = report_on(tmp_path, "")
    assert (report.findings, report.notes, report.sentences) == ([], ["the file is empty"], 0)
    with pytest.raises(TreebankError, match="no sentences"):  # but there is nothing to train on
        list(read(report.file))


def test_a_missing_file_is_a_finding(tmp_path: Path):
    assert [finding.test for finding in check_file(tmp_path / "none.conllu").findings] == ["missing-file"]


@pytest.mark.parametrize("level", [1, 2])
def test_the_report_goes_on_after_a_problem(tmp_path: Path, level: Level):
    trees = [TREE.replace("a1", f"a{number}") for number in range(5)]
    trees[1] = cell(3, "HEAD", "1", trees[1])
    trees[2] = cell(8, "ID", "7", trees[2])
    trees[3] = cell(3, "HEAD", "x", cell(5, "LEMMA", "\udcff", trees[3]))
    report = report_on(tmp_path, "".join(trees), level)
    assert (report.sentences, report.words, report.trees) == (5, 25, 5)
    assert [(finding.line, finding.test) for finding in report.findings] == [
        (12, "head-self"),
        (26, "word-id"),
        (30, "head-format"),
        (32, "encoding"),
    ]


@pytest.mark.parametrize("columns", [["UPOS", "HEAD", "DEPREL"], ["HEAD"]])
def test_a_file_to_be_parsed_is_fine_at_level_1(tmp_path: Path, columns: list[str]):
    report = report_on(tmp_path, cell(3, "DEPREL", "_", emptied(TREE, *columns)), level=1)
    assert (report.findings, report.has_heads) == ([], False)


def test_a_column_that_is_empty_throughout_is_one_finding(tmp_path: Path):
    report = report_on(tmp_path, emptied(TREE + NEXT, "UPOS", "HEAD", "DEPREL"))
    assert [(finding.line, finding.test) for finding in report.findings] == [
        (3, "missing-head"),
        (3, "missing-deprel"),
        (3, "missing-upos"),
    ]
    assert all("no word of the file" in finding.message for finding in report.findings)


def test_each_sentence_that_lacks_what_others_have_is_a_finding(tmp_path: Path):
    text = TREE + emptied(NEXT + NEXT.replace("a2", "a3"), "HEAD", "DEPREL", "UPOS")
    tests = ["missing-head", "missing-deprel", "missing-upos"]
    assert [finding.test for finding in report_on(tmp_path, text).findings] == [*tests, *tests]
    assert [finding.test for finding in report_on(tmp_path, text, level=1).findings] == [*tests[:2], *tests[:2]]


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize(("head", "tests"), [("0", []), ("7", ["head-range"])])
def test_of_other_formats_only_the_structure_is_checked(tmp_path: Path, level: Level, head: str, tests: list[str]):
    text = f"1\tDogs\t_\t_\tnn\t_\t_\t_\t{head}\t_\tSBJ\t_\t_\t_\n\n\n"
    report = report_on(tmp_path, text, level)
    assert [finding.test for finding in report.findings] == tests
    assert len(report.notes) == 1
    assert "another format" in report.notes[0]


def test_a_file_without_comments_may_be_in_another_format(tmp_path: Path):
    text = "1\tDogs\tdog\tN\tNN\tnum=pl\t0\tROOT\t_\t_\n\n"
    assert report_on(tmp_path, text, level=1) == FileReport(str(tmp_path / "trial.conllu"), 1, 1, 1, True)
    report = report_on(tmp_path, text)
    assert {finding.level for finding in report.findings} == {2}
    assert "CoNLL-X" in report.notes[0]


def test_a_stray_column_does_not_pass_for_another_format(tmp_path: Path):
    wide = row("6") + "\t_" * len(COLUMNS)
    report = report_on(tmp_path, TREE[:-1] + wide + "\n\n")
    assert [(finding.line, finding.test) for finding in report.findings] == [(9, "columns")]
    assert report.notes == []


def test_a_header_that_names_the_columns_of_conll_u_changes_nothing(tmp_path: Path):
    damaged = TREE.replace("NOUN", "FOO").replace("nsubj", "Bogus")
    tests = [finding.test for finding in report_on(tmp_path, damaged).findings]
    assert len(tests) == 2
    header = f"# global.columns = {' '.join(CONLL_U.names)}\n"
    assert [finding.test for finding in report_on(tmp_path, header + damaged).findings] == tests


def test_what_is_before_a_header_in_mid_file_is_checked(tmp_path: Path):
    report = report_on(tmp_path, TREE.replace("NOUN", "FOO") + "# global.columns = ID FORM\n" + NEXT)
    assert [finding.test for finding in report.findings] == ["unknown-upos", "global-columns"]
    assert report.sentences == 1
