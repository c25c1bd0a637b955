"""`arcwalk evaluate`: score a parse and its tags against gold, or compare parses of the same sentences."""

import argparse
import json
import os
from itertools import takewhile
from pathlib import Path

from arcwalk.cli.arguments import add_drawn_language, check_drawn_language, check_stdin
from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.evaluation.json_values import report_as_dict, systems_as_dict
from arcwalk.evaluation.report import EvaluatedSystem, Report, SystemsReport, evaluate_system, has_heads, report
from arcwalk.evaluation.tables import LEGEND
from arcwalk.evaluation.tagging import forms_of
from arcwalk.evaluation.terminal import print_tables, report_console
from arcwalk.files.output import check_target, text_output
from arcwalk.messages import one_line
from arcwalk.treebank import Sentence, read
from arcwalk.treebank.check import HeadPolicy, check


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk evaluate`."""
    parser.usage = "arcwalk evaluate GOLD SYSTEM [OTHER...] [OPTIONS]"
    parser.add_argument("gold", metavar="GOLD", help="gold treebank, - for standard input")
    runs = "RUN1,RUN2,... for several training runs of it"
    parser.add_argument("system", metavar="SYSTEM", help=f"the same sentences, parsed or tagged by a system; {runs}")
    parser.add_argument("others", metavar="OTHER", nargs="*", help="other systems' output, for significance tests")
    parser.add_argument("--tags", action="store_true", help="always score tags, with a breakdown by tag")
    parser.add_argument("--train", metavar="FILE", help="training treebank, to score tags of unknown words separately")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--html", metavar="FILE", help="also write a page with the tables, plots, confused labels and the worst trees"
    )
    add_drawn_language(parser, "that page")


def run(arguments: argparse.Namespace) -> int:
    """Score SYSTEM, and with OTHER score all and test the differences; without trees, score tags only."""
    systems = [_runs(given) for given in (arguments.system, *arguments.others)]
    check_stdin([arguments.gold, *(file for runs in systems for file in runs), arguments.train])
    check_drawn_language(arguments, arguments.html is not None, "add --html FILE")
    if len(systems) > 2 or any(len(runs) > 1 for runs in systems):
        return _run_systems(arguments, systems)
    if arguments.html is not None:
        _check_page(arguments.html)
    report = _evaluate(arguments)
    if arguments.html is not None:
        _write_page(arguments.html, report, arguments.gold, arguments.language)
    if arguments.json:
        print(json.dumps({"gold": arguments.gold, **report_as_dict(report)}, indent=2))
    else:
        _print(report)
    return 0


def _check_page(page: str) -> None:
    if page == "-":
        raise ArcwalkError("--html -: the terminal gets the tables", "give a file")
    if Path(page).suffix != ".html":
        raise ArcwalkError(f"--html {page}: give a file whose name ends in .html")
    check_target(page)


def _evaluate(arguments: argparse.Namespace) -> Report:
    gold = _read(arguments.gold, "gold")
    known = forms_of(list(read(arguments.train))) if arguments.train is not None else None
    with_tags = arguments.tags or known is not None

    def system(file: str) -> EvaluatedSystem:
        return evaluate_system(file, _read(file, "given"), gold, known, with_tags)

    return report(gold, [system(file) for file in (arguments.system, *arguments.others)], with_tags, arguments.tags)


def _run_systems(arguments: argparse.Namespace, systems: list[list[str]]) -> int:
    """Score more systems than two, or several runs of a system, and test the differences between all."""
    for option in ("html", "train"):
        if getattr(arguments, option) is not None:
            remedy = "omit it, or give fewer"
            raise ArcwalkError(f"--{option}: this is for one system or two, with one run each", remedy)
    gold = _read(arguments.gold, "gold")
    report = SystemsReport.of(
        {
            name: [evaluate_system(file, _read(file, "given"), gold, None, arguments.tags) for file in runs]
            for name, runs in _named(systems).items()
        },
        arguments.tags,
    )
    if arguments.json:
        print(json.dumps({"gold": arguments.gold, **systems_as_dict(report)}, indent=2))
    else:
        console = report_console()
        print_tables(console, report.tables())
        for verdict in report.verdicts():
            console.print(one_line(verdict), style="bold", soft_wrap=not console.is_terminal)
    return 0


def _runs(given: str) -> list[str]:
    """The files of a system: one, or several with commas between them."""
    runs = [given] if os.path.exists(given) else given.split(",")  # noqa: PTH110 - a long list is no path
    if "" in runs:
        raise ArcwalkError(f"{given}: there is no file name before or after a comma", "write RUN1,RUN2,RUN3")
    if len(set(runs)) < len(runs):
        raise ArcwalkError(f"{given}: a run is named twice", "name each once, or intervals would be too narrow")
    return runs


def _named(systems: list[list[str]]) -> dict[str, list[str]]:
    """The systems by name: that of the file; for several runs, what their files have in common."""
    named: dict[str, list[str]] = {}
    for runs in systems:
        start = _common_start(runs)
        end = _common_start([run[len(start) :][::-1] for run in runs])[::-1]
        name = runs[0] if len(runs) == 1 else f"{start}*{end}" if start or end else ",".join(runs)
        if runs in named.values():
            raise ArcwalkError(f"{name}: this system is given twice", "give each once")
        named[",".join(runs) if name in named else name] = runs
    return named


def _common_start(names: list[str]) -> str:
    same = takewhile(lambda characters: len(set(characters)) == 1, zip(*names, strict=False))
    return "".join(characters[0] for characters in same)


def _read(file: str, policy: HeadPolicy) -> list[Sentence]:
    """The sentences of a file; if any word has a head, their trees are checked."""
    sentences = list(read(file))
    if has_heads(sentences):
        for sentence in sentences:
            for finding in check(sentence, policy):
                raise TreebankError(finding)
    return sentences


def _print(report: Report) -> None:
    console = report_console()
    print_tables(console, [*report.score_tables(), *report.comparison_tables()])
    for verdict in report.verdicts():
        console.print(one_line(verdict), style="bold", soft_wrap=not console.is_terminal)
    if report.verdicts():
        console.print()
    print_tables(console, report.breakdown_tables())
    if report.systems[0].scores is not None:
        console.print(LEGEND, style="dim")


def _write_page(page: str, report: Report, gold: str, language: str) -> None:
    from arcwalk.drawing.report.page import report_page  # only where it is needed

    with text_output(page) as stream:
        stream.write(report_page(report, gold, language=language))
