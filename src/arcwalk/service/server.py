"""The process that serves an application until it is told to stop."""

import ipaddress
import logging
import signal
import socket
import sys

import uvicorn
from starlette.applications import Starlette

from arcwalk.errors import ArcwalkError
from arcwalk.service.connection import Connection
from arcwalk.service.watching import log

MOST_CONNECTIONS = 512  # fewer than the files that a process may have open
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


def bind(host: str, port: int) -> socket.socket:
    """A socket at this address, at which nobody is heard yet; port 0 is any that is free."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind)
    except (OSError, UnicodeError):
        raise ArcwalkError(f"--host {host}: there is no such address on this machine; give another") from None
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


def serve(application: Starlette, bound: socket.socket) -> None:
    """Answer requests until a signal says to stop; requests that have arrived by then are still answered."""
    try:
        bound.listen(256)
    except OSError as error:
        host, port, *_ = bound.getsockname()
        raise _unusable(host, port, error) from None
    _log_to_stderr()
    # uvicorn raises a signal again once it has stopped: SIGTERM is then no reason to die
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        config = uvicorn.Config(
            application,
            http=Connection,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=30,
            limit_concurrency=MOST_CONNECTIONS,
        )
        uvicorn.Server(config).run(sockets=[bound])
    finally:
        signal.signal(signal.SIGTERM, before)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _log_to_stderr() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    log.handlers = [handler]
    log.setLevel(logging.INFO)
    log.propagate = False


def _unusable(host: str, port: int, error: OSError) -> ArcwalkError:
    return ArcwalkError(f"{host}:{port}: cannot listen there ({error.strerror}); choose another --port or --host")
