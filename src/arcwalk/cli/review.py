"""`arcwalk review`: a worklist of places where a treebank's annotation disagrees with similar contexts."""

import argparse

from arcwalk.consistency.review import review
from arcwalk.errors import ArcwalkError
from arcwalk.treebank import read
from arcwalk.treebank.files import text_output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of `arcwalk review`."""
    parser.add_argument("file", metavar="FILE", help="treebank to review, - for standard input")
    parser.add_argument(
        "--train", required=True, metavar="TRAIN", help="treebank to compare with, which may be the same file"
    )
    parser.add_argument("--most", type=int, default=100, metavar="N", help="places to list (default: %(default)s)")
    parser.add_argument("-o", "--output", default="-", help="file to write (default: standard output)")


def run(arguments: argparse.Namespace) -> int:
    """List the most doubtful heads first."""
    if arguments.most < 1:
        raise ArcwalkError(f"--most {arguments.most}: list at least one place")
    if arguments.file == arguments.train == "-":
        raise ArcwalkError("stdin: both files are '-'; name one of them by its path")
    sentences = list(read(arguments.file, heads="gold"))
    doubts = review(sentences, list(read(arguments.train, heads="gold")))
    with text_output(arguments.output) as output:
        output.writelines(f"{doubt}\n" for doubt in doubts[: arguments.most])
    return 0
