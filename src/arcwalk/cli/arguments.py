"""Arguments that several commands share."""

import argparse
import re
from collections.abc import Iterable

from arcwalk.errors import ArcwalkError
from arcwalk.machine import cores

JOBS_PER_CORE = 32  # at most: each costs memory, and more than one hardly gains anything


def add_tagging_model(parser: argparse._ActionsContainer) -> None:
    """Add -m, a model that has a tagger."""
    help = "a tagger, or a parser trained with --tags predicted or joint"
    parser.add_argument("-m", "--model", required=True, metavar="FILE", help=help)


def add_output(parser: argparse._ActionsContainer, help: str = "output file (default: standard output)") -> None:
    """Add -o."""
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help=help)


def add_jobs(parser: argparse._ActionsContainer, workers: str, default: int | None) -> None:
    """Add --jobs, the number of `workers`; the default is the number of cores, or None where it matters who says so."""
    parser.add_argument(
        "--jobs",
        type=_jobs,
        default=default,
        metavar="N",
        help=f"number of {workers}, at most {JOBS_PER_CORE} per core; does not affect results (default: all cores)",
    )


def add_drawn_language(parser: argparse._ActionsContainer, drawings: str) -> None:
    """Add --language, the language of the sentences in some drawings."""
    parser.add_argument(
        "--language",
        default="",
        metavar="CODE",
        help=f"language of the sentences in {drawings}, a code such as da (default: guessed from their script)",
    )


def check_drawn_language(arguments: argparse.Namespace, is_drawn: bool, remedy: str) -> None:
    """Refuse a --language that is no code, or that nothing is drawn with; `remedy` says how to draw."""
    if arguments.language:
        from arcwalk.drawing.language import check_language  # only where it is needed

        check_language(arguments.language)
        if not is_drawn:
            raise ArcwalkError(f"--language {arguments.language}: only for drawings", f"{remedy} or omit --language")


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
        raise ArcwalkError("-: only one file can be read from standard input", "give paths for the others")


def _jobs(text: str) -> int:
    most = JOBS_PER_CORE * cores()
    if not re.fullmatch("[0-9]{1,9}", text) or not 1 <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {most}, {JOBS_PER_CORE} for each core")
    return int(text)
