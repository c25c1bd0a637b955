"""The addresses of `arcwalk annotate`: the page, the sentences of the project, and what saves and guesses them."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arcwalk.annotate.learning import Learning
from arcwalk.annotate.project import Conflict, Project
from arcwalk.annotate.requests import SaveRequest, json_body, number, text_of
from arcwalk.annotate.session import FILE, Session, as_json
from arcwalk.service.errors import Refusal
from arcwalk.service.form import query_parameters
from arcwalk.service.limits import Limits
from arcwalk.service.routes import Endpoints, application_of
from arcwalk.service.setup import Setup
from arcwalk.service.workload import Progress

LONGEST_WAIT = 25  # seconds for changes; a client that reads nothing for 30 is cut off
MOST_NEXT = 1000  # sentences
_MOMENT = 0.1  # seconds
_LOOK = 2.0  # seconds from one look at the files to the next
_JSON = "application/json"


def make_application(
    project: Project,
    learning: Learning,
    limits: Limits,
    *,
    hosts: tuple[str, ...] = (),
    more_routes: Callable[["AnnotateEndpoints"], list[Route]] = lambda _: [],
) -> Starlette:
    """The service as an ASGI application; `hosts` are the names under which it may be addressed, any if empty."""
    endpoints = AnnotateEndpoints(Setup(learning.models, limits), Session(project, learning, limits.sentence_words))
    routes = [
        *endpoints.shared_routes(),
        Route("/annotate/project", endpoints.project),
        Route("/annotate/sentences/{id}", endpoints.sentence),
        Route("/annotate/guess", endpoints.guess, methods=["POST"]),
        Route("/annotate/save", endpoints.save, methods=["POST"]),
        Route("/annotate/changes", endpoints.changes),
        Route("/annotate/progress", endpoints.progress),
        Route("/annotate/next", endpoints.next),
        Route("/annotate/differences", endpoints.differences),
        Route("/annotate/train", endpoints.train, methods=["POST"]),
        *more_routes(endpoints),
    ]
    return application_of(routes, endpoints, hosts=hosts)


class AnnotateEndpoints(Endpoints):
    """What the addresses lead to."""

    index = "annotate.html"
    packages = ("arcwalk.service", "arcwalk.annotate")

    def __init__(self, setup: Setup, session: Session) -> None:
        super().__init__(setup)
        self.session = session

    async def project(self, _: Request) -> Response:
        """All sentences, and what there is to choose from."""
        return await in_thread(self.session.overview)

    async def sentence(self, request: Request) -> Response:
        """One sentence."""
        id = number(request.path_params, "id", 0, 10**17)
        return await self.answer(request, lambda _: as_json(self.session.sentence(id)))

    async def guess(self, request: Request) -> Response:
        """A guess around what is confirmed."""
        async with self.body.body(request) as body:
            given = json_body(_type_of(request), body)
            conllu, svg = text_of(given), given.get("svg", True)
            if type(svg) is not bool:
                raise Refusal(400, "svg: expected true or false")
            return await self.answer(request, lambda progress: as_json(self.session.guess(conllu, svg, progress)))

    async def save(self, request: Request) -> Response:
        """Save; 409 with both sides if somebody else has."""
        async with self.body.body(request) as body:
            asked = SaveRequest.read(_type_of(request), body)
        try:
            return await in_thread(partial(self.session.save, asked))
        except Conflict as conflict:
            return await in_thread(partial(self.session.conflict, conflict, asked.drafts), 409)

    async def changes(self, request: Request) -> Response:
        """What is new, as soon as something is."""
        query = _query(request)
        log = self.session.project.log
        since, wait = number(query, "since", 0, 10**17), number(query, "wait", 0, LONGEST_WAIT, 0)
        loop = asyncio.get_running_loop()
        deadline, look = loop.time() + wait, 0.0
        while True:
            if loop.time() >= look:
                await asyncio.to_thread(self.session.project.look_at_files)
                look = loop.time() + _LOOK
            if log.at != since or loop.time() >= deadline or request.app.state.is_stopping:
                return await in_thread(partial(self.session.changes, since))
            await asyncio.sleep(_MOMENT)

    async def progress(self, _: Request) -> Response:
        """Counts and scores."""
        return await in_thread(self.session.progress)

    async def next(self, request: Request) -> Response:
        """What to annotate next."""
        query = _query(request)
        count = number(query, "count", 1, MOST_NEXT, 50)
        return await in_thread(partial(self.session.next, query.get("by", FILE), count))

    async def differences(self, _: Request) -> Response:
        """Where annotators differ."""
        return await in_thread(self.session.differences)

    async def train(self, request: Request) -> Response:
        """Train now."""
        async with self.body.body(request) as body:
            json_body(_type_of(request), body)
        self.session.learning.look(now=True)
        return await in_thread(self.session.learning.status)

    async def answer(self, request: Request, work: Callable[[Progress], str]) -> Response:
        """Do the work in a thread while the client waits; log it under the name of the model."""

        def named(progress: Progress) -> str:
            progress.model = self.session.learning.guesser.parser.system.name
            return work(progress)

        return await super().answer(request, named)


async def in_thread(work: Callable[[], dict[str, Any]], status: int = 200) -> Response:
    """The reply of quick work that may wait for a disk or for another thread."""
    return Response(await asyncio.to_thread(lambda: as_json(work())), status, media_type=_JSON)


def _query(request: Request) -> dict[str, str]:
    return query_parameters(request.scope["query_string"])


def _type_of(request: Request) -> str:
    return request.headers.get("content-type", "")
