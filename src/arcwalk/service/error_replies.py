"""What a client reads when something is wrong: one line of plain text."""

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from arcwalk.errors import ArcwalkError
from arcwalk.messages import one_line
from arcwalk.service.errors import ClientGone, Refusal

_CLIENT_GONE = 499  # nobody receives it, but the log shows it


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return PlainTextResponse(f"{one_line(error.message)}\n", error.status, error.headers)


def _unusable(_: Request, error: Exception) -> Response:
    return PlainTextResponse(f"{one_line(error)}\n", 400)


def _too_much_memory(_: Request, __: Exception) -> Response:
    return PlainTextResponse("not enough memory for this sentence; split it, or ask for less (nbest)\n", 422)


def _gone(_: Request, __: Exception) -> Response:
    return PlainTextResponse("the client disconnected\n", _CLIENT_GONE)


def _no_such_address(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = "this address takes other methods" if error.status_code == 405 else "there is nothing at this address"
    return PlainTextResponse(f"{message}; see /openapi.json\n", error.status_code, error.headers)


HANDLERS: dict[type[Exception] | int, Callable[[Request, Exception], Response]] = {
    Refusal: _refused,
    ArcwalkError: _unusable,
    MemoryError: _too_much_memory,
    ClientGone: _gone,
    HTTPException: _no_such_address,
}
