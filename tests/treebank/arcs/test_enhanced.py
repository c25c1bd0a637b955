"""DEPS after a change of HEAD and DEPREL."""

import pytest

from arcwalk.treebank import Sentence
from arcwalk.treebank.arcs.enhanced import with_basic_arc

HEADER = "# global.columns = DEPS ID FORM HEAD DEPREL\n"


@pytest.mark.parametrize(
    ("deps", "old", "new", "expected"),
    [
        ("1:nsubj", ("1", "nsubj"), ("3", "obj"), "3:obj"),
        ("1:nsubj", ("1", "nsubj"), ("1", "obj"), "1:obj"),
        ("3:obl:in", ("3", "obl"), ("5", "nmod"), "5:nmod"),
        ("3:obl:in|3:obl", ("3", "obl"), ("5", "nmod"), "3:obl:in|5:nmod"),
        ("3:oblique", ("3", "obl"), ("5", "nmod"), "3:oblique"),
        ("1:nsubj|4:nsubj:xsubj", ("1", "nsubj"), ("10", "obj"), "4:nsubj:xsubj|10:obj"),
        ("1:nsubj|4:nsubj|8.1:nsubj", ("4", "nsubj"), ("8", "conj"), "1:nsubj|8:conj|8.1:nsubj"),
        ("1:conj|2:nsubj", ("2", "nsubj"), ("1", "conj"), "1:conj"),
        ("1:nsubj|2:conj", ("2", "conj"), ("1", "advcl"), "1:advcl|1:nsubj"),
        ("8.1:obj", ("4", "orphan"), ("5", "obj"), "8.1:obj"),  # the graph does without the basic arc
        ("4:nsubj", ("_", "_"), ("2", "obj"), "2:obj|4:nsubj"),
        ("4:nsubj", ("_", "nsubj"), ("4", "nsubj"), "4:nsubj"),
        ("4:nsubj|6:obj", ("4", "nsubj"), ("_", "_"), "6:obj"),
        ("4:nsubj", ("4", "nsubj"), ("_", "_"), "_"),
        ("_", ("4", "nsubj"), ("5", "obj"), "_"),
        ("_", ("_", "_"), ("5", "obj"), "5:obj"),
        ("4", ("4", "nsubj"), ("5", "obj"), "4"),  # PHEAD of CoNLL-X
        (f"{'9' * 5000}:x", ("4", "nsubj"), ("5", "obj"), f"{'9' * 5000}:x"),
        ("1:a\\pb", ("1", "a|b"), ("2", "c|d"), "2:c\\pd"),
    ],
)
def test_the_basic_arc_follows_and_all_others_stay(
    deps: str, old: tuple[str, str], new: tuple[str, str], expected: str
):
    assert with_basic_arc(deps, old, new) == expected


def rows(*columns: tuple[str, str, str]) -> str:
    return "".join(
        f"{i}\tw\t_\t_\t_\t_\t{head}\t{label}\t{deps}\t_\r\n" for i, (head, label, deps) in enumerate(columns, 1)
    )


def test_words_whose_arcs_do_not_change_keep_every_byte():
    given = rows(("0", "root", "0:root"), ("1", "obl", "9:x|1:obl:in"), ("2", "case", "_"), ("1", "conj", "1:conj:and"))
    tree = Sentence.from_conllu(given).with_tree([0, 1, 1, 2], ["root", "obl", "dep", "dep"])
    assert str(tree) == rows(
        ("0", "root", "0:root"), ("1", "obl", "9:x|1:obl:in"), ("1", "dep", "_"), ("2", "dep", "2:dep")
    )


def test_deps_stands_where_the_header_says():
    given = f"{HEADER}0:root\t1\tGo\t0\troot\n1:obj\t2\tit\t1\tobj\n"
    tree = Sentence.from_conllu(given).with_tree([2, 0], ["x", "root"])
    assert str(tree) == f"{HEADER}2:x\t1\tGo\t2\tx\n0:root\t2\tit\t0\troot\n"
    last = Sentence.from_conllu("# global.columns = ID FORM HEAD DEPREL DEPS\n1\tGo\t0\troot\t0:root\r\n")
    assert str(last.with_tree([-1], ["_"])).endswith("\n1\tGo\t_\t_\t_\r\n")


def test_conll_x_is_left_alone():
    given = "1\tGo\tgo\tV\tV\t_\t0\tROOT\t0\tROOT\n2\tit\tit\tP\tP\t_\t1\tobj\t1\tobj\n"
    tree = Sentence.from_conllu(given).with_tree([2, 0], ["x", "ROOT"])
    assert str(tree) == given.replace("0\tROOT\t0", "2\tx\t0").replace("1\tobj\t1", "0\tROOT\t1")


def test_a_word_that_was_cleared_gets_its_arc_back() -> None:
    rows = ("1\ta" + "\t_" * 4 + "\t2\tdet\t2:det\t_\n", "2\tb" + "\t_" * 4 + "\t0\troot\t0:root\t_\n", "\n")
    cleared = Sentence.from_conllu("".join(rows)).with_tree([-1, 0], ["_", "root"])
    assert "\t_\t_\t_\t_\n" in str(cleared)
    assert str(cleared.with_tree([2, 0], ["nmod", "root"])).startswith("1\ta\t_\t_\t_\t_\t2\tnmod\t2:nmod\t_\n")
