"""The body of a request, received within limits of size and time, and kept in memory only."""

import asyncio

from starlette.requests import ClientDisconnect, Request

from arcwalk.service.errors import ClientGone, Refusal
from arcwalk.service.limits import MEGABYTE, Limits


async def receive_body(request: Request, limits: Limits) -> bytes:
    """The whole body; what `Content-Length` says does not matter."""
    chunks, size = [], 0
    try:
        async with asyncio.timeout(limits.receiving_seconds):
            async for chunk in request.stream():
                size += len(chunk)
                if size > limits.request_bytes:
                    most = f"{limits.request_bytes / MEGABYTE:g} MB"
                    raise Refusal(413, f"the request is larger than {most}; send fewer sentences at a time")
                chunks.append(chunk)
    except TimeoutError:
        message = f"the request did not arrive within {limits.receiving_seconds:g} s; send it faster, or in parts"
        raise Refusal(408, message) from None
    except ClientDisconnect:
        raise ClientGone from None
    return b"".join(chunks)


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
