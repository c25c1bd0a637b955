"""`arcwalk tag`: fill in tags and keep every other byte."""

import argparse
from pathlib import Path

from arcwalk.cli.arguments import add_jobs, add_options, add_output, read_options
from arcwalk.cli.consistency import add_consistency, check_consistency, write_report
from arcwalk.cli.display import ProgressBars, Throughput
from arcwalk.cli.input import add_input, read_input
from arcwalk.cli.option_tables import option_tables, rows_of
from arcwalk.consistency.options import ConsistentTaggingOptions
from arcwalk.errors import ArcwalkError
from arcwalk.systems.options import make_options
from arcwalk.treebank import Sentence, read, write
from arcwalk.treebank.tokenized_text import read_tokenized


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk tag`."""
    parser.usage = "arcwalk tag INPUT -m MODEL [-o FILE] [OPTIONS]"
    parser.add_argument(
        "-m", "--model", required=True, metavar="FILE", help="a tagger, or a parser trained with --tags predicted"
    )
    add_output(parser)
    add_jobs(parser, default=1)
    add_input(parser)
    group = add_consistency(parser, "tag the whole input jointly: occurrences of an unknown word prefer the same tag")
    group.add_argument(
        "--raw", metavar="FILE", help="raw text with unknown words: CoNLL-U, or one tokenized sentence per line"
    )
    add_options(group, "set an option listed below; repeatable")
    parser.epilog = option_tables(
        {"options of --consistency, set with --set NAME=VALUE": rows_of(ConsistentTaggingOptions)}
    )


def run(arguments: argparse.Namespace) -> int:
    """Tag a stream of sentences."""
    from arcwalk.systems.tagger.tagger import Tagger  # loads kernels, which help does without

    check_consistency(arguments)
    if arguments.consistency:
        return _tag_consistently(arguments)
    if arguments.options:
        raise ArcwalkError("--set: requires --consistency")
    tagged = Tagger.load(arguments.model).tag(read_input(arguments), jobs=arguments.jobs)
    write(arguments.output, Throughput().watch(tagged))
    return 0


def _tag_consistently(arguments: argparse.Namespace) -> int:
    """Tag all sentences jointly."""
    from arcwalk.consistency.tagging import tag_consistently
    from arcwalk.systems.tagger.tagger import Tagger

    options = make_options(ConsistentTaggingOptions, read_options(arguments), "--consistency")
    tagger = Tagger.load(arguments.model)
    train = list(read(arguments.train))
    raw = _read_raw(arguments.raw) if arguments.raw else []
    with ProgressBars() as progress:
        found = tag_consistently(
            tagger, read_input(arguments), train, raw=raw, options=options, jobs=arguments.jobs, progress=progress
        )
        write(arguments.output, found.sentences)
        write_report({name.upper(): column for name, column in found.columns.items()}, progress, arguments.report)
    return 0


def _read_raw(path: str) -> list[Sentence]:
    """The sentences of a treebank, if the file name says so, or of tokenized lines."""
    is_treebank = any(suffix.startswith(".conll") for suffix in Path(path).suffixes)
    return list(read(path) if is_treebank else read_tokenized(path))
