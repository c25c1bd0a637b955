import io
import pickle

import numpy as np
import pytest

from arcwalk.treebank import Sentence
from arcwalk.treebank.reader import read_text

CONLL_U = """\
#sent_id=  s-1
# text = Vámonos al mar
1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tVamos\tir\tVERB\tv\tMood=Imp\t0\troot\t0:root\tA=1
2\tnos\tnosotros\tPRON\tp\tCase=Acc\t1\tobj\t1:obj\t_
2.1\tnada\t_\t_\t_\t_\t_\t_\t1:obj\t_
3-4\tal\t_\t_\t_\t_\t_\t_\t_\t_
3\ta\ta\tADP\ts\t_\t5\tcase\t_\t_
4\tel\tel\tDET\td\t_\t5\tdet\t_\t_
5\tmar\tmar\tNOUN\tn\tGender=Masc\t1\tobl\t_\tSpaceAfter=No

"""
CONLL_X = """\
1\tHet\thet\tArt\tArt\tonbep|zijdofonzijd|neut\t2\tdet\t_\t_
2\thuis\thuis\tN\tN\tsoort|ev|neut\t0\tROOT\t_\t_

"""
CONLL_2009 = """\
1\tSome\tsome\tplemma\tDT\tppos\tf=1\tpf=1\t2\t7\tNMOD\tPNMOD\t_\t_\tA0\t_
2\tnews\tnews\tplemma\tNN\tppos\t_\t_\t3\t8\tSBJ\tPSBJ\tY\tnews.01\t_\tA1
3\thelps\thelp\tplemma\tVBZ\tppos\t_\t_\t0\t9\tROOT\tPROOT\tY\thelp.01\t_\t_

"""


def only(text: str) -> Sentence:
    (sentence,) = read_text(io.StringIO(text, newline="\n"))
    return sentence


def test_conll_u_columns():
    sentence = only(CONLL_U)
    assert len(sentence) == 5
    assert sentence.forms == ("Vamos", "nos", "a", "el", "mar")
    assert sentence.lemmas == ("ir", "nosotros", "a", "el", "mar")
    assert sentence.upos == ("VERB", "PRON", "ADP", "DET", "NOUN")
    assert sentence.xpos == ("v", "p", "s", "d", "n")
    assert sentence.feats == ("Mood=Imp", "Case=Acc", "_", "_", "Gender=Masc")
    assert sentence.heads == (0, 1, 5, 5, 1)
    assert sentence.deprels == ("root", "obj", "case", "det", "obl")
    assert (sentence.id, sentence.text) == ("s-1", "Vámonos al mar")
    assert (sentence.source, sentence.line) == ("<text>", 1)


def test_conll_x_columns():
    sentence = only(CONLL_X)
    assert sentence.upos == sentence.xpos == ("Art", "N")
    assert sentence.heads == (2, 0)
    assert sentence.deprels == ("det", "ROOT")
    assert (sentence.id, sentence.text) == ("", "Het huis")


def test_conll_2009_columns():
    sentence = only(CONLL_2009)
    assert sentence.lemmas == ("some", "news", "help")
    assert sentence.upos == sentence.xpos == ("DT", "NN", "VBZ")
    assert sentence.feats == ("f=1", "_", "_")
    assert sentence.heads == (2, 3, 0)
    assert sentence.deprels == ("NMOD", "SBJ", "ROOT")


def test_conll_2009_without_gold_columns_is_read_from_the_predicted_ones():
    rows = [line.split("\t") for line in CONLL_2009.splitlines()[:3]]
    for row in rows:
        row[2] = row[4] = row[6] = "_"
    blind = "".join("\t".join(row) + "\n" for row in rows)
    sentence = only(blind)
    assert sentence.lemmas == ("plemma",) * 3
    assert sentence.upos == sentence.xpos == ("ppos",) * 3
    assert sentence.feats == ("pf=1", "_", "_")
    assert "".join(sentence.with_tree(sentence.heads, sentence.deprels).lines) == blind


