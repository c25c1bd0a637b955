"""DEPS, the enhanced graph, after a change of HEAD and DEPREL: it must not keep the arc that they had."""

import re
from collections.abc import Iterable

from arcwalk.treebank.arcs.prediction import arc_value

_ENTRY_OF_LINES = re.compile(r"\t[0-9.]+:")
_ENTRY = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?:")
_NO_HEAD = ("_", "")

Arc = tuple[str, str]
"""HEAD and DEPREL."""


def has_entries(lines: Iterable[str]) -> bool:
    """Whether a sentence with these lines may have a graph; if not, there is no need to look at each DEPS."""
    return _ENTRY_OF_LINES.search("\t".join(("", *lines))) is not None


def with_basic_arc(deps: str, old: Arc, new: Arc) -> str:
    """DEPS of a word whose arc changes: the new one takes the place of the old one, all other entries stay.

    The old one may be enhanced there, as `3:obl:in` for `obl` of 3. If it is not among the entries, the graph does
    without it, and stays as it is; if there was no head, the new arc is added. What is no graph is left alone, such as
    PHEAD of CoNLL-X in the same column.
    """
    entries = [] if deps == "_" and old[0] in _NO_HEAD else deps.split("|")
    if not all(map(_ENTRY.match, entries)):
        return deps
    changed = set(entries)
    if old[0] not in _NO_HEAD:
        basic = arc_value(*old)
        matches = [entry for entry in entries if entry == basic] or [e for e in entries if e.startswith(f"{basic}:")]
        if not matches:
            return deps
        changed.remove(matches[0])
    if new[0] not in _NO_HEAD:
        changed.add(arc_value(*new))
    return "|".join(sorted(changed, key=_rank)) or "_"


def _rank(entry: str) -> tuple[int, int, str]:
    """By head, then by label."""
    head, _, label = entry.partition(":")
    word, _, empty_node = head.partition(".")
    return int(word), int(empty_node or 0), label
