"""What is known of each kind of problem."""

from dataclasses import replace
from typing import NamedTuple

from arcwalk.errors import Finding, Severity


class Kind(NamedTuple):
    """The level of a kind of problem, the column it concerns if that is always the same, and how bad it is."""

    level: int
    column: str = ""
    severity: Severity = "error"


KINDS = {
    "no-words": Kind(1),
    "columns": Kind(1),
    "format": Kind(1),
    "encoding": Kind(1),
    "null-character": Kind(1),
    "line-break": Kind(1),
    "comment": Kind(1),
    "byte-order-mark": Kind(1),
    "line-ending": Kind(1),
    "extra-empty-line": Kind(1),
    "pseudo-empty-line": Kind(1),
    "missing-empty-line": Kind(1),
    "misplaced-comment": Kind(1),
    "empty-column": Kind(1),
    "invalid-whitespace": Kind(1),
    "unicode-normalization": Kind(1),
    "replacement-character": Kind(1),
    "id-format": Kind(1, "ID"),
    "word-id": Kind(1, "ID"),
    "range-bounds": Kind(1, "ID"),
    "range-overlap": Kind(1, "ID"),
    "misplaced-range": Kind(1, "ID"),
    "misplaced-empty-node": Kind(1, "ID"),
    "missing-sent-id": Kind(2),
    "invalid-sent-id": Kind(2),
    "multiple-sent-id": Kind(2),
    "non-unique-sent-id": Kind(2),
    "missing-text": Kind(2),
    "empty-text": Kind(2),
    "multiple-text": Kind(2),
    "text-trailing-whitespace": Kind(2),
    "text-form-mismatch": Kind(2, "FORM"),
    "text-extra-chars": Kind(2),
    "missing-spaceafter": Kind(2, "MISC"),
    "spurious-spaceafter": Kind(2, "MISC"),
    "multiple-newdoc": Kind(2),
    "multiple-newpar": Kind(2),
    "spaceafter-newdocpar": Kind(2),
    "invalid-parallel-id": Kind(2),
    "multiple-parallel-id": Kind(2),
    "non-unique-parallel-id": Kind(2),
    "parallel-id-alt": Kind(2),
    "parallel-id-part": Kind(2),
    "mwt-nonempty-field": Kind(2),
    "empty-node-nonempty-field": Kind(2),
    "missing-upos": Kind(2, "UPOS"),
    "unknown-upos": Kind(2, "UPOS"),
    "invalid-feature": Kind(2, "FEATS"),
    "unsorted-features": Kind(2, "FEATS"),
    "repeated-feature": Kind(2, "FEATS"),
    "unsorted-feature-values": Kind(2, "FEATS"),
    "repeated-feature-value": Kind(2, "FEATS"),
    "missing-head": Kind(2, "HEAD"),
    "head-format": Kind(2, "HEAD"),
    "head-range": Kind(2, "HEAD"),
    "head-self": Kind(2, "HEAD"),
    "cycle": Kind(2, "HEAD"),
    "no-root": Kind(2, "HEAD"),
    "multiple-roots": Kind(2, "HEAD"),
    "missing-deprel": Kind(2, "DEPREL"),
    "invalid-deprel": Kind(2, "DEPREL"),
    "unknown-deprel": Kind(2, "DEPREL"),
    "root-label": Kind(2, "DEPREL"),
    "invalid-deps": Kind(2, "DEPS"),
    "invalid-ehead": Kind(2, "DEPS"),
    "unknown-ehead": Kind(2, "DEPS"),
    "invalid-edeprel": Kind(2, "DEPS"),
    "unknown-edeprel": Kind(2, "DEPS"),
    "deps-root-label": Kind(2, "DEPS"),
    "deps-self-loop": Kind(2, "DEPS"),
    "unsorted-deps": Kind(2, "DEPS"),
    "repeated-deps": Kind(2, "DEPS"),
    "unconnected-egraph": Kind(2, "DEPS"),
    "edeps-only-sometimes": Kind(2, "DEPS"),
    "spaceafter-value": Kind(2, "MISC"),
    "nospaceafter-yes": Kind(2, "MISC"),
    "spaceafter-mwt-node": Kind(2, "MISC"),
    "spaceafter-empty-node": Kind(2, "MISC"),
    "repeated-misc": Kind(2, "MISC"),
    "empty-misc": Kind(2, "MISC", "warning"),
    "empty-misc-key": Kind(2, "MISC", "warning"),
    "misc-extra-space": Kind(2, "MISC", "warning"),
    "misc-attr-typo": Kind(2, "MISC", "warning"),
}
"""By test, named as in UD's validator where that has the same test. What is not listed concerns the file as a whole."""


def graded(finding: Finding) -> Finding:
    """A finding with the level and the severity that its test has, and its column, unless it is known already."""
    level, column, severity = KINDS.get(finding.test, Kind(1))
    return replace(finding, level=level, column=finding.column or column, severity=severity)
