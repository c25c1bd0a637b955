"""`arcwalk tag`: fill in tags and lemmas and keep every other byte."""

import argparse
from pathlib import Path

from arcwalk.cli.arguments import add_options, add_output, add_tagging_model, read_options
from arcwalk.cli.consistency import add_consistency, check_consistency, write_report
from arcwalk.cli.display import ProgressBars
from arcwalk.cli.engine import OUTPUT_HELP, add_engine, run_files
from arcwalk.cli.input import add_input, input_format, read_input
from arcwalk.cli.option_tables import option_tables, rows_of
from arcwalk.consistency.options import ConsistentTaggingOptions
from arcwalk.engine.request import TaggingRequest
from arcwalk.errors import ArcwalkError
from arcwalk.machine import cores
from arcwalk.models.options import make_options
from arcwalk.treebank import Sentence, read, write
from arcwalk.treebank.input_format import InputFormat


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk tag`."""
    parser.usage = "arcwalk tag INPUT... -m MODEL [-o FILE] [OPTIONS]"
    add_tagging_model(parser)
    add_output(parser, OUTPUT_HELP)
    add_input(parser)
    add_engine(parser)
    group = add_consistency(parser, "tag the whole input jointly: occurrences of an unknown word prefer the same tag")
    group.add_argument(
        "--raw", metavar="FILE", help="raw text with unknown words: CoNLL-U, or one tokenized sentence per line"
    )
    add_options(group, "set an option listed below; repeatable")
    parser.epilog = option_tables(
        {"options of --consistency, set with --set NAME=VALUE": rows_of(ConsistentTaggingOptions)}
    )


def run(arguments: argparse.Namespace) -> int:
    """Tag files."""
    check_consistency(arguments)
    if arguments.consistency:
        return _tag_consistently(arguments)
    if arguments.options:
        raise ArcwalkError("--set: requires --consistency")
    return run_files(arguments, TaggingRequest(model=arguments.model, form=input_format(arguments)))


def _tag_consistently(arguments: argparse.Namespace) -> int:
    """Tag all sentences jointly."""
    from arcwalk.components.tagger.tagger import Tagger  # loads kernels, which help does without
    from arcwalk.consistency.tagging import tag_consistently

    options = make_options(ConsistentTaggingOptions, read_options(arguments), "--consistency")
    tagger = Tagger.load(arguments.model)
    train = list(read(arguments.train))
    raw = _read_raw(arguments.raw) if arguments.raw else []
    with ProgressBars() as progress:
        jobs = arguments.jobs or cores()
        sentences = map(tagger.require_columns, read_input(arguments, tagger.segmenter, has_tagger=True))
        tagged = tag_consistently(tagger, sentences, train, raw=raw, options=options, jobs=jobs, progress=progress)
        write(arguments.output, tagged.sentences)
        write_report({name.upper(): column for name, column in tagged.columns.items()}, progress, arguments.report)
    return 0


def _read_raw(path: str) -> list[Sentence]:
    """The sentences of a treebank, if the file name says so, or of tokenized lines."""
    is_treebank = any(suffix.startswith(".conll") for suffix in Path(path).suffixes)
    return list(InputFormat("conllu" if is_treebank else "lines").read(path))
