"""Bodies of requests: received within limits of size and time, and kept in memory only."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.requests import ClientDisconnect, Request
from starlette.types import Message, Receive

from arcwalk.service.errors import ClientGone, Refusal, busy
from arcwalk.service.limits import MEGABYTE, Limits


class BodyReader:
    """Receives bodies, as long as all together are not larger than those who may wait and work are allowed to be."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._free = limits.request_bytes * (limits.jobs + limits.queue)  # bytes

    @asynccontextmanager
    async def body(self, request: Request) -> AsyncIterator[bytes]:
        """The whole body, whatever `Content-Length` says."""
        limits = self.limits
        chunks: list[bytes] = []
        size = 0
        try:
            try:
                async with asyncio.timeout(limits.receiving_seconds):
                    async for chunk in request.stream():
                        size += len(chunk)
                        self._free -= len(chunk)
                        if size > limits.request_bytes:
                            most = f"{limits.request_bytes / MEGABYTE:g} MB"
                            raise Refusal(413, f"the request is larger than {most}; send fewer sentences at a time")
                        if self._free < 0:
                            raise busy()
                        chunks.append(chunk)
            except TimeoutError:
                seconds = f"{limits.receiving_seconds:g} s"
                remedy = "send it faster, or in parts"
                raise Refusal(408, f"the request did not arrive within {seconds}; {remedy}") from None
            except ClientDisconnect:
                raise ClientGone from None
            yield b"".join(chunks)
        finally:
            self._free += size


class Body:
    """The body of a request that may be answered before all of it has arrived.

    Many clients read an answer only once they have sent everything. If the connection is closed before, they never see
    why their request was refused.
    """

    def __init__(self, receive: Receive, seconds: float) -> None:
        """`seconds` is the time that it has to arrive."""
        self._receive = receive
        self._deadline = asyncio.get_running_loop().time() + seconds
        self._is_whole = False

    async def receive(self) -> Message:
        """The next message, as ASGI defines it."""
        message = await self._receive()
        self._is_whole = not message.get("more_body", False)
        return message

    async def discard_rest(self) -> None:
        """Wait for the end of the body, but not longer than it has time."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._deadline):
                while not self._is_whole:
                    await self.receive()


async def until_gone(request: Request) -> None:
    """Wait for the client, whose request has been received, to disconnect."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def decoded(value: bytes, what: str) -> str:
    """UTF-8 as text."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise Refusal(400, f"{what} is not UTF-8; convert it to UTF-8") from None
