"""Which column is which: told by the columns themselves, or by the header of CoNLL-U Plus."""

import io
from pathlib import Path

import pytest

from arcwalk.errors import TreebankError
from arcwalk.treebank import Sentence, read, write
from arcwalk.treebank.check import check
from arcwalk.treebank.check_file import check_file
from arcwalk.treebank.confidence import with_confidences
from arcwalk.treebank.formats import CONLL_2009, CONLL_U
from arcwalk.treebank.long_sentences import split
from arcwalk.treebank.reader import read_text, read_unchecked

PLUS = """\
# global.columns = ID FORM UPOS HEAD DEPREL MISC PARSEME:MWE
# sent_id = 1
1-2\tDogs\t_\t_\t_\t_\t*
1\tDogs\tNOUN\t2\tnsubj\tA=1\t1:VID
2\tbark\tVERB\t0\troot\t_\t*

# sent_id = 2
1\tGo\tVERB\t0\troot\t_\t*

"""
BACKWARDS = "# global.columns = DEPREL HEAD X FORM ID\r\nnsubj\t2\tx\tDogs\t1\r\nroot\t0\ty\tbark\t2\r\n\r\n"


def sentences(text: str, **options: str) -> list[Sentence]:
    return list(read_text(io.StringIO(text, newline="\n"), "trial", **options))


def message_for(text: str, **options: str) -> str:
    with pytest.raises(TreebankError) as caught:
        sentences(text, **options)
    return str(caught.value)


def wide(word: str, **columns: str) -> str:
    """A word of fourteen columns, named as in CoNLL-2009."""
    values = dict.fromkeys(CONLL_2009.names, "_") | {"ID": "1", "FORM": word} | columns
    return "\t".join(values.values()) + "\n"


def test_the_header_names_the_columns_of_all_sentences():
    first, second = sentences(PLUS, heads="gold")
    assert (first.forms, first.upos) == (("Dogs", "bark"), ("NOUN", "VERB"))
    assert first.xpos == first.lemmas == ("_", "_")
    assert (first.heads, first.deprels, first[0].misc["A"]) == ((2, 0), ("nsubj", "root"), "1")
    assert (second.forms, second.heads, second.id, second.line) == (("Go",), (0,), "2", 7)


def test_columns_are_filled_where_they_are_and_every_other_byte_is_kept():
    first, second = sentences(PLUS)
    tree = first.with_tree([0, 1], ["a", "b"]).with_tags(upos=["X", "Y"], xpos=["x", "y"]).with_misc("B", ["2", ""])
    expected = PLUS.replace("NOUN\t2\tnsubj\tA=1", "X\t0\ta\tA=1|B=2").replace("VERB\t0\troot\t_", "Y\t1\tb\t_", 1)
    assert "".join(tree.lines + second.lines) == expected
    assert (tree.upos, tree.xpos) == (("X", "Y"), ("x", "y"))


def test_columns_come_in_any_order():
    (sentence,) = sentences(BACKWARDS, heads="gold")
    assert (sentence.forms, sentence.heads, sentence.deprels) == (("Dogs", "bark"), (2, 0), ("nsubj", "root"))
    tree = sentence.with_tree([0, 1], ["a", "b"])
    assert "".join(tree.lines) == BACKWARDS.replace("nsubj\t2", "a\t0").replace("root\t0", "b\t1")
    assert tree.with_tree(sentence.heads, sentence.deprels) == sentence


def test_the_end_of_a_line_is_no_part_of_its_last_column():
    text = "# global.columns = ID FORM DEPREL HEAD\r\n1\tGo\troot\t0\r\n"
    (sentence,) = sentences(text, heads="gold")
    assert "".join(sentence.with_tree([-1], ["_"]).lines) == text.replace("root\t0", "_\t_")


def test_a_declared_format_with_the_columns_of_conll_u_is_the_same():
    (sentence,) = sentences("\ufeff# global.columns = " + " ".join(CONLL_U.names) + "\n1\tGo" + "\t_" * 8 + "\n")
    assert sentence.format._replace(is_declared=False) == CONLL_U


@pytest.mark.parametrize("name", ["HEAD", "DEPREL"])
def test_a_column_that_a_tree_needs_is_missed_by_name(name: str):
    text = PLUS.replace(f" {name}", " OTHER")
    assert f"the file has no {name} column" in message_for(text, heads="gold")
    with pytest.raises(TreebankError, match=f"cannot write {name}: the file has no {name} column; add {name} to # glo"):
        sentences(text)[0].with_tree([0, 1], ["a", "b"])


