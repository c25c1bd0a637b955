"""`arcwalk evaluate` on files whose words differ, and on the work of two annotators."""

import argparse
import json
from pathlib import Path

import pytest
from annotations import annotated

from arcwalk.cli.commands.evaluate import add_arguments, run
from arcwalk.errors import ArcwalkError

GOLD = """
Do do AUX _ 3 aux
n't not PART _ 3 advmod
bark bark VERB _ 0 root
! ! PUNCT _ 3 punct
"""
SYSTEM = """
Don't not PART _ 2 advmod
bark bark NOUN _ 0 root
! ! PUNCT _ 2 punct
"""
SCORES = {
    "Tokens": ["4", "3", "2", "66.67", "50.00", "57.14", "-"],
    "Sentences": ["1", "1", "1", "100.00", "100.00", "100.00", "-"],
    "Words": ["4", "3", "2", "66.67", "50.00", "57.14", "-"],
    "UPOS": ["4", "3", "1", "33.33", "25.00", "28.57", "50.00"],
    "LAS": ["4", "3", "2", "66.67", "50.00", "57.14", "100.00"],
    "CLAS": ["2", "2", "1", "50.00", "50.00", "50.00", "100.00"],
    "MLAS": ["2", "2", "0", "0.00", "0.00", "0.00", "0.00"],
}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"gold": GOLD, "system": SYSTEM, "bare": "Don't\nbark\n!"}.items():
        Path(name).write_text("".join(annotated(text).lines), encoding="utf-8")


def evaluate(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args(arguments))


def test_other_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate("gold", "system") == 0
    lines = capsys.readouterr().out.splitlines()
    summary = "Words differ, so words are aligned by characters: 2 in both files, 2 only in gold, 1 only in system."
    assert lines[0] == summary
    rows = {line.split()[0]: line.split()[1:] for line in lines[4:18] if line}
    assert {name: rows[name] for name in SCORES} == SCORES


def test_the_same_words_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate("gold", "gold", "--aligned") == 0
    text = capsys.readouterr().out
    assert text.startswith("Words and sentences are the same: 4 words.\n")
    assert "BLEX" in text
    assert evaluate("gold", "gold") == 0
    assert "BLEX" not in capsys.readouterr().out


def test_other_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [annotated(text) for text in ("Don't not PART _ 2 advmod\nbark bark NOUN _ 0 root", "! ! PUNCT _ 0 root")]
    Path("split").write_text("".join(line for sentence in rows for line in sentence.lines))
    assert evaluate("system", "split") == 0
    assert capsys.readouterr().out.startswith("Sentences differ, so words are aligned by characters: 3 in both files")


def test_other_tokens(capsys: pytest.CaptureFixture[str]) -> None:
    """The words are the same, but in one file, two of them are a multiword token."""
    Path("joined").write_text("".join(annotated("1-2 Don't\n" + GOLD.strip()).lines))
    assert evaluate("gold", "joined", "--aligned") == 0
    text = capsys.readouterr().out
    assert text.startswith("Tokens differ, so words are aligned by characters: 4 in both files, 0 only in gold, 0 only")
    (tokens,) = (line.split() for line in text.splitlines() if line.startswith("Tokens   "))
    assert tokens[1:] == ["4", "3", "2", "66.67", "50.00", "57.14", "-"]


def test_output_of_a_tokenizer(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate("gold", "bare") == 0
    text = capsys.readouterr().out
    assert "Trees are not scored: one of the files has none." in text
    assert "UAS" not in text


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate("gold", "system", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["gold"], found["system"]["file"]) == ("gold", "system")
    assert found["system"]["aligned"]["UPOS"]["aligned_accuracy"] == 50
    assert found["system"]["aligned"]["Words"]["aligned_accuracy"] is None
    (difference,) = found["differences"]
    assert [token["form"] for token in difference["first"][0]["tokens"] if token["differs"]] == ["Do", "n't"]
    assert [token["form"] for token in difference["second"][0]["tokens"] if token["differs"]] == ["Don't"]


def test_agreement(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate("gold", "system", "--agreement", "--html", "page.html") == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Agreement of gold and system" in lines
    rows = [line.split() for line in lines if line]
    assert ["UPOS", "2", "1", "50.00", "25.00", "0.333"] in rows
    assert ["HEAD", "2", "2", "100.00", "50.00", "1.000"] in rows
    assert ["VERB", "NOUN", "1"] in rows
    assert "<h1>Agreement of gold and system</h1>" in Path("page.html").read_text(encoding="utf-8")
    assert evaluate("gold", "system", "--agreement", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["words"] == {"first": 4, "second": 3, "both": 2}
    assert found["agreement"]["UPOS"]["disagreements"] == [{"first": "VERB", "second": "NOUN", "words": 1}]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["system", "--tags"], "--tags: this is for files with the same words, not for aligned words; omit it"),
        (["gold", "--aligned", "--train", "gold"], "--train: this is for files with the same words"),
        (["gold", "system", "--agreement"], "--agreement: this is for two files; give GOLD and one SYSTEM"),
        (["gold,system", "--aligned"], "--aligned: this is for two files; give GOLD and one SYSTEM"),
        (["gold", "system"], r"system:1 .*systems are compared on the same words: to align the words of this one, ev"),
        (["gold,system"], r"system:1 .*systems are compared on the same words"),
    ],
)
def test_what_needs_the_same_words(words: list[str], message: str) -> None:
    with pytest.raises(ArcwalkError, match=message):
        evaluate("gold", *words)
