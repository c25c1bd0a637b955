"""The `arcwalk` command: runs a subcommand and turns errors into one line on stderr and exit code 1."""

import argparse
import os
import sys
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

import arcwalk
from arcwalk.cli.streams import prepare_streams, say
from arcwalk.errors import ArcwalkError

COMMANDS = {
    "train": "train a parser or tagger on a treebank",
    "parse": "parse sentences: fill in HEAD and DEPREL",
    "tag": "tag sentences: fill in UPOS, XPOS, FEATS and LEMMA",
    "words": "learn word vectors from raw text, for train --words",
    "evaluate": "score a parse against a gold treebank, or compare two parses",
    "draw": "draw trees: in the terminal, on a page, as images",
    "review": "list likely annotation errors in a treebank",
    "check": "validate a treebank file",
    "sample": "generate sentences from the embedded sample treebank",
    "serve": "serve models: UDPipe's REST interface, and a page in the browser",
    "compile": "compile all kernels ahead of time",
    "demo": "tour of arcwalk on the sample treebank: train, parse, evaluate, draw",
}


class CommandLine(argparse.ArgumentParser):
    """An argument parser with one-line errors and room for long options in its help, which commands may replace."""

    def __init__(self, **settings: Any) -> None:
        formatter = partial(argparse.RawDescriptionHelpFormatter, max_help_position=28)
        super().__init__(**settings, formatter_class=formatter, conflict_handler="resolve")

    def error(self, message: str) -> NoReturn:
        """Report wrong usage."""
        raise ArcwalkError(f"{message}; see {self.prog} --help")


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit code; `argv` defaults to the arguments of this process."""
    words = sys.argv[1:] if argv is None else argv
    prepare_streams()
    try:
        try:
            arguments, unknown = command_line(words).parse_known_args(words or ["--help"])
            if unknown:
                names = " ".join(unknown)
                raise ArcwalkError(f"unrecognized arguments: {names}; see arcwalk {arguments.command} --help")
            code: int = arguments.run(arguments)
        finally:
            sys.stdout.flush()  # what help has printed, too
    except ArcwalkError as error:
        say(error)
        return 1
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python would flush again at exit
        if not isinstance(error, BrokenPipeError):  # as in `arcwalk sample 1000 | head`
            say(f"cannot write output ({error.strerror}); check the destination")
        return 1
    except KeyboardInterrupt:
        say("interrupted")
        return 130
    return code


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
            module = import_module(f"arcwalk.cli.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    options = parser.add_argument_group("options")
    options.add_argument("-h", "--help", action="help", help="show this help and exit")
    options.add_argument(
        "--version", action="version", version=f"arcwalk {arcwalk.__version__}", help="show the version and exit"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
