"""Errors: where the problem is, what it is, and what to do about it."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


class ArcwalkError(Exception):
    """A problem the user can fix; the command line prints it as one line and exits with 1."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem in a treebank file: its place, its kind, and the remedy."""

    file: str
    line: int  # 0: the file as a whole
    sentence: str
    test: str  # identifies the kind of problem
    message: str
    remedy: str
    column: str = ""  # its name, if the problem is in one
    level: int = 1  # of UD's validator; 1: the format, 2: what UD demands of every language
    severity: Severity = "error"  # a file with warnings is valid

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        sentence = f" (sentence {self.sentence})" if self.sentence else ""
        return f"{where}{sentence}: {self.message}; {self.remedy}"


class TreebankError(ArcwalkError):
    """Unusable input, with the finding that says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding

    def __reduce__(self) -> tuple[type["TreebankError"], tuple[Finding]]:
        return TreebankError, (self.finding,)  # so that a worker's error reaches another process whole
