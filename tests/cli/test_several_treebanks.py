"""`arcwalk train` on several files."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from commands import arcwalk, assert_one_line_error

from arcwalk import Parser, Sentence, Tagger, sample
from arcwalk.cli.display import ProgressBars
from arcwalk.treebank import write

ENGLISH = sample(40)
OTHER = [  # with other tags and labels, no lemmas and no FEATS
    Sentence.from_columns(
        ["en", f"hund{i}", "gøede"], upos=["DET", "NOUN", "VERB"], heads=[2, 3, 0], deprels=["d", "s", "r"]
    )
    for i in range(40)
]
OPTIONS = ["--set", "epochs=1", "--set", "shuffles=1", "--set", "table_bits=14"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("english.conllu", ENGLISH)
    write("other.conllu.gz", OTHER)


def test_sentences_follow_one_another() -> None:
    files = ["english.conllu", "other.conllu.gz"]
    done = arcwalk("train", *files, "-m", "model", "--system", "bayes-point", *OPTIONS, "--log", "log")
    assert done.returncode == 0, done.stderr
    assert "trained on 80 sentences" in done.stderr
    assert json.loads(Path("log").read_text().splitlines()[0])["train"] == files
    expected = Parser.train([*ENGLISH, *OTHER], system="bayes-point", epochs=1, shuffles=1, table_bits=14)
    expected.save("expected")
    assert Path("model").read_bytes() == Path("expected").read_bytes()


def test_a_tagger_learns_from_all() -> None:
    done = arcwalk("train", "other.conllu.gz", "english.conllu", "-m", "model", "--system", "tagger", *OPTIONS)
    assert done.returncode == 0, done.stderr
    assert "trained on 80 sentences" in done.stderr


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (["english.conllu", "none.conllu"], ("none.conllu: there is no such file",)),
        (["-", "english.conllu", "-"], ("only one file can be read from standard input",)),
        (["english.conllu", "wrong.conllu"], ("wrong.conllu:2",)),
    ],
)
def test_wrong_files_are_named(files: list[str], words: tuple[str, ...]) -> None:
    Path("wrong.conllu").write_text("1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n2\tb\t_\t_\t_\t_\t7\tdep\t_\t_\n\n")
    done = arcwalk("train", *files, "-m", "model", "--system", "bayes-point", *OPTIONS)
    assert_one_line_error(done, *words)
    assert not Path("model").exists()


def test_the_log_is_not_one_of_them() -> None:
    done = arcwalk("train", "english.conllu", "other.conllu.gz", "-m", "model", "--log", "other.conllu.gz", *OPTIONS)
    assert_one_line_error(done, "this file is also an input or the model")


def weighted(sentences: Iterable[Sentence], weight: int) -> list[Sentence]:
    return [sentence.with_weight(weight) for sentence in sentences]


@pytest.mark.parametrize("name", ["other.conllu.gz", "./other.conllu.gz", "{folder}/other.conllu.gz"])
def test_one_of_them_counts_more(name: str, tmp_path: Path) -> None:
    files, weight = ["english.conllu", "other.conllu.gz"], f"--weight={name.format(folder=tmp_path)}=3"
    done = arcwalk("train", *files, weight, "-m", "model", "--system", "bayes-point", *OPTIONS, "--log", "log")
    assert done.returncode == 0, done.stderr
    assert "trained on 80 sentences" in done.stderr
    assert json.loads(Path("log").read_text().splitlines()[0])["weights"] == [1, 3]
    sentences = [*ENGLISH, *weighted(OTHER, 3)]
    Parser.train(sentences, system="bayes-point", epochs=1, shuffles=1, table_bits=14).save("expected")
    assert Path("model").read_bytes() == Path("expected").read_bytes()


def test_a_weight_of_one_changes_nothing() -> None:
    models = [Path("plain"), Path("once")]
    for model, weights in zip(models, ([], ["--weight", "other.conllu.gz=1"]), strict=True):
        files = ["english.conllu", "other.conllu.gz"]
        done = arcwalk("train", *files, *weights, "-m", model, "--system", "bayes-point", *OPTIONS)
        assert done.returncode == 0, done.stderr
    plain, once = (model.read_bytes() for model in models)
    assert plain == once


def test_standard_input_can_count_more() -> None:
    words = ["english.conllu", "-", "--weight=-=4", "--weight", "english.conllu=2", "-m", "model"]
    done = arcwalk("train", *words, "--system", "tagger", *OPTIONS, given="".join(map(str, OTHER)))
    assert done.returncode == 0, done.stderr
    Tagger.train([*weighted(ENGLISH, 2), *weighted(OTHER, 4)], epochs=1, shuffles=1, table_bits=14).save("expected")
    assert Path("model").read_bytes() == Path("expected").read_bytes()


@pytest.mark.parametrize(
    ("weights", "words", "code"),
    [
        (["none.conllu=2"], ("none.conllu=2: not a file of TRAIN", "name english.conllu or other.conllu.gz"), 1),
        (["-=2"], ("--weight -=2: not a file of TRAIN",), 1),
        (["english.conllu=2", "./english.conllu=3"], ("english.conllu=3: this file already has a weight",), 1),
        (["english.conllu"], ("write it as FILE=N",), 2),
        (["=2"], ("write it as FILE=N",), 2),
        (["english.conllu=0"], ("not a whole number from 1 to 100",), 2),
        (["english.conllu=101"], ("not a whole number from 1 to 100",), 2),
        (["english.conllu=1.5"], ("not a whole number from 1 to 100",), 2),
        (["english.conllu=two"], ("not a whole number from 1 to 100",), 2),
        (["english.conllu=²"], ("not a whole number from 1 to 100",), 2),
    ],
)
def test_wrong_weights_are_refused(weights: list[str], words: tuple[str, ...], code: int) -> None:
    given = [f"--weight={weight}" for weight in weights]
    done = arcwalk("train", "english.conllu", "other.conllu.gz", *given, "-m", "model", *OPTIONS)
    assert_one_line_error(done, *words, code=code)
    assert not Path("model").exists()


def test_another_weight_is_another_run(monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["train", "english.conllu", "other.conllu.gz", "-m", "model", "--system", "bayes-point", *OPTIONS]
    with monkeypatch.context() as patched:
        steps = iter([False] * 3 + [True])

        def interrupt(_: ProgressBars) -> None:
            if next(steps):
                raise KeyboardInterrupt

        patched.setattr(ProgressBars, "advance", interrupt)
        assert arcwalk(*command, "--weight", "other.conllu.gz=2").returncode == 130
    for weights in ([], ["--weight", "other.conllu.gz=3"], ["--weight", "english.conllu=2"]):
        assert_one_line_error(arcwalk(*command, *weights, "--resume"), "different sentences, options or seed")
    done = arcwalk(*command, "--weight", "other.conllu.gz=2", "--resume")
    assert done.returncode == 0, done.stderr
    sentences = [*ENGLISH, *weighted(OTHER, 2)]
    Parser.train(sentences, system="bayes-point", epochs=1, shuffles=1, table_bits=14).save("expected")
    assert Path("model").read_bytes() == Path("expected").read_bytes()
