"""What arcwalk says when something is wrong: where it is, what it is, what to do."""

from dataclasses import asdict, dataclass


class ArcwalkError(Exception):
    """A problem the user can mend; the command line prints it as one line and exits with 1."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem in a treebank file: the place, the kind of problem, and the remedy."""

    file: str
    line: int
    sentence: str
    test: str
    message: str
    remedy: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        sentence = f" (sentence {self.sentence})" if self.sentence else ""
        return f"{where}{sentence}: {self.message}; {self.remedy}"

    def as_dict(self) -> dict[str, str | int]:
        """The finding as plain values, for JSON."""
        return asdict(self)


class TreebankError(ArcwalkError):
    """Input that cannot be used, with the finding that says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding
