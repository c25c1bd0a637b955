"""`arcwalk tag`: fill the tags of a file, every other byte kept."""

import argparse
import sys

from arcwalk.cli.console import add_jobs
from arcwalk.cli.parse import Tally
from arcwalk.systems.tagger import Tagger
from arcwalk.treebank import read, write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of `arcwalk tag`."""
    parser.add_argument("input", metavar="INPUT", help="CoNLL-U, CoNLL-X or CoNLL-2009 file, - for standard input")
    parser.add_argument("-m", "--model", required=True, help="model file that `arcwalk train --system tagger` wrote")
    parser.add_argument("-o", "--output", default="-", help="file to write (default: standard output)")
    add_jobs(parser, default=1)


def run(arguments: argparse.Namespace) -> int:
    """Tag a stream of sentences."""
    tagger = Tagger.load(arguments.model)
    tagged = tagger.tag(read(arguments.input), jobs=arguments.jobs)
    write(arguments.output, Tally(shown=sys.stderr.isatty()).watch(tagged))
    return 0
