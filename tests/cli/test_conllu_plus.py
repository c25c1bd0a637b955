"""CoNLL-U Plus through the commands: its columns are filled where the header says, and nothing else is changed."""

from pathlib import Path

import pytest
from commands import arcwalk, assert_one_line_error
from corpora import small_parser

from arcwalk import Sentence, read, sample, write
from arcwalk.engine.request import ranked
from arcwalk.treebank.values import cells

COLUMNS = ["ID", "FORM", "X:NER", "DEPREL", "HEAD", "UPOS", "XPOS", "MISC", "X:A", "B", "C", "LEMMA", "FEATS", "D"]
PLACES = {"ID": 0, "FORM": 1, "LEMMA": 2, "UPOS": 3, "XPOS": 4, "FEATS": 5, "HEAD": 6, "DEPREL": 7, "MISC": 9}
PAIRS = [("conllu", "conllu"), ("conllu", "conllup"), ("conllup", "conllu")]


def plus(sentences: list[Sentence], columns: list[str] = COLUMNS) -> str:
    """The sentences with these columns, those that CoNLL-U does not have filled with something."""

    def row(line: str) -> str:
        given = cells(line)
        return "\t".join(given[PLACES[name]] if name in PLACES else f"{name}-{given[0]}" for name in columns) + "\n"

    lines = (row(line) if line[0].isdigit() else line for each in sentences for line in each.lines)
    return f"# global.columns = {' '.join(columns)}\n{''.join(lines)}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plus")
    small_parser(folder / "model")
    write(folder / "plain.conllu", sample(400, seed=4))
    (folder / "plus.conllup").write_text(plus(sample(400, seed=4)), encoding="utf-8")
    return folder


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", [["parse"], ["parse", "--confidence"], ["tag"]], ids=" ".join)
def test_the_result_is_that_for_conll_u(folder: Path, command: list[str], jobs: str):
    for name in ("plain.conllu", "plus.conllup"):
        done = arcwalk(*command, folder / name, "-m", folder / "model", "-o", folder / f"done-{name}", "--jobs", jobs)
        assert done.returncode == 0, done.stderr
    assert (folder / "done-plus.conllup").read_text() == plus(list(read(folder / "done-plain.conllu")))


def test_training_and_evaluation(folder: Path):
    (folder / "train.conllup").write_text(plus(sample(30)), encoding="utf-8")
    small = ["--system", "bayes-point", "--set", "epochs=1", "--set", "shuffles=1", "--set", "table_bits=16"]
    assert "30 sentences with trees" in arcwalk("check", folder / "train.conllup").stdout
    assert arcwalk("train", folder / "train.conllup", "-m", folder / "trained", *small).returncode == 0
    write(folder / "train.conllu", sample(30))
    assert arcwalk("train", folder / "train.conllu", "-m", folder / "again", *small).returncode == 0
    assert (folder / "trained").read_bytes() == (folder / "again").read_bytes()
    scores = [arcwalk("evaluate", folder / f"train.{one}", folder / f"train.{other}").stdout for one, other in PAIRS]
    assert "  383  100.00  100.00 " in scores[0]
    assert len({text.partition("\n")[2] for text in scores}) == 1


@pytest.mark.parametrize("name", ["HEAD", "DEPREL"])
def test_a_missing_column_is_named(folder: Path, name: str):
    lacking = [column for column in COLUMNS if column != name]
    (folder / "lacking.conllup").write_text(plus(sample(30), lacking), encoding="utf-8")
    done = arcwalk("parse", folder / "lacking.conllup", "-m", folder / "model", "-o", folder / "none")
    assert_one_line_error(done, f"cannot write {name}: the file has no {name} column; add {name} to # global.columns")
    done = arcwalk("train", folder / "lacking.conllup", "-m", folder / "none")
    assert_one_line_error(done, f"the file has no {name} column")
    assert arcwalk("tag", folder / "lacking.conllup", "-m", folder / "model", "-o", folder / "some").returncode == 0


def test_a_file_without_trees_is_sound(folder: Path):
    (folder / "tags.conllup").write_text(plus(sample(3), ["ID", "FORM", "UPOS"]), encoding="utf-8")
    assert "3 sentences without trees, 31 words, 0 problems" in arcwalk("check", folder / "tags.conllup").stdout


def test_confidences_and_tags_need_a_column(folder: Path):
    (folder / "bare.conllup").write_text(plus(sample(3), ["ID", "FORM", "HEAD", "DEPREL"]), encoding="utf-8")
    command = ["parse", folder / "bare.conllup", "-m", folder / "model", "-o", folder / "none"]
    assert arcwalk(*command).returncode == 0
    assert_one_line_error(arcwalk(*command, "--confidence"), "cannot write HeadConfidence: the file has no MISC column")
    done = arcwalk("tag", *command[1:])
    assert_one_line_error(done, "cannot write UPOS or XPOS or FEATS or LEMMA: the file has no UPOS or XPOS or FEATS")


def test_alternatives_declare_the_columns_once(folder: Path):
    first, second, *_ = read(folder / "plus.conllup")
    trees = [*ranked([(first, 2.0), (first, 1.0)]), *ranked([(second, 2.0), (second, 1.0)])]
    write(folder / "best.conllup", trees)
    assert (folder / "best.conllup").read_text().count("# global.columns") == 1
    ids = [first.id, f"{first.id}-alt2", second.id, f"{second.id}-alt2"]
    assert [(each.id, each.heads) for each in read(folder / "best.conllup")] == [
        (name, sentence.heads) for name, sentence in zip(ids, [first, first, second, second], strict=True)
    ]
