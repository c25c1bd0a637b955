"""`arcwalk evaluate`: score a parse and its tags against gold, or compare two parses of the same sentences."""

import argparse
import json

from rich.console import Console

from arcwalk.cli.arguments import check_stdin
from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.evaluation.attachment import evaluate
from arcwalk.evaluation.calibration import calibrations
from arcwalk.evaluation.json_values import comparison_as_dict, confidence_as_dict, scores_as_dict, tags_as_dict
from arcwalk.evaluation.significance import compare
from arcwalk.evaluation.tables import (
    print_breakdowns,
    print_comparison,
    print_confidence,
    print_each_tag,
    print_legend,
    print_scores,
    print_tags,
    report_console,
)
from arcwalk.evaluation.tagging import forms_of, score_tags
from arcwalk.treebank import Sentence, read
from arcwalk.treebank.check import HeadPolicy, check


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk evaluate`."""
    parser.usage = "arcwalk evaluate GOLD SYSTEM [OTHER] [OPTIONS]"
    parser.add_argument("gold", metavar="GOLD", help="gold treebank, - for standard input")
    parser.add_argument("system", metavar="SYSTEM", help="the same sentences, parsed or tagged by a system")
    parser.add_argument("other", metavar="OTHER", nargs="?", help="another system's output, for significance tests")
    parser.add_argument("--tags", action="store_true", help="always score tags, with a breakdown by tag")
    parser.add_argument("--train", metavar="FILE", help="training treebank, to score tags of unknown words separately")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Score SYSTEM, and with OTHER score both and test the difference; without trees, score tags only."""
    check_stdin([arguments.gold, arguments.system, arguments.other, arguments.train])
    gold = _read(arguments.gold, "gold")
    known = forms_of(list(read(arguments.train))) if arguments.train is not None else None
    with_tags = arguments.tags or known is not None
    system = _System(arguments.system, gold, known, with_tags)
    other = _System(arguments.other, gold, known, with_tags) if arguments.other is not None else None
    comparison = None
    if other is not None and system.scores is not None and other.scores is not None:
        comparison = compare(system.scores, other.scores)
    if arguments.json:
        result: dict[str, object] = {"gold": arguments.gold, "system": system.as_dict()}
        if other is not None:
            result["other"] = other.as_dict()
        if comparison is not None:
            result["comparison"] = comparison_as_dict(comparison)
        print(json.dumps(result, ensure_ascii=False, indent=2))
        return 0
    console = report_console()
    for each in (system, other):
        if each is not None:
            each.print(console, with_tags)
    if other is not None and comparison is not None:
        print_comparison(console, comparison, system.file, other.file)
    if other is None:
        if system.scores is not None:
            print_breakdowns(console, system.scores)
        if arguments.tags:
            print_each_tag(console, system.tags)
    if system.scores is not None:
        print_legend(console)
    return 0


def _read(file: str, policy: HeadPolicy) -> list[Sentence]:
    """The sentences of a file; if any word has a head, their trees are checked."""
    sentences = list(read(file))
    if _has_heads(sentences):
        for sentence in sentences:
            for finding in check(sentence, policy):
                raise TreebankError(finding)
    return sentences


def _has_heads(sentences: list[Sentence]) -> bool:
    return any(head >= 0 for sentence in sentences for head in sentence.heads)


class _System:
    """The scores of a system's trees and tags, and the calibration of its confidences."""

    def __init__(self, file: str, gold: list[Sentence], known: set[str] | None, with_tags: bool) -> None:
        sentences = _read(file, "given")
        self.file = file
        self.tags = score_tags(gold, sentences, known)
        has_trees = _has_heads(gold) and _has_heads(sentences)
        if _has_heads(gold) and not has_trees and not with_tags:
            raise ArcwalkError(f"{file}: no word has a head; parse it first, or add --tags to score tags only")
        if not has_trees and not self.tags:
            raise ArcwalkError(f"{file}: no trees or tags to score; fill in HEAD or UPOS in both files")
        self.scores = evaluate(gold, sentences) if has_trees else None
        self.calibrations = calibrations(self.scores, sentences) if self.scores is not None else []

    def print(self, console: Console, with_tags: bool) -> None:
        """Print the scores; those of tags on request, or if there are errors, or if there are no trees."""
        if self.scores is not None:
            print_scores(console, self.scores, self.file)
            print_confidence(console, self.calibrations, self.file)
        if with_tags or self.scores is None or any(row.right < row.words for row in self.tags):
            print_tags(console, self.tags, self.file)

    def as_dict(self) -> dict[str, object]:
        """All scores as plain values."""
        scores = scores_as_dict(self.scores) if self.scores is not None else {}
        confidence = {"confidence": confidence_as_dict(self.calibrations)} if self.calibrations else {}
        return {"file": self.file, **scores, **confidence, "tags": tags_as_dict(self.tags)}
