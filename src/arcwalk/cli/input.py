"""The inputs of `arcwalk parse`, `tag` and `tokenize`: treebanks, one word or sentence per line, or raw text."""

import argparse
from collections.abc import Iterator
from dataclasses import replace

from arcwalk.errors import ArcwalkError, TreebankError, Wording
from arcwalk.treebank import Sentence
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.input_format import InputFormat
from arcwalk.treebank.raw_text import Segmenter


def add_input(parser: argparse.ArgumentParser) -> None:
    """Add INPUT and its format."""
    add_files(parser)
    group = parser.add_argument_group("input format")
    form = group.add_mutually_exclusive_group()
    form.add_argument(
        "--input",
        dest="form",
        metavar="FORMAT",
        choices=("conllu", "words", "lines"),
        default="conllu",
        help="conllu: CoNLL-U (Plus), CoNLL-X or CoNLL-2009; words: one word per line, a blank line after each "
        "sentence; lines: one tokenized sentence per line (default: %(default)s)",
    )
    form.add_argument("--text", action="store_true", help="raw text, with blank lines between paragraphs")
    add_raw_text(group)


def add_files(parser: argparse.ArgumentParser) -> None:
    """Add INPUT."""
    parser.add_argument(
        "input", nargs="+", metavar="INPUT", help="file to read, - for standard input; or files, patterns and folders"
    )


def add_raw_text(group: argparse._ActionsContainer) -> None:
    """Add what can be said of raw text."""
    group.add_argument(
        "--language",
        default="",
        metavar="CODE",
        help="have spaCy's rules for this language find the words and sentences of raw text (default: the model does)",
    )
    group.add_argument("--sentences", action="store_true", help="raw text has one sentence on each line")
    group.add_argument(
        "--ranges", action="store_true", help="write to MISC where in the raw text each token is: TokenRange=START:END"
    )


def input_format(arguments: argparse.Namespace, *, heads: HeadPolicy = "ignore") -> InputFormat:
    """The format of INPUT."""
    if arguments.text:
        return InputFormat("text", arguments.language, arguments.sentences, arguments.ranges)
    for option in ("language", "sentences", "ranges"):
        if getattr(arguments, option):
            raise ArcwalkError(f"--{option}: only for raw text", f"add --text or omit --{option}")
    return InputFormat(arguments.form, heads=heads)


def read_input(
    arguments: argparse.Namespace, segmenter: Segmenter | None, *, has_tagger: bool, heads: HeadPolicy = "ignore"
) -> Iterator[Sentence]:
    """The sentences of the one INPUT; `segmenter` is that of the model."""
    (path,) = arguments.input
    form = input_format(arguments, heads=heads)
    try:
        yield from form.read(path, form.segmenter(segmenter, arguments.model, has_tagger=has_tagger))
    except TreebankError as error:
        raise with_format_hint(error, arguments) from None


def with_format_hint(error: ArcwalkError, arguments: argparse.Namespace) -> ArcwalkError:
    """The same error; for a file that is no treebank from its first lines on, with the options for other formats."""
    is_other = arguments.text or arguments.form != "conllu"
    if is_other or not isinstance(error, TreebankError) or error.finding.test != "columns":
        return error
    if error.finding.sentence not in ("", "1"):
        return error
    hint = "for plain text, add --text; for tokenized text, --input lines or --input words"
    return TreebankError(replace(error.finding, remedy=Wording(error.remedy, "; ", hint)))
