"""`arcwalk evaluate`: score a parse against gold, or compare two parses of the same sentences."""

import argparse
import json

from rich.console import Console

from arcwalk.errors import ArcwalkError
from arcwalk.evaluation.attachment import evaluate
from arcwalk.evaluation.calibration import calibrations
from arcwalk.evaluation.report import (
    comparison_as_dict,
    confidence_as_dict,
    print_breakdowns,
    print_comparison,
    print_confidence,
    print_legend,
    print_scores,
    report_console,
    scores_as_dict,
)
from arcwalk.evaluation.significance import compare
from arcwalk.treebank import Sentence, read


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("gold", metavar="GOLD", help="the treebank with the right trees ('-' is stdin)")
    parser.add_argument("system", metavar="SYSTEM", help="the same sentences as a system parsed them")
    parser.add_argument(
        "other", metavar="OTHER", nargs="?", help="another system's parse, for a paired significance test"
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Score SYSTEM, and with OTHER score both and test the difference."""
    if [arguments.gold, arguments.system, arguments.other].count("-") > 1:
        raise ArcwalkError("stdin: more than one file is '-'; name the others by their paths")
    gold = list(read(arguments.gold, heads="gold"))
    system = _System(arguments.system, gold)
    other = _System(arguments.other, gold) if arguments.other is not None else None
    comparison = compare(system.scores, other.scores) if other is not None else None
    if arguments.json:
        result: dict[str, object] = {"gold": arguments.gold, "system": system.as_dict()}
        if other is not None and comparison is not None:
            result |= {"other": other.as_dict(), "comparison": comparison_as_dict(comparison)}
        print(json.dumps(result, ensure_ascii=False, indent=2))
        return 0
    console = report_console()
    system.print(console)
    if other is not None and comparison is not None:
        other.print(console)
        print_comparison(console, comparison, system.file, other.file)
    else:
        print_breakdowns(console, system.scores)
    print_legend(console)
    return 0


class _System:
    """A system's parse: its scores, and how good its confidences are where it gives any."""

    def __init__(self, file: str, gold: list[Sentence]) -> None:
        sentences = list(read(file, heads="given"))
        self.file = file
        self.scores = evaluate(gold, sentences)
        self.calibrations = calibrations(self.scores, sentences)

    def print(self, console: Console) -> None:
        print_scores(console, self.scores, self.file)
        print_confidence(console, self.calibrations, self.file)

    def as_dict(self) -> dict[str, object]:
        confidence = {"confidence": confidence_as_dict(self.calibrations)} if self.calibrations else {}
        return {"file": self.file, **scores_as_dict(self.scores), **confidence}
