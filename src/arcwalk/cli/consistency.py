"""What `arcwalk parse` and `arcwalk tag` share where sentences are to be consistent."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from arcwalk.cli.console import TrainingDisplay
from arcwalk.errors import ArcwalkError
from arcwalk.treebank.files import check_target, text_output

if TYPE_CHECKING:
    from arcwalk.consistency.result import ConsistentCorpus


def add_consistency(parser: argparse.ArgumentParser, what: str) -> None:
    """Describe the options of consistency on a command line."""
    group = parser.add_argument_group("consistency")
    group.add_argument("--consistency", action="store_true", help=what)
    group.add_argument("--train", metavar="TRAIN", help="the treebank that the model was trained on")
    group.add_argument("--report", metavar="FILE", help="write which constraints changed what")


def check_consistency(arguments: argparse.Namespace) -> None:
    """Refuse what goes only with --consistency, or does not go with it."""
    if arguments.consistency and not arguments.train:
        raise ArcwalkError("--consistency: this needs the treebank that the model was trained on; add --train FILE")
    if [arguments.input, arguments.train, getattr(arguments, "raw", None)].count("-") > 1:
        raise ArcwalkError("stdin: several files are '-'; name the others by their paths")
    if arguments.report and arguments.report == arguments.output:
        raise ArcwalkError(f"--report {arguments.report}: the sentences are written there; name another file")
    for name in ("train", "report", "raw"):
        if getattr(arguments, name, None) and not arguments.consistency:
            raise ArcwalkError(f"--{name}: this is for --consistency; add that, or leave it out")
    if arguments.consistency:
        for file in (arguments.output, arguments.report):
            check_target(file or "-")


def own_options(options: Mapping[str, str], kind: type) -> tuple[dict[str, str], dict[str, str]]:
    """Those of some options that are in an options class, and the others."""
    names = {item.name for item in fields(kind)}
    own = {name: value for name, value in options.items() if name in names}
    return own, {name: value for name, value in options.items() if name not in names}


def tell(found: Sequence[tuple[str, "ConsistentCorpus"]], display: TrainingDisplay, file: str | None) -> None:
    """Say what came of it, in a few lines and, if asked for, in a file; each corpus has a title."""
    from arcwalk.consistency.report import report, summary

    for title, corpus in found:
        for line in summary(corpus):
            display.say(f"{title}: {line}")
    if file:
        with text_output(file) as output:
            for title, corpus in found:
                output.writelines(f"{line}\n" for line in (title, *report(corpus), ""))
