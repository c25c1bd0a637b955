"""`arcwalk parse --consistency`, `arcwalk tag --consistency` and `arcwalk review`."""

from pathlib import Path

import numba
import pytest

from arcwalk import Parser, Tagger
from arcwalk.cli.main import main
from arcwalk.sample import sample
from arcwalk.treebank import read, write

FAST = {"shuffles": 1, "epochs": 2, "table_bits": 16}

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train, test and model files that the tests below only read."""
    folder = tmp_path_factory.mktemp("consistency")
    write(folder / "train.conllu", sample(40))
    write(folder / "test.conllu", sample(60, seed=5))
    untagged = [s.with_tags(upos=["_"] * len(s), xpos=["_"] * len(s), feats=["_"] * len(s)) for s in sample(10)]
    write(folder / "untagged.conllu", untagged)
    write(folder / "headless.conllu", [s.with_tree([-1] * len(s), ["_"] * len(s)) for s in sample(10)])
    (folder / "empty.conllu").write_text("")
    (folder / "raw.txt").write_text("".join(" ".join(s.forms) + "\n" for s in sample(50, seed=6)))
    train = sample(40)
    Parser.train(train, system="mst", folds=2, projective="yes", **FAST).save(folder / "mst")
    Parser.train(train, system="bayes-point", **FAST).save(folder / "bayes-point")
    Tagger.train(train, **FAST).save(folder / "tagger")
    return folder


def arcwalk(*words: str | Path) -> int:
    return main(list(map(str, words)))


def test_parse_together_with_a_report(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone, together, report = tmp_path / "alone.conllu", tmp_path / "together.conllu", tmp_path / "report.txt"
    assert arcwalk("parse", folder / "test.conllu", "-m", folder / "mst", "-o", alone) == 0
    code = arcwalk(
        *("parse", folder / "test.conllu", "-m", folder / "mst", "-o", together),
        *("--consistency", "--train", folder / "train.conllu", "--report", report, "--set", "same=0.4"),
    )
    printed = capsys.readouterr().err
    assert code == 0, printed
    assert "words changed" in printed
    assert "exact after" in printed
    pairs = list(zip(read(alone), read(together), strict=True))
    assert any(before.heads != after.heads for before, after in pairs)
    assert all(before.with_tree(after.heads, after.deprels).lines == after.lines for before, after in pairs)
    assert "Most effective constraints" in report.read_text()


def test_deps_that_changed_are_reported(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph = "1\tDogs\t_\tNOUN\tNN\t_\t1\tnsubj\t1:nsubj\t_\n2\tsleep\t_\tVERB\tVB\t_\t0\troot\t0:root\t_\n"
    (tmp_path / "graph.conllu").write_text(graph)
    words = ("-m", folder / "mst", "-o", tmp_path / "out", "--consistency", "--train", folder / "train.conllu")
    assert arcwalk("parse", tmp_path / "graph.conllu", *words) == 0
    assert "DEPS of 1 word changed with HEAD and DEPREL" in capsys.readouterr().err
    assert "\t2\tnsubj\t2:nsubj\t" in (tmp_path / "out").read_text()


@pytest.mark.parametrize("command", ["parse", "tag"])
def test_threads_change_nothing(command: str, folder: Path, tmp_path: Path) -> None:
    model = folder / {"parse": "mst", "tag": "tagger"}[command]
    written = []
    for jobs in ("1", "3"):
        output, report = tmp_path / f"{jobs}.conllu", tmp_path / f"{jobs}.txt"
        code = arcwalk(
            *(command, folder / "test.conllu", "-m", model, "-o", output, "--jobs", jobs),
            *("--consistency", "--train", folder / "train.conllu", "--report", report),
        )
        assert code == 0
        written.append(output.read_bytes() + report.read_bytes())
    assert written[0] == written[1]


def test_what_cannot_be_written_is_found_out_first(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And an output that is there stays as it is."""
    output = tmp_path / "together.conllu"
    output.write_text("as it was")
    together = [
        "parse",
        folder / "test.conllu",
        "-m",
        folder / "mst",
        "--consistency",
        "--train",
        folder / "train.conllu",
    ]
    for more in (["-o", tmp_path / "none" / "x"], ["-o", output, "--report", tmp_path], ["-o", tmp_path]):
        monkeypatch.setattr(Parser, "load", None)  # it does not come to that
        assert arcwalk(*together, *more) == 1
        assert "folder" in capsys.readouterr().err
    monkeypatch.undo()
    assert arcwalk(*together, "-o", output, "--train", folder / "headless.conllu") == 1
    assert output.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [output]


