"""What a person reads and what a program reads."""

import io
import json

import pytest
from rich.console import Console

from arcwalk.evaluation import evaluate
from arcwalk.evaluation.json_values import comparison_as_dict, scores_as_dict
from arcwalk.evaluation.report import EvaluatedSystem, report
from arcwalk.evaluation.significance import Bootstrap, PairedTest, SignTest, compare
from arcwalk.evaluation.tables import breakdown_tables, scores_table, verdict
from arcwalk.evaluation.terminal import print_tables, report_console
from arcwalk.treebank.sentence import Sentence

GOLD = Sentence.from_columns(
    ["Dogs", "bark", "."],
    upos=["NOUN", "VERB", "PUNCT"],
    heads=[2, 0, 2],
    deprels=["nsubj:x", "root", "punct"],
)
SYSTEM = GOLD.with_tree([2, 0, 1], ["nsubj", "root", "punct"])
SCORES = evaluate([GOLD], [SYSTEM])


def paired_test(system: float, other: float, sign_p: float, bootstrap_p: float) -> PairedTest:
    sign = SignTest(3, 1, sign_p)
    return PairedTest("UAS", system, other, sign, sign, Bootstrap(-1.0, 2.0, bootstrap_p))


@pytest.mark.parametrize(
    ("test", "sentence"),
    [
        (
            paired_test(81.5, 80.0, 0.05, 0.01),
            "UAS: a is better than b by 1.50 points, which is significant (p <= 0.05).",
        ),
        (
            paired_test(80.0, 80.25, 0.06, 0.3),
            "UAS: b is better than a by 0.25 points, which is not significant (p > 0.05).",
        ),
        (
            paired_test(80.0, 79.0, 0.01, 0.3),
            "UAS: a is better than b by 1.00 points, which is significant by the sign test on words but not by the "
            "bootstrap (p <= 0.05).",
        ),
        (
            paired_test(80.0, 79.0, 0.3, 0.01),
            "UAS: a is better than b by 1.00 points, which is significant by the bootstrap but not by the sign test on "
            "words (p <= 0.05).",
        ),
        (paired_test(80.0, 80.0, 1.0, 1.0), "UAS: a and b score the same (80.00)."),
    ],
)
def test_verdict(test: PairedTest, sentence: str) -> None:
    assert verdict(test, "a", "b") == sentence


def test_scores_for_programs() -> None:
    values = json.loads(json.dumps(scores_as_dict(SCORES), allow_nan=False))
    conventions = values["conventions"]
    assert list(conventions) == ["default", "conll-2018", "conll-x", "conll-x-with-punctuation"]
    assert [scores["uas"] for scores in conventions.values()] == pytest.approx([100, 200 / 3, 100, 200 / 3])
    assert [scores["las"] for scores in conventions.values()] == pytest.approx([100, 200 / 3, 50, 100 / 3])
    assert conventions["conll-x"] == {
        "punctuation": False,
        "exact_labels": True,
        "words": 2,
        "sentences": 1,
        "uas": 100.0,
        "las": 50.0,
        "label_accuracy": 50.0,
        "root": {"gold": 1, "system": 1, "correct": 1, "precision": 100.0, "recall": 100.0, "f1": 100.0},
        "complete_match": 100.0,
        "labeled_complete_match": 0.0,
    }
    breakdown = values["breakdown"]
    assert list(breakdown) == ["label", "arc_length", "root", "part_of_speech", "sentence_length"]
    assert breakdown["part_of_speech"]["NOUN"] == {"words": 1, "uas": 100.0, "las": 100.0}
    assert breakdown["label"]["nsubj"]["f1"] == 100.0


def test_what_is_not_a_number_is_null() -> None:
    dots = Sentence.from_columns(["..."], heads=[0], deprels=["root"])
    values = scores_as_dict(evaluate([dots], [dots]))
    assert json.loads(json.dumps(values, allow_nan=False))["conventions"]["default"]["uas"] is None


def test_comparison_for_programs() -> None:
    values = json.loads(json.dumps(comparison_as_dict(compare(SCORES, SCORES)), allow_nan=False))
    assert values["uas"] == {
        "system": 100.0,
        "other": 100.0,
        "difference": 0.0,
        "error_reduction": None,
        "sign_test_words": {"wins": 0, "losses": 0, "p_value": 1.0},
        "sign_test_sentences": {"wins": 0, "losses": 0, "p_value": 1.0},
        "bootstrap": {"low": 0.0, "high": 0.0, "p_value": 1.0},
    }
    assert list(values) == ["uas", "las"]


def test_piped_text_is_plain(capsys: pytest.CaptureFixture[str]) -> None:
    console = report_console()
    print_tables(console, [scores_table(SCORES, "[red]odd:smile:name.conllu"), *breakdown_tables(SCORES)])
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert "Scores of [red]odd:smile:name.conllu\n" in text
    lines = [line.split() for line in text.splitlines()]
    assert ["no", "punctuation", "2", "100.00", "100.00", "100.00", "100.00", "100.00", "100.00"] in lines
    assert [
        "exact",
        "labels",
        "(conll-x)",
        "2",
        "100.00",
        "50.00",
        "50.00",
        "100.00",
        "100.00",
        "0.00",
    ] in lines
    assert [
        "all",
        "words",
        "(conll-2018)",
        "3",
        "66.67",
        "66.67",
        "100.00",
        "100.00",
        "0.00",
        "0.00",
    ] in lines
    assert ["NOUN", "1", "100.00", "100.00"] in lines


def test_two_systems_are_compared_and_not_broken_down() -> None:
    systems = [EvaluatedSystem(name, [SYSTEM], SCORES, [], []) for name in ("a.conllu", "b.conllu")]
    both = report([GOLD], systems, with_tags=False, with_each_tag=False)
    assert both.verdicts()[0] == "UAS: a.conllu and b.conllu score the same (100.00)."
    (table,) = both.comparison_tables()
    assert [row[0] for row in table.rows][:3] == ["a.conllu", "b.conllu", "difference"]
    assert both.breakdown_tables() == []
    one = report([GOLD], systems[:1], with_tags=False, with_each_tag=False)
    assert one.verdicts() == one.comparison_tables() == []
    assert one.breakdown_tables() == breakdown_tables(SCORES)


def test_the_scores_fit_a_narrow_terminal() -> None:
    console = Console(file=io.StringIO(), width=80, force_terminal=True, color_system=None)
    many = [GOLD] * 40_000
    print_tables(console, [scores_table(evaluate(many, many), "system.conllu")])
    file = console.file
    assert isinstance(file, io.StringIO)
    assert "120,000  100.00" in file.getvalue()
    assert all(len(line) <= 80 for line in file.getvalue().splitlines())
    assert "…" not in file.getvalue()
