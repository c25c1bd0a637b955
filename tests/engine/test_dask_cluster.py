"""Runs on real Dask clusters: local ones, and a scheduler with workers in other processes, one of which is killed."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from types import SimpleNamespace

import pytest
from commands import arcwalk, assert_one_line_error, heed_signals
from corpora import Watcher, contents, corpus, interrupt, parsed_in_one_process, small_parser

from arcwalk import parse_files
from arcwalk.engine.batches import Batch
from arcwalk.engine.output_folder import HIDDEN
from arcwalk.engine.protocol import EngineError
from arcwalk.engine.request import TaggingRequest
from arcwalk.engine.worker import load_once
from arcwalk.treebank import read
from arcwalk.treebank.input_format import InputFormat
from arcwalk.treebank.sentence_lines import SentenceLines

distributed = pytest.importorskip("distributed")

from arcwalk.engine import dask_cluster  # noqa: E402

SENTENCES = 800


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model, a corpus, and what it becomes."""
    folder = tmp_path_factory.mktemp("dask")
    small_parser(folder / "small.arcwalk")
    corpus(folder / "in", SENTENCES)
    parsed_in_one_process(folder / "small.arcwalk", folder / "in", folder / "expected")
    return folder


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster.DaskEngine, "batch_words", 300)


