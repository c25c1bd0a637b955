"""The command line as a user meets it: where the process itself matters, every command in one of its own."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from commands import PROCESS, arcwalk, arcwalk_process, assert_one_line_error

from arcwalk import Parser
from arcwalk.cli.main import main
from arcwalk.models.options import parsing_options
from arcwalk.sample import sample
from arcwalk.systems.registry import SYSTEMS
from arcwalk.training.checkpoint import Checkpoint
from arcwalk.treebank import read, write

FAST = ["--set", "shuffles=1", "--set", "epochs=2", "--set", "table_bits=16"]
BAYES = ["--system", "bayes-point", *FAST]
SAMPLING = [
    *FAST,
    "--set",
    "aggressiveness=0.01",
    "--set",
    "pruner_shuffles=1",
    "--set",
    "neural_epochs=1",
    "--set",
    "folds=2",
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with treebanks that the tests below only read."""
    folder = tmp_path_factory.mktemp("commands")
    write(folder / "train.conllu", sample(150))
    write(folder / "test.conllu.gz", sample(20, seed=5))
    return folder


@pytest.fixture(scope="module")
def training(files: Path) -> CompletedProcess[str]:
    return arcwalk_process("train", files / "train.conllu", "-m", files / "model", *SAMPLING)


@pytest.fixture(scope="module")
def folder(files: Path, training: CompletedProcess[str]) -> Path:
    """The same folder, with a model."""
    assert training.returncode == 0, training.stderr
    return files


def test_training_says_what_it_made_and_draws_no_progress_into_a_pipe(training: CompletedProcess[str]) -> None:
    assert training.stdout == ""
    assert len(training.stderr.splitlines()) <= 3
    assert "sampling trained on 150 sentences" in training.stderr.splitlines()[-1]
    assert "\r" not in training.stderr


def test_parse_changes_heads_and_labels_only(folder: Path, tmp_path: Path) -> None:
    done = arcwalk("parse", folder / "test.conllu.gz", "-m", folder / "model", "-o", tmp_path / "out.conllu.gz")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    gold, parsed = list(read(folder / "test.conllu.gz")), list(read(tmp_path / "out.conllu.gz", heads="gold"))
    for before, after in zip(gold, parsed, strict=True):
        assert after.with_tree(before.heads, before.deprels).lines == before.lines


def test_stdin_and_file_and_jobs_give_the_same_bytes(folder: Path) -> None:
    from_file = arcwalk("parse", folder / "test.conllu.gz", "-m", folder / "model")
    text = "".join(line for sentence in read(folder / "test.conllu.gz") for line in sentence.lines)
    from_stdin = arcwalk_process("parse", "-", "-m", folder / "model", "--jobs", "2", given=text)
    assert from_file.stdout == from_stdin.stdout != ""


def test_keep_keeps_what_is_given(folder: Path, tmp_path: Path) -> None:
    (sentence,) = sample(1, seed=9)
    partly = sentence.with_tree([len(sentence), *[-1] * (len(sentence) - 1)], ["dep", *["_"] * (len(sentence) - 1)])
    write(tmp_path / "partly.conllu", [partly])
    done = arcwalk("parse", tmp_path / "partly.conllu", "-m", folder / "model", "--keep", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    (parsed,) = read(tmp_path / "out", heads="gold")
    assert (parsed.heads[0], parsed.deprels[0]) == (len(sentence), "dep")


def test_evaluate_gives_json(folder: Path, tmp_path: Path) -> None:
    arcwalk("parse", folder / "test.conllu.gz", "-m", folder / "model", "-o", tmp_path / "out")
    done = arcwalk("evaluate", folder / "test.conllu.gz", tmp_path / "out", "--json")
    assert 50 < json.loads(done.stdout)["system"]["conventions"]["default"]["uas"] <= 100


def test_dev_file_shows_the_bayes_point_against_its_members(folder: Path) -> None:
    """Here on a terminal, with bars."""
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    words = ["train", folder / "train.conllu", "-m", folder / "dev", "--dev", folder / "test.conllu.gz", *BAYES]
    command = [*PROCESS, *map(str, words)]
    subprocess.run(command, stdout=follower, stderr=follower, check=True, env={**os.environ, "COLUMNS": "200"})
    os.close(follower)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:  # all was read
            break
        shown += piece
    for part in (b"Bayes point", b"worst", b"LAS", b"MB"):
        assert part in shown


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["parse"], "required"),
        (["parse", "x", "-m", "y", "--jobs", "abc"], "'abc'"),
        (["parse", "x", "-m", "y", "--jobs", "0"], "'0'"),
        (["parse", "x", "-m", "y", "--jbs", "1"], "--jbs"),
        (["walk"], "walk"),
        (["train", "x", "-m", "y", "--system", "oracle"], "bayes-point"),
    ],
)
def test_wrong_usage_is_one_line_too(words: list[str], part: str) -> None:
    assert_one_line_error(arcwalk(*words), part, "--help", code=2)


def test_no_words_at_all_show_help() -> None:
    done = arcwalk_process()
    assert done.returncode == 0
    assert "COMMAND" in done.stdout


