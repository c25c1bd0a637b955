"""Runs over files in processes of this machine: the same bytes, faulty files, interruptions."""

import errno
import multiprocessing
import os
import signal
import stat
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from commands import PROCESS, arcwalk, assert_one_line_error
from corpora import SMALL, Watcher, contents, corpus, interrupt, parsed_in_one_process, set_back, small_parser

from arcwalk import ArcwalkError, FilesFailed, Parser, Sentence, parse_files, sample, tag_files
from arcwalk.engine import local
from arcwalk.engine.local import LocalEngine
from arcwalk.engine.output_folder import HIDDEN, OutputFolder
from arcwalk.engine.protocol import EngineError
from arcwalk.engine.worker import annotate
from arcwalk.signals import ENDING
from arcwalk.systems.sentence_parsing import SentenceParsing
from arcwalk.treebank import read, write


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_parser(tmp_path_factory.mktemp("model") / "small.arcwalk")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return corpus(tmp_path_factory.mktemp("corpus") / "in", 200)


@pytest.fixture(scope="module")
def expected(model: Path, source: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return contents(parsed_in_one_process(model, source, tmp_path_factory.mktemp("expected")))


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LocalEngine, "batch_words", 300)
    monkeypatch.setattr(local, "process_start", lambda: local.FORK)  # though tests may have threads


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_folder_is_parsed_file_by_file(
    jobs: int, model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    watcher = Watcher()
    report = parse_files(source, model, tmp_path / "out", jobs=jobs, progress=watcher)
    assert contents(tmp_path / "out") == expected
    assert [Path(file.source).name for file in report.written] == ["large.conllu", "one.conllu.gz", "two.conllu"]
    assert (
        report.words
        == watcher.words
        == sum(len(sentence) for seed, n in ((7, 200), (8, 40), (9, 20)) for sentence in sample(n, seed=seed))
    )
    assert (watcher.files, watcher.finished, watcher.size) == (3, 3, watcher.total)
    assert watcher.total == sum(file.stat().st_size for file in source.rglob("*.conllu*"))


def test_a_faulty_file_is_named_and_the_others_are_done(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    text = (source / "large.conllu").read_text()
    (source / "news" / "faulty.conllu").write_text(text[: text.index("\t", 100_000)])
    (source / "news" / "not.conllu.gz").write_text("1\n")
    try:
        for jobs in ("1", "2"):
            out = tmp_path / jobs
            done = arcwalk("parse", source, "-m", model, "-o", out, "--jobs", jobs)
            assert done.returncode == 1
            first, second = done.stderr.splitlines()
            alone = arcwalk("parse", source / "news" / "faulty.conllu", "-m", model, "-o", tmp_path / "alone")
            assert_one_line_error(alone, "news/faulty.conllu:", "column")
            assert first == alone.stderr.strip()
            assert "not in gzip format" in second
            found = contents(out)
            assert {name: found[name] for name in found if HIDDEN not in name} == expected
            with pytest.raises(FilesFailed, match=r"news/faulty\.conllu:") as failed:
                parse_files(source, model, out)
            assert (len(failed.value.report.kept), len(failed.value.report.failed)) == (3, 2)
    finally:
        (source / "news" / "faulty.conllu").unlink()
        (source / "news" / "not.conllu.gz").unlink()
    assert len(parse_files(source, model, tmp_path / "2").kept) == 3
    assert contents(tmp_path / "2") == expected


@pytest.mark.parametrize("batches", [2, 12])
def test_an_interrupted_run_goes_on(
    batches: int, model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, out, jobs=2, progress=Watcher(batches, interrupt))
    assert contents(out).keys() - expected.keys()
    assert all(expected[name] == text for name, text in contents(out).items() if HIDDEN not in name)
    (journal,) = out.rglob("journal")
    with journal.open("a") as stream:
        stream.write('{"file": ["half a li')
    watcher = Watcher()
    LocalEngine.batch_words = 170
    report = parse_files(source, model, out, jobs=1, progress=watcher)
    assert contents(out) == expected
    total = sum(text.count(b"\n\n") for name, text in expected.items() if not name.endswith(".gz")) + 40
    assert 0 < watcher.sentences < total
    assert bool(report.kept) == (batches == 12)


def test_what_has_changed_is_parsed_again(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    for change in ("model options", "input", "output"):
        with pytest.raises(KeyboardInterrupt):
            parse_files(source, model, out, progress=Watcher(14, interrupt))
        assert (out / "large.conllu").exists()
        if change == "input":
            set_back(source / "large.conllu")
        elif change == "output":
            (out / "large.conllu").unlink()
        options = {"longest": 3} if change == "model options" else {}
        assert not parse_files(source, model, out, **options).kept
        assert (contents(out) == expected) == (change != "model options")


def test_an_input_that_changes_while_it_is_read_fails(model: Path, expected: dict[str, bytes], tmp_path: Path) -> None:
    source, out = corpus(tmp_path / "in", 200), tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, out, progress=Watcher(3, interrupt))
    with pytest.raises(
        FilesFailed, match=r"large\.conllu: the file has changed while it was read; run again"
    ) as failed:
        parse_files(source, model, out, progress=Watcher(2, lambda: set_back(source / "large.conllu")))
    assert (len(failed.value.report.written), len(failed.value.report.failed)) == (2, 1)
    assert not (out / "large.conllu").exists()
    assert len(parse_files(source, model, out).kept) == 2
    assert contents(out) == expected


def test_only_the_last_state_of_an_output_counts(model: Path, expected: dict[str, bytes], tmp_path: Path) -> None:
    source, out = corpus(tmp_path / "in", 200), tmp_path / "out"
    old = (source / "large.conllu").read_bytes()
    facts = (source / "large.conllu").stat()
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, out, progress=Watcher(14, interrupt))
    write(source / "large.conllu", sample(190, seed=5))
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, out, progress=Watcher(14, interrupt))
    assert (out / "large.conllu").read_bytes() != expected["large.conllu"]
    (source / "large.conllu").write_bytes(old)
    os.utime(source / "large.conllu", ns=(facts.st_atime_ns, facts.st_mtime_ns))
    parse_files(source, model, out)
    assert contents(out) == expected


