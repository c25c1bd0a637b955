"""`arcwalk words` and `arcwalk train --words`."""

from pathlib import Path

import pytest
from commands import arcwalk, assert_one_line_error

from arcwalk.representations.word_files import read_word_file
from arcwalk.sample import sample
from arcwalk.treebank import write

FAST = ["--set", "shuffles=1", "--set", "epochs=1", "--set", "table_bits=16"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("words")
    trees = sample(120)
    write(folder / "train.conllu", trees)
    (folder / "lines.txt").write_text("".join(" ".join(tree.forms) + "\n" for tree in trees), encoding="utf-8")
    paths = "".join(f"0{i % 2}1\t{form}\t{i + 1}\n" for i, form in enumerate(dict.fromkeys(trees[0].forms)))
    (folder / "paths").write_text(paths, encoding="utf-8")
    return folder


def test_vectors_from_text_go_into_a_tagger(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("gensim")
    train, lines, first, second = (folder / name for name in ("train.conllu", "lines.txt", "1.vec", "2.vec.gz"))
    done = arcwalk("words", lines, "--input", "lines", "--size", "6", "-o", first)
    assert done.returncode == 0, done.stderr
    assert "learned from 120 sentences" in done.stderr
    done = arcwalk("words", "-", "--input", "conllu", "--size", "6", "-o", second, given=train.read_text())
    assert done.returncode == 0, done.stderr
    assert read_word_file(first).digest() == read_word_file(second).digest()
    done = arcwalk("train", train, "-m", tmp_path / "model", "--system", "tagger", "--words", second, *FAST)
    assert done.returncode == 0, done.stderr
    assert f"{second}: " in done.stderr
    assert "% of the words of the treebank" in done.stderr


def test_clusters_go_into_a_parser(folder: Path, tmp_path: Path) -> None:
    model, train = tmp_path / "model", folder / "train.conllu"
    done = arcwalk("train", train, "-m", model, "--system", "bayes-point", "--words", folder / "paths", *FAST)
    assert done.returncode == 0, done.stderr
    done = arcwalk("parse", train, "-m", model, "-o", tmp_path / "out.conllu")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("system", ["tagger", "bayes-point"])
def test_bad_files_are_named_and_no_model_is_written(folder: Path, tmp_path: Path, system: str) -> None:
    bad, model = tmp_path / "bad", tmp_path / "model"
    bad.write_text("the 1 2 3\ncat 1 2\n")
    for words, message in ((bad, f"{bad}:2: 2 numbers"), (tmp_path / "none", "there is no such file")):
        done = arcwalk("train", folder / "train.conllu", "-m", model, "--system", system, "--words", words)
        assert_one_line_error(done, message)
    bad.write_text("01\tслово\t3\n")
    done = arcwalk("train", folder / "train.conllu", "-m", model, "--system", system, "--words", bad)
    assert_one_line_error(done, f"{bad}: no word of the treebank is there; ")
    assert not model.exists()


def test_wrong_usage_of_words(folder: Path, tmp_path: Path) -> None:
    lines, output = folder / "lines.txt", tmp_path / "out.vec"
    output.write_text("precious")
    for words, message in [
        (["--size", "0", "--input", "lines"], "--size 0: this must be from 1 to 1,000"),
        (["--input", "lines", "--language", "da"], "--language da: only for raw text"),
        (["--input", "conllu"], "lines.txt:1 "),
    ]:
        assert_one_line_error(arcwalk("words", lines, "-o", output, *words), message)
    assert_one_line_error(arcwalk("words", lines, "-o", tmp_path / "no" / "out"), "there is no folder")
    assert output.read_text() == "precious"