class Cluster:
    """A scheduler and workers, each in a process of its own, as on several machines."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.environment = os.environ | settings
        self.file = folder / "scheduler.json"
        self.processes = [self._start("scheduler", "--port", "0", "--scheduler-file", str(self.file))]
        for _ in range(3000):  # a minute at most
            if self.processes[0].poll() is not None:
                self.processes[0] = self._start("scheduler", "--port", "0", "--scheduler-file", str(self.file))
            if self.file.exists() and self.file.read_text():
                break
            time.sleep(0.02)
        self.address: str = json.loads(self.file.read_text())["address"]

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
        return subprocess.Popen(command, cwd=self.folder, env=self.environment, stderr=subprocess.DEVNULL)

    def add_worker(self) -> subprocess.Popen[bytes]:
        worker = self._start("worker", self.address, "--nthreads", "1", "--no-nanny", "--local-directory", ".")
        self.processes.append(worker)
        return worker

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    cluster.add_worker()
    yield cluster
    cluster.close()


def test_a_worker_is_killed_and_another_one_joins(folder: Path, cluster: Cluster, tmp_path: Path) -> None:
    victim = cluster.add_worker()
    with distributed.Client(cluster.address) as client:
        client.wait_for_workers(2, timeout=60)

    def replace_worker() -> None:
        victim.send_signal(signal.SIGKILL)
        cluster.add_worker()
        while len(distributed.Client.current().nthreads()) < 2 or victim.poll() is None:
            time.sleep(0.02)

    watcher = Watcher(5, replace_worker)
    report = parse_files(
        folder / "in",
        folder / "small.arcwalk",
        tmp_path / "out",
        engine="dask",
        scheduler=cluster.address,
        progress=watcher,
    )
    assert watcher.left < -20
    assert victim.returncode == -signal.SIGKILL
    assert contents(tmp_path / "out") == contents(folder / "expected")
    assert len(report.written) == 3
    assert not list(cluster.folder.rglob("small.arcwalk"))


def test_one_file_goes_to_one_file(folder: Path, cluster: Cluster, tmp_path: Path) -> None:
    source, dask = folder / "in" / "news" / "two.conllu", ("--engine", "dask", "--scheduler", cluster.address)
    expected = contents(folder / "expected")["news/two.conllu"]
    parse = ("parse", source, "-m", folder / "small.arcwalk")
    assert arcwalk(*parse, "-o", tmp_path / "single.conllu", *dask).returncode == 0
    assert contents(tmp_path) == {"single.conllu": expected}
    assert arcwalk(*parse, *dask).stdout.encode() == expected


def test_an_interrupted_run_goes_on_and_a_faulty_file_is_named(folder: Path, cluster: Cluster, tmp_path: Path) -> None:
    inputs = [folder / "in", tmp_path / "faulty.conllu"]
    inputs[1].write_text("1\tone\n")
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        parse_files(
            inputs,
            folder / "small.arcwalk",
            out,
            engine="dask",
            scheduler=cluster.address,
            progress=Watcher(9, interrupt),
        )
    assert not (out / "large.conllu").exists()
    done = arcwalk(
        *("parse", *inputs, "-m", folder / "small.arcwalk", "-o", out),
        *("--engine", "dask", "--scheduler", cluster.address),
    )
    assert_one_line_error(done, f"{inputs[1]}:1 (sentence 1): 2 columns instead of 10")
    found = {name: text for name, text in contents(out).items() if HIDDEN not in name}
    assert found == contents(folder / "expected")


def test_a_local_cluster_loads_the_model_once_a_worker(folder: Path, tmp_path: Path) -> None:
    loads = {}
    pids = {}

    def kill_one() -> None:
        client = distributed.Client.current()
        pids.update(client.run(os.getpid))
        os.kill(next(iter(pids.values())), signal.SIGKILL)

    class Observer(Watcher):
        def advance(self, sentences: int, words: int, size: int) -> None:
            super().advance(sentences, words, size)
            if self.finished == self.files - 1:
                infos = distributed.Client.current().run(load_once.cache_info)
                loads.update({worker: info.misses for worker, info in infos.items()})

    observer = Observer(8, kill_one)
    parse_files(
        folder / "in",
        folder / "small.arcwalk",
        tmp_path / "out",
        engine="dask",
        jobs=2,
        confidence=True,
        progress=observer,
    )
    assert len(pids) == 2
    assert set(loads.values()) <= {0, 1}
    assert 1 in loads.values()
    alone = arcwalk(
        "parse",
        folder / "in" / "large.conllu",
        "-m",
        folder / "small.arcwalk",
        "-o",
        tmp_path / "alone",
        "--confidence",
    )
    assert alone.returncode == 0
    assert (tmp_path / "out" / "large.conllu").read_bytes() == (tmp_path / "alone").read_bytes()


def test_tagging_a_single_file_on_a_cluster(folder: Path, cluster: Cluster, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    sentences = list(read(folder / "in" / "news" / "two.conllu"))
    text.write_text("".join(f"{' '.join(sentence.forms)}\n" for sentence in sentences))
    words = ("tag", text, "--input", "lines", "-m", folder / "small.arcwalk", "-o")
    assert arcwalk(*words, tmp_path / "out", "--engine", "dask", "--scheduler", cluster.address).returncode == 0
    assert arcwalk(*words, tmp_path / "alone.conllu").returncode == 0
    assert (tmp_path / "out").read_bytes() == (tmp_path / "alone.conllu").read_bytes()


def test_a_batch_that_kills_every_worker_is_named() -> None:
    class Killed:
        def done(self) -> bool:
            return True

        def result(self) -> None:
            raise distributed.KilledWorker("task", "tcp://worker", 3)

    batch = Batch(0, [SentenceLines(["1\n"], "file", 7, 1)], 0)
    error = dask_cluster._result(batch, Killed())
    assert str(error).startswith("file:7: every worker that got the 1 sentences from here died")


def test_a_worker_without_the_model_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = SimpleNamespace(local_directory=str(tmp_path), address="tcp://late:1")
    monkeypatch.setattr(dask_cluster, "get_worker", lambda: worker)
    with pytest.raises(EngineError, match="tcp://late:1 does not have the model; install the same version of arcwalk"):
        dask_cluster._annotate_on_worker(TaggingRequest(model="m", form=InputFormat()), "gone", [])


@pytest.mark.parametrize("error", [distributed.comm.CommClosedError, TimeoutError, CancelledError])
def test_a_lost_scheduler_is_no_fault_of_a_file(error: type[Exception]) -> None:
    with pytest.raises(EngineError, match=r"lost the Dask scheduler \(\w+\); run again"), dask_cluster._engine_errors():
        raise error


IMPATIENT = (
    "from arcwalk.engine import dask_cluster\ndask_cluster._PATIENCE = 10\nimport arcwalk.cli.main as c\nexit(c.main())"
)


def parse(folder: Path, out: Path, scheduler: str = "", **settings: str) -> "subprocess.Popen[str]":
    """The command in a process of its own, which has a group of its own."""
    words = ["parse", folder / "in", "-m", folder / "small.arcwalk", "-o", out, "--engine", "dask"]
    words += ["--scheduler", scheduler] if scheduler else ["--jobs", "2"]
    return subprocess.Popen(
        [sys.executable, "-c", IMPATIENT, *map(str, words)],
        env=os.environ | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_signals,
    )


def wait_for_output(out: Path) -> None:
    for _ in range(3000):  # a minute at most
        if any(path.stat().st_size for path in out.glob(f"{HIDDEN}/" + "[0-9a-f]" * 16)):
            return
        time.sleep(0.02)
    pytest.fail("nothing was written")


@pytest.fixture(scope="module")
def long_corpus(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same model, and a corpus that takes it a while."""
    long = tmp_path_factory.mktemp("long")
    (long / "in").mkdir()
    (long / "small.arcwalk").symlink_to(folder / "small.arcwalk")
    text = (folder / "in" / "large.conllu").read_bytes()
    for number in range(5):
        (long / "in" / f"{number}.conllu").write_bytes(5 * text)
    return long


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_all_processes_ends_a_run_in_one_line(
    long_corpus: Path, tmp_path: Path, number: signal.Signals
) -> None:
    with parse(long_corpus, tmp_path / "out") as command:
        wait_for_output(tmp_path / "out")
        os.killpg(command.pid, number)
        out, err = command.communicate(timeout=60)
    said = {signal.SIGTERM: "arcwalk: terminated\n", signal.SIGINT: "arcwalk: interrupted\n"}
    assert (command.returncode, out, err) == (128 + number, "", said[number])


