"""DEPREL: universal relations, and a single root."""

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from arcwalk.remembered import remembered
from arcwalk.treebank.check import Problem
from arcwalk.treebank.validation.rows import Rows

_RELATIONS = """
acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl fixed flat
goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative xcomp
"""
RELATIONS = frozenset(_RELATIONS.split())
"""The universal relations."""

_LABEL = re.compile("[a-z]+(:[a-z]+)?")


def label_problems(rows: Rows, heads: Sequence[int]) -> Iterator[Problem]:
    """Labels that are malformed or not relations of UD, several roots, and a root that is not labeled so.

    `heads` are those of the words. Missing labels are for others to find.
    """
    labels = rows["DEPREL"]
    if any(map(_label_problems, set(labels))):
        for row in rows.words:
            for problem in _label_problems(labels[row]):
                yield problem._replace(line_index=rows.places[row])
    roots = [row for row, head in zip(rows.words, heads, strict=True) if head == 0]
    if len(roots) > 1:
        shown = ", ".join([rows["ID"][root] for root in roots[:8]]) + ", ..." * (len(roots) > 8)
        message = f"{len(roots)} words are attached to the root: {shown}"
        suspect = next((row for row in roots if universal(labels[row]) != "root"), roots[1])
        yield Problem(rows.places[suspect], "multiple-roots", message, "attach all but one of them to another word")
    elif roots:
        yield from _root_label(rows, heads)


def _root_label(rows: Rows, heads: Sequence[int]) -> Iterator[Problem]:
    """A root without the label `root`, and words that have it but are not attached to the root."""
    for row, head in zip(rows.words, heads, strict=True):
        label = rows["DEPREL"][row]
        if head > 0 and label.startswith("root") and universal(label) == "root":
            message = f"the label is {label[:40]!r}, but HEAD is {head}"
            yield Problem(rows.places[row], "root-label", message, "correct the label, or set HEAD to 0")
        elif head == 0 and universal(label) in RELATIONS - {"root"}:
            message = f"HEAD is 0, but the label is {label[:40]!r}"
            yield Problem(rows.places[row], "root-label", message, "write root, or correct HEAD")


def universal(label: str) -> str:
    """The universal relation of a label with subtypes."""
    return label.partition(":")[0]


@remembered(1 << 12)
def nearest_relation(label: str) -> str:
    """What to do about a label that is not a universal relation."""
    near = get_close_matches(universal(label)[:20], _RELATIONS.split(), 1)
    return f"write {near[0]} or another universal relation" if near else "see universaldependencies.org/u/dep"


@remembered(1 << 12)
def _label_problems(label: str) -> tuple[Problem, ...]:
    if label in ("_", ""):
        return ()
    if not _LABEL.fullmatch(label):
        message = f"DEPREL {label[:40]!r} is malformed"
        remedy = "use lowercase letters a-z, with a colon before a subtype, as in nsubj:pass"
        return (Problem(0, "invalid-deprel", message, remedy),)
    if universal(label) not in RELATIONS:
        message = f"DEPREL {label[:40]!r} is not a universal relation"
        return (Problem(0, "unknown-deprel", message, nearest_relation(label)),)
    return ()
