"""Everything that is wrong with a treebank file, in one go."""

from dataclasses import dataclass, field

from arcwalk.errors import Finding, TreebankError
from arcwalk.treebank.check import MISSING_GOLD, check
from arcwalk.treebank.files import FilePath, read_lines, source_name
from arcwalk.treebank.reader import read_unchecked


@dataclass(slots=True)
class Report:
    """What a file holds and what is wrong with it."""

    file: str
    sentences: int = 0
    words: int = 0
    has_heads: bool = False
    findings: list[Finding] = field(default_factory=list)


def report_on(path: FilePath) -> Report:
    """Check the whole file: as a gold treebank if any word in it has a head, else as text to be parsed."""
    report = Report(source_name(path))
    try:
        for sentence in read_unchecked(read_lines(path), report.file):
            report.sentences += 1
            report.words += len(sentence)
            report.has_heads = report.has_heads or max(sentence.heads, default=-1) >= 0
            report.findings += check(sentence, "gold")
    except TreebankError as error:  # the file itself, from here on
        report.findings.append(error.finding)
    if not report.has_heads:
        report.findings = [finding for finding in report.findings if finding.test not in MISSING_GOLD]
    return report