@pytest.mark.parametrize("command", ["train", "parse", "tag", "evaluate", "review", "check", "sample", "serve", "demo"])
def test_help_fits_the_terminal_and_loads_no_kernels(command: str) -> None:
    code = "import sys; from arcwalk.cli.main import main\n"
    code += "try: main(sys.argv[1:])\nfinally: assert 'numba' not in sys.modules"
    environment = {**os.environ, "COLUMNS": "80"}
    words = [sys.executable, "-c", code, command, "--help"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: arcwalk {command} ")
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "system"),
    [([], "sampling"), (["--system", "mst"], "mst"), (["--system=tagger"], "tagger")],
)
def test_help_lists_the_options_of_one_system(
    words: list[str], system: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for arguments in (["train", "--help", *words], ["train", *words, "--help"]):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == 0
        shown = capsys.readouterr().out
        assert f"options of {system}, set with --set NAME=VALUE:\n" in shown
        assert ("search=climb" in shown) == (system == "sampling")
        assert ("tag_columns=auto" in shown) == (system != "tagger")


def test_help_names_the_options_that_a_trained_parser_has(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["parse", "--help"])
    _, *tables = capsys.readouterr().out.split("\noptions of ")
    named = {table.split(":")[0]: set(re.findall(r"^  (\w+)=", table, re.M)) for table in tables}
    del named["--consistency"]
    options = {name: set(parsing_options(entry.options.load())) for name, entry in SYSTEMS.items()}
    assert named == {name: names for name, names in options.items() if names}


def test_an_interrupted_training_says_how_to_continue(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = files / "interrupted"

    def stop(*_: object, checkpoint: Checkpoint, **__: object) -> None:
        checkpoint.keep("stage", {})
        raise KeyboardInterrupt

    monkeypatch.setattr(Parser, "train", stop)
    done = arcwalk("train", files / "train.conllu", "-m", model)
    saved = f"interrupted; progress saved to {model}.unfinished, rerun with --resume to continue"
    assert (done.returncode, done.stderr) == (130, f"arcwalk: {saved}\n")
    assert Path(f"{model}.unfinished").exists()


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [["sample", "2000"], ["--help"], ["train", "--help"], ["--version"]])
def test_a_full_disk_is_no_traceback(words: list[str], unbuffered: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PROCESS, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
            env=environment,
        )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "No space left on device" in line


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--set", "epoch=3"], ["epoch", "epochs", "shuffles"]),
        (["--set", "epochs=many"], ["epochs=many", "whole number"]),
        (["--set", "epochs=0"], ["from 1 to 1,000"]),
        (["--set", "table_bits=99"], ["table_bits=99", "from 10 to 24"]),
        (["--set", "margin=nan"], ["margin=nan", "from 0 to 1,000"]),
        (["--set", "projective=best"], ["auto, yes, no"]),
        (["--set", "epochs"], ["NAME=VALUE"]),
        (["--set", "features=nowhere.templates"], ["nowhere.templates"]),
        (["--set", "backoff=long"], ["backoff=long", "lemma"]),
    ],
)
def test_wrong_options_say_which_are_right(folder: Path, arguments: list[str], parts: list[str]) -> None:
    done = arcwalk("train", folder / "train.conllu", "-m", folder / "never", "--system", "bayes-point", *arguments)
    assert_one_line_error(done, *parts)
    assert not (folder / "never").exists()


def test_bad_input_leaves_the_output_untouched(folder: Path, tmp_path: Path) -> None:
    good = sample(3)
    bad = tmp_path / "bad.conllu"
    bad.write_text("".join(line for sentence in good for line in sentence.lines) + "1\tword\n\n")
    output = tmp_path / "out.conllu"
    output.write_text("precious\n")
    done = arcwalk("parse", bad, "-m", folder / "model", "-o", output)
    assert_one_line_error(done, "bad.conllu:", "column")
    assert output.read_text() == "precious\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.conllu", "out.conllu"]


def test_training_needs_gold(tmp_path: Path) -> None:
    source = tmp_path / "plain.conllu"
    source.write_text("1\tword\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    assert_one_line_error(arcwalk("train", source, "-m", tmp_path / "model"), "plain.conllu:1", "HEAD")


@pytest.mark.parametrize("name", ["missing.arcwalk", "train.conllu"])
def test_a_wrong_model_file_is_named(folder: Path, name: str) -> None:
    assert_one_line_error(arcwalk("parse", folder / "test.conllu.gz", "-m", folder / name), name)


@pytest.mark.parametrize("target", ["no/such/model", "."])
def test_a_model_that_cannot_be_written_is_noticed_before_training(folder: Path, target: str) -> None:
    done = arcwalk("train", folder / "nothing.conllu", "-m", folder / target)
    assert_one_line_error(done, "folder")


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{shlex.join(PROCESS)} sample 2000 | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.startswith("#")
    assert done.stderr == ""


@pytest.mark.slow
def test_demo_ends_with_a_tree_and_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcwalk.cli.commands.demo._TRAIN", 80)
    monkeypatch.setattr("arcwalk.cli.commands.demo._TEST", 40)
    done = arcwalk("demo", "--folder", tmp_path / "demo")
    assert done.returncode == 0, done.stderr
    assert "nsubj" in done.stdout
    assert "<svg" in (tmp_path / "demo" / "trees.html").read_text()
    assert {"sample.arcwalk", "parsed.conllu", "train.conllu", "test.conllu"} < {
        path.name for path in (tmp_path / "demo").iterdir()
    }
    assert done.stdout.rstrip().endswith("http://127.0.0.1:8080")
    assert not Parser.load(tmp_path / "demo" / "sample.arcwalk").tagging.expected


def test_a_model_does_not_go_to_standard_output(tmp_path: Path) -> None:
    write(tmp_path / "train.conllu", sample(3))
    done = arcwalk("train", tmp_path / "train.conllu", "-m", "-")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "arcwalk: -m -: a model cannot be written to standard output; name a file\n"


def test_help_with_a_missing_value_is_one_line() -> None:
    assert_one_line_error(arcwalk("train", "--help", "--system"), "--system", code=2)
