"""How `arcwalk parse`, `tag` and `tokenize` run: in processes of this machine or on a Dask cluster."""

import argparse
import sys

from arcwalk.cli.arguments import add_jobs
from arcwalk.cli.display import CorpusBar, ProgressBars, count
from arcwalk.cli.flags import in_flags
from arcwalk.cli.input import with_format_hint
from arcwalk.engine.api import FilesFailed, Workers, run_request
from arcwalk.engine.request import Request
from arcwalk.errors import TreebankError

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
        help="local: this machine; dask: a Dask cluster (default: %(default)s)",
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
            report = run_request(request, arguments.input, arguments.output, workers, bar)
        except FilesFailed as failed:
            report = failed.report
        except TreebankError as error:
            raise with_format_hint(error, arguments) from None
        for problem in report.failed.values():
            bar.say(f"arcwalk: {in_flags(with_format_hint(problem, arguments))}")
        report_graph_changes(report.graph_changes, bar)
    return 1 if report.failed else 0


def report_graph_changes(words: int, bar: CorpusBar | ProgressBars) -> None:
    """Say that DEPS is not what it was, if so."""
    if words:
        bar.say(f"DEPS of {count(words, 'word')} changed with HEAD and DEPREL; other enhanced dependencies were kept")
