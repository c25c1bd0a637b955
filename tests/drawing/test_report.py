"""The page of an evaluation: sound, self-contained, and with the numbers of the tables."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcwalk.drawing.report import report_page
from arcwalk.drawing.report.page import WORST
from arcwalk.drawing.report.plots import HEIGHT, TOP, Plot, Point, Series, Tick, categories
from arcwalk.drawing.report.score_plots import score_plots
from arcwalk.evaluation.report import Report, evaluate_system, report
from arcwalk.sample import sample
from arcwalk.treebank.confidence import with_confidences
from arcwalk.treebank.sentence import Sentence

GOLD = list(sample(40))


def chain(sentence: Sentence) -> Sentence:
    """A parse that hangs each word from the one before."""
    return sentence.with_tree(range(len(sentence)), ["root", *["dep"] * (len(sentence) - 1)])


WRONG = [with_confidences(chain(sentence), [0.5] * len(sentence), None) for sentence in GOLD[:15]] + GOLD[15:]


def evaluated(*outputs: list[Sentence], with_tags: bool = False) -> Report:
    systems = [
        evaluate_system(f"<{name}>.conllu", output, GOLD, None, with_tags=with_tags)
        for name, output in zip("ab", outputs, strict=False)
    ]
    return report(GOLD, systems, with_tags, with_tags)


class Balanced(HTMLParser):
    """Checks that every element is closed, and collects the text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())


def test_bins_are_in_order_though_one_system_lacks_some() -> None:
    gold = Sentence.from_columns([str(word) for word in range(10)], heads=range(10), deprels=["dep"] * 10)
    outputs = [
        gold.with_tree([*range(9), head], gold.deprels)  # the last arc is long, or short
        for head in (1, 8)
    ]
    systems = [
        evaluate_system(name, [output], [gold], None, with_tags=False)
        for name, output in zip("ab", outputs, strict=True)
    ]
    plot = next(each for each in score_plots(systems) if "arc length" in each.title)
    assert [tick.lines[0] for tick in plot.ticks] == ["root", "1", "2", "7+"]


def test_one_system() -> None:
    result = evaluated(WRONG)
    page = report_page(result, "gold & co.conllu")
    texts = Balanced(page).texts
    assert "Evaluation of <a>.conllu" in texts
    assert any("gold & co.conllu" in text for text in texts)
    for table in (*result.score_tables(), *result.breakdown_tables()):
        for row in table.rows:
            cells = "".join(f"<td>{cell}</td>" for cell in row[1:])
            assert cells in page
    for title in (
        "UAS and LAS by sentence length",
        "Precision and recall of heads by arc length",
        "Accuracy by confidence",
    ):
        assert f"<title>{title}</title>" in page
    assert "Labels of <a>.conllu" in texts


def test_the_worst_trees_are_drawn() -> None:
    page = report_page(evaluated(WRONG), "gold")
    figures = re.findall(r"<figure>.*?</figure>", page, re.DOTALL)
    assert len(figures) == WORST
    shares = [re.search(r"(\d+) of (\d+) arcs wrong, (\d+) of them in the head", figure) for figure in figures]
    errors = [int(share[1]) for share in shares if share]
    assert len(errors) == WORST
    assert errors == sorted(errors, reverse=True)
    drawn = [len(re.findall(r'class="arc[^"]* wrong"', figure)) for figure in figures]
    assert drawn == errors
    assert "arc of the gold tree" in page


def test_nothing_is_wrong() -> None:
    page = report_page(evaluated(GOLD), "gold")
    assert "All trees are right." in page
    assert "<figure>" not in page
    assert "Accuracy by confidence" not in page


def test_two_systems() -> None:
    result = evaluated(WRONG, GOLD)
    page = report_page(result, "gold")
    texts = Balanced(page).texts
    for verdict in result.verdicts():
        assert verdict in texts
    assert "Labels of <b>.conllu" in texts
    assert "LAS by sentence length" in texts
    assert "Accuracy by confidence of <a>.conllu" in texts
    assert "Breakdown" not in texts


def test_tags_only() -> None:
    bare = [sentence.with_tree([-1] * len(sentence), ["_"] * len(sentence)) for sentence in GOLD]
    page = report_page(evaluated(bare, with_tags=True), "gold")
    texts = Balanced(page).texts
    assert "UPOS by tag" in texts
    assert "Plots" not in texts
    assert "Confusion of labels" not in texts


def test_page_stands_alone() -> None:
    page = report_page(evaluated(WRONG), "gold")
    assert "prefers-color-scheme: dark" in page
    for word in ("<script", "href", "src=", "url(", "@import", "@font-face"):
        assert word not in page


def image(plot: Plot) -> ElementTree.Element:
    return ElementTree.fromstring(plot.svg())


def test_plot_says_its_values() -> None:
    ticks = categories(["1-10", "<20"], ["5", "1,000"])
    points = [Point(tick.x, y, f"{tick.lines[0]} {y:.2f}") for tick, y in zip(ticks, (90.0, 72.5), strict=True)]
    drawn = image(Plot("A & B", "length", ticks, [Series("UAS", points), Series("LAS", points[:1])]))
    assert drawn.findtext("title") == "A & B"
    assert drawn.findtext("desc") == "UAS: 1-10 90.00, <20 72.50; LAS: 1-10 90.00"
    texts = [text.text for text in drawn.iter("text")]
    assert {"90.0", "72.5", "1-10", "<20", "1,000", "length", "70", "100"} <= set(texts)
    assert [circle.findtext("title") for circle in drawn.iter("circle")] == ["UAS: 1-10 90.00", "UAS: <20 72.50"]


def test_what_is_not_a_number_is_left_out() -> None:
    drawn = image(Plot("t", "x", [Tick(50, ("a",))], [Series("P", [Point(50, float("nan"), "a nan")])]))
    assert "nan" not in ElementTree.tostring(drawn, encoding="unicode")


@given(st.lists(st.floats(0, 100), min_size=1, max_size=6))
def test_points_are_in_the_plane(values: list[float]) -> None:
    ticks = categories([str(number) for number in range(len(values))], [""] * len(values))
    points = [Point(tick.x, value, "") for tick, value in zip(ticks, values, strict=True)]
    drawn = image(Plot("t", "x", ticks, [Series("UAS", points)]))
    heights = [float(circle.get("cy", "")) for circle in drawn.iter("circle")]
    assert all(TOP <= height < HEIGHT for height in heights)
    assert [value for _, value in sorted(zip(heights, values, strict=True))] == pytest.approx(
        sorted(values, reverse=True), abs=0.5
    )
