"""`arcwalk check`: list all problems in a treebank file."""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict

from arcwalk.cli.display import count
from arcwalk.cli.flags import in_flags
from arcwalk.errors import Finding, TreebankError
from arcwalk.messages import one_line
from arcwalk.treebank.check_file import FileReport, check_file

_SCREENFUL = 20  # so many findings can be surveyed without a table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk check`."""
    parser.usage = "arcwalk check FILE [--level 1|2] [--json]"
    parser.description = "Validate a treebank file and list all problems; exits with 1 if there are any."
    parser.add_argument("file", metavar="FILE", help="treebank to check, - for standard input")
    levels = "1: the format, and what training needs; 2: also what UD demands of every language (default: %(default)s)"
    parser.add_argument("--level", type=int, choices=(1, 2), default=2, help=levels)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the problems; 0 if there are none, else 1."""
    report = check_file(arguments.file, arguments.level)
    print(_as_json(report) if arguments.json else "\n".join(map(one_line, _lines(report))))
    return 1 if report.problems else 0


def _lines(report: FileReport) -> Iterator[str]:
    for finding in report.findings:
        yield f"{in_flags(TreebankError(finding))} [{_grade(finding)}, {finding.test}]"
    if len(report.findings) > _SCREENFUL:
        counts = Counter((_grade(finding), finding.test) for finding in report.findings)
        width = max(len(f"{number:,}") for number in counts.values())
        yield ""
        yield from (f"{number:>{width},} {test} [{grade}]" for (grade, test), number in counts.most_common())
    for note in report.notes:
        yield f"{report.file}: {in_flags(note)}"
    yield f"{report.file}: {', '.join(_summary(report))}"


def _summary(report: FileReport) -> Iterator[str]:
    if not report.sentences:
        trees = ""
    elif report.trees in (0, report.sentences):
        trees = " with trees" if report.trees else " without trees"
    else:
        trees = f" ({report.trees:,} with trees)"
    yield f"{count(report.sentences, 'sentence')}{trees}"
    yield count(report.words, "word")
    levels = Counter(finding.level for finding in report.problems)
    shares = [f"{levels[level]:,} at level {level}" for level in sorted(levels)]
    yield count(len(report.problems), "problem") + (f" ({', '.join(shares)})" if shares else "")
    warnings = len(report.findings) - len(report.problems)
    if warnings:
        yield count(warnings, "warning")


def _grade(finding: Finding) -> str:
    return "warning" if finding.severity == "warning" else f"level {finding.level}"


def _as_json(report: FileReport) -> str:
    values = asdict(report)
    findings = [{**finding, "remedy": in_flags(finding["remedy"])} for finding in values.pop("findings")]
    problems = len(report.problems)
    counts = {"has_heads": report.has_heads, "problems": problems, "warnings": len(findings) - problems}
    return json.dumps({**values, **counts, "notes": list(map(in_flags, report.notes)), "findings": findings}, indent=2)
