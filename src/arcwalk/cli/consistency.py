"""What `arcwalk parse --consistency` and `arcwalk tag --consistency` share."""

import argparse
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from arcwalk.cli.arguments import check_stdin
from arcwalk.cli.display import ProgressBars
from arcwalk.errors import ArcwalkError
from arcwalk.files.output import check_target, text_output

if TYPE_CHECKING:
    from arcwalk.consistency.result import ConsistentCorpus


def add_consistency(parser: argparse.ArgumentParser, help: str) -> argparse._ArgumentGroup:
    """Add --consistency and what goes with it."""
    group = parser.add_argument_group("consistency")
    group.add_argument("--consistency", action="store_true", help=help)
    group.add_argument("--train", metavar="TRAIN", help="treebank the model was trained on (required)")
    group.add_argument("--report", metavar="FILE", help="write a report: which constraints changed which words")
    return group


def check_consistency(arguments: argparse.Namespace) -> None:
    """Check the arguments of --consistency before anything is read."""
    if arguments.consistency and not arguments.train:
        raise ArcwalkError("--consistency: requires the treebank the model was trained on", "add --train FILE")
    check_stdin([*arguments.input, arguments.train, getattr(arguments, "raw", None)])
    if arguments.consistency and (len(arguments.input) > 1 or Path(arguments.input[0]).is_dir()):
        raise ArcwalkError("--consistency: decodes one file jointly", "give one, with the sentences of all of them")
    if arguments.consistency and arguments.engine != "local":
        raise ArcwalkError("--consistency: decodes all sentences in this process", "omit --engine")
    if arguments.report and os.path.realpath(arguments.report) == os.path.realpath(arguments.output):
        raise ArcwalkError(f"--report {arguments.report}: this is the output file", "give another name")
    for name in ("train", "report", "raw"):
        if getattr(arguments, name, None) and not arguments.consistency:
            raise ArcwalkError(f"--{name}: requires --consistency")
    if arguments.consistency:
        for file in (arguments.output, arguments.report):
            check_target(file or "-")


def write_report(corpora: "Mapping[str, ConsistentCorpus]", progress: ProgressBars, file: str | None) -> None:
    """Print a summary of each corpus under its title, and write the full report to `file` if there is one."""
    from arcwalk.consistency.report import report, summary

    for title, corpus in corpora.items():
        for line in summary(corpus):
            progress.say(f"{title}: {line}")
    if file:
        with text_output(file) as output:
            for title, corpus in corpora.items():
                output.writelines(f"{line}\n" for line in (title, *report(corpus), ""))
