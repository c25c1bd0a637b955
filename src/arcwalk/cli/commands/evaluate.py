"""`arcwalk evaluate`: score a parse and its tags against gold, or compare parses of the same sentences."""

import argparse
import json
import os
from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

from arcwalk.cli.arguments import add_drawn_language, check_drawn_language, check_stdin
from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.evaluation.aligned.agreement import annotators_agreement
from arcwalk.evaluation.aligned.aligned_tables import agreement_tables, aligned_scores_table, alignment_summary
from arcwalk.evaluation.aligned.conll_2018 import aligned_scores
from arcwalk.evaluation.aligned.word_alignment import WordAlignment, align_words
from arcwalk.evaluation.alignment import has_heads, paired
from arcwalk.evaluation.json_values import (
    agreement_as_dict,
    aligned_as_dict,
    differences_as_dict,
    report_as_dict,
    systems_as_dict,
)
from arcwalk.evaluation.report import EvaluatedSystem, Report, SystemsReport, evaluate_system, report
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
    parser.add_argument("system", metavar="SYSTEM", help=f"the same text, parsed or tagged by a system; {runs}")
    parser.add_argument("others", metavar="OTHER", nargs="*", help="other systems' output, for significance tests")
    parser.add_argument("--tags", action="store_true", help="always score tags, with a breakdown by tag")
    parser.add_argument("--train", metavar="FILE", help="training treebank, to score tags of unknown words separately")
    parser.add_argument(
        "--aligned",
        action="store_true",
        help="align words by characters and score tokens, sentences, words, tags and trees as in CoNLL 2018; where "
        "words differ, this is done anyway",
    )
    parser.add_argument(
        "--agreement",
        action="store_true",
        help="compare the work of two annotators instead: percent agreement and Cohen's kappa by column",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--html",
        metavar="FILE",
        help="also write a page with the tables, plots, confused labels and the worst trees, or where words differ",
    )
    add_drawn_language(parser, "that page")


def run(arguments: argparse.Namespace) -> int:
    """Score SYSTEM, and with OTHER score all and test the differences; without trees, score tags only."""
    systems = [_runs(given) for given in (arguments.system, *arguments.others)]
    files = [file for runs in systems for file in runs]
    check_stdin([arguments.gold, *files, arguments.train])
    check_drawn_language(arguments, arguments.html is not None, "add --html FILE")
    for option in ("aligned", "agreement"):
        if getattr(arguments, option) and len(files) > 1:
            raise ArcwalkError(f"--{option}: this is for two files", "give GOLD and one SYSTEM")
    if len(systems) > 2 or len(files) > len(systems):
        return _run_systems(arguments, systems)
    if arguments.html is not None:
        _check_page(arguments.html)
    gold = _read(arguments.gold, "given" if arguments.agreement else "gold")
    parses = [_read(file, "given") for file in files]
    is_aligned = arguments.aligned or (len(files) == 1 and not _have_same_words(gold, parses[0]))
    if arguments.agreement or is_aligned:
        _check_not_by_word(arguments)
        _show_aligned(arguments, align_words(gold, parses[0]))
    else:
        _show(arguments, _evaluate(arguments, gold, files, parses))
    return 0


def _show(arguments: argparse.Namespace, report: Report) -> None:
    if arguments.html is not None:
        from arcwalk.drawing.report.page import report_page  # only where it is needed

        _write_page(arguments.html, report_page(report, arguments.gold, language=arguments.language))
    if arguments.json:
        print(json.dumps({"gold": arguments.gold, **report_as_dict(report)}, indent=2))
    else:
        _print(report)


def _show_aligned(arguments: argparse.Namespace, alignment: WordAlignment) -> None:
    """Show the agreement of two annotators, or the scores of a system."""
    if arguments.agreement:
        agreement = annotators_agreement(alignment)
        tables, values = agreement_tables(agreement), agreement_as_dict(agreement)
    else:
        scores = aligned_scores(alignment)
        tables, values = [aligned_scores_table(scores)], aligned_as_dict(scores)
    if arguments.html is not None:
        from arcwalk.drawing.report.aligned_page import aligned_page  # only where it is needed

        _write_page(arguments.html, aligned_page(alignment, tables, language=arguments.language))
    if arguments.json:
        print(json.dumps({**values, **differences_as_dict(alignment)}, indent=2))
    else:
        console = report_console()
        console.print(one_line(alignment_summary(alignment)), soft_wrap=not console.is_terminal)
        console.print()
        print_tables(console, tables)


def _check_not_by_word(arguments: argparse.Namespace) -> None:
    for option in ("tags", "train"):
        if getattr(arguments, option):
            raise ArcwalkError(f"--{option}: this is for files with the same words, not for aligned words", "omit it")


def _have_same_words(gold: list[Sentence], system: list[Sentence]) -> bool:
    return [sentence.forms for sentence in gold] == [sentence.forms for sentence in system]


def _check_page(page: str) -> None:
    if page == "-":
        raise ArcwalkError("--html -: the terminal gets the tables", "give a file")
    if Path(page).suffix != ".html":
        raise ArcwalkError(f"--html {page}: give a file whose name ends in .html")
    check_target(page)


def _evaluate(
    arguments: argparse.Namespace, gold: list[Sentence], files: list[str], parses: list[list[Sentence]]
) -> Report:
    known = forms_of(list(read(arguments.train))) if arguments.train is not None else None
    with_tags = arguments.tags or known is not None
    if len(files) > 1:
        _require_same_words(gold, parses)
    systems = [evaluate_system(file, parse, gold, known, with_tags) for file, parse in zip(files, parses, strict=True)]
    return report(gold, systems, with_tags, arguments.tags)


def _require_same_words(gold: list[Sentence], parses: Iterable[list[Sentence]]) -> None:
    """Raise where the words of one of several systems differ: tests compare systems word by word."""
    try:
        for parse in parses:
            for _ in paired(gold, parse):
                pass
    except TreebankError as error:
        remedy = "systems are compared on the same words: to align the words of this one, evaluate it by itself"
        raise TreebankError(replace(error.finding, remedy=remedy)) from None


def _run_systems(arguments: argparse.Namespace, systems: list[list[str]]) -> int:
    """Score more systems than two, or several runs of a system, and test the differences between all."""
    for option in ("html", "train"):
        if getattr(arguments, option) is not None:
            remedy = "omit it, or give fewer"
            raise ArcwalkError(f"--{option}: this is for one system or two, with one run each", remedy)
    gold = _read(arguments.gold, "gold")

    def evaluated(file: str) -> EvaluatedSystem:
        parse = _read(file, "given")
        _require_same_words(gold, [parse])
        return evaluate_system(file, parse, gold, None, arguments.tags)

    runs = {name: list(map(evaluated, files)) for name, files in _named(systems).items()}
    report = SystemsReport.of(runs, arguments.tags)
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


def _write_page(page: str, html: str) -> None:
    with text_output(page) as stream:
        stream.write(html)
