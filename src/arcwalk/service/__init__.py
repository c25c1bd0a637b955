"""The service: models behind UDPipe's REST interface and a page in the browser, for `arcwalk serve`."""

from typing import TYPE_CHECKING

from arcwalk.files.paths import FilePath

if TYPE_CHECKING:
    from starlette.applications import Starlette

__all__ = ["application"]


def application(*models: FilePath, language: str = "", cors: str = "") -> "Starlette":
    """What `arcwalk serve` serves, as an ASGI application: for tests, or for another server.

    The first of these model files is the default. With a `language`, spaCy's rules find the words and
    sentences of raw text, unless a request names another; without, the models do.
    `cors` is an origin whose pages may use the service.
    """
    from arcwalk.service.models import Models  # loads kernels
    from arcwalk.service.routes import make_application
    from arcwalk.service.setup import Setup

    return make_application(Setup(Models.load(models), language=language), cors=cors)
