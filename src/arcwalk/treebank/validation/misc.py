"""MISC: items that UD defines, and SpaceAfter in places where it says nothing."""

from collections.abc import Iterator

from arcwalk.remembered import remembered
from arcwalk.treebank.check import Problem
from arcwalk.treebank.validation.rows import Rows
from arcwalk.treebank.validation.surface_text import is_joined
from arcwalk.treebank.validation.value_problems import few_of_each_kind

KEYS = {key.lower(): key for key in ("SpaceAfter", "Lang", "Translit", "LTranslit", "Gloss", "LId", "LDeriv", "Ref")}
"""The keys that UD defines, by their lowercase forms."""


def misc_problems(rows: Rows) -> Iterator[Problem]:
    """Problems with single values of MISC, and SpaceAfter=No inside a multiword token or at an empty node."""
    column = rows["MISC"]
    if any(map(_item_problems, set(column))):
        for line_index, value in zip(rows.places, column, strict=True):
            for problem in _item_problems(value):
                yield problem._replace(line_index=line_index)
    if not rows.multiword_tokens and not rows.empty_nodes:
        return
    for row in rows.inside_tokens():
        if is_joined(column[row]):
            message = "a word inside a multiword token has SpaceAfter=No"
            remedy = "remove it, or move it to the line of the multiword token"
            yield Problem(rows.places[row], "spaceafter-mwt-node", message, remedy)
    for row in rows.empty_nodes:
        if is_joined(column[row]):
            message = "an empty node, which is not in the text, has SpaceAfter=No"
            yield Problem(rows.places[row], "spaceafter-empty-node", message, "remove it")


@remembered(1 << 14)
def _item_problems(value: str) -> tuple[Problem, ...]:
    return tuple(few_of_each_kind(_problems_of(value))) if value != "_" else ()


def _problems_of(column: str) -> Iterator[Problem]:
    items = [item.partition("=") for item in column.split("|")]
    keys = [key for key, _, _ in items]
    for key, equals, value in items:
        canonical = KEYS.get(key.strip().lower(), key)
        if not key and not equals:
            yield Problem(0, "empty-misc", "MISC has an empty item", "remove the superfluous |")
        elif not key:
            yield Problem(0, "empty-misc-key", f"MISC has a value without a key, {value[:40]!r}", "write Key=Value")
        elif key != key.strip() or value != value.strip():
            message = f"MISC has spaces around a key or value, {key[:20]!r} and {value[:20]!r}"
            yield Problem(0, "misc-extra-space", message, "remove them")
        elif key != canonical:
            yield Problem(0, "misc-attr-typo", f"MISC has the key {key!r}", f"write {canonical}")
        if key == "SpaceAfter" and equals and value != "No":
            message = f"SpaceAfter has the value {value[:40]!r}"
            yield Problem(0, "spaceafter-value", message, "write SpaceAfter=No where no space follows, else nothing")
        elif key == "NoSpaceAfter" and value == "Yes":
            yield Problem(0, "nospaceafter-yes", "MISC has NoSpaceAfter=Yes", "write SpaceAfter=No")
    for key in KEYS.values():
        if keys.count(key) > 1:
            yield Problem(0, "repeated-misc", f"{key} occurs more than once in MISC", "write it once")
