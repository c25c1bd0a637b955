"""Errors: where the problem is, what it is, and what to do about it, in words that fit Python and the command line."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Self

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument, or only its name: `jobs=0` in Python, `--jobs 0` on the command line."""

    name: str
    value: object = None

    def __str__(self) -> str:
        return self.name if self.value is None else f"{self.name}={self.value!r}"


class Option(Argument):
    """An option of a system or of a parser: an argument like any other in Python, `--set` on the command line."""


class Wording(str):
    """Text that mentions arguments: a string, in the words of Python, whose parts can be put in other words."""

    parts: tuple[str | Argument, ...]

    def __new__(cls, *parts: str | Argument) -> Self:
        """Join parts, among them other wordings."""
        text = super().__new__(cls, "".join(map(str, parts)))
        text.parts = tuple(own for part in parts for own in (part.parts if isinstance(part, Wording) else (part,)))
        return text

    def __reduce__(self) -> tuple[type[Self], tuple[str | Argument, ...]]:
        return type(self), self.parts

    def worded(self, name: Callable[[Argument], str]) -> str:
        """The text with what `name` makes of each argument."""
        return "".join(part if isinstance(part, str) else name(part) for part in self.parts)


class ArcwalkError(Exception):
    """A problem the user can fix; the command line prints it as one line and exits with 1.

    The remedy is empty if the problem says it: "must be at least 1". Both can be a `Wording`, which mentions arguments.
    """

    def __init__(self, problem: str, remedy: str = "") -> None:
        self.problem, self.remedy = problem, remedy  # `args` stay those of the subclass, which pickle calls with them

    @property
    def wording(self) -> str:
        """The text; a `Wording` if it mentions arguments."""
        return Wording(self.problem, "; ", self.remedy) if self.remedy else self.problem

    def __str__(self) -> str:
        return str(self.wording)

    def at(self, place: str) -> "ArcwalkError":
        """The error with the name of the place where it occurred, such as a file."""
        return ArcwalkError(Wording(f"{place}: ", self.problem), self.remedy)


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
        return str(TreebankError(self))


class TreebankError(ArcwalkError):
    """Unusable input, with the finding that says why."""

    def __init__(self, finding: Finding) -> None:
        where = f"{finding.file}:{finding.line}" if finding.line else finding.file
        sentence = f" (sentence {finding.sentence})" if finding.sentence else ""
        super().__init__(Wording(f"{where}{sentence}: ", finding.message), finding.remedy)
        self.finding = finding
