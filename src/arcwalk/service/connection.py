"""Connections that are closed if the client does nothing: sends no request, or does not read its answer.

uvicorn closes connections only if they are idle after an answer. `Intake` sees to bodies that do not arrive.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol


class Connection(H11Protocol):  # type: ignore[misc]  # uvicorn's types are not read
    """A connection with a look at it every now and then."""

    patience = 30.0  # seconds from one look to the next
    _last_seen: tuple[object, int] | None = None
    _next_look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to look."""
        super().connection_made(transport)
        self._plan()

    def connection_lost(self, exc: Exception | None) -> None:
        """Look no more."""
        if self._next_look is not None:
            self._next_look.cancel()
        super().connection_lost(exc)

    def _plan(self) -> None:
        self._next_look = self.loop.call_later(self.patience, self._look)

    def _look(self) -> None:
        """Cut the connection if it is as it was and it is the client's turn."""
        unsent = self.transport.get_write_buffer_size()
        is_answering = self.cycle is not None and not self.cycle.response_complete
        seen = (self.cycle, unsent)
        if seen == self._last_seen and (unsent or not is_answering):
            self.transport.abort()
            return
        self._last_seen = seen
        self._plan()
