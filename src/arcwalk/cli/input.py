"""What `arcwalk parse` and `arcwalk tag` read: a treebank, words, tokenised lines, or raw text."""

import argparse
from collections.abc import Iterator

from arcwalk.errors import ArcwalkError
from arcwalk.treebank import Sentence, read
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.raw_text import ANY_LANGUAGE, read_raw
from arcwalk.treebank.tokenized_text import read_tokenized, read_words


def add_input(parser: argparse.ArgumentParser) -> None:
    """Describe the input on a command line."""
    parser.add_argument("input", metavar="INPUT", help="file to read, - for standard input")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--input",
        dest="form",
        choices=("conllu", "words", "lines"),
        default="conllu",
        help="CoNLL-U, CoNLL-X or CoNLL-2009; or a word a line and a blank line after each sentence; or a sentence "
        "a line and spaces between words (default: %(default)s)",
    )
    form.add_argument("--text", action="store_true", help="INPUT is raw text, blank lines between paragraphs")
    parser.add_argument("--language", metavar="CODE", help=f"language of --text (default: {ANY_LANGUAGE}, any)")


def read_input(arguments: argparse.Namespace, *, heads: HeadPolicy = "ignore") -> Iterator[Sentence]:
    """The sentences that the command line names."""
    if arguments.text:
        return read_raw(arguments.input, arguments.language or ANY_LANGUAGE)
    if arguments.language:
        raise ArcwalkError(f"--language {arguments.language}: this is for raw text; add --text or leave it out")
    if arguments.form == "words":
        return read_words(arguments.input)
    if arguments.form == "lines":
        return read_tokenized(arguments.input)
    return read(arguments.input, heads=heads)
