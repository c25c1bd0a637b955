"""`arcwalk annotate`: the user's own files, corrected in the browser, and a parser that learns from them."""

from pathlib import Path
from typing import TYPE_CHECKING

from arcwalk.files.paths import FilePath

if TYPE_CHECKING:
    from starlette.applications import Starlette

__all__ = ["application"]


def application(*files: FilePath, model: FilePath = "", every: int = 20) -> "Starlette":
    """What `arcwalk annotate` serves, as an ASGI application: for programs that annotate, or for another server.

    The files, or all *.conllu in folders, are saved in place; nobody else can open them as long as this process runs.
    Guesses are those of the `model`, if there is one, and of parsers that are trained after `every` accepted sentences.
    """
    from arcwalk.annotate.learning import Learning, Schedule  # loads kernels
    from arcwalk.annotate.project import Project
    from arcwalk.annotate.routes import make_application
    from arcwalk.service.limits import Limits
    from arcwalk.systems.parser import Parser

    project = Project([Path(file) for file in files])
    learning = Learning(project, Parser.load(model) if model else None, Schedule(every))
    learning.start()
    return make_application(project, learning, Limits())
