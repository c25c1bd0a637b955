"""`arcwalk serve`: models behind UDPipe's REST interface, and a page in the browser."""

import argparse

from arcwalk.cli.arguments import add_jobs, add_options, read_options
from arcwalk.cli.display import ProgressBars
from arcwalk.errors import ArcwalkError
from arcwalk.machine import cores
from arcwalk.messages import one_line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk serve`."""
    parser.usage = "arcwalk serve MODEL... [--host HOST] [--port PORT] [OPTIONS]"
    parser.add_argument("models", nargs="+", metavar="MODEL", help="parsers and taggers; the first is the default")
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="HOST", help="address to listen on (default: %(default)s, this machine)"
    )
    parser.add_argument(
        "--port", type=int, default=8080, metavar="PORT", help="port, 0 for any that is free (default: %(default)s)"
    )
    parser.add_argument(
        "--language",
        default="",
        metavar="CODE",
        help="have spaCy's rules for this language find words and sentences in raw text unless a request names another "
        "(default: models do)",
    )
    parser.add_argument("--cors", default="", metavar="ORIGIN", help="origin whose pages may use the service")
    parser.add_argument("--features-from", default="", metavar="FILE", help="Python file with the models' own features")
    add_options(parser, "set a parsing option, see arcwalk parse --help; repeatable")
    limits = parser.add_argument_group("limits")
    add_jobs(limits, "requests annotated at the same time", default=cores())
    limits.add_argument(
        "--queue",
        type=int,
        default=64,
        metavar="N",
        help="requests that may wait (default: %(default)s)",
    )
    limits.add_argument(
        "--largest", type=float, default=4, metavar="MB", help="size of a request (default: %(default)s MB)"
    )
    limits.add_argument(
        "--timeout", type=float, default=30, metavar="SECONDS", help="time for one sentence (default: %(default)s)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Load the models and serve them."""
    try:
        from arcwalk.service.limits import MEGABYTE, Limits
        from arcwalk.service.models import Models
        from arcwalk.service.routes import make_application
        from arcwalk.service.server import address_of, bind, names_of, serve
        from arcwalk.service.setup import Setup
        from arcwalk.service.warm_up import warm_up
    except ModuleNotFoundError as error:
        remedy = 'run: pip install "arcwalk[serve]"'
        raise ArcwalkError(f"the service needs {error.name}, which is not installed", remedy) from None
    _check(arguments)
    limits = Limits(
        jobs=arguments.jobs,
        queue=arguments.queue,
        request_bytes=round(arguments.largest * MEGABYTE),
        sentence_seconds=arguments.timeout,
    )
    with bind(arguments.host, arguments.port) as bound:
        with ProgressBars():
            models = Models.load(arguments.models, read_options(arguments), arguments.features_from)
            setup = Setup(models, limits, arguments.language)
            warm_up(setup)
        application = make_application(setup, hosts=names_of(bound, arguments.host), cors=arguments.cors)
        names = ", ".join(f"{model.name} ({model.system})" for model in models)
        ready = one_line(f"arcwalk: serving {names} at {address_of(bound)}")
        serve(application, bound, lambda: print(ready, flush=True))
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Refuse numbers that make no sense."""
    if not 0 <= arguments.port <= 65535:
        raise ArcwalkError(f"--port {arguments.port}: must be between 0 and 65535")
    if arguments.queue < 0:
        raise ArcwalkError(f"--queue {arguments.queue}: must be 0 or more")
    for name in ("largest", "timeout"):
        if not 0 < getattr(arguments, name) < float("inf"):
            raise ArcwalkError(f"--{name} {getattr(arguments, name):g}: must be more than 0")
    if arguments.cors not in ("", "*") and not arguments.cors.startswith(("http://", "https://")):
        raise ArcwalkError(f"--cors {arguments.cors}: write it as https://{arguments.cors}")
