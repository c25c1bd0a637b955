"""`arcwalk evaluate` from its arguments to what it prints."""

import argparse
import json
from pathlib import Path

import pytest

from arcwalk.cli.commands.evaluate import add_arguments, run
from arcwalk.errors import ArcwalkError
from arcwalk.treebank.sentence import Sentence

GOLD = Sentence.from_columns(
    ["Dogs", "bark", "loudly", "."],
    upos=["NOUN", "VERB", "ADV", "PUNCT"],
    heads=[2, 0, 2, 2],
    deprels=["nsubj", "root", "advmod", "punct"],
    id="dogs",
)
WORSE = GOLD.with_tree([2, 0, 1, 2], ["nsubj", "root", "advmod", "punct"])


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    paths = tmp_path / "gold.conllu", tmp_path / "system.conllu"
    for path, sentence in zip(paths, (GOLD, WORSE), strict=True):
        path.write_text("".join(sentence.lines) * 30, encoding="utf-8")
    return str(paths[0]), str(paths[1])


def evaluate(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args(arguments))


def test_one_system(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    gold, system = files
    assert evaluate(gold, system) == 0
    text = capsys.readouterr().out
    scores = next(line.split() for line in text.splitlines() if line.startswith("no punctuation"))
    assert scores[2:] == ["90", "66.67", "66.67", "100.00", "100.00", "0.00", "0.00"]
    assert "Words by tag" in text
    assert "Paired" not in text


def test_two_systems(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    gold, system = files
    assert evaluate(gold, system, gold) == 0
    text = capsys.readouterr().out
    assert f"UAS: {gold} is better than {system} by 33.33 points, which is significant (p <= 0.05)." in text


def test_json(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    gold, system = files
    assert evaluate(gold, system, gold, "--json") == 0
    result = json.loads(capsys.readouterr().out)
    assert result["gold"] == gold
    assert result["system"]["file"] == system
    assert result["system"]["conventions"]["conll-2018"]["uas"] == 75.0
    assert result["other"]["conventions"]["default"]["uas"] == 100.0
    assert result["comparison"]["uas"]["difference"] == pytest.approx(-100 / 3)
    assert evaluate(gold, system, "--json") == 0
    assert set(json.loads(capsys.readouterr().out)) == {"gold", "system"}


def test_page(files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "report.html"
    assert evaluate(*files) == 0
    alone = capsys.readouterr().out
    assert evaluate(*files, "--html", str(page)) == 0
    assert capsys.readouterr().out == alone
    text = page.read_text(encoding="utf-8")
    assert "<td>90</td><td>66.67</td>" in text
    assert "1 of 4 arcs wrong" in text
    assert evaluate(*files, files[0], "--json", "--html", str(page)) == 0
    json.loads(capsys.readouterr().out)
    assert "Paired comparison" in page.read_text(encoding="utf-8")


def test_language_of_a_page(files: tuple[str, str], tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert evaluate(*files, "--html", str(page), "--language", "da") == 0
    assert '<p class="text" lang="da"' in page.read_text(encoding="utf-8")
    with pytest.raises(ArcwalkError, match="--language da: only for drawings; add --html FILE"):
        evaluate(*files, "--language", "da")


def test_page_that_cannot_be_written(files: tuple[str, str], tmp_path: Path) -> None:
    with pytest.raises(ArcwalkError, match="create it first"):
        evaluate(*files, "--html", str(tmp_path / "none" / "report.html"))
    with pytest.raises(ArcwalkError, match="give a file"):
        evaluate(*files, "--html", "-")
    with pytest.raises(ArcwalkError, match=r"a file whose name ends in \.html"):  # not the files to be compared
        evaluate(*files, "--html", files[1])
    page = tmp_path / "report.html"
    page.write_text("before")
    with pytest.raises(ArcwalkError, match="there is no such file"):
        evaluate(files[0], str(tmp_path / "none.conllu"), "--html", str(page))
    assert page.read_text() == "before"


def test_different_words(files: tuple[str, str], tmp_path: Path) -> None:
    other = tmp_path / "other.conllu"
    other.write_text("".join(GOLD.lines).replace("bark", "howl"), encoding="utf-8")
    with pytest.raises(
        ArcwalkError, match=r"other.conllu:3 .sentence dogs.: the text goes on with 'howl.*'bark.*gold.conllu:3"
    ):
        evaluate(files[0], str(other))


def test_gold_without_trees(files: tuple[str, str], tmp_path: Path) -> None:
    bare = tmp_path / "bare.conllu"
    bare.write_text("".join(Sentence.from_columns(["Dogs", "bark"]).lines), encoding="utf-8")
    with pytest.raises(ArcwalkError, match=r"system.conllu:4 .* but \S*bare.conllu ends before that"):
        evaluate(str(bare), files[1])


def test_standard_input_can_be_read_only_once() -> None:
    with pytest.raises(ArcwalkError, match="only one file can be read from standard input"):
        evaluate("-", "-")


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gold, and runs of three systems, in the current folder."""
    monkeypatch.chdir(tmp_path)
    better, worst = (
        GOLD.with_tree(GOLD.heads, ["nsubj", "root", "obj", "punct"]),
        GOLD.with_tree([0, 1, 1, 1], ["x"] * 4),
    )
    parses = {"gold": GOLD, "a-1": WORSE, "a-2": better, "a-3": WORSE, "b-1": GOLD, "b-2": better, "c": worst}
    for name, sentence in parses.items():
        Path(f"{name}.conllu").write_text("".join(sentence.lines) * 30, encoding="utf-8")


@pytest.mark.usefixtures("runs")
def test_many_systems(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate("gold.conllu", "a-1.conllu", "b-1.conllu", "c.conllu") == 0
    text = capsys.readouterr().out
    assert [line.split()[:3] for line in text.splitlines() if line[:2] in ("1 ", "2 ", "3 ")] == [
        ["1", "a-1.conllu", "66.67"],
        ["2", "b-1.conllu", "100.00"],
        ["3", "c.conllu", "0.00"],
        ["1", "-", "2"],
        ["1", "-", "3"],
        ["2", "-", "3"],
    ]
    assert "adjusted for 3 pairs (Holm)" in text
    assert "runs" not in text
    assert "LAS: b-1.conllu is better than a-1.conllu and c.conllu, which is significant (p <= 0.05)." in text


@pytest.mark.usefixtures("runs")
def test_several_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate("gold.conllu", "a-1.conllu,a-2.conllu,a-3.conllu", "b-1.conllu,b-2.conllu", "--tags") == 0
    text = capsys.readouterr().out
    rows = [line.split() for line in text.splitlines() if line[:2] in ("1 ", "2 ")]
    assert rows[0][:4] == ["1", "a-*.conllu", "3", "77.78"]
    assert rows[1][:4] == ["2", "b-*.conllu", "2", "100.00"]
    assert rows[3] == ["1", "a-*.conllu", "100.00"]
    assert "bootstrap over sentences and runs; p is two-sided." in text


@pytest.mark.usefixtures("runs")
def test_one_system_with_several_runs_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate("gold.conllu", "a-1.conllu,a-2.conllu,a-3.conllu", "c.conllu", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    first, second = found["systems"]
    assert (first["name"], second["name"]) == ("a-*.conllu", "c.conllu")
    assert first["uas"]["runs"] == pytest.approx([200 / 3, 100.0, 200 / 3])
    assert [run["file"] for run in first["runs"]] == ["a-1.conllu", "a-2.conllu", "a-3.conllu"]
    assert first["runs"][0]["conventions"]["conll-2018"]["uas"] == 75.0
    assert second["tags"] == {"upos": 100.0}
    (pair,) = found["pairs"]
    assert (pair["system"], pair["other"]) == ("a-*.conllu", "c.conllu")
    assert pair["las"]["p_value"] < 0.05


@pytest.mark.usefixtures("runs")
def test_tags_of_many_systems_without_trees(capsys: pytest.CaptureFixture[str]) -> None:
    bare = GOLD.with_tree([-1] * 4, ["_"] * 4)
    Path("bare.conllu").write_text("".join(bare.lines) * 30, encoding="utf-8")
    assert evaluate("gold.conllu", "a-1.conllu", "bare.conllu", "c.conllu", "--tags") == 0
    text = capsys.readouterr().out
    assert "2 bare.conllu  100.00" in text
    assert "UAS" not in text


@pytest.mark.usefixtures("runs")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["a-1.conllu,a-2.conllu", "--html", "x.html"], "--html: this is for one system or two"),
        (["a-1.conllu", "c.conllu", "b-1.conllu", "--train", "gold.conllu"], "--train: this is for one system or two"),
        (["a-1.conllu,a-1.conllu"], "a-1.conllu,a-1.conllu: a run is named twice"),
        (["a-1.conllu,,a-2.conllu"], "there is no file name before or after a comma"),
        (["c.conllu", "a-1.conllu", "c.conllu"], "c.conllu: this system is given twice"),
        (["a-1.conllu,-", "-"], "only one file can be read from standard input"),
        (["none.conllu,a-1.conllu"], "none.conllu: there is no such file"),
    ],
)
def test_runs_that_cannot_be_compared(words: list[str], message: str) -> None:
    with pytest.raises(ArcwalkError, match=message):
        evaluate("gold.conllu", *words)


@pytest.mark.usefixtures("runs")
def test_a_file_with_a_comma_in_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    Path("c.conllu").rename("one,two.conllu")
    assert evaluate("gold.conllu", "one,two.conllu") == 0
    assert "Scores of one,two.conllu" in capsys.readouterr().out
