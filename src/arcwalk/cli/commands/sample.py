"""`arcwalk sample`: generate sentences of the embedded sample treebank."""

import argparse

from arcwalk.cli.arguments import add_output
from arcwalk.sample import sample
from arcwalk.treebank import write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk sample`."""
    parser.usage = "arcwalk sample N [--seed N] [-o FILE]"
    parser.add_argument("n", metavar="N", type=int, help="number of sentences")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="random seed (default: %(default)s)")
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the sentences as CoNLL-U."""
    write(arguments.output, sample(arguments.n, arguments.seed))
    return 0
