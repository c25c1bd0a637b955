"""`arcwalk evaluate` on a parse that says how sure it is."""

import argparse
import json
from pathlib import Path

import pytest

from arcwalk.cli.commands.evaluate import add_arguments, run
from arcwalk.errors import ArcwalkError
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE
from arcwalk.treebank.confidence import with_confidences
from arcwalk.treebank.sentence import Sentence

GOLD = Sentence.from_columns(
    ["Dogs", "bark", "loudly", "."], heads=[2, 0, 2, 2], deprels=["nsubj", "root", "advmod", "punct"]
)
PARSE = GOLD.with_tree([2, 0, 1, 1], ["nsubj", "root", "advmod", "punct"])
SURE = with_confidences(PARSE, [1.0, 1.0, 0.4, 0.0], [0.8, 1.0, 0.3, 0.0])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, sentence in (("gold", GOLD), ("plain", PARSE), ("sure", SURE)):
        (tmp_path / name).write_text("".join(sentence.lines) * 10, encoding="utf-8")
    return tmp_path


def evaluate(folder: Path, *arguments: str) -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return run(
        parser.parse_args([argument if argument[0] == "-" else str(folder / argument) for argument in arguments])
    )


def test_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(folder, "gold", "sure") == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert f"Confidence of {folder / 'sure'}" in lines
    assert "heads 30 66.67 80.00 13.33 0.0533 10 3 (30.00%) 6 (60.00%)" in lines
    assert "labeled arcs 30 66.67 70.00 16.67 0.0433 10 3 (30.00%) 6 (60.00%)" in lines
    assert "40-50% 10 0.00 40.00 - - -" in lines
    assert "90-100% 20 100.00 100.00 10 100.00 100.00" in lines


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(folder, "gold", "sure", "plain", "--json") == 0
    result = json.loads(capsys.readouterr().out)
    confidence = result["system"]["confidence"]
    assert set(confidence) == {"heads", "labeled_arcs"}
    assert confidence["heads"]["calibration_error"] == pytest.approx(40 / 3)
    assert confidence["heads"]["bins"][0] | {"confidence": 40.0} == {
        "low": 40,
        "high": 50,
        "words": 10,
        "accuracy": 0.0,
        "confidence": 40.0,
    }
    assert confidence["heads"]["doubtful"][1] == {"percent": 20, "words": 6, "errors": 6.0}
    assert "confidence" not in result["other"]


def test_without_confidences_nothing_is_said_of_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(folder, "gold", "plain") == 0
    assert "Confidence" not in capsys.readouterr().out


def test_a_confidence_that_is_none_is_named(folder: Path) -> None:
    wrong = SURE.with_misc(HEAD_CONFIDENCE, ["1", "2", "1", "1"])
    (folder / "wrong").write_text("".join(wrong.lines), encoding="utf-8")
    (folder / "one").write_text("".join(GOLD.lines), encoding="utf-8")
    with pytest.raises(ArcwalkError, match=r"wrong:2 \(sentence 1\): HeadConfidence=2 is not a probability"):
        evaluate(folder, "one", "wrong")
