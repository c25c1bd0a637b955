"""All problems of a treebank file at once."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from arcwalk.errors import Argument, Finding, TreebankError, Wording
from arcwalk.files.input import read_lines
from arcwalk.files.paths import FilePath, source_name
from arcwalk.treebank.check import MISSING_GOLD
from arcwalk.treebank.reader import read_unchecked
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.validation.validator import Level, Validator

_MISSING = MISSING_GOLD | {"missing-upos"}
_LEVEL_1 = Argument("level", 1)


@dataclass(slots=True)
class FileReport:
    """What a file contains, its problems, and what to know about how it was checked."""

    file: str
    level: Level
    sentences: int = 0
    words: int = 0
    trees: int = 0  # sentences in which some word has a head
    notes: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def has_heads(self) -> bool:
        """Whether any word has a head."""
        return self.trees > 0

    @property
    def problems(self) -> list[Finding]:
        """The findings that are errors, not warnings."""
        return [finding for finding in self.findings if finding.severity == "error"]


def check_file(path: FilePath, level: Level = 2) -> FileReport:
    """List all problems of a treebank file, as `arcwalk check` does.

    At level 2, it should be a treebank of Universal Dependencies. At level 1, it should be well-formed: as a gold
    treebank if any word has a head, else as input to a parser.
    """
    report = FileReport(source_name(path), level)
    validator = Validator(level)
    annotated: set[str] = set()
    try:
        lines = read_lines(path)
        first = next(lines, None)
        if first is None:
            report.notes.append("the file is empty")
            return report
        for sentence in read_unchecked(chain([first], lines), report.file):
            report.sentences += 1
            report.words += len(sentence)
            columns = set(_annotated_columns(sentence))
            report.trees += "HEAD" in columns
            annotated |= columns
            report.findings += validator.findings(sentence)
    except TreebankError as error:  # the rest of the file cannot be read
        report.findings.append(error.finding)
    is_annotated = report.has_heads or (level == 2 and not validator.other_formats)
    report.findings = list(_summarizing_empty_columns(report.findings, annotated, is_annotated=is_annotated))
    report.notes += _notes(report, validator)
    return report


def _annotated_columns(sentence: Sentence) -> Iterator[str]:
    """The columns in which some word has a value."""
    if max(sentence.heads, default=-1) >= 0:
        yield "HEAD"
    if not {"_", ""}.issuperset(sentence.deprels):
        yield "DEPREL"
    if not {"_", ""}.issuperset(sentence.upos):
        yield "UPOS"


def _summarizing_empty_columns(
    findings: list[Finding], annotated: set[str], *, is_annotated: bool
) -> Iterator[Finding]:
    """The findings, with a single one for a column that no word has a value in; none if the file is to be annotated."""
    reported = set[str]()
    for finding in findings:
        if finding.test not in _MISSING or (is_annotated and finding.column in annotated):
            yield finding
        elif is_annotated and finding.column not in reported:
            reported.add(finding.column)
            remedy = Wording("fill it in; for a file that is to be parsed, use ", _LEVEL_1)
            yield replace(finding, message=f"no word of the file has a value in {finding.column}", remedy=remedy)


def _notes(report: FileReport, validator: Validator) -> Iterator[str]:
    if validator.other_formats:
        yield "UD's rules are for CoNLL-U; only the structure of sentences in another format was checked"
    elif not validator.has_comments and any(finding.level == 2 for finding in report.findings):
        yield Wording("no sentence has comments; if this is a CoNLL-X file, use ", _LEVEL_1)
