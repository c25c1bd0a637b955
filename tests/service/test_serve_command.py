"""`arcwalk serve` as a process: starting, answering, stopping; and what can be wrong at the start."""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import httpx2
import pytest
from commands import PROCESS, arcwalk, assert_one_line_error, heed_signals

from arcwalk import Parser


@pytest.fixture(scope="module")
def model(parser: Parser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "small.arcwalk"
    parser.save(path)
    return path


@contextmanager
def served(
    model: Path, *words: str, prepare: Callable[[], object] | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process, and the address that it prints; `prepare` runs in it before the command."""
    command = [*PROCESS, "serve", str(model), "--port", "0", *words]
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}

    def prepare_process() -> None:
        heed_signals()
        if prepare:
            prepare()

    with subprocess.Popen(command, **streams, preexec_fn=prepare_process) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("arcwalk: serving small (mst) at http://127.0.0.1:")
            yield process, line.split()[-1]
        finally:
            process.kill()


def connected(address: str) -> socket.socket:
    host, port = address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=60)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_end_the_service_after_what_runs(model: Path, number: signal.Signals) -> None:
    with served(model, "--jobs", "1") as (process, address), httpx2.Client(base_url=address, timeout=60) as client:
        assert client.get("/health").status_code == 200
        body = b'{"data": "The dog sleeps."}'
        # a request whose second half comes after the signal
        with connected(address) as running:
            running.sendall(b"POST /parse HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body))
            assert client.get("/health").status_code == 200  # by now the server knows of the request
            for _ in range(2 if number == signal.SIGHUP else 1):  # as when a terminal is closed
                os.kill(process.pid, number)
            running.sendall(body)
            reply = b""
            while piece := running.recv(65536):
                reply += piece
        assert reply.startswith(b"HTTP/1.1 200 OK\r\n")
        assert process.wait(60) == 0
        assert process.stderr is not None
        errors = process.stderr.read()
        assert "POST /parse small 200, 1 sentences, 4 words" in errors.splitlines()[-1]
        with pytest.raises(httpx2.TransportError):
            httpx2.get(f"{address}/health")


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [(signal.SIGINT, 130, "arcwalk: interrupted\n"), (signal.SIGTERM, 143, "arcwalk: terminated\n")],
)
def test_a_second_signal_ends_the_service_at_once(model: Path, number: signal.Signals, code: int, said: str) -> None:
    with served(model, "--jobs", "1") as (process, address), connected(address) as running:
        body = json.dumps({"data": "The dog sleeps. " * 20_000}).encode()
        head = b"POST /parse HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body)
        running.sendall(head + body)
        assert httpx2.get(f"{address}/health").status_code == 200
        process.send_signal(signal.SIGTERM)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.send_signal(number)
        assert process.wait(60) == code
        assert process.stderr is not None
        errors = process.stderr.read()
        assert errors.endswith(said)
        assert "Traceback" not in errors
        assert " 499, " in errors


def test_an_ignored_signal_stays_ignored(model: Path) -> None:
    """As for jobs in the background of a script, which are to go on when the script is interrupted."""
    with served(model, prepare=partial(signal.signal, signal.SIGINT, signal.SIG_IGN)) as (process, address):
        for _ in range(2):
            process.send_signal(signal.SIGINT)
            assert httpx2.get(f"{address}/health").status_code == 200
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        process.terminate()
        assert process.wait(60) == 0


def test_a_request_that_does_not_arrive_does_not_keep_the_service(model: Path) -> None:
    with served(model) as (process, address), connected(address) as half:
        half.sendall(b"POST /parse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{")
        assert httpx2.get(f"{address}/health").status_code == 200
        process.terminate()
        assert process.wait(30) == 0  # less than the time for a request to arrive
        assert half.recv(1000) == b""


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of another process can be changed on Linux only")
@pytest.mark.parametrize("files", [300, 40], ids=["known at the start", "not known"])
def test_idle_connections_do_not_take_the_service_down(model: Path, files: int) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))

    with served(model, prepare=limit) as (process, address), ExitStack() as idle:
        assert process.stderr is not None
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (files, 300))
        before = _cpu_seconds(process.pid)
        for number in range(400):
            connection = idle.enter_context(connected(address))
            if number % 3 == 0:
                with suppress(ConnectionError):
                    connection.sendall(b"GET / HT")
        for _ in range(3):
            assert _health(address) == b'{"status":"ok"}'
            time.sleep(0.5)
        assert _cpu_seconds(process.pid) - before < 1.5  # rather than a busy core
        idle.close()
        with httpx2.Client(base_url=address, timeout=60) as client:
            reply = client.get(
                "/process", params={"data": "The dog sleeps.", "tokenizer": "", "tagger": "", "parser": ""}
            )
        assert reply.status_code == 200
        process.terminate()
        assert process.wait(60) == 0
        assert len(process.stderr.read().splitlines()) < 10


def _health(address: str) -> bytes:
    """The answer, from a connection of its own; the second time, if the first gave way to another."""
    for _ in range(10):
        with suppress(OSError), urlopen(f"{address}/health", timeout=10) as reply:
            content: bytes = reply.read()
            return content
    return b""


def _cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_busy_port(model: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        done = arcwalk("serve", model, "--port", str(port))
        assert_one_line_error(done, f"127.0.0.1:{port}: cannot listen there", "choose another --port")


def test_models_must_differ_in_their_names(model: Path, tmp_path: Path) -> None:
    other = tmp_path / "small.arcwalk"
    other.write_bytes(model.read_bytes())
    done = arcwalk("serve", model, other, "--port", "0")
    assert_one_line_error(done, "two models are called small; rename one of the files")


def test_models_must_be_readable(tmp_path: Path) -> None:
    assert_one_line_error(arcwalk("serve", tmp_path / "no.arcwalk", "--port", "0"), "no such model file")
    (tmp_path / "bad.arcwalk").write_text("nothing")
    assert_one_line_error(arcwalk("serve", tmp_path / "bad.arcwalk", "--port", "0"), "not an arcwalk model")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--port", "99999"], "--port 99999: must be between 0 and 65535"),
        (["--queue", "-1"], "--queue -1: must be 0 or more"),
        (["--largest", "0"], "--largest 0: must be more than 0"),
        (["--timeout", "nan"], "--timeout nan: must be more than 0"),
        (["--host", "no.such.host.invalid"], "--host no.such.host.invalid: there is no such address"),
        (["--cors", "example.org"], "--cors example.org: write it as https://example.org"),
        (["--language", "qq"], "language qq: spaCy does not support it"),
        (["--set", "nonsense=1"], "option nonsense cannot be set"),
    ],
)
def test_wrong_arguments(model: Path, words: list[str], message: str) -> None:
    done = arcwalk("serve", model, *(["--port", "0"] if "--port" not in words else []), *words)
    assert_one_line_error(done, message)


def test_what_must_be_installed(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "arcwalk.service.server", raising=False)
    assert_one_line_error(arcwalk("serve", model), "the service needs uvicorn", 'pip install "arcwalk[serve]"')
