"""The input of `arcwalk parse` and `arcwalk tag`: a treebank, one word or sentence per line, or raw text."""

import argparse
from collections.abc import Iterator

from arcwalk.errors import ArcwalkError
from arcwalk.treebank import Sentence, read
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.raw_text import ANY_LANGUAGE, read_raw
from arcwalk.treebank.tokenized_text import read_tokenized, read_words


def add_input(parser: argparse.ArgumentParser) -> None:
    """Add INPUT and its format."""
    parser.add_argument("input", metavar="INPUT", help="file to read, - for standard input")
    group = parser.add_argument_group("input format")
    form = group.add_mutually_exclusive_group()
    form.add_argument(
        "--input",
        dest="form",
        metavar="FORMAT",
        choices=("conllu", "words", "lines"),
        default="conllu",
        help="conllu: CoNLL-U, CoNLL-X or CoNLL-2009; words: one word per line, a blank line after each sentence; "
        "lines: one tokenized sentence per line (default: %(default)s)",
    )
    form.add_argument("--text", action="store_true", help="raw text, with blank lines between paragraphs")
    group.add_argument(
        "--language", metavar="CODE", help=f"language of raw text (default: {ANY_LANGUAGE}, language-independent)"
    )


def read_input(arguments: argparse.Namespace, *, heads: HeadPolicy = "ignore") -> Iterator[Sentence]:
    """The sentences of INPUT."""
    if arguments.text:
        return read_raw(arguments.input, arguments.language or ANY_LANGUAGE)
    if arguments.language:
        raise ArcwalkError(f"--language {arguments.language}: only for raw text; add --text or omit --language")
    if arguments.form == "words":
        return read_words(arguments.input)
    if arguments.form == "lines":
        return read_tokenized(arguments.input)
    return read(arguments.input, heads=heads)
