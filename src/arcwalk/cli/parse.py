"""`arcwalk parse`: fill in HEAD and DEPREL and keep every other byte."""

import argparse
from collections.abc import Collection, Iterable, Iterator
from dataclasses import fields
from itertools import chain
from typing import TYPE_CHECKING

from arcwalk.cli.arguments import add_jobs, add_options, add_output, read_options
from arcwalk.cli.consistency import add_consistency, check_consistency, write_report
from arcwalk.cli.display import ProgressBars, Throughput
from arcwalk.cli.input import add_input, read_input
from arcwalk.cli.option_tables import option_tables, rows_of
from arcwalk.consistency.options import ConsistentParsingOptions
from arcwalk.errors import ArcwalkError
from arcwalk.systems.options import make_options, unknown_option
from arcwalk.systems.rerank.options import RerankOptions
from arcwalk.systems.sampling.options import SamplingOptions
from arcwalk.systems.vine.options import VineOptions
from arcwalk.treebank import Sentence, read, write
from arcwalk.treebank.sentence_text import without_mark

if TYPE_CHECKING:
    from arcwalk.systems.parser import Alternative

# the options that can still be set once a model is trained
PARSING_OPTIONS: dict[str, tuple[type, Collection[str]]] = {
    "sampling": (SamplingOptions, ("search", "budget", "reach", "decode")),
    "rerank": (RerankOptions, ("k",)),
    "vine": (VineOptions, ("rerank", "trees", "k")),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk parse`."""
    parser.usage = "arcwalk parse INPUT -m MODEL [-o FILE] [OPTIONS]"
    parser.add_argument("-m", "--model", required=True, metavar="FILE", help="model written by arcwalk train")
    add_output(parser)
    add_input(parser)
    output = parser.add_argument_group("parsing")
    output.add_argument("--keep", action="store_true", help="keep the heads and labels that the input already has")
    more = output.add_mutually_exclusive_group()
    more.add_argument("--confidence", action="store_true", help="add the confidence of each arc to MISC")
    more.add_argument("--nbest", type=int, metavar="N", help="write the N best trees of each sentence")
    output.add_argument("--features-from", default="", metavar="FILE", help="Python file with the model's own features")
    add_options(output, "set an option listed below; repeatable")
    add_jobs(output, default=1)
    add_consistency(parser, "decode the whole input jointly: words in the same context prefer similar heads")
    tables = {
        "options, set with --set NAME=VALUE": [
            ("longest=0", "split sentences longer than this many words before parsing; 0: never")
        ],
        **{f"options of {name}": rows_of(*each) for name, each in PARSING_OPTIONS.items()},
        "options of --consistency": rows_of(ConsistentParsingOptions),
    }
    parser.epilog = option_tables(tables)


def run(arguments: argparse.Namespace) -> int:
    """Parse a stream of sentences."""
    from arcwalk.systems.parser import MOST_ALTERNATIVES, Parser  # loads kernels, which help does without

    if arguments.nbest is not None and not 1 <= arguments.nbest <= MOST_ALTERNATIVES:
        raise ArcwalkError(f"--nbest {arguments.nbest}: must be between 1 and {MOST_ALTERNATIVES}")
    check_consistency(arguments)
    options = read_options(arguments)
    if arguments.consistency:
        return _parse_consistently(arguments, options)
    parser = Parser.load(arguments.model, features_from=arguments.features_from).with_options(**options)
    sentences = read_input(arguments, heads="given" if arguments.keep else "ignore")
    keep, jobs = arguments.keep, arguments.jobs
    parsed: Iterable[Sentence]
    if arguments.nbest is not None:
        found = parser.alternatives(sentences, arguments.nbest, keep=keep, jobs=jobs)
        parsed = chain.from_iterable(map(_ranked, found))
    else:
        parsed = parser.parse(sentences, keep=keep, confidence=arguments.confidence, jobs=jobs)
    write(arguments.output, Throughput().watch(parsed))
    return 0


def _parse_consistently(arguments: argparse.Namespace, options: dict[str, str]) -> int:
    """Parse all sentences jointly."""
    from arcwalk.consistency.parsing import parse_consistently
    from arcwalk.systems.parser import Parser

    if arguments.nbest is not None or arguments.confidence:
        raise ArcwalkError("--consistency: finds one tree per sentence; omit --nbest and --confidence")
    names = [item.name for item in fields(ConsistentParsingOptions)]
    own = make_options(
        ConsistentParsingOptions, {name: value for name, value in options.items() if name in names}, "--consistency"
    )
    others = {name: value for name, value in options.items() if name not in names}
    parser = Parser.load(arguments.model, features_from=arguments.features_from)
    allowed = [*names, *parser.system.parsing_options]
    if unknown := others.keys() - {*allowed, "longest"}:
        raise unknown_option(min(unknown), allowed, "--consistency")
    parser = parser.with_options(**others)
    train = list(read(arguments.train, heads="gold"))
    sentences = read_input(arguments, heads="given" if arguments.keep else "ignore")
    with ProgressBars() as progress:
        found = parse_consistently(
            parser, sentences, train, keep=arguments.keep, options=own, jobs=arguments.jobs, progress=progress
        )
        write(arguments.output, found.joint)
        write_report({"consistency": found}, progress, arguments.report)
    return 0


def _ranked(alternatives: "list[Alternative]") -> Iterator[Sentence]:
    """The trees of a sentence, best first, each with its rank, its score and a `sent_id` of its own."""
    for rank, (sentence, score) in enumerate(alternatives, 1):
        ranked = sentence.with_comment("alternative", str(rank)).with_comment("score", f"{score:.4f}")
        if rank > 1:
            if sentence.id:
                ranked = ranked.with_comment("sent_id", f"{sentence.id}-alt{rank}")
            ranked.lines = without_mark(ranked.lines)  # a byte order mark belongs at the start of a file only
        yield ranked
