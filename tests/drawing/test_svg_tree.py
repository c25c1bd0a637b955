"""Trees as images: sound XML, nothing that overlaps, and the arcs read back from their paths."""

import re
from itertools import combinations, pairwise, permutations
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import trees

from arcwalk.drawing import html_page, svg_tree
from arcwalk.drawing.arc_layout import Arc, arcs_of
from arcwalk.drawing.display_text import text_width
from arcwalk.drawing.svg import LABEL, LEAST_LEG_GAP, LEG_GAP, TAG, WORD
from arcwalk.drawing.svg_style import MULTIWORD
from arcwalk.sample import sample
from arcwalk.treebank.sentence import Sentence

SIZES = {"word": WORD, "tag": TAG, "label": LABEL, "multiword": MULTIWORD}
SVG = "{http://www.w3.org/2000/svg}"


def of_class(image: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in image.iter() if name in element.get("class", "").split()]


def middles(image: ElementTree.Element) -> list[int]:
    return [int(word.get("x", "")) for word in of_class(image, "word")]


def read_heads(image: ElementTree.Element) -> list[int]:
    """The heads, from where each path starts and ends; the word nearest to a leg is the one it stands at."""
    places = middles(image)
    heads = [-1] * len(places)

    def word_at(x: str) -> int:
        return 1 + min(range(len(places)), key=lambda word: abs(places[word] - int(x)))

    for arc, arrow in zip(of_class(image, "arc"), of_class(image, "arrow"), strict=True):
        start, tip = (re.match(r"M(\d+) ", path.get("d", "")) for path in (arc, arrow))
        assert start is not None
        assert tip is not None
        heads[word_at(tip[1]) - 1] = 0 if "root" in arc.get("class", "") else word_at(start[1])
    return heads


def assert_sound(sentence: Sentence) -> None:
    image = ElementTree.fromstring(svg_tree(sentence))
    assert read_heads(image) == list(sentence.heads)
    assert [word.text for word in of_class(image, "word")] == list(sentence.forms)
    assert [tag.text for tag in of_class(image, "tag")] == [tag for tag in sentence.upos if tag != "_"]
    labels = [label.text for label in of_class(image, "label")]
    assert sorted(map(str, labels)) == sorted(label for label in sentence.deprels if label != "_")
    assert_readable(image)


def assert_readable(image: ElementTree.Element) -> None:
    """No text touches another, and none is cut."""
    for first, second in combinations(map(box, image.iter(f"{SVG}text")), 2):
        assert first[1] <= second[0] or second[1] <= first[0] or first[3] <= second[2] or second[3] <= first[2]
    for left, right, top, bottom in map(box, image.iter(f"{SVG}text")):
        assert 0 <= left < right <= int(image.get("width", ""))
        assert 0 <= top < bottom <= int(image.get("height", ""))


def box(text: ElementTree.Element) -> tuple[float, float, float, float]:
    """Left, right, top and bottom of a text."""
    size = SIZES[text.get("class", "").split()[0]]
    x, y = int(text.get("x", "")), int(text.get("y", ""))
    width = text_width(text.text or "", size)
    return x - width / 2, x + width / 2, y - 0.8 * size, y + 0.2 * size


def assert_well_stacked(arcs: list[Arc]) -> None:
    """No two arcs share a level where they overlap, and one that covers a shorter one is above it."""
    for first, second in permutations([arc for arc in arcs if arc.head], 2):
        if first.left < second.right and second.left < first.right:
            assert first.level != second.level
            span, other = range(first.left, first.right + 1), range(second.left, second.right + 1)
            if span != other and other[0] in span and other[-1] in span:
                assert first.level > second.level


def test_samples() -> None:
    for sentence in sample(40):
        assert_sound(sentence)
        assert_well_stacked(arcs_of(sentence))


@settings(deadline=None)
@given(trees())
def test_random_trees(sentence: Sentence) -> None:
    assert_sound(sentence)
    assert_well_stacked(arcs_of(sentence))


def test_levels_are_no_more_than_needed() -> None:
    chain = Sentence.from_columns(list("abcde"), heads=[0, 1, 2, 3, 4])
    assert {arc.level for arc in arcs_of(chain) if arc.head} == {1}
    fan = Sentence.from_columns(list("abcde"), heads=[0, 1, 1, 1, 1])
    assert [arc.level for arc in arcs_of(fan)] == [1, 2, 3, 4, 5]


