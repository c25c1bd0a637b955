"""The arguments of the `arcwalk` command and its subcommands."""

import argparse
import sys
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

import arcwalk
from arcwalk.errors import ArcwalkError

COMMANDS = {
    "train": "train a parser or tagger on a treebank",
    "parse": "parse sentences: fill in HEAD and DEPREL",
    "tag": "tag sentences: fill in UPOS, XPOS, FEATS and LEMMA",
    "tokenize": "find the sentences and words of raw text",
    "words": "learn word vectors from raw text, for train --words",
    "evaluate": "score a parse against a gold treebank, or compare two parses",
    "draw": "draw trees: in the terminal, on a page, as images",
    "review": "list likely annotation errors in a treebank",
    "check": "validate a treebank file",
    "sample": "generate sentences from the embedded sample treebank",
    "serve": "serve models: UDPipe's REST interface, and a page in the browser",
    "annotate": "annotate your own files in the browser, with a parser that learns from what you accept",
    "select": "choose the sentences to annotate next",
    "compile": "compile all kernels ahead of time",
    "demo": "tour of arcwalk on the sample treebank: train, parse, evaluate, draw",
}


class UsageError(ArcwalkError):
    """Arguments that no command takes; the exit code is 2, as everywhere."""


class CommandLine(argparse.ArgumentParser):
    """An argument parser with one-line errors and room for long options in its help, which commands may replace."""

    def __init__(self, **settings: Any) -> None:
        formatter = partial(argparse.RawDescriptionHelpFormatter, max_help_position=28)
        super().__init__(**settings, formatter_class=formatter, conflict_handler="resolve")

    def error(self, message: str) -> NoReturn:
        """Report wrong usage."""
        raise UsageError(message, f"see {self.prog} --help")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help, and let the caller know if that fails, unlike argparse."""
        (file or sys.stderr).write(message)


def command_line(words: list[str]) -> argparse.ArgumentParser:
    """The argument parser; imports the module of the requested command only."""
    parser = CommandLine(
        prog="arcwalk",
        usage="arcwalk COMMAND ...",
        description="Dependency parsing for any language with a treebank, on a CPU.",
        epilog="For the arguments of a command, run: arcwalk COMMAND --help",
        add_help=False,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", title="commands", prog="arcwalk")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if name in words[:1]:
            module = import_module(f"arcwalk.cli.commands.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    options = parser.add_argument_group("options")
    options.add_argument("-h", "--help", action="help", help="show this help and exit")
    options.add_argument(
        "--version", action="version", version=f"arcwalk {arcwalk.__version__}", help="show the version and exit"
    )
    return parser
