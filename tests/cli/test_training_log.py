"""`arcwalk train --log`: every system says the same in its log as on the terminal, with numbers as numbers."""

import json
import re
from pathlib import Path
from typing import Any

import numba
import pytest
from commands import TINY, arcwalk, assert_one_line_error

from arcwalk.cli.display import ProgressBars
from arcwalk.cli.training_log import TrainingLog
from arcwalk.sample import sample
from arcwalk.treebank import write

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")

SMALL = ["shuffles=2", "epochs=2", "table_bits=16"]
TAGS = ["tag_folds=2", "tag_shuffles=1", "tag_epochs=2"]
RUNS = {
    "sampling": (["--system", "sampling"], [*TINY, "epochs=0"]),
    "bayes-point": (["--system", "bayes-point"], SMALL),
    "mst": (["--system", "mst"], [*SMALL, "folds=2"]),
    "rerank": (["--system", "rerank"], [*SMALL, "folds=2", "mst_shuffles=1", "mst_epochs=2", "k=4"]),
    "vine": (["--system", "vine"], ["folds=2", "trees=5", "k=10"]),
    "tagger": (["--system", "tagger"], SMALL),
    "predicted": (["--system", "bayes-point", "--tags", "predicted"], [*SMALL, *TAGS]),
    "joint": (["--tags", "joint"], [*TINY, *TAGS]),
}
SCORES = {  # of each run, the values that tell how good the model is on sentences it was not trained on
    "sampling": {"uas", "las"},
    "bayes-point": {"projective_uas", "nonprojective_uas"},
    "mst": {"uas", "recall"},
    "rerank": {"uas", "oracle_uas"},
    "vine": {"errors", "errors_before", "uas"},
    "tagger": {"upos"},
    "predicted": {"upos", "xpos", "feats", "lemma"},
    "joint": {"upos", "uas", "recall"},
}
Event = dict[str, Any]


@pytest.fixture(scope="module")
def train_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("log") / "train.conllu"
    write(path, sample(120))
    return path


def command(name: str, train: Path, folder: Path, *words: str | Path) -> list[str | Path]:
    arguments, settings = RUNS[name]
    options = [word for setting in settings for word in ("--set", setting)]
    return ["train", train, "-m", folder / "model", "--jobs", "2", *arguments, *options, *words]


def events_of(path: Path) -> list[Event]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", RUNS)
def test_the_log_of_every_system_is_complete(name: str, train_file: Path, tmp_path: Path) -> None:
    done = arcwalk(*command(name, train_file, tmp_path, "--log", tmp_path / "log"))
    assert done.returncode == 0, done.stderr
    events = events_of(tmp_path / "log")
    times = [event["time"] for event in events]
    assert times == sorted(times)
    assert [event["event"] for event in events].count("start") == 1
    start, *rest, end = events
    words = sum(map(len, sample(120)))
    assert (start["event"], start["sentences"], start["words"], start["seed"]) == ("start", 120, words, 0)
    assert start["options"].items() >= {"table_bits": 16}.items() or name == "vine"
    assert end["event"] == "end"
    assert end["bytes"] == (tmp_path / "model").stat().st_size
    assert {event["event"] for event in rest} <= {"stage", "step", "score", "message"}

    stages = [event for event in rest if event["event"] == "stage"]
    assert stages
    for stage in stages:
        steps = [event for event in rest if event["event"] == "step" and event["stage"] == stage["stage"]]
        assert [event["done"] for event in steps] == list(range(1, stage["steps"] + 1))
        assert {event["total"] for event in steps} == {stage["steps"]}
        assert "done" not in stage
    left = [event["left"] for event in rest if event["event"] == "step"]
    assert all(seconds >= 0 for seconds in left)
    assert left[-1] == 0

    messages = [event["text"] for event in rest if event["event"] == "message"]
    assert messages == done.stderr.splitlines()[:-1]
    assert "trained on 120 sentences" in done.stderr.splitlines()[-1]
    found = {key for event in rest for key, value in event.items() if isinstance(value, float) and key != "time"}
    assert found >= SCORES[name]
    for event in rest:
        if event["event"] in ("score", "message"):
            printed = set(re.findall(r"\d+\.\d\d", event["text"]))
            numbers = [value for key, value in event.items() if isinstance(value, float) and key != "time"]
            assert printed <= {f"{value:.2f}" for value in numbers}


def test_scores_of_dev_sentences_are_logged(train_file: Path, tmp_path: Path) -> None:
    done = arcwalk(*command("bayes-point", train_file, tmp_path, "--dev", train_file, "--log", tmp_path / "log"))
    *_, message, end = events_of(tmp_path / "log")
    assert end["event"] == "end"
    assert f"{message['uas']:.2f} UAS, {message['las']:.2f} LAS" in done.stderr


def test_an_interrupted_run_says_so_and_a_resumed_one_continues_its_log(
    train_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = command("bayes-point", train_file, tmp_path, "--log", tmp_path / "log")
    steps = iter([False] * 5 + [True])

    def interrupt(_: ProgressBars) -> None:
        if next(steps):
            raise KeyboardInterrupt

    (tmp_path / "log").write_text("old\n")
    with monkeypatch.context() as patch:
        patch.setattr(ProgressBars, "advance", interrupt)
        assert arcwalk(*words, "--jobs", "1").returncode == 130
    before = events_of(tmp_path / "log")
    assert before[0]["event"] == "start"
    assert (before[-1]["event"], before[-1]["text"][:11]) == ("stopped", "interrupted")
    assert arcwalk(*words, "--resume").returncode == 0
    events = events_of(tmp_path / "log")
    assert events[: len(before)] == before
    assert (events[len(before)]["event"], events[len(before)]["resumed"]) == ("start", True)
    steps = [event for event in events[len(before) :] if event["event"] == "step"]
    stages = [event for event in events[len(before) :] if event["event"] == "stage"]
    assert steps[0]["done"] == stages[0].get("done", 0) + 1
    assert steps[0]["left"] >= steps[-1]["left"] == 0
    assert events[-1]["event"] == "end"


def test_logs_that_cannot_be_written_are_refused_before_training(train_file: Path, tmp_path: Path) -> None:
    for log, message in (
        ("-", "name a file"),
        (tmp_path, "this is a folder"),
        (tmp_path / "none" / "log", "there is no folder"),
        (train_file, "give another name"),
        (tmp_path / "model", "give another name"),
    ):
        before = train_file.read_bytes()
        assert_one_line_error(arcwalk(*command("tagger", train_file, tmp_path, "--log", log)), message)
        assert train_file.read_bytes() == before
        assert not (tmp_path / "model").exists()


def test_bad_input_leaves_an_older_log_alone(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("old\n")
    done = arcwalk(*command("mst", tmp_path / "missing", tmp_path, "--log", tmp_path / "log"))
    assert_one_line_error(done, "missing", "no such file")
    assert (tmp_path / "log").read_text() == "old\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_scores_of_nothing_are_null(tmp_path: Path) -> None:
    with TrainingLog(tmp_path / "log", print, resumed=False) as log:
        log.start()
        log.say("no words", uas=float("nan"))
    message = json.loads((tmp_path / "log").read_text().splitlines()[-1], parse_constant=pytest.fail)
    assert message["uas"] is None


def test_a_full_disk_does_not_stop_training() -> None:
    warnings: list[str] = []
    with TrainingLog("/dev/full", warnings.append, resumed=False) as log:
        log.start(system="mst")
        log.stage("trees", 2)
        log.advance()
    assert warnings == ["/dev/full: cannot write (No space left on device); the rest of the log is lost"]
