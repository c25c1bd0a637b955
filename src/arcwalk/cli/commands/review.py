"""`arcwalk review`: likely annotation errors, heads that disagree with similar contexts, most doubtful first."""

import argparse

from arcwalk.cli.arguments import add_output, check_stdin
from arcwalk.consistency.review import review
from arcwalk.errors import ArcwalkError
from arcwalk.files.output import text_output
from arcwalk.messages import one_line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk review`."""
    parser.usage = "arcwalk review FILE --train TRAIN [--most N] [-o FILE]"
    parser.description = "List likely annotation errors: heads unlike most others in the same context."
    parser.add_argument("file", metavar="FILE", help="treebank to review, - for standard input")
    parser.add_argument("--train", required=True, metavar="TRAIN", help="treebank to compare with; may be FILE itself")
    parser.add_argument("--most", type=int, default=100, metavar="N", help="list at most N (default: %(default)s)")
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write one line per doubtful word."""
    if arguments.most < 1:
        raise ArcwalkError(f"--most {arguments.most}: must be at least 1")
    check_stdin([arguments.file, arguments.train])
    suspects = review(arguments.file, arguments.train)
    with text_output(arguments.output) as output:
        output.writelines(f"{one_line(suspect)}\n" for suspect in suspects[: arguments.most])
    return 0
