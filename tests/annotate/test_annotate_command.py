"""`arcwalk annotate` as a process: starting, stopping, being killed; and what can be wrong at the start."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

import pytest
from commands import PROCESS, arcwalk, assert_one_line_error, heed_signals

from annotate.conftest import GOLD, without_tree
from arcwalk import read, sample, write
from arcwalk.annotate.learning import Learning
from arcwalk.annotate.project import Draft, Project
from arcwalk.annotate.session import Session
from arcwalk.treebank.annotation.state import state_of


@contextmanager
def annotating(*words: str | Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    command = [*PROCESS, "annotate", *map(str, words), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=heed_signals) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("arcwalk: annotating ")
            yield process, line.split()[-1]
        finally:
            process.kill()


def ask(address: str, path: str, fields: dict[str, Any] | None = None) -> Any:
    body = None if fields is None else json.dumps(fields).encode()
    with urlopen(Request(address + path, body, {"Content-Type": "application/json"}), timeout=60) as reply:
        return json.loads(reply.read())


def test_killed_and_started_again(file: Path) -> None:
    with annotating(file) as (process, address):
        (first, *_) = ask(address, "/annotate/project")["sentences"]
        replaces = [{"id": first["id"], "version": first["version"]}]
        sentences = [{"conllu": str(GOLD[0]), "state": "done"}]
        ask(address, "/annotate/save", {"who": "Anna", "replaces": replaces, "sentences": sentences})
        process.kill()
    assert [state_of(sentence) for sentence in read(file)] == ["done", *["untouched"] * (len(GOLD) - 1)]
    with annotating(file) as (process, address):
        (first, *_) = ask(address, "/annotate/project")["sentences"]
        assert (first["state"], first["who"]) == ("done", "Anna")
        at = ask(address, "/annotate/project")["at"]
        waiting = Thread(target=ask, args=(address, f"/annotate/changes?since={at}&wait=25"))
        waiting.start()
        time.sleep(0.5)
        started = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        assert time.monotonic() - started < 20  # nobody has to wait for those who wait for news
        waiting.join(10)
    assert sorted(os.listdir(file.parent)) == [file.name, f"{file.name}.journal.jsonl"]  # noqa: PTH208


def test_ten_thousand_sentences_are_there_in_seconds(tmp_path: Path) -> None:
    write(tmp_path / "large.conllu", map(without_tree, sample(10_000)))
    started = time.process_time()  # other processes do not count
    project = Project([tmp_path])
    overview = Session(project, Learning(project), 1000).overview()
    assert time.process_time() - started < 3
    assert len(overview["sentences"]) == 10_000
    started = time.process_time()
    (item, *_) = project.items()
    project.save("Anna", [(item.id, item.version)], [Draft(item.section.text, "begun")], {})
    assert time.process_time() - started < 0.2
    project.close()


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["none.conllu"], ["none.conllu: cannot read the file"]),
        (["."], ["there are no *.conllu files in this folder"]),
        ([], ["nothing to annotate", "name a file or a folder"]),
        (["bad.conllu"], ["bad.conllu:1", "columns"]),
        (["good.conllu", "--every", "0"], ["--every 0: must be at least 1"]),
        (["good.conllu", "--port", "70000"], ["--port 70000"]),
        (["good.conllu", "--largest", "0"], ["--largest 0: must be more than 0"]),
        (["good.conllu", "-m", "none.arcwalk"], ["none.arcwalk"]),
    ],
)
def test_what_is_wrong_at_the_start(
    words: list[str], parts: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if words != ["."]:
        Path("bad.conllu").write_text("1\tbad\n")
        write("good.conllu", sample(2))
    assert_one_line_error(arcwalk("annotate", *words, *([] if "--port" in words else ["--port", "0"])), *parts)
    assert not list(tmp_path.glob("*.jsonl"))


def test_select(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("gold.conllu", sample(40))
    write("open.conllu", [*sample(3), *map(without_tree, sample(10, seed=2))])
    quick = [word for option in ("epochs=1", "shuffles=1", "table_bits=14") for word in ("--set", option)]
    assert arcwalk("train", "gold.conllu", "-m", "model", "--system", "bayes-point", *quick).returncode == 0
    for by in ("doubt", "errors", "diverse"):
        done = arcwalk("select", "open.conllu", "-m", "model", "-n", "4", "--by", by)
        assert done.returncode == 0, done.stderr
        assert done.stdout.count("# sent_id") == 4
    assert_one_line_error(arcwalk("select", "gold.conllu", "-m", "model"), "gold.conllu: all sentences are done")
    assert_one_line_error(arcwalk("select", "open.conllu", "-m", "model", "-n", "0"), "--count 0: must be at least 1")