def test_a_scheduler_that_dies_ends_a_run_in_one_line(long_corpus: Path, tmp_path: Path) -> None:
    mortal = Cluster(tmp_path)
    mortal.add_worker()
    try:
        with parse(long_corpus, tmp_path / "out", mortal.address) as command:
            wait_for_output(tmp_path / "out")
            mortal.processes[0].kill()
            out, err = command.communicate(timeout=120)
    finally:
        mortal.close()
    assert (command.returncode, out) == (1, "")
    assert re.fullmatch(
        r"arcwalk: lost the Dask scheduler \(\w+\); run again, which goes on where it stopped .*\n", err
    )


def certificates(folder: Path) -> dict[str, str]:
    """Dask's settings for a certificate, which is written to a folder."""
    own = distributed.Security.temporary()
    (folder / "certificate.pem").write_text(own.tls_ca_file)
    (folder / "key.pem").write_text(own.tls_client_key)
    settings = {"CA_FILE": "certificate.pem"}
    for role in ("CLIENT", "SCHEDULER", "WORKER"):
        settings |= {f"{role}__CERT": "certificate.pem", f"{role}__KEY": "key.pem"}
    return {f"DASK_DISTRIBUTED__COMM__TLS__{name}": str(folder / file) for name, file in settings.items()}


def test_a_scheduler_with_certificates(folder: Path, tmp_path: Path) -> None:
    settings = certificates(tmp_path)
    secure = Cluster(tmp_path, DASK_DISTRIBUTED__COMM__DEFAULT_SCHEME="tls", **settings)
    secure.add_worker()
    try:
        assert secure.address.startswith("tls://")
        with parse(folder, tmp_path / "out", secure.address, **settings) as command:
            assert command.communicate(timeout=60) == ("", "")
        with parse(folder, tmp_path / "none", secure.address) as command:
            _, err = command.communicate(timeout=60)
    finally:
        secure.close()
    assert contents(tmp_path / "out") == contents(folder / "expected")
    assert err.startswith(f"arcwalk: --scheduler {secure.address}: no Dask scheduler answers (TLS expects")
    assert err.endswith("; check the address, and the certificates in Dask's settings (distributed.comm.tls)\n")
    assert (command.returncode, err.count("\n")) == (1, 1)


def test_no_scheduler_no_workers_no_dask(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "_PATIENCE", 0.5)
    words = ("parse", folder / "in", "-m", folder / "small.arcwalk", "-o", tmp_path / "out", "--engine", "dask")
    assert_one_line_error(arcwalk(*words, "--scheduler", "tcp://127.0.0.1:1"), "no Dask scheduler answers")
    assert_one_line_error(arcwalk(*words, "--scheduler", "nonsense://"), "no Dask scheduler answers")
    lonely = Cluster(tmp_path)
    try:
        done = arcwalk(*words, "--scheduler", lonely.address)
        assert_one_line_error(
            done, f"it has no workers; start some with: dask worker {lonely.address} --nthreads 1 --nworkers auto"
        )
    finally:
        lonely.close()
    monkeypatch.delitem(sys.modules, "arcwalk.engine.dask_cluster")
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert_one_line_error(arcwalk(*words), 'Dask is not installed; run: pip install "arcwalk[dask]"')
