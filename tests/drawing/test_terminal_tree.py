"""Trees in a terminal: small ones letter by letter, and the arcs of random ones read back from the drawing."""

import pytest
from hypothesis import given, settings
from random_trees import trees
from rich.cells import cell_len

from arcwalk.drawing import terminal_tree
from arcwalk.drawing.outline import outline
from arcwalk.sample import sample
from arcwalk.treebank.confidence import with_confidences
from arcwalk.treebank.sentence import Sentence

WIDE = 10_000
CATS = Sentence.from_columns(
    ["The", "cat", "chased", "mice"],
    upos=["DET", "NOUN", "VERB", "NOUN"],
    heads=[2, 3, 0, 3],
    deprels=["det", "nsubj", "root", "obj"],
)
CROSSING = Sentence.from_columns(list("abcd"), heads=[3, 4, 0, 3], deprels=["one", "two", "root", "three"])
MIXED_SCRIPTS = Sentence.from_columns(
    ["我", "喜欢", "cafe\u0301"], upos=["PRON", "VERB", "NOUN"], heads=[2, 0, 2], deprels=["nsubj", "root", "obj"]
)


def test_arcs_above_words() -> None:
    assert terminal_tree(CATS).splitlines() == [
        "               root",
        " ╭─det─╮╭─nsubj─╮│╭─obj─╮",
        " ▼     │▼       │▼│     ▼",
        "The    cat    chased  mice",
        "DET   NOUN     VERB   NOUN",
    ]


def test_outline_where_arcs_are_too_wide() -> None:
    assert terminal_tree(CATS, 26) == terminal_tree(CATS)
    assert terminal_tree(CATS, 25).splitlines() == [
        "  ╭─▸ The     DET   det",
        " ╭┴─▸ cat     NOUN  nsubj",
        "─┼──▸ chased  VERB  root",
        " ╰──▸ mice    NOUN  obj",
    ]
    assert outline(CATS, WIDE).splitlines() == [
        "      ╭─▸ The     DET   det",
        "   ╭──┴─▸ cat     NOUN  nsubj",
        "───┼────▸ chased  VERB  root",
        "   ╰────▸ mice    NOUN  obj",
    ]


def test_crossing_arcs() -> None:
    assert terminal_tree(CROSSING).splitlines() == [
        "        root",
        "   ╭──────│─two────╮",
        "╭──│─one─╮│╭─three─│╮",
        "▼  ▼     │▼│       │▼",
        "a  b      c         d",
    ]
    assert terminal_tree(CROSSING, 17).splitlines() == [
        "  ╭───▸ a  one",
        "  │ ╭─▸ b  two",
        "──┼─│─▸ c  root",
        "  ╰─┴─▸ d  three",
    ]


def test_wide_characters_and_combining_marks() -> None:
    assert terminal_tree(MIXED_SCRIPTS).splitlines() == [
        "         root",
        "  ╭─nsubj─╮│╭─obj─╮",
        "  ▼       │▼│     ▼",
        " 我      喜欢   cafe\u0301",
        "PRON     VERB   NOUN",
    ]
    assert outline(MIXED_SCRIPTS, WIDE).splitlines() == [
        "   ╭─▸ 我    PRON  nsubj",
        "───┼─▸ 喜欢  VERB  root",
        "   ╰─▸ cafe\u0301  NOUN  obj",
    ]


def test_one_word() -> None:
    yes = Sentence.from_columns(["Yes"], upos=["INTJ"], heads=[0], deprels=["root"])
    assert terminal_tree(yes).splitlines() == ["root", "  ▼", " Yes", "INTJ"]
    assert outline(yes, WIDE) == "──▸ Yes  INTJ  root"


def test_several_roots() -> None:
    roots = Sentence.from_columns(list("abc"), heads=[0, 1, 0], deprels=["root", "x", "root"])
    assert outline(roots, WIDE).splitlines() == ["╭──┬─▸ a  root", "│  ╰─▸ b  x", "╰────▸ c  root"]


def test_words_without_heads() -> None:
    partly = Sentence.from_columns(["one", "two", "three"], heads=[2, -1, -1])
    assert terminal_tree(partly).splitlines() == [" ╭───╮", " ▼   │", "one  two  three"]
    assert outline(partly, WIDE).splitlines() == ["   ╭─▸ one", "   ┴─▸ two", "       three"]
    assert terminal_tree(Sentence.from_columns(["no", "tree"])) == "no  tree"


