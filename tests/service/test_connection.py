"""Clients that do nothing are cut off, and others are served meanwhile."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn

from arcwalk.service.connection import Connection

LARGE = b"x" * 50_000_000  # more than the buffers of two sockets hold


async def application(scope: dict[str, object], _: object, send: object) -> None:
    body = LARGE if scope["path"] == "/large" else b"small"
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})  # type: ignore[operator]
    await send({"type": "http.response.body", "body": body})  # type: ignore[operator]


@asynccontextmanager
async def listening() -> AsyncIterator[int]:
    config = uvicorn.Config(
        application, port=0, http=Connection, lifespan="off", log_config=None, timeout_keep_alive=600
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await running


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HT", b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET"],
    ids=["silent", "half a request", "does not read", "half of the second request"],
)
def test_clients_that_do_nothing_are_cut_off(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(Connection, "patience", 0.1)

    async def test() -> None:
        async with listening() as port, asyncio.timeout(60):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1000)
            writer.write(sent)
            while not writer.transport.is_closing():  # notices when the connection is cut
                await asyncio.sleep(0.02)
                if b"large" not in sent:
                    await reader.read(1000)
                    if reader.at_eof():
                        break
                else:
                    writer.write(b" ")
            writer.close()

    asyncio.run(test())


def test_a_client_that_reads_gets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Connection, "patience", 1.0)

    async def test() -> None:
        async with listening() as port, asyncio.timeout(60):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await reader.readuntil(b"\r\n\r\n")
            assert await reader.readexactly(len(LARGE)) == LARGE
            writer.close()

    asyncio.run(test())
