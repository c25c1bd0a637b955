"""Around every request: who may ask, headers, the rest of its body, counts, and a line in the log.

The log never shows what users sent: no text, no query, no path that is not ours.
"""

import logging
import re
import time
import traceback
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arcwalk.service.body_reader import Body
from arcwalk.service.metrics import Metrics
from arcwalk.service.workload import Progress

log = logging.getLogger("arcwalk.service")

PROGRESS = "arcwalk.progress"  # where a request's scope keeps it
_METHODS = ("GET", "HEAD", "POST", "OPTIONS")
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}


class RequestMiddleware:
    """Middleware around an application with these paths; `hosts` are the names it answers to, any if empty.

    A request has `receiving_seconds` to arrive, even if its answer is known before.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        metrics: Metrics,
        paths: Collection[str],
        hosts: Collection[str],
        receiving_seconds: float,
    ) -> None:
        self.app = app
        self.metrics = metrics
        self.receiving_seconds = receiving_seconds
        self.paths = frozenset(paths)
        self.folders = tuple(path.partition("{")[0] for path in paths if "{" in path)
        self.hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, whatever happens."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 0
        body = Body(receive, self.receiving_seconds)

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                await body.discard_rest()
                status = message["status"]
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        try:
            if self.hosts and _host(scope) not in self.hosts:
                names = " or ".join(sorted(self.hosts))
                refusal = PlainTextResponse(f"this service is addressed as {names}; use that name\n", 400)
                await refusal(scope, body.receive, watched)
            else:
                await self.app(scope, body.receive, watched)
        except Exception as error:
            # the message of an error may quote a text, so the log shows only where it happened
            where = "".join(traceback.format_tb(error.__traceback__))
            log.error("%s in\n%s", type(error).__name__, where)
            if not status:
                apology = PlainTextResponse("something went wrong in arcwalk; please report what you sent\n", 500)
                await apology(scope, body.receive, watched)
        self._note(scope, status, time.perf_counter() - started)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        path, progress = self._path(scope["path"]), scope.get(PROGRESS, Progress())
        self.metrics.count_request(path, status, seconds)
        if progress.model:
            self.metrics.count_words(progress.model, progress.sentences, progress.words)
        log.info(
            "%s %s %s %d, %d sentences, %d words, %.0f ms",
            scope["method"] if scope["method"] in _METHODS else "-",
            path,
            progress.model or "-",
            status,
            progress.sentences,
            progress.words,
            1000 * seconds,
        )

    def _path(self, path: str) -> str:
        """The path without anything a user made up."""
        for folder in self.folders:
            if path.startswith(folder):
                return folder.rstrip("/")
        return path if path in self.paths else "other"


def _host(scope: Scope) -> str:
    """The name in the Host header, without the port."""
    return re.sub(r":[0-9]*$", "", Headers(scope=scope).get("host", "")).lower()