def test_right_to_left_words_come_one_a_line() -> None:
    hello = Sentence.from_columns(["שלום", "עולם"], heads=[0, 1], deprels=["root", "vocative"])
    assert terminal_tree(hello).splitlines() == ["───┬─▸ שלום  root", "   ╰─▸ עולם  vocative"]


def test_marks_follow_labels() -> None:
    parse = CATS.with_tree([2, 3, 0, 2], ["det", "nsubj", "root", "_"])
    sure = with_confidences(parse, [0.95, 0.8, 0.99, 0.2], None)
    lines = terminal_tree(sure, gold=CATS).splitlines()
    assert lines[:-1] == terminal_tree(parse.with_tree(parse.heads, ["det", "nsubj?", "root", "??✗"])).splitlines()
    assert lines[-1] == "4 mice: modifier of cat, but obj of chased in gold"
    assert terminal_tree(sure, 20, gold=CATS).splitlines()[3] == "  ╰─▸ mice  NOUN  ??✗"
    assert terminal_tree(CATS, gold=CATS) == terminal_tree(CATS)


def test_labels_in_doubt_are_in_parentheses() -> None:
    parse = with_confidences(CATS, [1.0, 1.0, 0.8, 0.5], [0.78, 0.9, 0.59, 0.4])
    assert terminal_tree(parse, 30).splitlines() == [
        "  ╭─▸ The     DET   (det?)",
        " ╭┴─▸ cat     NOUN  nsubj",
        "─┼──▸ chased  VERB  (root??)?",
        " ╰──▸ mice    NOUN  obj??",
    ]


def test_long_forms_are_cut() -> None:
    long = Sentence.from_columns(["incomprehensibilities", "are"], heads=[0, 1], deprels=["root", "cop"])
    assert terminal_tree(long, 20).splitlines() == ["─┬─▸ incompre…  root", " ╰─▸ are        cop"]


def test_controls_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in terminal_tree(Sentence.from_columns(["\x1b[31mred", "\u0301"], heads=[0, 1]))


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_samples_fit_and_show_every_word_and_label(width: int) -> None:
    for sentence in sample(60):
        drawing = terminal_tree(sentence, width)
        assert max(map(cell_len, drawing.splitlines())) <= width
        for text in {*sentence.forms, *sentence.upos, *sentence.deprels}:
            assert text in drawing


@settings(deadline=None)
@given(trees())
def test_arcs_read_back(sentence: Sentence) -> None:
    assert read_arcs(terminal_tree(sentence, WIDE), sentence) == list(sentence.heads)


@settings(deadline=None)
@given(trees(14))
def test_outline_read_back(sentence: Sentence) -> None:
    for width in (30, WIDE):
        assert read_outline(outline(sentence, width)) == list(sentence.heads)


def read_arcs(drawing: str, sentence: Sentence) -> list[int]:
    """Follow each arc from its arrow head up, along, and down to the head's place among the arrow heads."""
    lines = [line.ljust(WIDE) for line in drawing.splitlines()]
    ground = next(row for row, line in enumerate(lines) if "▼" in line)
    arrows = [column for column, character in enumerate(lines[ground]) if character == "▼"]
    assert len(arrows) == len(sentence)
    heads = []
    for column in arrows:
        row = ground - 1
        while row >= 0 and lines[row][column] == "│":
            row -= 1
        corner = lines[row][column] if row >= 0 else ""
        if corner not in ("╭", "╮"):
            heads.append(0)
            continue
        step, ends = (1, "╮┤") if corner == "╭" else (-1, "╭├")
        column += step
        while lines[row][column] not in ends:
            column += step
        heads.append(1 + arrows.index(column + step))  # a leg stands beside the middle of its word
    return heads


def read_outline(drawing: str) -> list[int]:
    """Follow the line to each word back to a vertical, and that to the word it is joined to."""
    lines = drawing.splitlines()
    heads = []
    for row, line in enumerate(lines):
        column = line.index("▸")
        while column > 0 and line[column] not in "╭╰├":
            column -= 1
        rows = [row]
        for step, ends in ((-1, "╭┬"), (1, "╰┴")):
            while column > 0 and lines[rows[-1]][column] not in ends:
                rows.append(rows[-1] + step)
            rows.append(row)
        heads.append(next((row + 1 for row in rows if column and lines[row][column] in "┬┴┼"), 0))
    return heads