def test_other_columns_that_are_missing():
    (sentence,) = sentences("# global.columns = ID FORM HEAD DEPREL\n1\tGo\t0\troot\n")
    with pytest.raises(TreebankError, match="cannot write HeadConfidence: the file has no MISC column; add MISC to #"):
        with_confidences(sentence, [0.5], None)
    tagged = sentence.with_tags(upos=["X"], lemmas=["go"])
    assert (tagged.lines, tagged.upos, tagged.lemmas) == (sentence.lines, ("X",), ("go",))


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("FORM HEAD DEPREL", "trial:1: global.columns has no column ID; name all columns"),
        ("ID HEAD DEPREL", "trial:1: global.columns has no column FORM; "),
        ("", "trial:1: global.columns has no column ID; "),
        ("ID FORM HEAD HEAD", "trial:1: global.columns has 'HEAD' twice; "),
    ],
)
def test_headers_that_cannot_be_followed(header: str, message: str):
    assert message_for(f"# global.columns = {header}\n1\tGo\t0\troot\n").startswith(message)


def test_a_header_comes_first_or_again():
    later = PLUS.replace("# global", "# newdoc\n# global")
    assert message_for(later).startswith("trial:2: global.columns is declared in the middle of the file; ")
    assert len(sentences(PLUS * 2)) == 4


def test_a_line_must_have_the_columns_that_are_named():
    text = PLUS.replace("\t1:VID", "")
    assert message_for(text).startswith("trial:4 (sentence 1): 6 columns instead of 7; ")
    assert "trial:4 (sentence 1): PARSEME:MWE is empty; " in message_for(text.replace("A=1", "A=1\t"))


def test_a_word_that_looks_like_a_comment_is_not_lost():
    text = "# global.columns = FORM ID HEAD DEPREL\nGo\t1\t0\troot\n#\t2\t1\tpunct\n"
    assert "trial:3 (sentence 1): the line is a comment, but has 4 columns; put ID first" in message_for(text)


def test_a_sentence_takes_its_header_along(tmp_path: Path):
    _, second = sentences(PLUS)
    text = PLUS.splitlines(keepends=True)[0] + "".join(second.lines)
    assert str(second) == text
    assert Sentence.from_conllu(text) == second
    write(tmp_path / "second.conllup", [second])
    assert (tmp_path / "second.conllup").read_text() == text
    write(tmp_path / "all.conllup", read_text(io.StringIO(PLUS, newline="\n")))
    assert (tmp_path / "all.conllup").read_text() == PLUS
    with pytest.raises(TreebankError, match="not those of the sentences before; write it to a file of its own"):
        write(tmp_path / "mixed.conllu", [second, Sentence.from_columns(["Go"])])


def test_pieces_of_a_long_sentence_have_its_format():
    (sentence,) = sentences(BACKWARDS)
    assert [(piece.forms, piece.heads) for piece in split(sentence, 1)] == [(("Dogs",), (-1,)), (("bark",), (0,))]
    text = wide("Go", HEAD="2", DEPREL="x") + wide("on", ID="2", HEAD="0", DEPREL="y")
    assert {piece.format for piece in split(sentences(text)[0], 1)} == {CONLL_2009}


@pytest.mark.parametrize(
    "columns",
    [
        {"HEAD": "0", "PHEAD": "0", "DEPREL": "ROOT"},
        {"PHEAD": "0", "PDEPREL": "ROOT", "FILLPRED": "Y"},
        {"PLEMMA": "go", "PPOS": "VB"},
        {"PLEMMA": "X", "HEAD": "0"},
    ],
)
def test_conll_2009_is_recognized(columns: dict[str, str]):
    (sentence,) = sentences(wide("Go", **columns))
    assert sentence.format == CONLL_2009


@pytest.mark.parametrize(
    "columns",
    [
        {"HEAD": "0:root"},  # DEPS
        {"PHEAD": "SpaceAfter=No"},  # MISC
        {"FEAT": "0", "PFEAT": "root"},  # HEAD and DEPREL
        {"PLEMMA": "VERB", "POS": "VB"},  # UPOS and XPOS
        {"FILLPRED": "B-PER"},
        {"DEPREL": "B-PER"},
    ],
)
def test_conll_u_with_more_columns_is_not_conll_2009(columns: dict[str, str], tmp_path: Path):
    text = wide("Go", **columns)
    expected = "14 columns, but not those of CoNLL-2009; name them in the first line, # global.columns = ID FORM LEMMA"
    assert expected in message_for(text)
    (sentence,) = read_unchecked([text], "trial")
    assert [finding.test for finding in check(sentence, "gold")] == ["format"]
    (tmp_path / "file").write_text(text)
    assert [finding.message for finding in check_file(tmp_path / "file").findings] == [expected.partition(";")[0]]


def test_lines_that_end_in_carriage_returns(tmp_path: Path):
    (tmp_path / "mac.conllu").write_text(PLUS.replace("\n", "\r"))
    with pytest.raises(TreebankError, match=r":1: all lines end in carriage returns; convert them to line feeds: tr "):
        list(read(tmp_path / "mac.conllu"))
    with pytest.raises(TreebankError, match="all lines end in carriage returns"):
        Sentence.from_conllu(str(Sentence.from_columns(["Go"])).replace("\n", "\r"))
