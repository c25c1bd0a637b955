"""The process that serves an application until it is told to stop."""

import asyncio
import ipaddress
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.service.connection import MOST_CONNECTIONS, Connection, Connections, accept, most_connections
from arcwalk.service.request_middleware import log

FORCING = (signal.SIGINT, signal.SIGTERM)
SIGNALS = (*FORCING, *([signal.SIGHUP] if sys.platform != "win32" else []))
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")

_MOMENT, _END = 0.05, 2.0  # seconds


def bind(host: str, port: int) -> socket.socket:
    """A socket at this address, at which nobody is heard yet; port 0 is any that is free."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind)
    except (OSError, UnicodeError):
        problem = Wording(Argument("host", host), ": there is no such address on this machine")
        raise ArcwalkError(problem, "give another") from None
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as error:
        bound.close()
        raise _unusable(host, port, error) from None
    return bound


def address_of(bound: socket.socket) -> str:
    """The URL of the service."""
    host, port, *_ = bound.getsockname()
    return f"http://{_in_url(host)}:{port}"


def names_of(bound: socket.socket, host: str) -> tuple[str, ...]:
    """The names in the Host header of honest requests to the socket at `host`, empty if they can be any.

    A service on the loopback is for this machine only. A page elsewhere could still reach it from a browser on this
    machine if its own name suddenly led to 127.0.0.1; it would send that name.
    """
    address = bound.getsockname()[0]
    if not ipaddress.ip_address(address).is_loopback:
        return ()
    return tuple(dict.fromkeys((*LOOPBACK_NAMES, _in_url(address), _in_url(host.lower()))))


class Server(uvicorn.Server):  # type: ignore[misc]  # uvicorn's types are not read
    """A server at a socket, which answers what has arrived when a signal says to stop; a second ends it at once.

    Signals that are ignored, as in the background of a script, stay ignored.
    """

    ticks = 10  # from one look at the connections to the next; uvicorn has ten in a second
    should_exit: bool

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        """`ready` is called once, when the server listens."""
        super().__init__(config)
        self.ready = ready
        self.forced_by: int | None = None  # the second signal
        self._connections = Connections(self.server_state.connections, most_connections())
        self._accepting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen at a socket."""
        await super().startup(sockets=[])
        assert sockets is not None
        (bound,) = sockets
        try:
            bound.listen(MOST_CONNECTIONS)
        except OSError as error:
            host, port, *_ = bound.getsockname()
            raise _unusable(host, port, error) from None
        bound.setblocking(False)
        self._accepting = asyncio.create_task(accept(bound, self._connection, self._connections))
        self.ready()

    async def on_tick(self, counter: int) -> bool:
        """Cut idle connections, now and then."""
        if counter % self.ticks == 0:
            self._connections.look()
        stops: bool = await super().on_tick(counter)
        return stops

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let everybody who waits for an answer have it."""
        assert self._accepting is not None
        self._accepting.cancel()
        for bound in sockets or ():
            bound.close()
        state = self.server_state
        for connection in tuple(state.connections):
            connection.shutdown()
        while (state.connections or state.tasks) and not self.forced_by:
            await asyncio.sleep(_MOMENT)
            self._connections.look()
        for connection in tuple(state.connections):
            connection.transport.abort()
        with suppress(TimeoutError):
            async with asyncio.timeout(_END):
                while state.tasks:
                    await asyncio.sleep(_MOMENT)

    def handle_exit(self, sig: int, _: FrameType | None) -> None:
        """Handle a signal."""
        if self.should_exit and sig in FORCING:  # a terminal that is closed may send several SIGHUPs
            self.forced_by = sig
        self.should_exit = True
        self.config.app.state.is_stopping = True  # who waits for news need not wait any longer

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Have signals handled here."""
        before = {number: signal.getsignal(number) for number in SIGNALS}
        taken = {number: handler for number, handler in before.items() if handler != signal.SIG_IGN}
        for number in taken:
            signal.signal(number, self.handle_exit)
        try:
            yield
        finally:
            for number, handler in taken.items():
                signal.signal(number, handler)

    def _connection(self) -> Connection:
        return Connection(self.config, self.server_state, self.lifespan.state)


def serve(application: Starlette, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Answer requests until a signal says to stop; `ready` is called when the first can come."""
    _log_to_stderr()
    config = uvicorn.Config(
        application,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=30,
    )
    server = Server(config, ready)
    server.run([bound])
    if server.forced_by is not None:
        signal.raise_signal(server.forced_by)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _log_to_stderr() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    log.setLevel(logging.INFO)
    for each in (log, logging.getLogger("uvicorn"), logging.getLogger("asyncio")):
        each.handlers = [handler]
        each.propagate = False


def _unusable(host: str, port: int, error: OSError) -> ArcwalkError:
    remedy = Wording("choose another ", Argument("port"), " or ", Argument("host"))
    return ArcwalkError(f"{host}:{port}: cannot listen there ({error.strerror})", remedy)
