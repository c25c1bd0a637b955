"""`arcwalk tokenize`: find the sentences, tokens and words of raw text, and lose nothing of it."""

import argparse

from arcwalk.cli.arguments import add_output, add_tagging_model
from arcwalk.cli.engine import OUTPUT_HELP, add_engine, run_files
from arcwalk.cli.input import add_files, add_raw_text, input_format
from arcwalk.engine.request import TokenizingRequest
from arcwalk.treebank.output_format import TOKENIZED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk tokenize`."""
    parser.usage = "arcwalk tokenize INPUT... -m MODEL [-o FILE] [OPTIONS]"
    parser.set_defaults(text=True)
    add_tagging_model(parser)
    add_output(parser, OUTPUT_HELP)
    add_files(parser)
    group = parser.add_argument_group("formats")
    add_raw_text(group)
    group.add_argument(
        "--format",
        metavar="FORMAT",
        choices=TOKENIZED,
        default="conllu",
        help="conllu: CoNLL-U, from which the text can be restored; horizontal: one sentence per line; vertical: one "
        "word per line, a blank line after each sentence (default: %(default)s)",
    )
    add_engine(parser)


def run(arguments: argparse.Namespace) -> int:
    """Tokenize files."""
    form = input_format(arguments)
    return run_files(arguments, TokenizingRequest(model=arguments.model, form=form, output=arguments.format))
