"""`arcwalk check FILE`: all problems of a treebank at once."""

import argparse
import json

from arcwalk.cli.console import count
from arcwalk.treebank.check_file import FileReport, check_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `check`."""
    parser.add_argument("file", metavar="FILE", help="treebank to check, - for standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")


def run(arguments: argparse.Namespace) -> int:
    """Print what is wrong with the file; 0 if nothing is, else 1."""
    report = check_file(arguments.file)
    print(_as_json(report) if arguments.json else _as_lines(report))
    return 1 if report.findings else 0


def _as_lines(report: FileReport) -> str:
    sentences = count(report.sentences, "sentence") + (" with trees" if report.has_heads else " without trees")
    problems = count(len(report.findings), "problem")
    summary = f"{report.file}: {sentences}, {count(report.words, 'word')}, {problems}"
    return "\n".join([*map(str, report.findings), summary])


def _as_json(report: FileReport) -> str:
    summary = {
        "file": report.file,
        "sentences": report.sentences,
        "words": report.words,
        "has_heads": report.has_heads,
        "problems": len(report.findings),
        "findings": [finding.as_dict() for finding in report.findings],
    }
    return json.dumps(summary, ensure_ascii=False, indent=2)
