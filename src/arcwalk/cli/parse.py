"""`arcwalk parse`: fill HEAD and DEPREL of a file, every other byte kept."""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator

from arcwalk.cli.console import add_jobs, seconds
from arcwalk.systems.parser import Parser
from arcwalk.treebank import Sentence, read, write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of `arcwalk parse`."""
    parser.add_argument("input", metavar="INPUT", help="CoNLL-U, CoNLL-X or CoNLL-2009 file, - for standard input")
    parser.add_argument("-m", "--model", required=True, help="model file that `arcwalk train` wrote")
    parser.add_argument("-o", "--output", default="-", help="file to write (default: standard output)")
    add_jobs(parser, default=1)
    parser.add_argument("--keep", action="store_true", help="keep the heads and labels that the input already has")


def run(arguments: argparse.Namespace) -> int:
    """Parse a stream of sentences."""
    parser = Parser.load(arguments.model)
    sentences = read(arguments.input, heads="given" if arguments.keep else "ignore")
    tally = Tally()
    parsed = parser.parse(sentences, keep=arguments.keep, jobs=arguments.jobs)
    write(arguments.output, tally.count(parsed))
    if sys.stderr.isatty():
        print(tally, file=sys.stderr)
    return 0


class Tally:
    """Counts what passes by, and how long it takes."""

    def __init__(self) -> None:
        self.sentences = self.words = 0
        self.started = time.perf_counter()

    def count(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """The same sentences, counted."""
        for sentence in sentences:
            self.sentences += 1
            self.words += len(sentence)
            yield sentence

    def __str__(self) -> str:
        duration = time.perf_counter() - self.started
        rate = self.words / max(duration, 1e-9)
        return f"{self.sentences:,} sentences, {self.words:,} words in {seconds(duration)} ({rate:,.0f} words/s)"
