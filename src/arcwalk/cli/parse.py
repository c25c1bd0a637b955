"""`arcwalk parse`: fill HEAD and DEPREL of a file, every other byte kept."""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator

from arcwalk.cli.console import add_jobs, count, seconds
from arcwalk.systems.parser import Parser
from arcwalk.treebank import Sentence, read, write

_EVERY = 0.5  # seconds


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
    tally = Tally(shown=sys.stderr.isatty())
    write(arguments.output, tally.watch(parser.parse(sentences, keep=arguments.keep, jobs=arguments.jobs)))
    return 0


class Tally:
    """Counts what passes by and, on a terminal, shows it in one line that is renewed now and then."""

    def __init__(self, shown: bool) -> None:
        self.shown = shown
        self.sentences = self.words = 0
        self.started = self.last_shown = time.perf_counter()

    def watch(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """The same sentences, counted."""
        for sentence in sentences:
            self.sentences += 1
            self.words += len(sentence)
            yield sentence
            if self.shown and time.perf_counter() > self.last_shown + _EVERY:
                self.last_shown = time.perf_counter()
                print(f"\r{self}", end="", file=sys.stderr, flush=True)
        if self.shown:
            print(f"\r{self}", file=sys.stderr)

    def __str__(self) -> str:
        duration = time.perf_counter() - self.started
        rate = self.words / max(duration, 1e-9)
        amount = f"{count(self.sentences, 'sentence')}, {count(self.words, 'word')}"
        return f"{amount} in {seconds(duration)} ({rate:,.0f} words/s)"
