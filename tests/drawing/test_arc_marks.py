"""What images say of arcs: how sure the parser is, and what is wrong, beside the gold arcs."""

import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_trees import trees
from test_svg_tree import SVG, assert_well_stacked, box, of_class

import arcwalk
from arcwalk.drawing import html_page, svg_tree, svg_trees
from arcwalk.drawing.arc_layout import arcs_of
from arcwalk.drawing.svg import ARROW_WIDTH, RADIUS
from arcwalk.errors import TreebankError
from arcwalk.sample import sample
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE
from arcwalk.treebank.confidence import with_confidences
from arcwalk.treebank.sentence import Sentence

GOLD = Sentence.from_columns(
    ["Dogs", "bark", "at", "night"], heads=[2, 0, 4, 2], deprels=["nsubj", "root", "case", "obl"], text="Dogs bark"
)
PARSE = GOLD.with_tree([2, 0, 2, 2], ["nsubj", "root", "case", "nmod"])
CATS = Sentence.from_columns(["Cats", "sleep"], heads=[2, 0], deprels=["nsubj", "root"])


def image(sentence: Sentence, gold: Sentence | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(svg_tree(sentence, gold=gold))


def words(image: ElementTree.Element, *names: str) -> list[int]:
    """The words of the elements that have all these classes."""
    found = [element for element in image.iter() if set(names) <= set(element.get("class", "").split())]
    return sorted(int(element.get("data-word", "")) for element in found)


def titles(image: ElementTree.Element) -> dict[int, list[str | None]]:
    found: dict[int, list[str | None]] = {}
    for arc in of_class(image, "arc"):
        found.setdefault(int(arc.get("data-word", "")), []).append(arc.findtext(f"{SVG}title"))
    return found


def test_everything_of_a_word_is_named_by_it() -> None:
    sentence = next(iter(sample(1)))
    drawn = image(sentence)
    numbers = list(range(1, len(sentence) + 1))
    for kind in ("word", "tag", "arc", "arrow", "label"):
        assert words(drawn, kind) == numbers
    for kind, column in (("word", sentence.forms), ("tag", sentence.upos), ("label", sentence.deprels)):
        for element in of_class(drawn, kind):
            assert element.text == column[int(element.get("data-word", "")) - 1]


def test_confidence() -> None:
    drawn = image(with_confidences(PARSE, [0.9, 0.89, 0.6, 0.59], None))
    for kind in ("arc", "arrow", "label"):
        assert words(drawn, kind, "unsure") == [2, 3, 4]
        assert words(drawn, kind, "doubtful") == [4]
    assert words(drawn, "arc", "root", "unsure") == [2]
    assert titles(drawn)[4] == ["nmod of bark, confidence 0.59"]
    assert titles(drawn)[2] == ["root, confidence 0.89"]
    assert words(image(PARSE), "unsure") == []


def test_words_without_confidence_are_not_marked() -> None:
    drawn = image(PARSE.with_misc(HEAD_CONFIDENCE, ["", "0.1", "", ""]))
    assert words(drawn, "arc", "doubtful") == [2]
    assert titles(drawn)[1] == ["nsubj of bark"]


def test_doubt_about_a_label_is_told_from_doubt_about_its_head() -> None:
    drawn = image(with_confidences(PARSE, [1.0, 1.0, 0.8, 0.5], [0.78, 0.9, 0.59, 0.4]))
    for kind in ("label", "frame"):
        assert words(drawn, kind, "unsure-label") == [1, 3]
        assert words(drawn, kind, "doubtful-label") == [3]
    assert words(drawn, "frame") == [1, 3]
    assert words(drawn, "arc", "unsure") == [3, 4]
    assert titles(drawn)[1] == ["nsubj of bark, confidence 1.00, with label 0.78"]
    assert titles(drawn)[2] == ["root, confidence 1.00, with label 0.90"]
    assert words(image(with_confidences(PARSE, [0.5] * 4, [0.5] * 4)), "frame") == []


def test_frames_stand_around_labels_and_clear_of_arcs() -> None:
    drawn = image(with_confidences(PARSE, [1.0] * 4, [0.5] * 4))
    labels = {element.get("data-word"): box(element) for element in of_class(drawn, "label")}
    heights = {float(path.split("V")[1].split("a")[0]) - RADIUS for path in paths(drawn) if "a" in path}
    assert words(drawn, "frame") == [1, 2, 3, 4]
    for frame in of_class(drawn, "frame"):
        x, y, width, height = (float(frame.get(name, "")) for name in ("x", "y", "width", "height"))
        left, right, top, bottom = labels[frame.get("data-word")]
        assert x < left < right < x + width
        assert y < top < bottom < y + height
        assert not any(y <= arc <= y + height for arc in heights)


def paths(image: ElementTree.Element) -> list[str]:
    return [arc.get("d", "") for arc in of_class(image, "arc")]


def test_wrong_arcs_come_with_gold_ones() -> None:
    drawn = image(PARSE, GOLD)
    for kind in ("arc", "arrow", "label"):
        assert words(drawn, kind, "wrong") == words(drawn, kind, "gold") == [3, 4]
        assert words(drawn, kind) == [1, 2, 3, 3, 4, 4]
    assert titles(drawn)[3] == ["case of bark, wrong", "case of night in gold"]
    description = drawn.findtext(f"{SVG}desc") or ""
    assert description.endswith("night: nmod of bark, wrong; night: obl of bark in gold")
    assert words(image(GOLD, GOLD), "wrong") == []


def test_a_wrong_root() -> None:
    drawn = image(PARSE.with_tree([0, 1, 4, 2], ["root", "x", "case", "obl"]), GOLD)
    assert words(drawn, "arc", "root", "wrong") == [1]
    assert words(drawn, "arc", "root", "gold") == [2]


def test_a_word_without_a_head_is_wrong_and_gold_without_a_head_says_nothing() -> None:
    bare = GOLD.with_tree([2, 0, -1, 2], ["nsubj", "root", "_", "obl"])
    assert words(image(bare, GOLD), "arc") == [1, 2, 3, 4]
    assert words(image(bare, GOLD), "arc", "gold") == [3]
    assert words(image(GOLD, bare), "wrong") == []


def test_gold_must_have_the_same_words() -> None:
    other = Sentence.from_columns(["Cats", "bark", "at", "night"], heads=[2, 0, 4, 2])
    with pytest.raises(TreebankError, match=r"word 1 is 'Dogs', but 'Cats' in gold"):
        svg_tree(PARSE, gold=other)


def test_python_users_compare_trees() -> None:
    assert arcwalk.draw(PARSE, GOLD) == svg_tree(PARSE, gold=GOLD)
    assert PARSE._repr_html_() == svg_tree(PARSE)


@given(trees(), st.data())
def test_nothing_overlaps_where_two_trees_are_drawn(gold: Sentence, data: st.DataObject) -> None:
    n = len(gold)
    heads = data.draw(st.lists(st.integers(-1, n), min_size=n, max_size=n))
    labels = data.draw(st.lists(st.sampled_from(["root", "vocative:long", "x", "_"]), min_size=n, max_size=n))
    sentence = gold.with_tree(heads, labels)
    assert_well_stacked(arcs_of(sentence, gold))
    drawn = image(sentence, gold)
    wrong = words(drawn, "arc", "gold")
    assert wrong == [word for word in range(1, n + 1) if (heads[word - 1], labels[word - 1]) != gold_arc(gold, word)]
    for first, second in combinations(map(box, drawn.iter(f"{SVG}text")), 2):
        assert first[1] <= second[0] or second[1] <= first[0] or first[3] <= second[2] or second[3] <= first[2]
    for left, right, top, _ in map(box, drawn.iter(f"{SVG}text")):
        assert 0 <= left < right <= int(drawn.get("width", ""))
        assert top >= 0
    tips = sorted(int(arrow.get("d", "M0 ")[1:].split()[0]) for arrow in of_class(drawn, "arrow"))
    assert all(right - left >= ARROW_WIDTH for left, right in pairwise(tips))


def gold_arc(gold: Sentence, word: int) -> tuple[int, str]:
    return gold.heads[word - 1], gold.deprels[word - 1]


def test_legend_explains_the_marks_that_occur() -> None:
    def explained(sentence: Sentence, gold: Sentence | None) -> list[str]:
        page = html_page([sentence], "trees", gold=gold and [gold])
        return re.findall(r'<li>.*?class="(?:arc|frame) ([\w-]+)"', page)

    assert explained(PARSE, None) == []
    assert explained(with_confidences(PARSE, [0.8] * 4, None), None) == ["unsure"]
    assert explained(with_confidences(PARSE, [0.1] * 4, None), None) == ["unsure", "doubtful"]
    assert explained(with_confidences(PARSE, [1.0] * 4, [0.8] * 4), None) == ["unsure-label"]
    assert explained(with_confidences(PARSE, [0.1] * 4, [0.1] * 4), None) == ["unsure", "doubtful"]
    assert explained(PARSE, GOLD) == ["wrong", "gold"]
    assert explained(GOLD, GOLD) == []


def test_trees_in_one_image_start_where_reading_starts() -> None:
    hello = Sentence.from_columns(["שלום"], heads=[0], deprels=["root"])
    whole = ElementTree.fromstring(svg_trees([PARSE, hello, CATS], "three", gold=[GOLD, hello, CATS]))
    left, right, last = whole.findall(f"{SVG}svg")
    assert left.get("x") == last.get("x") == "0"
    assert int(right.get("x", "")) + int(right.get("width", "")) == int(whole.get("width", ""))
    assert words(left, "arc", "gold") == [3, 4]
