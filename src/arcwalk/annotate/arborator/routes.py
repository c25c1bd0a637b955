"""The addresses of ArboratorGrew's parser interface."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from arcwalk.annotate.arborator.interface import Interface
from arcwalk.annotate.arborator.model_folder import ModelFolder
from arcwalk.annotate.requests import json_body
from arcwalk.errors import ArcwalkError
from arcwalk.messages import one_line
from arcwalk.service.errors import Refusal
from arcwalk.service.routes import Endpoints

Work = Callable[[Mapping[str, Any]], Any]


def arborator_routes(folder: Path, endpoints: Endpoints, options: tuple[str, ...] = ()) -> list[Route]:
    """Routes to models in a folder; `options` are those of training."""
    interface = Interface(ModelFolder(folder, options), endpoints.setup.limits)

    async def listing(_: Request) -> Response:
        return await _reply(interface.listing)

    async def delete(request: Request) -> Response:
        names = request.path_params
        return await _reply(partial(interface.delete, names["project"], names["model"]))

    def posted(work: Work) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            try:
                async with endpoints.body.body(request) as body:
                    given = json_body(request.headers.get("content-type", ""), body)
                    return await _reply(partial(work, given))
            except Refusal as refusal:
                return _failure(refusal.status, refusal.message)

        return endpoint

    models = "/parser/models"
    return [
        Route(f"{models}/list", listing),
        Route(f"{models}/list/{{project}}/{{model}}", delete, methods=["DELETE"]),
        Route(f"{models}/train/start", posted(interface.start_training), methods=["POST"]),
        Route(f"{models}/train/status", posted(interface.training_status), methods=["POST"]),
        Route(f"{models}/parse/start", posted(interface.start_parsing), methods=["POST"]),
        Route(f"{models}/parse/status", posted(interface.parsing_status), methods=["POST"]),
    ]


async def _reply(work: Callable[[], Any]) -> Response:
    """What is done at once; whatever goes wrong is said in JSON, because nothing else is read."""
    try:
        return JSONResponse({"status": "success", "data": await asyncio.to_thread(work)})
    except Refusal as refusal:
        return _failure(refusal.status, refusal.message)
    except ArcwalkError as error:
        return _failure(400, str(error))


def _failure(status: int, message: str) -> Response:
    return JSONResponse({"status": "failure", "error": one_line(message)}, status)
