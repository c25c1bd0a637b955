"""`arcwalk parse`: fill HEAD and DEPREL of a file, every other byte kept."""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import chain

from arcwalk.cli.consistency import add_consistency, check_consistency, own_options, tell
from arcwalk.cli.console import TrainingDisplay, add_jobs, add_options, count, seconds, split_option
from arcwalk.cli.input import add_input, read_input
from arcwalk.consistency.options import ContextOptions
from arcwalk.errors import ArcwalkError
from arcwalk.systems.options import make_options
from arcwalk.systems.parser import MOST_ALTERNATIVES, Alternative, Parser
from arcwalk.treebank import Sentence, read, write
from arcwalk.treebank.sentence_text import without_mark

_EVERY = 0.5  # seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of `arcwalk parse`."""
    add_input(parser)
    parser.add_argument("-m", "--model", required=True, help="model file that `arcwalk train` wrote")
    parser.add_argument("-o", "--output", default="-", help="file to write (default: standard output)")
    add_jobs(parser, default=1)
    parser.add_argument("--keep", action="store_true", help="keep the heads and labels that the input already has")
    more = parser.add_mutually_exclusive_group()
    more.add_argument("--confidence", action="store_true", help="say in MISC how probable it is that each arc is right")
    more.add_argument(
        "--nbest", type=int, metavar="N", help=f"write the N best trees of each sentence, at most {MOST_ALTERNATIVES}"
    )
    add_options(
        parser,
        "longest (words parsed in one piece); of sampling search, budget, reach, decode; of rerank k; of vine rerank, "
        f"trees, k; with --consistency {', '.join(item.name for item in fields(ContextOptions))}",
    )
    parser.add_argument(
        "--features-from", default="", metavar="FILE", help="Python file with features that the model was trained with"
    )
    add_consistency(parser, "parse the whole input together: words in the same context are to have similar heads")


def run(arguments: argparse.Namespace) -> int:
    """Parse a stream of sentences."""
    if arguments.nbest is not None and not 1 <= arguments.nbest <= MOST_ALTERNATIVES:
        raise ArcwalkError(f"--nbest {arguments.nbest}: ask for 1 to {MOST_ALTERNATIVES} trees")
    check_consistency(arguments)
    options = dict(split_option(text) for text in arguments.options)
    if arguments.consistency:
        return _parse_consistently(arguments, options)
    parser = Parser.load(arguments.model, features_from=arguments.features_from).with_options(**options)
    sentences = read_input(arguments, heads="given" if arguments.keep else "ignore")
    keep, jobs = arguments.keep, arguments.jobs
    parsed: Iterable[Sentence]
    if arguments.nbest is not None:
        found = parser.alternatives(sentences, arguments.nbest, keep=keep, jobs=jobs)
        parsed = chain.from_iterable(map(_numbered, found))
    else:
        parsed = parser.parse(sentences, keep=keep, confidence=arguments.confidence, jobs=jobs)
    write(arguments.output, Tally(shown=sys.stderr.isatty()).watch(parsed))
    return 0


def _parse_consistently(arguments: argparse.Namespace, options: dict[str, str]) -> int:
    """Parse all sentences together."""
    from arcwalk.consistency.parsing import parse_consistently  # others need not wait for its kernels

    if arguments.nbest is not None or arguments.confidence:
        raise ArcwalkError("--consistency: there is one joint tree a sentence; leave out --nbest and --confidence")
    own, others = own_options(options, ContextOptions)
    chosen = make_options(ContextOptions, own)
    parser = Parser.load(arguments.model, features_from=arguments.features_from)
    allowed = [*(item.name for item in fields(ContextOptions)), *parser.system.parsing_options]
    if unknown := others.keys() - {*allowed, "longest"}:
        raise ArcwalkError(f"no option is called {min(unknown)!r} with --consistency; there are {', '.join(allowed)}")
    parser = parser.with_options(**others)
    train = list(read(arguments.train, heads="gold"))
    sentences = read_input(arguments, heads="given" if arguments.keep else "ignore")
    with TrainingDisplay() as display:
        found = parse_consistently(
            parser, sentences, train, keep=arguments.keep, options=chosen, jobs=arguments.jobs, progress=display
        )
        write(arguments.output, found.together)
        tell([("consistency", found)], display, arguments.report)
    return 0


def _numbered(alternatives: list[Alternative]) -> Iterator[Sentence]:
    """The trees of a sentence, best first, each with its rank, its score and a `sent_id` of its own."""
    for rank, (sentence, score) in enumerate(alternatives, 1):
        numbered = sentence.with_comment("alternative", str(rank)).with_comment("score", f"{score:.4f}")
        if rank > 1:
            if sentence.id:
                numbered = numbered.with_comment("sent_id", f"{sentence.id}-alt{rank}")
            numbered.lines = without_mark(numbered.lines)  # which stands at the start of a file only
        yield numbered


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
