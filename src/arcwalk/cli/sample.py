"""`arcwalk sample`: write sentences of the embedded sample treebank."""

import argparse

from arcwalk.sample import sample
from arcwalk.treebank import write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of `arcwalk sample`."""
    parser.add_argument("n", metavar="N", type=int, help="how many sentences to write")
    parser.add_argument("--seed", type=int, default=0, help="other seeds give other sentences (default: 0)")
    parser.add_argument("-o", "--output", default="-", help="file to write (default: standard output)")


def run(arguments: argparse.Namespace) -> int:
    """Write the sentences as CoNLL-U."""
    write(arguments.output, sample(arguments.n, arguments.seed))
    return 0
