"""Clients that do nothing are cut off, and others are served meanwhile, however many there are."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from arcwalk.service import server
from arcwalk.service.connection import Connection
from arcwalk.service.server import Server, bind

LARGE = b"x" * 50_000_000  # more than the buffers of two sockets hold
HEAD = b"Host: localhost\r\n\r\n"
BODY = b"Host: localhost\r\nContent-Length: 5\r\n\r\nab"


async def application(scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
    """Answers at once, or after all of the body has come, or never."""
    while scope["path"] != "/large" and (await receive()).get("more_body") and scope["path"] == "/":
        pass
    if scope["path"] == "/never":
        while (await receive())["type"] != "http.disconnect":
            pass
    body = LARGE if scope["path"] == "/large" else b"small"
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def listening(most: int = 100) -> AsyncIterator[int]:
    """The port of a server; its requests are over when it ends."""
    ready = asyncio.Event()
    config = uvicorn.Config(application, lifespan="off", log_config=None, timeout_keep_alive=600)
    with bind("127.0.0.1", 0) as bound, pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "most_connections", lambda: most)
        running = Server(config, ready.set)
        port = bound.getsockname()[1]
        task = asyncio.create_task(running.serve([bound]))
        await ready.wait()
        try:
            async with asyncio.timeout(60):
                yield port
        finally:
            running.should_exit = True
            await task


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "ticks", 1)
    monkeypatch.setattr(Connection, "head_seconds", 0.1)
    monkeypatch.setattr(Connection, "reading_seconds", 0.1)
    monkeypatch.setattr(Connection, "closing_seconds", 0.1)


async def ask(port: int, request: bytes = b"GET / HTTP/1.1\r\n" + HEAD) -> bytes:
    """The first line of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    line = await reader.readline()
    writer.close()
    return line


async def is_cut(reader: asyncio.StreamReader) -> bool:
    """Wait until the connection is cut."""
    try:
        while await reader.read(1000):
            pass
    except ConnectionError:
        pass
    return True


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\n" + HEAD + b"GET",
        b"POST /early HTTP/1.1\r\n" + BODY,
    ],
    ids=["silent", "half a request", "half of the second request", "half of a body that is not waited for"],
)
def test_clients_that_do_nothing_are_cut_off(sent: bytes) -> None:
    async def test() -> None:
        async with listening() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            assert await is_cut(reader)
            writer.close()

    asyncio.run(test())


def test_clients_that_send_a_little_now_and_then_are_cut_off() -> None:
    async def test() -> None:
        async with listening() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            cut = asyncio.create_task(is_cut(reader))
            while not cut.done():
                writer.write(b"G")
                await asyncio.sleep(0.02)
            writer.close()

    asyncio.run(test())


def test_clients_that_do_not_read_are_cut_off() -> None:
    async def test() -> None:
        async with listening() as port:
            _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1000)
            writer.write(b"GET /large HTTP/1.1\r\n" + HEAD)
            while not writer.transport.is_closing():  # notices when the connection is cut
                await asyncio.sleep(0.02)
                writer.write(b" ")
            writer.close()

    asyncio.run(test())


def test_a_client_that_reads_gets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Connection, "reading_seconds", 5.0)

    async def test() -> None:
        async with listening() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /large HTTP/1.1\r\n" + HEAD)
            await reader.readuntil(b"\r\n\r\n")
            assert await reader.readexactly(len(LARGE)) == LARGE
            writer.close()

    asyncio.run(test())


def test_the_idlest_connection_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Connection, "head_seconds", 60.0)

    async def test() -> None:
        async with listening(most=3) as port:
            idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            assert await ask(port) == b"HTTP/1.1 200 OK\r\n"
            assert await is_cut(idle[0][0])
            idle[2][1].write(b"GET / HTTP/1.1\r\n" + HEAD)
            assert await idle[2][0].readline() == b"HTTP/1.1 200 OK\r\n"
            for _, writer in idle:
                writer.close()

    asyncio.run(test())


def test_connections_at_work_stay_and_others_are_refused() -> None:
    async def test() -> None:
        async with listening(most=2) as port:
            working = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            for _, writer in working:
                writer.write(b"GET /never HTTP/1.1\r\n" + HEAD)
            await asyncio.sleep(0.3)  # longer than idle ones may stay
            assert await ask(port, b"") == b"HTTP/1.1 503 Service Unavailable\r\n"
            working[0][1].close()
            await asyncio.sleep(0.3)  # for the server to notice
            assert await ask(port) == b"HTTP/1.1 200 OK\r\n"
            working[1][1].close()

    asyncio.run(test())


def test_a_request_that_does_not_arrive_does_not_keep_the_server() -> None:
    async def test() -> None:
        async with listening() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST / HTTP/1.1\r\n" + BODY)
            await asyncio.sleep(0.3)  # as long as the server runs, others see to it
            assert not reader.at_eof()
        assert await is_cut(reader)
        writer.close()

    asyncio.run(test())


def test_what_is_not_http_is_no_error_of_the_server(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it comes instead of a request, within it, or when it has been answered."""

    async def test() -> None:
        async with listening() as port:
            chunked = b" HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            for request in (b"\x16\x03\x01\r\n\r\n", b"POST /" + chunked + b"zz\r\n"):
                assert await ask(port, request) == b"HTTP/1.1 400 Bad Request\r\n"
            upgrade = b"GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" + HEAD
            assert await ask(port, upgrade) == b"HTTP/1.1 200 OK\r\n"
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST /early" + chunked + b"1\r\nx\r\n")
            assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
            writer.write(b"zz\r\n")
            assert await is_cut(reader)
            writer.close()

    logger = logging.getLogger("uvicorn.error")
    caplog.set_level(logging.WARNING, logger.name)
    for name, value in (("propagate", False), ("disabled", False), ("handlers", [caplog.handler])):
        monkeypatch.setattr(logger, name, value)  # servers of other tests may have changed them
    asyncio.run(test())
    assert {record.getMessage() for record in caplog.records} == {"Invalid HTTP request received."}


def test_who_is_told_that_the_server_is_ready_can_connect() -> None:
    config = uvicorn.Config(application, lifespan="off", log_config=None)
    with bind("127.0.0.1", 0) as bound:

        def ready() -> None:
            socket.create_connection(bound.getsockname()).close()
            running.should_exit = True

        running = Server(config, ready)
        running.run([bound])
        assert running.started
