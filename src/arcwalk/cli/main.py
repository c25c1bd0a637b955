"""The `arcwalk` command: finds the subcommand, runs it, and turns errors into one line and exit code 1."""

import argparse
import os
import sys
from importlib import import_module
from typing import NoReturn

import arcwalk
from arcwalk.errors import ArcwalkError

COMMANDS = {
    "train": "train a parser or a tagger on a treebank",
    "parse": "fill in heads and labels",
    "tag": "fill in tags",
    "evaluate": "score a parse and its tags against gold, or compare two",
    "review": "list probable errors of a treebank: heads unlike those in similar contexts",
    "check": "report all problems of a treebank file",
    "sample": "write sentences of the embedded sample treebank",
    "demo": "train, parse and draw a tree, all in one go",
}


class CommandLine(argparse.ArgumentParser):
    """A parser of arguments whose complaints are one line, like all others."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is."""
        raise ArcwalkError(f"{message}; see {self.prog} --help")


def main(argv: list[str] | None = None) -> int:
    """Run one command; the arguments come from the shell unless given."""
    words = sys.argv[1:] if argv is None else argv
    try:
        arguments, unknown = _command_line(words).parse_known_args(words or ["--help"])
        if unknown:
            raise ArcwalkError(f"{' '.join(unknown)}: not known here; see arcwalk {arguments.command} --help")
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except ArcwalkError as error:
        print(f"arcwalk: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or leaving would try to write again
        if not isinstance(error, BrokenPipeError):  # whoever read our output has seen enough
            print(f"arcwalk: the output cannot be written ({error.strerror}); check where it goes", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("arcwalk: interrupted", file=sys.stderr)
        return 130
    return code


def _command_line(words: list[str]) -> argparse.ArgumentParser:
    """The parser of the command line; only the command that is asked for is imported."""
    parser = CommandLine(prog="arcwalk", description="Dependency parsing with a treebank and a CPU.")
    parser.add_argument("--version", action="version", version=f"arcwalk {arcwalk.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name in words[:1]:
            module = import_module(f"arcwalk.cli.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
