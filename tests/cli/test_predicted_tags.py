"""`arcwalk train --tags predicted` and `joint`, and parsing what has no tags: treebanks, words, lines, raw text."""

from pathlib import Path

import pytest
from commands import TINY, arcwalk, assert_one_line_error

from arcwalk import Sentence
from arcwalk.cli.main import main
from arcwalk.sample import sample
from arcwalk.treebank import read, write

FAST = ["--system", "bayes-point", "--set", "shuffles=1", "--set", "epochs=2", "--set", "table_bits=16"]
TAGS = ["--tags", "predicted", "--set", "tag_folds=3", "--set", "tag_shuffles=1", "--set", "tag_epochs=2"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("predicted")
    test = sample(8, seed=5)
    write(folder / "train.conllu", sample(60))
    write(folder / "test.conllu", test)
    write(folder / "untagged.conllu", [Sentence.from_columns(sentence.forms) for sentence in test])
    (folder / "words").write_text("\n\n".join("\n".join(sentence.forms) for sentence in test))
    (folder / "lines").write_text("\n".join(" ".join(sentence.forms) for sentence in test))
    train = folder / "train.conllu"
    done = arcwalk("train", train, "-m", folder / "model", "--dev", folder / "test.conllu", *TAGS, *FAST)
    assert done.returncode == 0, done.stderr
    for part in ("on out-of-fold sentences", "% XPOS", "test.conllu: ", "bayes-point trained on 60 sentences"):
        assert part in done.stderr
    assert arcwalk("train", train, "-m", folder / "gold", *FAST).returncode == 0
    return folder


def test_words_and_lines_are_parsed_like_untagged_conllu(folder: Path) -> None:
    parsed = arcwalk("parse", folder / "untagged.conllu", "-m", folder / "model")
    assert parsed.returncode == 0, parsed.stderr
    (folder / "out").write_text(parsed.stdout)
    assert all(tag != "_" for sentence in read(folder / "out", heads="gold") for tag in sentence.upos)
    words = arcwalk("parse", folder / "words", "--input", "words", "-m", folder / "model", "--jobs", "2")
    expected = [each.with_comment("sent_id", str(n)) for n, each in enumerate(read(folder / "out"), 1)]
    assert words.stdout == "".join(map(str, expected))
    text = (folder / "lines").read_text()
    lines = arcwalk("parse", "-", "--input", "lines", "-m", folder / "model", given=text)
    without_text = [line for line in lines.stdout.splitlines() if not line.startswith("# text = ")]
    assert without_text == words.stdout.splitlines()


def test_tag_only_tags(folder: Path) -> None:
    done = arcwalk("tag", folder / "words", "--input", "words", "-m", folder / "model")
    (folder / "tagged").write_text(done.stdout)
    for sentence in read(folder / "tagged"):
        assert set(sentence.heads) == {-1}
        assert "_" not in sentence.upos


def test_a_parser_that_needs_tags_says_so(folder: Path) -> None:
    done = arcwalk("parse", folder / "untagged.conllu", "-m", folder / "gold")
    assert_one_line_error(done, "untagged.conllu:1", "--tags predicted")
    done = arcwalk("parse", folder / "lines", "--input", "lines", "-m", folder / "gold")
    assert_one_line_error(done, "lines:1", "--tags predicted")


def test_raw_text_is_split_by_the_rules_of_its_language(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("The dog sleeps. It doesn't bark!\n")
    done = arcwalk("parse", tmp_path / "text", "--text", "--language", "en", "-m", folder / "model")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("# newdoc\n# newpar\n# sent_id = 1-1\n# text = The dog sleeps.\n1\tThe\tthe\t")
    assert "SpaceAfter=No" in done.stdout
    assert "\n3\tn't\t" in done.stdout
    done = arcwalk("parse", tmp_path / "text", "--text", "--language", "xx", "-m", folder / "model")
    assert "\n2\tdoesn't\t" in done.stdout


def test_errors_are_one_line(folder: Path, tmp_path: Path) -> None:
    model, train = folder / "model", folder / "train.conllu"
    assert_one_line_error(arcwalk("parse", train, "--input", "words", "-m", model), "train.conllu:", "tab")
    assert_one_line_error(arcwalk("parse", train, "--language", "da", "-m", model), "--text")
    done = arcwalk("train", train, "-m", tmp_path / "never", "--system", "tagger", "--tags", "predicted")
    assert_one_line_error(done, "--tags predicted", "omit --tags")
    done = arcwalk("train", train, "-m", tmp_path / "never", *TAGS, *FAST, "--set", "tag_folds=1")
    assert_one_line_error(done, "tag_folds=1", "from 2 to 1,000")
    done = arcwalk("train", train, "-m", tmp_path / "never", "--system", "mst", "--tags", "joint")
    assert_one_line_error(done, "--tags joint", "mst does not correct tags", "train sampling")


def test_tags_are_corrected_alike_by_any_number_of_jobs(folder: Path, tmp_path: Path) -> None:
    settings = [*TINY, "tag_folds=2", "tag_shuffles=1", "tag_epochs=1", "tag_doubt=0.01"]
    options = ["--tags", "joint", "--jobs", "2", *(word for setting in settings for word in ("--set", setting))]
    assert main(["train", str(folder / "test.conllu"), "-m", str(tmp_path / "model"), *options]) == 0
    for jobs in ("1", "2"):
        command = ["parse", str(folder / "untagged.conllu"), "-m", str(tmp_path / "model"), "--jobs", jobs]
        assert main([*command, "-o", str(tmp_path / jobs)]) == 0
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert all(tag != "_" for sentence in read(tmp_path / "1", heads="gold") for tag in sentence.upos)
