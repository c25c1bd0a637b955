"""`arcwalk train --system tagger`, `arcwalk tag` and the scores of tags."""

import json
from pathlib import Path

import pytest
from commands import arcwalk, assert_one_line_error

from arcwalk import Sentence
from arcwalk.cli.display import ProgressBars
from arcwalk.cli.main import main
from arcwalk.sample import sample
from arcwalk.treebank import read, write

FAST = ["--system", "tagger", "--set", "shuffles=1", "--set", "epochs=2", "--set", "table_bits=16"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tag")
    write(folder / "train.conllu", sample(150))
    write(folder / "test.conllu.gz", sample(20, seed=5))
    done = arcwalk("train", folder / "train.conllu", "-m", folder / "model", *FAST, "--dev", folder / "test.conllu.gz")
    assert done.returncode == 0, done.stderr
    assert "% UPOS (" in done.stderr
    assert "% LEMMA (" in done.stderr
    assert "tagger trained on 150 sentences" in done.stderr.splitlines()[-1]
    return folder


def test_tag_changes_tags_only_from_files_and_pipes(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.conllu.gz"
    done = arcwalk("tag", folder / "test.conllu.gz", "-m", folder / "model", "-o", output, "--jobs", "2")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    gold, tagged = list(read(folder / "test.conllu.gz")), list(read(output))
    for before, after in zip(gold, tagged, strict=True):
        assert after.with_tags(upos=before.upos, lemmas=before.lemmas).lines == before.lines
    text = "".join(line for sentence in gold for line in sentence.lines)
    piped = arcwalk("tag", "-", "-m", folder / "model", given=text)
    assert piped.stdout == "".join(line for sentence in tagged for line in sentence.lines)


def test_interrupted_training_is_resumed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "model"
    command = ["train", str(folder / "train.conllu"), "-m", str(model), "--jobs", "1", *FAST]
    epochs = iter([False] * 20 + [True])

    def interrupt(_: ProgressBars) -> None:
        if next(epochs):
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(ProgressBars, "advance", interrupt)
        assert main(command) == 130
    unfinished = tmp_path / "model.unfinished"
    assert f"interrupted; progress saved to {unfinished}, rerun with --resume to continue" in capsys.readouterr().err
    assert not model.exists()
    assert main([*command, "--resume"]) == 0
    assert not unfinished.exists()
    assert model.read_bytes() == (folder / "model").read_bytes()


def test_errors_are_one_line(folder: Path, tmp_path: Path) -> None:
    test, train = folder / "test.conllu.gz", folder / "train.conllu"
    assert_one_line_error(arcwalk("tag", tmp_path / "none", "-m", folder / "model"), "no such file")
    assert_one_line_error(arcwalk("tag", test, "-m", test), "not an arcwalk model")
    assert_one_line_error(arcwalk("parse", test, "-m", folder / "model"), "arcwalk tag")
    assert_one_line_error(arcwalk("train", train, "-m", tmp_path / "m", *FAST, "--set", "columns=tag"), "columns=tag")
    assert_one_line_error(arcwalk("train", train, "-m", tmp_path / "m", *FAST, "--resume"), "no interrupted training")
    broken = tmp_path / "broken.conllu"
    broken.write_text("1\ta\tb\n\n")
    done = arcwalk("tag", broken, "-m", folder / "model", "-o", tmp_path / "out")
    assert_one_line_error(done, "broken.conllu:1")
    assert not (tmp_path / "out").exists()


@pytest.fixture
def tagged(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Gold, a system with one wrong tag and no trees, and a training file that lacks one word."""
    gold = Sentence.from_columns(["a", "dog", "barks"], upos=["DET", "NOUN", "VERB"])
    write(tmp_path / "gold", [gold])
    write(tmp_path / "system", [gold.with_tags(upos=["DET", "VERB", "VERB"])])
    write(tmp_path / "train", [Sentence.from_columns(["a", "barks"], upos=["DET", "VERB"])])
    return tmp_path / "gold", tmp_path / "system", tmp_path / "train"


def test_evaluate_scores_tags_where_there_are_no_trees(tagged: tuple[Path, Path, Path]) -> None:
    gold, system, train = tagged
    done = arcwalk("evaluate", gold, system, "--train", train, "--tags")
    assert done.returncode == 0, done.stderr
    words = [line.split() for line in done.stdout.splitlines()]
    assert ["UPOS", "3", "2", "66.67", "1", "0", "0.00"] in words
    assert ["NOUN", "1", "0", "0", "-", "0.00", "0.00"] in words
    assert "UAS" not in done.stdout


def test_evaluate_gives_tags_as_json(tagged: tuple[Path, Path, Path]) -> None:
    gold, system, train = tagged
    done = arcwalk("evaluate", gold, system, "--train", train, "--json")
    upos = json.loads(done.stdout)["system"]["tags"]["upos"]
    assert (upos["words"], upos["right"], upos["unknown_words"], upos["unknown_accuracy"]) == (3, 2, 1, 0.0)
    assert upos["tags"]["VERB"]["system"] == 2


def test_right_tags_are_shown_on_request(folder: Path) -> None:
    test = folder / "test.conllu.gz"
    assert "Tags of" not in arcwalk("evaluate", test, test).stdout
    shown = arcwalk("evaluate", test, test, "--tags").stdout
    assert "UPOS by tag" in shown
    assert "LEMMA" in shown
    assert "LEMMA by tag" not in shown
