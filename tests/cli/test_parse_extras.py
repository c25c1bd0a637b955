"""`arcwalk parse` with more than the best tree, and with features written in Python."""

from collections.abc import Iterable
from io import BytesIO, TextIOWrapper
from itertools import groupby
from pathlib import Path

import pytest
from commands import TINY, arcwalk, assert_one_line_error

from arcwalk.cli.main import main
from arcwalk.sample import sample
from arcwalk.treebank import Sentence, read, write
from arcwalk.treebank.check import check

SETTINGS = [word for option in TINY for word in ("--set", option)]
FEATURES = """
import arcwalk
from arcwalk import emit

@arcwalk.feature
def roots(sentence, tree, features):
    m = tree.child[0]
    while m >= 0:
        emit(features, sentence.upos[m])
        m = tree.next[m]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train, test and model files that the tests below only read."""
    folder = tmp_path_factory.mktemp("extras")
    write(folder / "train.conllu", sample(60))
    write(folder / "test.conllu", sample(10, seed=5))
    assert main(["train", str(folder / "train.conllu"), "-m", str(folder / "model"), *SETTINGS]) == 0
    return folder


def parse(folder: Path, *words: str, file: str = "test.conllu", model: str = "model") -> int:
    return main(["parse", str(folder / file), "-m", str(folder / model), "-o", str(folder / "out"), *words])


@pytest.mark.parametrize("words", [(), ("--jobs", "2"), ("--consistency", "--train", "train.conllu")])
def test_plain_text_gets_a_hint(words: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "own.txt").write_text("Hun sover.\nHan sover ikke.\n")
    done = arcwalk("parse", "own.txt", "-m", "model", *words)
    hint = "for plain text, add --text; for tokenized text, --input lines or --input words"
    assert_one_line_error(done, "own.txt:1 (sentence 1): 1 column instead of 10; ", hint)
    both = arcwalk("parse", "own.txt", "test.conllu", "-m", "model", "-o", "both")
    assert both.returncode == 1
    assert hint in both.stderr


def test_a_treebank_with_a_mistake_gets_no_such_hint(folder: Path) -> None:
    text = (folder / "test.conllu").read_text() + "1\tword\n\n"
    (folder / "mistake.conllu").write_text(text)
    done = arcwalk("parse", folder / "mistake.conllu", "-m", folder / "model")
    assert_one_line_error(done, "2 columns instead of 10")
    assert "--text" not in done.stderr


def test_confidence_is_the_same_for_all_jobs(folder: Path) -> None:
    outputs = []
    for jobs in ("1", "2"):
        assert parse(folder, "--confidence", "--jobs", jobs) == 0
        outputs.append((folder / "out").read_bytes())
    assert outputs[0] == outputs[1]
    assert outputs[0].count(b"HeadConfidence=") == sum(map(len, sample(10, seed=5)))


def test_confidence_is_the_same_from_standard_input(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert parse(folder, "--confidence") == 0
    from_file = (folder / "out").read_bytes()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO((folder / "test.conllu").read_bytes())))
    assert main(["parse", "-", "-m", str(folder / "model"), "--confidence", "-o", str(folder / "out")]) == 0
    assert (folder / "out").read_bytes() == from_file


def test_nbest_writes_copies_that_stay_a_valid_treebank(folder: Path) -> None:
    assert parse(folder, "--nbest", "3", "--jobs", "2") == 0
    trees = list(read(folder / "out", heads="gold"))
    ids = [tree.id for tree in trees]
    assert len(ids) == len(set(ids))
    first = next(iter(sample(1, seed=5))).id
    assert ids[:3] == [first, f"{first}-alt2", f"{first}-alt3"]
    sentences = [list(group) for _, group in groupby(trees, key=lambda tree: tree.id.partition("-alt")[0])]
    assert len(sentences) == 10
    for alternatives in sentences:
        assert 1 <= len(alternatives) <= 3
        scores = []
        for number, tree in enumerate(alternatives, 1):
            assert f"# alternative = {number}\n" in tree.lines
            assert not list(check(tree, "gold"))
            scores += [float(line.split("= ")[1]) for line in tree.lines if line.startswith("# score")]
        assert scores == sorted(scores, reverse=True)


def test_a_byte_order_mark_is_not_copied(folder: Path) -> None:
    (folder / "marked.conllu").write_bytes(b"\xef\xbb\xbf" + (folder / "test.conllu").read_bytes())
    assert parse(folder, "--nbest", "2", file="marked.conllu") == 0
    output = (folder / "out").read_bytes()
    assert output.startswith(b"\xef\xbb\xbf#")
    assert output.count(b"\xef\xbb\xbf") == 1


def test_options_for_parsing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("search=walk", "budget=3", "score_margin=0.4", "decode=minimum-risk", "longest=8"):
        assert parse(folder, "--set", option) == 0
        assert len(list(read(folder / "out", heads="gold"))) == 10
    assert parse(folder, "--set", "shuffles=2") == 1
    assert "option shuffles cannot be set for a trained model" in capsys.readouterr().err


@pytest.mark.parametrize("count", ["-1", "0", "1001", "1000000000000"])
def test_neither_no_trees_nor_too_many_can_be_asked_for(
    count: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parse(folder, "--nbest", count) == 1
    assert capsys.readouterr().err == f"arcwalk: --nbest {count}: must be between 1 and 1000\n"


def test_features_from_a_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "my_roots.py"
    file.write_text(FEATURES)
    train = ["train", str(folder / "train.conllu"), "-m", str(folder / "own"), *SETTINGS]
    assert main([*train, "--features-from", str(file)]) == 0
    assert bytes(folder) not in (folder / "own").read_bytes()
    monkeypatch.setattr("arcwalk.features.python_features._known", {})
    capsys.readouterr()
    assert parse(folder, model="own") == 1
    assert "my_roots:roots" in capsys.readouterr().err
    assert parse(folder, "--features-from", str(file), model="own") == 0


def with_graphs(sentences: Iterable[Sentence]) -> list[Sentence]:
    """The sentences with their trees as enhanced graphs, and each root in relation to the last word, too."""
    found = []
    for sentence in sentences:
        rows = [line.split("\t") for line in sentence.lines]
        for place, head, label in zip(sentence.places, sentence.heads, sentence.deprels, strict=True):
            rows[place][8] = f"{head}:{label}" if head else f"0:root|{len(sentence)}:ref"
        found.append(Sentence.from_conllu("".join("\t".join(row) for row in rows)))
    return found


@pytest.mark.parametrize("words", [(), ("--nbest", "1"), ("--jobs", "2")], ids=" ".join)
def test_the_command_says_that_deps_changed(
    words: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graphs = with_graphs(sample(10, seed=5))
    write(folder / "graphs.conllu", [graph.with_tree([0, *[1] * (len(graph) - 1)], graph.deprels) for graph in graphs])
    before = [
        line.split("\t")[8] for graph in read(folder / "graphs.conllu") for line in graph.lines[:-1] if "\t" in line
    ]
    capsys.readouterr()
    assert parse(folder, *words, file="graphs.conllu") == 0
    after = [line.split("\t")[8] for graph in read(folder / "out") for line in graph.lines if "\t" in line]
    changed = sum(map(str.__ne__, before, after))
    kept = "changed with HEAD and DEPREL; other enhanced dependencies were kept"
    assert capsys.readouterr().err == f"DEPS of {changed} words {kept}\n"
    assert sum(":ref" in deps for deps in after) == 10
    assert parse(folder, "--keep", *words, file="graphs.conllu") == 0
    assert capsys.readouterr().err == ""
