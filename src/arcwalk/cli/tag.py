"""`arcwalk tag`: fill the tags of a file, every other byte kept."""

import argparse
import sys
from dataclasses import fields
from pathlib import Path

from arcwalk.cli.consistency import add_consistency, check_consistency, tell
from arcwalk.cli.console import TrainingDisplay, add_jobs, add_options, split_option
from arcwalk.cli.input import add_input, read_input
from arcwalk.cli.parse import Tally
from arcwalk.consistency.options import TypeOptions
from arcwalk.errors import ArcwalkError
from arcwalk.systems.options import make_options
from arcwalk.systems.tagger.tagger import Tagger
from arcwalk.treebank import Sentence, read, write
from arcwalk.treebank.tokenized_text import read_tokenized


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of `arcwalk tag`."""
    add_input(parser)
    parser.add_argument("-m", "--model", required=True, help="a tagger, or a parser trained with --tags predicted")
    parser.add_argument("-o", "--output", default="-", help="file to write (default: standard output)")
    add_jobs(parser, default=1)
    add_consistency(parser, "tag the whole input together: an unknown word is to have the same tag everywhere")
    parser.add_argument(
        "--raw", metavar="FILE", help="with --consistency: text to find unknown words in, CoNLL-U or a sentence a line"
    )
    add_options(parser, f"with --consistency: {', '.join(item.name for item in fields(TypeOptions))}")


def run(arguments: argparse.Namespace) -> int:
    """Tag a stream of sentences."""
    check_consistency(arguments)
    if arguments.consistency:
        return _tag_consistently(arguments)
    if arguments.options:
        raise ArcwalkError("--set: this is for --consistency; add that, or leave it out")
    tagger = Tagger.load(arguments.model)
    tagged = tagger.tag(read_input(arguments), jobs=arguments.jobs)
    write(arguments.output, Tally(shown=sys.stderr.isatty()).watch(tagged))
    return 0


def _tag_consistently(arguments: argparse.Namespace) -> int:
    """Tag all sentences together."""
    from arcwalk.consistency.tagging import tag_consistently  # others need not wait for its kernels

    options = make_options(TypeOptions, dict(split_option(text) for text in arguments.options))
    tagger = Tagger.load(arguments.model)
    train = list(read(arguments.train))
    raw = _read_raw(arguments.raw) if arguments.raw else []
    with TrainingDisplay() as display:
        found = tag_consistently(
            tagger, read_input(arguments), train, raw=raw, options=options, jobs=arguments.jobs, progress=display
        )
        write(arguments.output, found.sentences)
        tell([(name.upper(), column) for name, column in found.columns.items()], display, arguments.report)
    return 0


def _read_raw(path: str) -> list[Sentence]:
    """Sentences of a treebank, by the name of its file, or a sentence a line."""
    is_treebank = any(ending.startswith(".conll") for ending in Path(path).suffixes)
    return list(read(path) if is_treebank else read_tokenized(path))
