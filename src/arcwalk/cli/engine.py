"""How `arcwalk parse` and `arcwalk tag` run: in processes of this machine or on a Dask cluster."""

import argparse
import sys

from arcwalk.cli.arguments import add_jobs
from arcwalk.cli.display import CorpusBar
from arcwalk.engine.api import FilesFailed, Workers, run_request
from arcwalk.engine.request import Request

OUTPUT_HELP = "output file; for several inputs, a folder (default: standard output)"


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add --jobs, --engine and --scheduler."""
    group = parser.add_argument_group("workers")
    add_jobs(group, "processes", default=None)
    group.add_argument(
        "--engine",
        choices=("local", "dask"),
        default="local",
        metavar="NAME",
        help="local: this machine; dask: a Dask cluster, which writes to a folder (default: %(default)s)",
    )
    group.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="Dask scheduler, tcp://HOST:PORT or tls://HOST:PORT (default: a new cluster on this machine)",
    )


def run_files(arguments: argparse.Namespace, request: Request) -> int:
    """Carry out a request for all inputs and show how it goes; the exit code."""
    with CorpusBar(is_shown=arguments.output != "-" or not sys.stdout.isatty()) as bar:
        try:
            workers = Workers(arguments.engine, arguments.scheduler, arguments.jobs)
            run_request(request, arguments.input, arguments.output, workers, bar)
        except FilesFailed as failed:
            for error in failed.report.failed.values():
                bar.say(f"arcwalk: {error}")
            return 1
    return 0