def test_an_output_that_somebody_has_cut_is_written_again(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, tmp_path, progress=Watcher(14, interrupt))
    (tmp_path / "large.conllu").write_bytes(expected["large.conllu"][:-10])
    assert not parse_files(source, model, tmp_path).kept
    assert contents(tmp_path) == expected


def test_a_folder_can_be_moved(model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, tmp_path / "out", progress=Watcher(14, interrupt))
    (tmp_path / "out").rename(tmp_path / "moved")
    assert len(parse_files(source, model, tmp_path / "moved").kept) == 1
    assert contents(tmp_path / "moved") == expected


def test_a_model_saved_anew_is_loaded_anew(source: Path, tmp_path: Path) -> None:
    model, file = tmp_path / "model", source / "news" / "two.conllu"
    texts = []
    for size in (5, 60):
        Parser.train(sample(size), options=SMALL).save(model)
        parse_files(file, model, tmp_path / "out")
        write(tmp_path / "expected", Parser.load(model).parse(read(file)))
        texts.append((tmp_path / "expected").read_bytes())
        assert (tmp_path / "out").read_bytes() == texts[-1]
    assert texts[0] != texts[1]


def test_an_interrupted_run_leaves_nothing_locked(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt) as held:  # with all frames, as in a notebook
        parse_files(source, model, tmp_path, jobs=2, progress=Watcher(3, interrupt))
    assert not multiprocessing.active_children()
    parse_files(source, model, tmp_path)
    assert contents(tmp_path) == expected
    assert held.traceback


def test_the_journal_is_short(model: Path, source: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, tmp_path, progress=Watcher(16, interrupt))
    journal = (tmp_path / HIDDEN / "journal").read_text()
    assert 3 < len(journal.splitlines()) < 14


def test_a_killed_run_goes_on(model: Path, expected: dict[str, bytes], tmp_path: Path) -> None:
    many = tmp_path / "in"
    corpus(many, 1500)
    out = tmp_path / "out"
    command = ["parse", many, "-m", model, "-o", out, "--jobs", "2"]
    process = subprocess.Popen([*PROCESS, *map(str, command)])
    for _ in count():
        if any(file.stat().st_size > 100_000 for file in out.glob(f"{HIDDEN}/*")):
            break
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (out / "large.conllu").exists()
    watcher = Watcher()
    parse_files(many, model, out, progress=watcher)
    assert 0 < watcher.sentences < 1560
    alone = arcwalk("parse", many / "large.conllu", "-m", model, "-o", tmp_path / "alone", "--jobs", "1")
    assert alone.returncode == 0
    assert (out / "large.conllu").read_bytes() == (tmp_path / "alone").read_bytes()
    assert contents(out).keys() == expected.keys()


