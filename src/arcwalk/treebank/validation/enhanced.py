"""DEPS: the enhanced graph."""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from arcwalk.remembered import remembered
from arcwalk.treebank.check import Problem
from arcwalk.treebank.validation.labels import RELATIONS, nearest_relation, universal
from arcwalk.treebank.validation.rows import Rows
from arcwalk.treebank.validation.value_problems import few_of_each_kind

_RELATIONS = RELATIONS | {"ref"}
_HEAD = re.compile(r"0|[1-9][0-9]*(\.[1-9][0-9]*)?|0\.[1-9][0-9]*")
# Relation, subtype, lemma of a preposition or conjunction, case. "é" stands for any letter but a capital one.
_LABEL = re.compile("[a-z]+(:[a-z]+)?(:[a-zé]+(_[a-zé]+)*)?(:[a-z]+)?")
_LETTERS = frozenset({"Ll", "Lm", "Lo", "Mn", "Mc", "Me"})


class _Arc(NamedTuple):
    head: str
    label: str


def has_graph(rows: Rows) -> bool:
    """Whether the sentence has an enhanced graph."""
    return bool(rows.empty_nodes) or any(rows["DEPS"][row] != "_" for row in rows.words)


def graph_problems(rows: Rows) -> Iterator[Problem]:
    """Problems with single values of DEPS and, if there are none that hide it, a graph that is not connected."""
    nodes = rows.nodes()
    known = {"0", *(rows["ID"][row] for row in nodes)}
    arcs: dict[str, list[_Arc]] = {}
    is_known = True  # which nodes each node is attached to
    for row in nodes:
        node, value, line_index = rows["ID"][row], rows["DEPS"][row], rows.places[row]
        arcs[node] = [_Arc(*item.partition(":")[::2]) for item in value.split("|")] if value != "_" else []
        if value != "_" and not all(":" in item for item in value.split("|")):
            message = f"DEPS {value[:40]!r} is malformed"
            yield Problem(
                line_index, "invalid-deps", message, "write head:label, separated by |, as in 2:nsubj|4:nsubj"
            )
            is_known = False
            continue
        of_arcs = (problem for arc in arcs[node] for problem in _arc_problems(node, arc, known))
        for problem in few_of_each_kind(of_arcs):
            is_known = is_known and problem.test not in ("invalid-ehead", "unknown-ehead", "deps-self-loop")
            yield problem._replace(line_index=line_index)
        if all(arc.head in known and _is_label(arc.label) for arc in arcs[node]):
            yield from _order(line_index, arcs[node])
    if is_known:
        yield from _connection(rows, arcs)


def _arc_problems(node: str, arc: _Arc, known: set[str]) -> Iterator[Problem]:
    head, label = arc
    if not _HEAD.fullmatch(head):
        remedy = "write the ID of a word or an empty node, or 0 for the root"
        yield Problem(0, "invalid-ehead", f"DEPS has {head[:40]!r} as a head", remedy)
    elif head not in known:
        remedy = "write the ID of a word or an empty node of this sentence"
        yield Problem(0, "unknown-ehead", f"DEPS has the head {head[:40]}, which does not exist", remedy)
    elif head == node:
        yield Problem(0, "deps-self-loop", f"{node} is its own head in DEPS", "attach it to another node")
    if not _is_label(label):
        message = f"DEPS has the malformed label {label[:40]!r}"
        yield Problem(0, "invalid-edeprel", message, "write it in lowercase, as in obl:in_front_of or conj:and")
    elif universal(label) not in _RELATIONS:
        message = f"DEPS has the label {label[:40]!r}, which is not a universal relation"
        yield Problem(0, "unknown-edeprel", message, nearest_relation(label))
    elif head in known and (head == "0") != (universal(label) == "root"):
        message = f"DEPS has {head}:{label[:40]}"
        yield Problem(0, "deps-root-label", message, "use the label root with head 0, and only there")


def _order(line_index: int, arcs: list[_Arc]) -> Iterator[Problem]:
    if len(set(arcs)) < len(arcs):
        yield Problem(line_index, "repeated-deps", "DEPS has the same head and label twice", "remove one")
    elif arcs != (ordered := sorted(arcs, key=lambda arc: (_rank(arc.head), arc.label))):
        remedy = f"write {'|'.join(f'{head}:{label}' for head, label in ordered)}"
        yield Problem(line_index, "unsorted-deps", "DEPS is not sorted by head, then by label", remedy)


def _rank(head: str) -> tuple[int, int]:
    word, _, minor = head.partition(".")
    return int(word), int(minor or 0)


def _connection(rows: Rows, arcs: dict[str, list[_Arc]]) -> Iterator[Problem]:
    modifiers: dict[str, list[str]] = {}
    for node, incoming in arcs.items():
        for arc in incoming:
            modifiers.setdefault(arc.head, []).append(node)
    reached, todo = {"0"}, ["0"]
    while todo:
        for node in modifiers.get(todo.pop(), ()):
            if node not in reached:
                reached.add(node)
                todo.append(node)
    lost = [node for node in arcs if node not in reached]
    if lost:
        shown = ", ".join(lost[:8]) + ", ..." * (len(lost) > 8)
        message = f"the root does not lead to {shown} in the enhanced graph"
        line_index = rows.places[rows["ID"].index(lost[0])]
        yield Problem(line_index, "unconnected-egraph", message, "give each node a head in DEPS")


@remembered(1 << 14)
def _is_label(label: str) -> bool:
    shape = "".join("é" if not c.isascii() and unicodedata.category(c) in _LETTERS else c for c in label)
    return _LABEL.fullmatch(shape) is not None
