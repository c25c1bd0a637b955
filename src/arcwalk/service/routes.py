"""Routes: the addresses of the service, and what answers there."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from arcwalk.service.body_reader import BodyReader, until_gone
from arcwalk.service.error_replies import HANDLERS
from arcwalk.service.errors import Refusal
from arcwalk.service.metrics import Metrics
from arcwalk.service.openapi import openapi
from arcwalk.service.page_files import INDEX, page_files
from arcwalk.service.parsing import parse
from arcwalk.service.request_middleware import PROGRESS, RequestMiddleware
from arcwalk.service.setup import Setup
from arcwalk.service.udpipe import process
from arcwalk.service.workload import Progress, Workload

CONTENT_SECURITY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:"


def make_application(setup: Setup, *, hosts: tuple[str, ...] = (), cors: str = "") -> Starlette:
    """The service as an ASGI application.

    `hosts` are the names under which it may be addressed, any if there are none; `cors` is the origin whose pages may
    use it.
    """
    endpoints = Endpoints(setup)
    routes = [
        *endpoints.shared_routes(),
        Route("/process", endpoints.process, methods=["GET", "POST"]),
        Route("/openapi.json", endpoints.openapi),
    ]
    return application_of(routes, endpoints, hosts=hosts, cors=cors)


def application_of(
    routes: Sequence[Route], endpoints: "Endpoints", *, hosts: tuple[str, ...] = (), cors: str = ""
) -> Starlette:
    """Routes to endpoints, with what is around every request; see `make_application`."""
    paths = [route.path for route in routes]
    seconds = endpoints.setup.limits.receiving_seconds
    middleware = [
        Middleware(RequestMiddleware, metrics=endpoints.counts, paths=paths, hosts=hosts, receiving_seconds=seconds),
    ]
    if cors:
        middleware.append(
            Middleware(
                CORSMiddleware, allow_origins=[cors], allow_methods=["GET", "POST"], allow_headers=["Content-Type"]
            )
        )
    application = Starlette(routes=list(routes), middleware=middleware, exception_handlers=HANDLERS)
    application.state.is_stopping = False
    return application


class Endpoints:
    """What the addresses lead to."""

    index = INDEX  # the page
    packages: tuple[str, ...] = ("arcwalk.service",)  # whose folders have the files of the page

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.workload = Workload(setup.limits)
        self.body = BodyReader(setup.limits)
        self.counts = Metrics(self.workload)
        self._page = {name: file for package in self.packages for name, file in page_files(package).items()}

    def shared_routes(self) -> list[Route]:
        """The page, the models and what they parse, and what watches over the service."""
        return [
            Route("/", self.page),
            Route("/page/{file}", self.page),
            Route("/models", self.models),
            Route("/parse", self.parse, methods=["POST"]),
            Route("/health", self.health),
            Route("/metrics", self.metrics),
        ]

    async def page(self, request: Request) -> Response:
        """The page, or a file that belongs to it."""
        file = self._page.get(request.path_params.get("file", self.index))
        if file is None:
            raise Refusal(404, "the page has no such file; open / for the page")
        headers = {"Content-Security-Policy": CONTENT_SECURITY, "Cache-Control": "no-cache"}
        return Response(file.content, headers=headers, media_type=file.media_type)

    async def models(self, _: Request) -> Response:
        """The models and what they can do."""
        return JSONResponse(self.setup.models.listing(self.setup.language))

    async def health(self, _: Request) -> Response:
        """Whether the service is up."""
        return JSONResponse({"status": "ok"})

    async def metrics(self, _: Request) -> Response:
        """Counts and durations."""
        return Response(self.counts.text(), headers={"Content-Type": self.counts.media_type})

    async def openapi(self, _: Request) -> Response:
        """The description of this interface."""
        return JSONResponse(openapi())

    async def process(self, request: Request) -> Response:
        """UDPipe's interface."""
        query, content_type = request.scope["query_string"], request.headers.get("content-type", "")
        async with self.body.body(request) as body:
            return await self.answer(request, partial(process, self.setup, query, content_type, body))

    async def parse(self, request: Request) -> Response:
        """Our own."""
        async with self.body.body(request) as body:
            return await self.answer(request, partial(parse, self.setup, body))

    async def answer(self, request: Request, work: Callable[[Progress], str]) -> Response:
        """Do the work in a thread while the client waits."""
        progress = Progress()
        request.scope[PROGRESS] = progress
        gone = asyncio.ensure_future(until_gone(request))
        try:
            answer = await self.workload.run(lambda: work(progress).encode(), progress, gone)
        finally:
            gone.cancel()
        return Response(answer, media_type="application/json")