def test_two_runs_cannot_share_a_folder(model: Path, source: Path, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with OutputFolder(tmp_path / "out", "other"), pytest.raises(ArcwalkError, match="another run is writing"):
        parse_files(source, model, tmp_path / "out")


def test_a_run_without_workers_left_goes_on(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    def lose_workers() -> None:
        raise EngineError("lost")

    with pytest.raises(EngineError):
        parse_files(source, model, tmp_path, progress=Watcher(3, lose_workers))
    watcher = Watcher()
    parse_files(source, model, tmp_path, progress=watcher)
    assert 0 < watcher.sentences < 260
    assert contents(tmp_path) == expected


def test_a_killed_process_is_explained(
    model: Path, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcwalk.engine.local.annotate", _annotate_or_die)
    done = arcwalk("parse", source / "large.conllu", "-m", model, "-o", tmp_path / "out", "--jobs", "2")
    assert_one_line_error(done, "a process was killed", "fewer --jobs")
    assert not list(tmp_path.iterdir())


def test_processes_that_cannot_start_are_no_fault_of_the_output(
    model: Path, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fork, numbers = os.fork, count()

    def fork_twice() -> int:
        if next(numbers) == 2:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        return fork()

    monkeypatch.setattr(os, "fork", fork_twice)
    done = arcwalk("parse", source, "-m", model, "-o", tmp_path / "out", "--jobs", "3")
    assert_one_line_error(done, "arcwalk: processes cannot be started or reached (Resource temporarily unavailable)")
    for process in multiprocessing.active_children():
        process.join(10)
    assert not multiprocessing.active_children()


def test_a_sentence_without_enough_memory_is_named(
    model: Path, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parse = SentenceParsing.prepare

    def fail(parser: SentenceParsing, sentence: Sentence, keep: bool) -> Any:
        if sentence.source.endswith("large.conllu") and sentence.ordinal == 3:
            raise MemoryError
        return parse(parser, sentence, keep)

    monkeypatch.setattr(SentenceParsing, "prepare", fail)
    line = (source / "large.conllu").read_text().split("\n\n")[:2]
    place = sum(text.count("\n") + 2 for text in line) + 1
    with pytest.raises(
        FilesFailed, match=rf"large\.conllu:{place}: not enough memory .* parse with longest=200"
    ) as failed:
        parse_files(source, model, tmp_path / "out", jobs=1)
    assert len(failed.value.report.written) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [({"jobs": 0}, "jobs=0: must be at least 1"), ({"longest": [5]}, r"option longest: \[5\] is not a number")],
)
def test_wrong_values_from_python_are_explained(
    options: dict[str, Any], message: str, model: Path, source: Path, tmp_path: Path
) -> None:
    with pytest.raises(ArcwalkError, match=message):
        parse_files(source, model, tmp_path / "out", **options)


def _annotate_or_die(*batch: Any) -> Any:
    """Fail as processes do, except in the one that started them."""
    if multiprocessing.parent_process():
        os.kill(os.getpid(), signal.SIGKILL)
    return annotate(*batch)


def _hit_first() -> None:
    """Start as a process that Ctrl-C reaches at once."""
    os.kill(os.getpid(), signal.SIGINT)
    _follow_parent()


_follow_parent = local._follow_parent


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
def test_signals_do_not_hit_processes_that_are_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "_follow_parent", _hit_first)
    with local._pool(2, "fork") as submit:
        for number in ENDING:
            assert submit(signal.getsignal, number).result() == signal.SIG_IGN
        assert submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result() == set()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
def test_an_interrupt_does_not_wait_for_processes() -> None:
    def work() -> None:
        with local._pool(2, "fork") as submit:
            submit(time.sleep, 600)
            raise KeyboardInterrupt

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()
    assert not multiprocessing.active_children()
    assert time.monotonic() - started < 300


def test_an_interrupt_while_processes_start_leaves_none(
    model: Path, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = multiprocessing.process.BaseProcess.start

    def start_one(process: multiprocessing.process.BaseProcess) -> None:
        start(process)
        raise KeyboardInterrupt

    monkeypatch.setattr(multiprocessing.process.BaseProcess, "start", start_one)
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, tmp_path / "out", jobs=2)
    assert not multiprocessing.active_children()


def test_processes_start_anew_where_copies_are_not_safe(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    done = Event()
    thread = Thread(target=done.wait)
    thread.start()
    assert local.process_start() == local.SPAWN
    monkeypatch.setattr(LocalEngine, "batch_words", 100)
    parse_files(source, model, tmp_path / "out", jobs=2)
    done.set()
    thread.join()
    assert contents(tmp_path / "out") == expected


def test_tagging_and_texts(model: Path, tmp_path: Path) -> None:
    sentences = sample(120, seed=3)
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "a.txt").write_text("".join(f"{' '.join(sentence.forms)}\n" for sentence in sentences))
    (texts / "b.txt").write_text("Dogs bark .\n")
    report = tag_files([texts], model, tmp_path / "out", input_format="lines", jobs=2)
    assert [Path(file.target).name for file in report.written] == ["a.conllu", "b.conllu"]
    tagger = Parser.load(model).tagging.tagger
    assert tagger is not None
    tagged = list(read(tmp_path / "out" / "a.conllu"))
    assert [each.upos for each in tagged] == [each.upos for each in tagger.tag(sentences)]
    done = arcwalk("tag", texts, "--input", "lines", "-m", model, "-o", tmp_path / "again")
    assert (done.returncode, done.stderr) == (0, "")
    assert contents(tmp_path / "again") == contents(tmp_path / "out")


def test_options_reach_the_workers(model: Path, source: Path, tmp_path: Path) -> None:
    parser = Parser.load(model)
    sentences = list(read(source / "large.conllu"))
    write(tmp_path / "expected", parser.with_options(longest=5).parse(sentences, keep=True, confidence=True))
    report = parse_files(
        source / "large.conllu", model, tmp_path / "out", keep=True, confidence=True, longest="5", jobs=2
    )
    assert len(report.written) == 1
    assert (tmp_path / "out").read_bytes() == (tmp_path / "expected").read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--scheduler", "tcp://x:1"], "add --engine dask"),
        (["--engine", "dask", "--scheduler", "tcp://x:1", "--jobs", "2"], "--jobs 2: a scheduler has its own workers"),
        (["--consistency", "--train", "x"], "decodes one file jointly"),
        (["--set", "nothing=1"], "option nothing cannot be set"),
        (["--nbest", "0"], "--nbest 0: must be between 1 and 1000"),
        (["--language", "da"], "only for raw text"),
    ],
)
def test_wrong_requests_are_one_line(words: list[str], message: str, model: Path, source: Path, tmp_path: Path) -> None:
    done = arcwalk("parse", source, source / "large.conllu", "-m", model, "-o", tmp_path / "out", *words)
    assert_one_line_error(done, message)
    assert not (tmp_path / "out").exists()


def test_a_read_only_output_stops_a_run_before_it_begins(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    protected = tmp_path / "out" / "news" / "two.conllu"
    protected.parent.mkdir(parents=True)
    protected.write_text("old")
    protected.chmod(0o444)
    watcher = Watcher()
    with pytest.raises(ArcwalkError, match=r"two\.conllu: this file is read-only; remove it, or choose another name"):
        parse_files(source, model, tmp_path / "out", progress=watcher)
    assert watcher.sentences == 0
    assert protected.read_text() == "old"
    protected.unlink()
    parse_files(source, model, tmp_path / "out")
    assert contents(tmp_path / "out") == expected


def test_the_names_of_files_are_on_disk_before_they_count_as_finished(
    model: Path, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[str] = []
    fsync, note = os.fsync, OutputFolder._note

    def synced(file: int) -> None:
        events.append("folder" if stat.S_ISDIR(os.fstat(file).st_mode) else "file")
        fsync(file)

    def noted(self: OutputFolder, file: Any, state: Any) -> None:
        events.extend(["finished"] * state.is_finished)
        note(self, file, state)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(OutputFolder, "_note", noted)
    parse_files(source, model, tmp_path / "out")
    assert events == ["file", "folder", "finished"] * 3
