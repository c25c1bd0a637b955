"""Arguments that several commands share."""

import argparse
from collections.abc import Iterable

from arcwalk.errors import ArcwalkError


def add_output(parser: argparse._ActionsContainer, help: str = "output file (default: standard output)") -> None:
    """Add -o."""
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help=help)


def add_jobs(parser: argparse._ActionsContainer, workers: str, default: int | None) -> None:
    """Add --jobs, the number of `workers`; the default is the number of cores, or None where it matters who says so."""
    parser.add_argument(
        "--jobs",
        type=_positive,
        default=default,
        metavar="N",
        help=f"number of {workers}; does not affect results (default: all cores)",
    )


def add_options(parser: argparse._ActionsContainer, help: str) -> None:
    """Add --set, see `read_options`."""
    parser.add_argument("--set", dest="options", action="append", default=[], metavar="NAME=VALUE", help=help)


def read_options(arguments: argparse.Namespace) -> dict[str, str]:
    """The values that --set gives to options."""
    options = {}
    for text in arguments.options:
        name, equals, value = text.partition("=")
        if not equals:
            raise ArcwalkError(f"--set {text}: write it as NAME=VALUE")
        options[name] = value
    return options


def check_stdin(files: Iterable[str | None]) -> None:
    """Refuse to read two files from standard input."""
    if list(files).count("-") > 1:
        raise ArcwalkError("-: only one file can be read from standard input; give paths for the others")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive integer")
    return int(text)
