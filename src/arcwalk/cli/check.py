"""`arcwalk check`: list all problems in a treebank file."""

import argparse
import json
from dataclasses import asdict

from arcwalk.cli.display import count
from arcwalk.messages import one_line
from arcwalk.treebank.check_file import FileReport, check_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk check`."""
    parser.usage = "arcwalk check FILE [--json]"
    parser.description = "Validate a treebank file and list all problems; exits with 1 if there are any."
    parser.add_argument("file", metavar="FILE", help="treebank to check, - for standard input")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the problems; 0 if there are none, else 1."""
    report = check_file(arguments.file)
    print(_as_json(report) if arguments.json else _as_lines(report))
    return 1 if report.findings else 0


def _as_lines(report: FileReport) -> str:
    sentences = count(report.sentences, "sentence") + (" with trees" if report.has_heads else " without trees")
    problems = count(len(report.findings), "problem")
    summary = f"{report.file}: {sentences}, {count(report.words, 'word')}, {problems}"
    return "\n".join(map(one_line, [*report.findings, summary]))


def _as_json(report: FileReport) -> str:
    values = asdict(report)
    findings = values.pop("findings")
    return json.dumps({**values, "problems": len(findings), "findings": findings}, ensure_ascii=False, indent=2)