def test_legs_at_a_word_do_not_touch() -> None:
    for form, gap in (("i", LEAST_LEG_GAP), ("enumerates", LEG_GAP)):
        fan = Sentence.from_columns(["a", "b", form, "d", "e"], heads=[3, 3, 0, 3, 3], deprels=["x"] * 5)
        image = ElementTree.fromstring(svg_tree(fan))
        arcs = [re.match(r"M(\d+) ", arc.get("d", "")) for arc in of_class(image, "arc")]
        starts = sorted(int(start[1]) for start in arcs if start)
        assert [right - left for left, right in pairwise(starts)] == [gap] * 4


def test_right_to_left() -> None:
    hello = Sentence.from_columns(["שלום", "עולם", "!"], heads=[0, 1, 1], deprels=["root", "vocative", "punct"])
    image = ElementTree.fromstring(svg_tree(hello))
    assert {text.text for text in image.iterfind(f"{SVG}g[@direction='rtl']/{SVG}text")} >= set(hello.forms)
    assert middles(image) == sorted(middles(image), reverse=True)
    assert_sound(hello)


@settings(deadline=None)
@given(trees(), st.data())
def test_multiword_tokens(sentence: Sentence, data: st.DataObject) -> None:
    """Drawn below their words, and no wider: their forms touch nothing."""
    lines = list(sentence.lines)
    ends = sorted(data.draw(st.sets(st.integers(1, len(sentence)))))
    ranges = list(zip(ends[::2], ends[1::2], strict=False))
    for first, last in reversed(ranges):
        form = data.draw(st.sampled_from(["au", "<script>", "woodpeckers" * 9]))
        lines.insert(sentence.places[first - 1], f"{first}-{last}\t{form}" + "\t_" * 8 + "\n")
    image = ElementTree.fromstring(svg_tree(Sentence.from_conllu("".join(lines))))
    assert_readable(image)
    drawn = of_class(image, "multiword")
    assert [(int(text.get("data-first", "")), int(text.get("data-last", ""))) for text in drawn] == ranges
    for (first, last), path in zip(ranges, of_class(image, "bracket"), strict=True):
        left, right = map(int, re.findall(r"M(\d+) .*H(\d+)", path.get("d", ""))[0])
        inside = [number for number, x in enumerate(middles(image), 1) if left <= x <= right]
        assert inside == list(range(first, last + 1))


def test_escaping() -> None:
    hostile = Sentence.from_columns(
        ["<script>", "\x01\ufffe"], upos=["&", "]]>"], heads=[0, 1], deprels=['"', "<!--"], id="<b>", text="a & b"
    )
    image = ElementTree.fromstring(svg_tree(hostile, title="</title>"))
    titles = {element.text for element in image.iter(f"{SVG}title")}
    assert titles == {"</title>", '"', "<!-- of <script>"}
    assert [word.text for word in of_class(image, "word")] == ["<script>", "\ufffd\ufffd"]
    page = html_page([hostile], "<&>")
    assert "<title>&lt;&amp;&gt;</title>" in page
    assert "<script" not in page
    assert "<b>" not in page


def test_readers_who_hear_the_image() -> None:
    sentence = Sentence.from_columns(["cats", "sleep"], heads=[2, 0], deprels=["nsubj", "root"], text="Cats sleep")
    image = ElementTree.fromstring(svg_tree(sentence))
    assert image.get("role") == "img"
    assert [element.text for element in image][:2] == ["Cats sleep", "cats: nsubj of sleep; sleep: root"]


def test_image_stands_alone() -> None:
    image = svg_tree(next(iter(sample(1))))
    assert "prefers-color-scheme: dark" in image
    for word in ("<script", "href", "url(", "@import", "@font-face"):
        assert word not in image


def test_page_shows_each_sentence() -> None:
    sentences = list(sample(3))
    page = html_page(sentences, "Three trees")
    assert page.count("<svg") == 3
    for sentence in sentences:
        assert f'<span class="id">{sentence.id}</span>' in page
        assert sentence.text in page
