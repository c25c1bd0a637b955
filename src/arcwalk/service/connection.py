"""Connections, which cost little as long as they are few and do not last: who does nothing is cut off.

uvicorn closes connections only if they are idle after an answer. `BodyReader` sees to bodies that do not arrive.
"""

import asyncio
import math
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 1000
SPARE_FILES = 100  # that are open besides: models, libraries, the log

_MOMENT, _PAUSE = 0.01, 0.1  # seconds
_PIECE = 8192  # bytes

_FULL = b"too many connections; try again in a few seconds\n"
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\n\r\n%b" % (len(_FULL), _FULL)
)


class Connection(H11Protocol):  # type: ignore[misc]  # uvicorn's types are not read
    """A connection that knows whose turn it is, and since when."""

    head_seconds = 10.0  # for the head of a request to arrive
    reading_seconds = 30.0  # for the client to read the next part of its answer
    closing_seconds = 5.0  # for the client to do either, or to send the rest of a request, once the service stops

    since = 0.0  # when it was first seen in its state
    _state: tuple[object, ...] = ()
    _is_last = False  # whether no other request will be answered
    _of_bodies = 0  # bytes received

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to count the time."""
        super().connection_made(transport)
        if hasattr(transport, "max_size"):  # what asyncio reads at once; with chunks of a byte, it takes long enough
            transport.max_size = _PIECE
        self.since, self._state = self.loop.time(), self._seen()

    def data_received(self, data: bytes) -> None:
        """Whoever sends a body is not idle, unless the service waits for its last bytes."""
        if not self._is_answered and not self._is_last:
            self._of_bodies += len(data)
        super().data_received(data)

    def shutdown(self) -> None:
        """Answer the request in progress, but no other."""
        self._is_last = True
        if self._is_answered:
            self.transport.close()
        else:
            self.cycle.keep_alive = False

    def look(self) -> None:
        """Cut the connection if it has waited too long for its client."""
        state, now = self._seen(), self.loop.time()
        if state != self._state:
            self.since, self._state = now, state
        elif now - self.since > self._patience:
            self.transport.abort()

    @property
    def waits_for_client(self) -> bool:
        """Whether it is the client's turn: to send a request or the rest of it, or to read."""
        return self._is_answered or self.cycle.more_body or self._unsent > 0

    @property
    def _patience(self) -> float:
        if self._is_last:
            return self.closing_seconds if self.waits_for_client else math.inf
        if self._unsent:
            return self.reading_seconds
        if self._is_answered and (self.cycle is None or self.cycle.more_body or self._has_part_of_a_head):
            return self.head_seconds
        return math.inf  # uvicorn sees to the time between requests, `BodyReader` to their bodies

    def _seen(self) -> tuple[object, ...]:
        turn = self.cycle, self._has_part_of_a_head, self.waits_for_client
        return *turn, self._unsent, self._of_bodies, self._is_last

    @property
    def _is_answered(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    @property
    def _unsent(self) -> int:
        unsent: int = self.transport.get_write_buffer_size()
        return unsent

    @property
    def _has_part_of_a_head(self) -> bool:
        return self._is_answered and bool(self.conn.trailing_data[0])

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP, unless another answer has begun."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def _should_upgrade(self) -> bool:
        """There is no other protocol."""
        return False


class Connections:
    """All connections: there is always room for a new one, unless all are at work."""

    def __init__(self, connections: set[Connection], most: int) -> None:
        """`connections` is the set to which they add themselves."""
        self._connections = connections
        self.most = most

    def look(self) -> None:
        """Cut those that have waited too long for their clients."""
        for connection in tuple(self._connections):
            connection.look()

    def make_room(self) -> bool:
        """Whether there is room for one more, if need be in the place of another."""
        return len(self._open()) < self.most or self.cut_one()

    def cut_one(self) -> bool:
        """Cut the connection that has waited longest for its client; whether there is one."""
        waiting = [each for each in self._open() if each.waits_for_client]
        if waiting:
            min(waiting, key=lambda each: each.since).transport.abort()
        return bool(waiting)

    def _open(self) -> list[Connection]:
        return [each for each in self._connections if not each.transport.is_closing()]


async def accept(bound: socket.socket, make_protocol: Callable[[], Connection], connections: Connections) -> None:
    """Accept connections until cancelled; pause rather than spin when there are no descriptors left."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            accepted, _ = await loop.sock_accept(bound)
            if connections.make_room():
                await loop.connect_accepted_socket(make_protocol, accepted)
            else:
                refuse(accepted)
        except ConnectionError:  # the client has left already
            continue
        except OSError:
            await asyncio.sleep(_MOMENT if connections.cut_one() else _PAUSE)


def refuse(accepted: socket.socket) -> None:
    """Say that there is no room, and do not wait for anything."""
    with accepted, suppress(OSError):
        accepted.setblocking(False)
        accepted.send(_REFUSAL)


def most_connections() -> int:
    """How many connections there can be, given how many files this process may have open; asks for more if need be."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS // 2  # of 512 sockets that can be waited for
    import resource

    needed = MOST_CONNECTIONS + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < needed:
        with suppress(ValueError, OSError):  # where limits cannot be changed
            more = needed if hard == unlimited else min(needed, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
    return MOST_CONNECTIONS if soft == unlimited else max(1, min(MOST_CONNECTIONS, soft - SPARE_FILES))
