"""`arcwalk tag`: fill the tags of a file, every other byte kept."""

import argparse
import sys

from arcwalk.cli.console import add_jobs
from arcwalk.cli.input import add_input, read_input
from arcwalk.cli.parse import Tally
from arcwalk.systems.tagger import Tagger
from arcwalk.treebank import write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of `arcwalk tag`."""
    add_input(parser)
    parser.add_argument("-m", "--model", required=True, help="a tagger, or a parser trained with --tags predicted")
    parser.add_argument("-o", "--output", default="-", help="file to write (default: standard output)")
    add_jobs(parser, default=1)


def run(arguments: argparse.Namespace) -> int:
    """Tag a stream of sentences."""
    tagger = Tagger.load(arguments.model)
    tagged = tagger.tag(read_input(arguments), jobs=arguments.jobs)
    write(arguments.output, Tally(shown=sys.stderr.isatty()).watch(tagged))
    return 0
