"""An ASGI application behind a real socket."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from arcwalk.service.server import address_of, bind


@contextmanager
def serving(application: Any, port: int = 0) -> Iterator[str]:
    """Serve in a thread; the address."""
    with bind("127.0.0.1", port) as bound:
        server = uvicorn.Server(uvicorn.Config(application, lifespan="off", log_level="error"))
        thread = threading.Thread(target=server.run, args=([bound],))
        bound.listen()  # so that whoever asks before it runs waits for it
        thread.start()
        try:
            yield address_of(bound)
        finally:
            server.should_exit = server.force_exit = True  # without waiting for clients that wait for news
            thread.join()