def test_tag_together_with_raw_text(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "tagged.conllu"
    code = arcwalk(
        *("tag", folder / "test.conllu", "-m", folder / "tagger", "-o", output),
        *("--consistency", "--train", folder / "train.conllu", "--raw", folder / "raw.txt"),
    )
    printed = capsys.readouterr().err
    assert code == 0, printed
    assert "UPOS: " in printed
    assert len(list(read(output))) == 60


def test_review_lists_places(folder: Path, tmp_path: Path) -> None:
    worklist = tmp_path / "worklist.txt"
    done = arcwalk("review", folder / "test.conllu", "--train", folder / "train.conllu", "--most", "3", "-o", worklist)
    assert done == 0
    lines = worklist.read_text().splitlines()
    assert len(lines) == 3
    assert all("the head of" in line and "test.conllu:" in line for line in lines)


def test_errors_are_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    test, train, model = folder / "test.conllu", folder / "train.conllu", folder / "mst"
    together = ["parse", test, "-m", model, "--consistency"]
    for arguments, message in (
        (together, "--train"),
        (["parse", test, "-m", model, "--train", train], "--consistency"),
        (["parse", test, "-m", model, "--report", "r"], "--consistency"),
        (["parse", "-", "-m", model, "--consistency", "--train", "-"], "standard input"),
        ([*together, "--train", train, "--nbest", "2"], "--nbest"),
        ([*together, "--train", train, "--confidence"], "--confidence"),
        ([*together, "--train", folder / "none.conllu"], "none.conllu"),
        ([*together, "--train", folder / "empty.conllu"], "empty.conllu"),
        ([*together, "--train", folder / "headless.conllu"], "headless.conllu:"),
        (["parse", test, "-m", folder / "bayes-point", "--consistency", "--train", train], "mst or sampling"),
        ([*together, "--train", folder / "untagged.conllu"], "untagged.conllu has none, "),
        ([*together, "--train", train, "--set", "same=0.01"], "close"),
        (
            [*together, "--train", train, "--set", "colour=red"],
            "unknown option 'colour'; options of --consistency: same",
        ),
        (
            [*together, "--train", train, "--colour", "red"],
            "unrecognized arguments: --colour red; see arcwalk parse --help",
        ),
        ([*together, "--train", train, "--set", "longest=20"], "longest"),
        (["parse", folder / "untagged.conllu", "-m", model, "--consistency", "--train", train], "no word has a tag"),
        (["parse", folder / "empty.conllu", "-m", model, "--consistency", "--train", train], "empty.conllu"),
        (["tag", test, "-m", folder / "tagger", "--consistency"], "--train"),
        (
            ["tag", test, "-m", folder / "tagger", "--consistency", "--train", folder / "untagged.conllu"],
            "untagged.conllu",
        ),
        (["tag", test, "-m", folder / "tagger", "--raw", folder / "raw.txt"], "--consistency"),
        (["tag", test, "-m", folder / "tagger", "--set", "same=1"], "--consistency"),
        (["train", train, "-m", folder / "self", "--self-train", folder / "untagged.conllu"], "no word has a tag"),
        (["review", test], "--train"),
        (["review", test, "--train", train, "--most", "0"], "--most"),
        (["review", folder / "untagged.conllu", "--train", folder / "untagged.conllu"], "UPOS"),
    ):
        code = arcwalk(*arguments)
        printed = capsys.readouterr()
        assert code == (2 if printed.err.endswith(" --help\n") else 1)
        (line,) = printed.err.splitlines()
        assert printed.out == ""
        assert line.startswith("arcwalk: ")
        assert message in line
