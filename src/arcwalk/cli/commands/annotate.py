"""`arcwalk annotate`: the user's own files in the browser, and a parser that learns from what is accepted."""

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from arcwalk.cli.display import ProgressBars
from arcwalk.errors import ArcwalkError
from arcwalk.messages import one_line

if TYPE_CHECKING:
    from arcwalk.annotate.project import Project


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk annotate`."""
    parser.usage = "arcwalk annotate FILE|FOLDER... [-m MODEL] [--every N] [--port PORT] [OPTIONS]"
    parser.add_argument(
        "files", nargs="*", metavar="FILE|FOLDER", help="CoNLL-U files, or folders of *.conllu; saved in place"
    )
    parser.add_argument("-m", "--model", metavar="MODEL", help="parser to begin with (default: a plain guess)")
    parser.add_argument(
        "--every",
        type=int,
        default=20,
        metavar="N",
        help="sentences until it learns anew (default: %(default)s)",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="HOST", help="address to listen on (default: %(default)s, this machine)"
    )
    parser.add_argument(
        "--port", type=int, default=8080, metavar="PORT", help="port, 0 for any that is free (default: %(default)s)"
    )
    parser.add_argument(
        "--arborator",
        metavar="FOLDER",
        help="offer ArboratorGrew's parser interface, too, at /parser/, with models in this folder; needs no files",
    )
    parser.add_argument(
        "--largest", type=float, default=4, metavar="MB", help="size of a request (default: %(default)s MB)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Open the files and serve the page."""
    try:
        from arcwalk.annotate.arborator.routes import arborator_routes
        from arcwalk.annotate.learning import Learning, Schedule
        from arcwalk.annotate.project import Project
        from arcwalk.annotate.routes import make_application
        from arcwalk.service.limits import MEGABYTE, Limits
        from arcwalk.service.models import LONGEST
        from arcwalk.service.server import address_of, bind, names_of, serve
    except ModuleNotFoundError as error:
        remedy = 'run: pip install "arcwalk[serve]"'
        raise ArcwalkError(f"the service needs {error.name}, which is not installed", remedy) from None
    from arcwalk.systems.parser import Parser

    if arguments.every < 1:
        raise ArcwalkError(f"--every {arguments.every}: must be at least 1")
    if not 0 <= arguments.port <= 65535:
        raise ArcwalkError(f"--port {arguments.port}: must be between 0 and 65535")
    if not 0 < arguments.largest < float("inf"):
        raise ArcwalkError(f"--largest {arguments.largest:g}: must be more than 0")
    folder = arguments.arborator
    if not arguments.files and not folder:
        raise ArcwalkError("there is nothing to annotate", "name a file or a folder")
    with bind(arguments.host, arguments.port) as bound:
        with ProgressBars():
            given = Parser.load(arguments.model, longest=LONGEST) if arguments.model else None
            project = Project([Path(file) for file in arguments.files])
        learning = Learning(project, given, Schedule(arguments.every))
        try:
            application = make_application(
                project,
                learning,
                Limits(request_bytes=round(arguments.largest * MEGABYTE)),
                hosts=names_of(bound, arguments.host),
                more_routes=partial(arborator_routes, Path(folder)) if folder else lambda _: [],
            )
            learning.start()
            ready = one_line(f"arcwalk: annotating {_amount(project)} at {address_of(bound)}")
            serve(application, bound, lambda: print(ready, flush=True))
        finally:
            learning.stop()
            project.close()
    return 0


def _amount(project: "Project") -> str:
    sentences, files = len(project), len(project.files)
    return f"{sentences:,} sentence{'s' * (sentences != 1)} in {files} file{'s' * (files != 1)}"