@pytest.mark.parametrize("text", [CONLL_U, CONLL_X, CONLL_2009], ids=["u", "x", "2009"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_with_its_own_tree_a_sentence_is_unchanged(text: str, ending: str):
    sentence = only(text.replace("\n", ending))
    assert sentence.with_tree(sentence.heads, sentence.deprels).lines == sentence.lines


COLUMNS = ["lines", "places", "forms", "lemmas", "upos", "xpos", "feats", "heads", "deprels"]


@pytest.mark.parametrize("column", COLUMNS)
def test_columns_cannot_be_changed_in_place(column: str):
    read = only("# global.columns = ID FORM HEAD DEPREL\n1\tGo\t0\troot\n\n")
    made = Sentence.from_columns(["Go"], heads=[0], deprels=["root"])
    parsed = only(CONLL_2009).with_tree([0, 1, 1], ["ROOT", "x", "y"]).with_comment("a", "b")
    tagged = made.with_tags(upos=["X"], xpos=["x"], feats=["f"], lemmas=["go"]).hiding(["lemmas", "upos"])
    for sentence in (read, made, parsed, tagged, tagged.with_misc("A", ["1"]), read.without_file_start()):
        values = getattr(sentence, column)
        with pytest.raises(TypeError):
            values[0] = values[-1]
        assert not hasattr(values, "append")
        hash(values)  # only what cannot be changed has one


def test_with_tree_changes_arcs_only():
    sentence = only(CONLL_U)
    before = sentence.lines
    tree = sentence.with_tree(np.array([2, 0, 4, 2, 2], dtype=np.int32), ["a", "b", "c", "d", "e"])
    expected = CONLL_U
    for old, new in [
        ("\t0\troot\t0:root", "\t2\ta\t2:a"),
        ("\t1\tobj\t1:obj\t", "\t0\tb\t0:b\t"),
        ("\t5\tcase\t", "\t4\tc\t"),
        ("\t5\tdet\t", "\t2\td\t"),
        ("\t1\tobl\t", "\t2\te\t"),
    ]:
        expected = expected.replace(old, new)
    assert "".join(tree.lines) == expected
    assert tree.heads == (2, 0, 4, 2, 2)
    assert tree.deprels == ("a", "b", "c", "d", "e")
    assert tree.forms == sentence.forms
    assert sentence.lines == before


def test_with_tree_leaves_the_predicted_columns_of_conll_2009():
    tree = only(CONLL_2009).with_tree([3, 1, 0], ["x", "y", "z"])
    expected = CONLL_2009.replace("\t2\t7\tNMOD\t", "\t3\t7\tx\t").replace("\t3\t8\tSBJ\t", "\t1\t8\ty\t")
    assert "".join(tree.lines) == expected.replace("\tROOT\t", "\tz\t")


def test_with_tree_wants_one_head_and_label_a_word():
    with pytest.raises(ValueError, match="shorter"):
        only(CONLL_X).with_tree([0], ["root"])


@pytest.mark.parametrize("label", ["", "a\tb", "a\nb", "a\rb"])
def test_with_tree_refuses_what_is_no_label(label: str):
    with pytest.raises(ValueError, match="may not"):
        only(CONLL_X).with_tree([2, 0], ["det", label])


@pytest.mark.parametrize("head", [-2, 3])
def test_with_tree_refuses_what_is_no_head(head: int):
    with pytest.raises(ValueError, match=rf"head {head} is neither in 0\.\.2 nor -1"):
        only(CONLL_X).with_tree([0, head], ["ROOT", "det"])


def test_with_tree_writes_a_missing_head_as_underscore():
    tree = only(CONLL_X).with_tree([-1, 0], ["_", "ROOT"])
    assert tree.lines[0].split("\t")[6:8] == ["_", "_"]


def test_a_head_that_names_no_word_is_minus_one():
    rows = [f"{word}\tx\t_\t_\t_\t_\t{head}\t_\t_\t_\n" for word, head in enumerate(["_", "4", "x", "-1"], 1)]
    assert only("".join(rows)).heads == (-1, 4, -1, -1)


def test_text_is_the_comment_above_the_words():
    text = "# text = old\n\n# text =  a = b \n" + CONLL_X + "# text = after the end"
    assert only(text).text == "a = b"


def test_byte_order_mark_is_kept_and_not_read():
    sentence = only("\ufeff" + CONLL_X)
    assert sentence.forms == ("Het", "huis")
    assert "".join(sentence.with_tree([0, 1], ["a", "b"]).lines).startswith("\ufeff1\tHet\t")
    assert only("\ufeff# sent_id = 7\n" + CONLL_X).id == "7"


def test_from_columns():
    sentence = Sentence.from_columns(
        ["New York", "sleeps"], upos=["PROPN", "VERB"], heads=[2, 0], deprels=["nsubj", "root"], id="7"
    )
    assert "".join(sentence.lines) == (
        "# sent_id = 7\n1\tNew York\t_\tPROPN\t_\t_\t2\tnsubj\t_\t_\n2\tsleeps\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    )
    assert sentence.text == "New York sleeps"
    assert sentence.lemmas == ("_", "_")


def test_from_columns_without_trees_has_no_heads():
    sentence = Sentence.from_columns(["Go", "!"], lemmas=["go", "!"], heads=[0, -1], text="Go!")
    assert sentence.heads == (0, -1)
    assert sentence.deprels == ("_", "_")
    assert sentence.text == "Go!"


@pytest.mark.parametrize("form", ["a\tb", "a\nb", "a\rb"])
def test_from_columns_refuses_what_would_break_the_table(form: str):
    with pytest.raises(ValueError, match="tab or a line break"):
        Sentence.from_columns([form])


def test_from_columns_refuses_columns_of_different_length():
    with pytest.raises(ValueError, match="longer"):
        Sentence.from_columns(["a", "b"], upos=["X", "X", "X"])


def test_from_columns_refuses_a_sentence_without_words():
    with pytest.raises(ValueError, match="at least one word"):
        Sentence.from_columns([])


def test_a_sentence_can_go_to_another_process():
    sentence = only(CONLL_U)
    copy = pickle.loads(pickle.dumps(sentence))
    assert (copy.lines, copy.heads, copy.text) == (sentence.lines, sentence.heads, sentence.text)


def test_tags_are_replaced_and_every_other_byte_kept() -> None:
    text = "# text = a b\r\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\r\n1\ta\t_\tX\tx\t_\t0\troot\t_\tSpaceAfter=No\r\n"
    text += "1.1\te\t_\tX\t_\t_\t_\t_\t_\t_\r\n2\tb\t_\tY\ty\t_\t1\tdep\t_\t_\r\n\r\n"
    sentence = Sentence(text.splitlines(keepends=True))
    tagged = sentence.with_tags(upos=["NOUN", "VERB"], feats=["_", "A=B"])
    expected = text.replace("\tX\tx\t", "\tNOUN\tx\t").replace("\tY\ty\t_", "\tVERB\ty\tA=B")
    assert "".join(tagged.lines) == expected
    assert (tagged.upos, tagged.xpos, tagged.tags("feats")) == (("NOUN", "VERB"), ("x", "y"), ("_", "A=B"))
    assert "".join(sentence.lines) == text
    assert sentence.upos == ("X", "Y")


@pytest.mark.parametrize("upos", [["A"], ["A", "B", "C"], ["A", ""], ["A", "B\tC"]])
def test_tags_that_cannot_be_written_are_refused(upos: list[str]) -> None:
    with pytest.raises(ValueError, match=r"empty|tab|argument"):
        Sentence.from_columns(["a", "b"]).with_tags(upos=upos)


def test_lemmas_are_replaced_as_tags_are() -> None:
    sentence = Sentence.from_columns(["a", "b"], upos=["X", "Y"])
    lemmatized = sentence.with_tags(lemmas=["A", "B"])
    assert (lemmatized.lemmas, lemmatized.tags("lemma")) == (("A", "B"), ("A", "B"))
    assert lemmatized == Sentence.from_columns(["a", "b"], lemmas=["A", "B"], upos=["X", "Y"])


def test_conll_2009_has_one_tag() -> None:
    sentence = Sentence(["1\ta" + "\t_" * 12 + "\n", "\n"])
    tagged = sentence.with_tags(upos=["N"])
    assert (tagged.upos, tagged.xpos) == (("N",), ("N",))
    assert Sentence(tagged.lines).xpos == ("N",)


def test_hidden_columns_are_not_read_but_stay_in_the_text() -> None:
    sentence = Sentence.from_columns(["a", "b"], lemmas=["A", "B"], upos=["X", "Y"], xpos=["x", "y"])
    view = sentence.hiding(["lemmas", "upos"])
    assert (view.lemmas, view.upos, view.xpos) == (("_", "_"), ("_", "_"), ("x", "y"))
    assert view.lines == sentence.lines
    assert sentence.lemmas == ("A", "B")


def test_weights() -> None:
    sentence = only(CONLL_U)
    assert sentence.weight == 1
    heavy = sentence.with_weight(3)
    assert (heavy.weight, sentence.weight) == (3, 1)
    assert heavy == sentence
    assert heavy.lines == sentence.lines
    changed = heavy.with_tags(upos=["X"] * len(heavy)).with_tree(heavy.heads, heavy.deprels).with_comment("a", "b")
    assert changed.hiding(["xpos"]).weight == pickle.loads(pickle.dumps(changed)).weight == 3
    for weight in (0, 101, 2.5, -1, "2"):
        with pytest.raises(ValueError, match=r"not a whole number from 1 to 100"):
            sentence.with_weight(weight)
