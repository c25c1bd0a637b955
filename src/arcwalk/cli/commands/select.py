"""`arcwalk select`: the sentences to annotate next, parsed, with confidences."""

import argparse

from arcwalk.cli.arguments import add_jobs, add_output, check_stdin
from arcwalk.errors import ArcwalkError
from arcwalk.files.output import check_target
from arcwalk.treebank.writer import write

ORDERS = ("doubt", "errors", "diverse")  # those of `arcwalk.selection.choice`, which loads kernels


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk select`."""
    parser.usage = "arcwalk select FILE -m MODEL [-n N] [--by ORDER] [-o FILE] [--jobs N]"
    parser.description = "Choose the sentences to annotate next, and write them parsed, with confidences."
    parser.add_argument("file", metavar="FILE", help="treebank; sentences that are done are left out")
    parser.add_argument("-m", "--model", required=True, metavar="MODEL", help="parser")
    parser.add_argument("-n", "--count", type=int, default=50, metavar="N", help="how many (default: %(default)s)")
    parser.add_argument(
        "--by",
        choices=ORDERS,
        default="doubt",
        help="doubt: the largest share of arcs that are probably wrong; errors: the largest number of them; diverse: "
        "doubtful sentences that differ from one another (default: %(default)s)",
    )
    add_output(parser)
    add_jobs(parser, "threads", default=1)


def run(arguments: argparse.Namespace) -> int:
    """Write the chosen sentences."""
    from arcwalk.selection.choice import select  # loads kernels, which help does without

    if arguments.count < 1:
        raise ArcwalkError(f"--count {arguments.count}: must be at least 1")
    check_stdin([arguments.file])
    check_target(arguments.output)
    chosen = select(arguments.file, arguments.model, arguments.count, by=arguments.by, jobs=arguments.jobs)
    write(arguments.output, chosen)
    return 0
