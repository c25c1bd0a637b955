"""`arcwalk evaluate`: score a parse against gold, or compare two parses of the same sentences."""

import argparse
import json

from arcwalk.errors import ArcwalkError
from arcwalk.evaluation.attachment import evaluate
from arcwalk.evaluation.report import (
    comparison_as_dict,
    print_breakdowns,
    print_comparison,
    print_legend,
    print_scores,
    report_console,
    scores_as_dict,
)
from arcwalk.evaluation.significance import compare
from arcwalk.treebank import read


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
    system = evaluate(gold, read(arguments.system, heads="given"))
    other = evaluate(gold, read(arguments.other, heads="given")) if arguments.other is not None else None
    comparison = compare(system, other) if other is not None else None
    if arguments.json:
        result: dict[str, object] = {"gold": arguments.gold}
        result["system"] = {"file": arguments.system} | scores_as_dict(system)
        if other is not None and comparison is not None:
            result["other"] = {"file": arguments.other} | scores_as_dict(other)
            result["comparison"] = comparison_as_dict(comparison)
        print(json.dumps(result, ensure_ascii=False, indent=2))
        return 0
    console = report_console()
    print_scores(console, system, arguments.system)
    if other is not None and comparison is not None:
        print_scores(console, other, arguments.other)
        print_comparison(console, comparison, arguments.system, arguments.other)
    else:
        print_breakdowns(console, system)
    print_legend(console)
    return 0
