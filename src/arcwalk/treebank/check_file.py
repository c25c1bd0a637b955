"""All problems of a treebank file at once."""

from dataclasses import dataclass, field

from arcwalk.errors import Finding, TreebankError
from arcwalk.treebank.check import MISSING_GOLD, check
from arcwalk.treebank.files import FilePath, read_lines, source_name
from arcwalk.treebank.reader import read_unchecked


@dataclass(slots=True)
class FileReport:
    """What a file contains, and its problems."""

    file: str
    sentences: int = 0
    words: int = 0
    has_heads: bool = False
    findings: list[Finding] = field(default_factory=list)


def check_file(path: FilePath) -> FileReport:
    """Check the whole file: as a gold treebank if any word has a head, else as input to a parser."""
    report = FileReport(source_name(path))
    try:
        for sentence in read_unchecked(read_lines(path), report.file):
            report.sentences += 1
            report.words += len(sentence)
            report.has_heads = report.has_heads or max(sentence.heads, default=-1) >= 0
            report.findings += check(sentence, "gold")
    except TreebankError as error:  # the rest of the file cannot be read
        report.findings.append(error.finding)
    if not report.has_heads:
        report.findings = [finding for finding in report.findings if finding.test not in MISSING_GOLD]
    return report
