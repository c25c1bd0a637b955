import json
from pathlib import Path

import pytest
from commands import arcwalk
from planted_problems import NEXT, TREE, cell

from arcwalk import sample, write
from arcwalk.errors import Finding


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    return tmp_path / "trial.conllu"


def test_sentences_with_and_without_trees_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "mixed.conllu"
    with_trees = sample(4)
    bare = [sentence.with_tree([-1] * len(sentence), ["_"] * len(sentence)) for sentence in sample(3, seed=1)]
    for sentences, amount in (
        ([*with_trees, *bare], "7 sentences (4 with trees)"),
        (with_trees, "4 sentences with trees"),
        (bare, "3 sentences without trees"),
    ):
        write(file, sentences)
        assert f"{file}: {amount}, " in arcwalk("check", file).stdout
        found = json.loads(arcwalk("check", file, "--json").stdout)
        assert (found["trees"], found["has_heads"]) == (4 * (amount[0] != "3"), amount[0] != "3")


def test_a_valid_file(trial: Path) -> None:
    trial.write_text(TREE + NEXT)
    done = arcwalk("check", trial)
    assert (done.returncode, done.stdout) == (0, f"{trial}: 2 sentences with trees, 10 words, 0 problems\n")


def test_an_empty_file(trial: Path) -> None:
    trial.write_text("")
    done = arcwalk("check", trial)
    assert done.returncode == 0
    assert done.stdout.splitlines() == [f"{trial}: the file is empty", f"{trial}: 0 sentences, 0 words, 0 problems"]


def test_problems_and_a_summary(trial: Path) -> None:
    trial.write_text(TREE + cell(3, "HEAD", "7", cell(5, "XPOS", "", NEXT)))
    done = arcwalk("check", trial)
    assert done.returncode == 1
    head, xpos, summary = done.stdout.splitlines()
    assert head.startswith(f"{trial}:12 (sentence a2): HEAD 7 is not a word of this sentence; write ")
    assert head.endswith(" [level 2, head-range]")
    assert xpos == f"{trial}:14 (sentence a2): XPOS is empty; write _ where there is no value [level 1, empty-column]"
    assert summary == f"{trial}: 2 sentences with trees, 10 words, 2 problems (1 at level 1, 1 at level 2)"


def test_level_1(trial: Path) -> None:
    trial.write_text(cell(3, "UPOS", "noun", cell(5, "XPOS", "a b")))
    assert len(arcwalk("check", trial).stdout.splitlines()) == 3
    done = arcwalk("check", trial, "--level", "1")
    assert done.returncode == 1
    assert done.stdout.splitlines()[1:] == [f"{trial}: 1 sentence with trees, 5 words, 1 problem (1 at level 1)"]
    assert arcwalk("check", trial, "--level", "3").returncode == 2


def test_warnings_do_not_make_a_file_invalid(trial: Path) -> None:
    trial.write_text(cell(3, "MISC", "gloss=x"))
    done = arcwalk("check", trial)
    assert done.returncode == 0
    warning, summary = done.stdout.splitlines()
    assert warning == f"{trial}:3 (sentence a1): MISC has the key 'gloss'; write Gloss [warning, misc-attr-typo]"
    assert summary == f"{trial}: 1 sentence with trees, 5 words, 0 problems, 1 warning"


def test_many_problems_are_counted_by_kind(trial: Path) -> None:
    sentence = cell(3, "UPOS", "noun", cell(5, "UPOS", "aux", cell(7, "FEATS", "x")))
    trial.write_text("".join(sentence.replace("a1", f"a{number}") for number in range(1_000)))
    lines = arcwalk("check", trial).stdout.splitlines()
    assert len(lines) == 3_000 + 4
    assert lines[-4:-1] == ["", "2,000 unknown-upos [level 2]", "1,000 invalid-feature [level 2]"]


def test_json() -> None:
    done = arcwalk("check", "-", "--json", given=cell(3, "HEAD", "1", cell(5, "MISC", "a||b")))
    assert done.returncode == 1
    report = json.loads(done.stdout)
    findings = report.pop("findings")
    assert report == {
        "file": "<stdin>",
        "level": 2,
        "sentences": 1,
        "words": 5,
        "trees": 1,
        "has_heads": True,
        "notes": [],
        "problems": 1,
        "warnings": 1,
    }
    message, remedy = "word 1 is its own head", "write the ID of another word, or 0 for the root"
    assert Finding(**findings[0]) == Finding("<stdin>", 3, "a1", "head-self", message, remedy, "HEAD", 2)
    assert (findings[1]["test"], findings[1]["severity"]) == ("empty-misc", "warning")


def test_json_is_the_same_on_any_terminal() -> None:
    """A terminal may show other characters than those of a label, but a program must read them."""
    done = arcwalk("check", "-", "--json", given=cell(3, "DEPREL", "nsübj"))
    assert done.stdout.isascii()
    assert "'nsübj'" in json.loads(done.stdout)["findings"][0]["message"]


def test_a_missing_file(tmp_path: Path) -> None:
    done = arcwalk("check", tmp_path / "none.conllu")
    assert done.returncode == 1
    assert "there is no such file" in done.stdout
