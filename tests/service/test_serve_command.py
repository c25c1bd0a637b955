"""`arcwalk serve` as a process: starting, answering, stopping; and what can be wrong at the start."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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
def served(model: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process, and the address that it prints."""
    command = [*PROCESS, "serve", str(model), "--port", "0", *words]
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **streams, preexec_fn=heed_signals) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("arcwalk: serving small (mst) at http://127.0.0.1:")
            yield process, line.split()[-1]
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("number", "code", "said"), [(signal.SIGTERM, 0, ""), (signal.SIGINT, 130, "arcwalk: interrupted\n")]
)
def test_signals_end_the_service_after_what_runs(model: Path, number: signal.Signals, code: int, said: str) -> None:
    with served(model, "--jobs", "1") as (process, address), httpx2.Client(base_url=address, timeout=60) as client:
        assert client.get("/health").status_code == 200
        body = b'{"data": "The dog sleeps."}'
        # a request whose second half comes after the signal
        host, port = address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as running:
            running.sendall(b"POST /parse HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body))
            assert client.get("/health").status_code == 200  # by now the server knows of the request
            os.kill(process.pid, number)
            running.sendall(body)
            reply = b""
            while piece := running.recv(65536):
                reply += piece
        assert reply.startswith(b"HTTP/1.1 200 OK\r\n")
        assert process.wait(60) == code
        assert process.stderr is not None
        errors = process.stderr.read()
        assert "POST /parse small 200, 1 sentences, 4 words" in errors
        assert errors.endswith(said)
        with pytest.raises(httpx2.TransportError):
            httpx2.get(f"{address}/health")


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
