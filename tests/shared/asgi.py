"""An ASGI application asked directly, by clients that do what no HTTP library would."""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

Message = dict[str, Any]


class Client:
    """One request: its body arrives in pieces, and the client can leave at any time."""

    def __init__(self, application: Any, path: str, body: Iterable[bytes] = (), *, method: str = "POST") -> None:
        self.application = application
        self.scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", b"localhost"), (b"content-length", b"1")],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        self.left = asyncio.Event()
        self.status = 0
        self.headers: dict[str, str] = {}
        self.text = ""
        self._body = self._messages(body)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> "Client":
        """Send the request, without waiting for the answer."""
        self._task = asyncio.create_task(self.application(self.scope, self._receive, self._send))
        return self

    async def answered(self) -> "Client":
        """Wait for the answer."""
        assert self._task is not None
        await asyncio.wait_for(self._task, 60)
        return self

    @staticmethod
    def _messages(body: Iterable[bytes]) -> Iterator[Message]:
        yield from ({"type": "http.request", "body": piece, "more_body": True} for piece in body)
        yield {"type": "http.request", "body": b"", "more_body": False}

    async def _receive(self) -> Message:
        for message in self._body:
            return message
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self.text += message.get("body", b"").decode()
