"""Slow and plain computations, made from what the documentation says, that the kernels must agree with."""

import itertools
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from arcwalk.components.labeler.kernels.labeling import (
    children_of,
    label_keys,
    most_keys,
    transition_key,
    transition_keys,
)
from arcwalk.treebank.word_classes import CONJUNCTION, PUNCTUATION, VERB

WORD_ATOM = re.compile(r"([a-z])([+-][0-9])?\.(\w+)$")
COUNTED = {"between.verbs": VERB, "between.punct": PUNCTUATION, "between.conj": CONJUNCTION}
ARC_ATOMS = {"dir", "dist", "between.pos", *COUNTED}

Codes = NDArray[np.int32]
Weights = NDArray[np.float32]


def scrambled(code: int, salt: int) -> int:
    bits = (code * 0x9E3779B1 + salt) % 2**32
    bits = (bits ^ bits >> 16) * 0x85EBCA6B % 2**32
    bits = (bits ^ bits >> 13) * 0xC2B2AE35 % 2**32
    return bits ^ bits >> 16


def distance_bin(distance: int) -> int:
    return [distance <= last for last in (1, 2, 3, 4, 5, 10, 20, distance)].index(True)


def groups_of(text: str) -> dict[str, list[list[str]]]:
    """The atoms of every template of every group."""
    groups: dict[str, list[list[str]]] = {}
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line.startswith("["):
            current = groups.setdefault(line.strip("[] "), [])
        elif line:
            current.append(line.split())
    return groups


def word_code(codes: Codes, columns: Mapping[str, int], roles: Mapping[str, int], atom: str) -> int:
    n = len(codes) - 3
    match = WORD_ATOM.match(atom)
    assert match, atom
    word, offset, name = roles[match[1]], int(match[2] or 0), match[3]
    position = word + offset
    row = n + 2 if word < 0 or position < 0 else n + 1 if position > n else position
    return int(codes[row, columns[name]])


def key_of(group: str, atoms: Sequence[str], values: Sequence[int]) -> int:
    """The sum of a conjunction's scrambled atoms, each with a salt of its own."""
    salt = zlib.crc32(f"{group}: {' '.join(atoms)}".encode())
    return (salt + sum(scrambled(value, scrambled(i, salt)) for i, value in enumerate(values))) % 2**32


def arc_slot(codes: Codes, h: int, m: int, atoms: set[str]) -> int:
    """Which neighbour of its key's weight a feature has, from the atoms of the arc itself."""
    if not atoms:
        return 0
    between = [int(word_class) for word_class in codes[min(h, m) + 1 : max(h, m), 1]]
    code = distance_bin(abs(h - m)) if "dist" in atoms else 0
    for name, word_class in COUNTED.items():
        if name in atoms:
            code = 4 * code + min(between.count(word_class), 3)
    direction = 2 if h == 0 else 1 if h < m else 0
    return (1 + 3 * code + direction) % 32


def arc_features(text: str, codes: Codes, columns: Mapping[str, int], h: int, m: int, table_bits: int) -> list[int]:
    """The indices of all features of an arc, straight from the text of the templates."""
    indices = []
    for atoms in groups_of(text)["arc"]:
        needed = {atom for atom in atoms if atom in ARC_ATOMS}
        optional = {atom[:-1] for atom in atoms if atom.endswith("?")}
        words = [atom for atom in atoms if atom not in ARC_ATOMS and not atom.endswith("?")]
        values = [word_code(codes, columns, {"h": h, "m": m}, atom) for atom in words]
        base = key_of("arc", atoms, values) >> 32 - table_bits
        if "between.pos" in needed:
            indices += [base ^ tag for tag in {int(tag) for tag in codes[min(h, m) + 1 : max(h, m), 0]}]
        else:
            indices.append(base ^ arc_slot(codes, h, m, needed))
            if optional:
                indices.append(base ^ arc_slot(codes, h, m, needed | optional))
    return indices


def label_features(
    text: str, codes: Codes, columns: Mapping[str, int], heads: Sequence[int], m: int, head_label: int
) -> list[int]:
    """The keys of all features of an arc's label but for transitions, straight from the text of the templates."""
    groups, h = groups_of(text), heads[m]
    children = [c for c in range(1, len(heads)) if heads[c] == m]
    siblings = [c for c in range(1, len(heads)) if heads[c] == h]
    place = siblings.index(m)
    roles = {
        "h": h,
        "m": m,
        "g": heads[h],
        "p": siblings[place - 1] if place > 0 else -1,
        "n": siblings[place + 1] if place + 1 < len(siblings) else -1,
    }
    structure = {
        "dir": int(h < m),
        "dist": 2 * distance_bin(abs(h - m)) + int(h < m),
        "head.label": head_label,
        "valency.left": min(sum(c < m for c in children), 3),
        "valency.right": min(sum(c > m for c in children), 3),
        "place": int(m == siblings[0]) + 2 * int(m == siblings[-1]),
    }
    parts = [("arc", -1, 0)]
    parts += [("child", c, int(c < m)) for c in children]
    parts += [("sibling", c, int(c < m) + 2 * int(c < h)) for c in siblings if c != m]
    keys = []
    for group, other, side in parts:
        for atoms in groups[group]:
            here = structure | {"side": side}
            words = [atom for atom in atoms if atom not in here]
            values = [word_code(codes, columns, roles | {"o": other}, atom) for atom in words]
            values += [here[atom] for atom in atoms if atom in here]
            keys.append(key_of(group, atoms, values))
    return keys


def all_trees(n: int, *, projective: bool, single_root: bool) -> Iterator[list[int]]:
    """Every tree over n words as heads, -1 first."""
    for tree in itertools.product(range(n + 1), repeat=n):
        heads = [-1, *tree]
        if single_root and tree.count(0) != 1:
            continue
        if all(_path(heads, m)[-1] == 0 for m in range(1, n + 1)) and (not projective or _is_projective(heads)):
            yield heads


def _path(heads: Sequence[int], m: int) -> list[int]:
    """From a word up, to the root or to the second visit of a word on a cycle."""
    path = [m]
    while path[-1] > 0 and path[-1] not in path[:-1]:
        path.append(heads[path[-1]])
    return path


def _is_projective(heads: Sequence[int]) -> bool:
    return all(
        heads[m] in _path(heads, k) for m in range(1, len(heads)) for k in range(min(m, heads[m]) + 1, max(m, heads[m]))
    )


class ChainScorer:
    """Scores the labels of one head's children; the kernels are asked for keys only."""

    def __init__(self, codes: Codes, heads: Sequence[int], table: object, weights: Weights) -> None:
        self.codes, self.heads, self.table, self.weights = codes, np.array(heads, dtype=np.int32), table, weights
        self.start, self.child = children_of(self.heads)

    def children(self, h: int) -> list[int]:
        return [int(m) for m in self.child[self.start[h] : self.start[h + 1]]]

    def keys(self, m: int, head_label: int) -> tuple[list[int], list[int]]:
        """Keys on the arc to m, and the bare keys of its transition templates."""
        place = list(self.child).index(m)
        keys = np.zeros(most_keys(len(self.heads), self.table), dtype=np.uint32)
        words, structure = np.zeros(6, dtype=np.int64), np.zeros(7, dtype=np.int64)
        count = label_keys(
            self.codes, self.heads, self.start, self.child, place, head_label, self.table, words, structure, keys
        )
        arc = [int(key) for key in keys[:count]]
        count = transition_keys(self.codes, self.table, words, structure, keys)
        return arc, [int(key) for key in keys[:count]]

    def index(self, key: int, label: int) -> int:
        size = len(self.weights)
        return ((key >> 32 - (size.bit_length() - 1)) + label) % size

    def features(self, h: int, head_label: int, labels: Sequence[int]) -> list[int]:
        """The indices of all features of the labels of h's children."""
        indices, before = [], -1
        for m, label in zip(self.children(h), labels, strict=True):
            arc, transitions = self.keys(m, head_label)
            indices += [self.index(key, label) for key in arc]
            for key in transitions:
                joined = int(transition_key(np.uint32(key), before))
                indices.append(self.index(joined, label))
            before = label
        return indices

    def score(self, h: int, head_label: int, labels: Sequence[int]) -> float:
        return sum(float(self.weights[index]) for index in self.features(h, head_label, labels))

    def best(
        self,
        h: int,
        head_label: int,
        candidates: Sequence[Sequence[int]],
        margin: float = 0.0,
        gold: Sequence[int] = (),
    ) -> tuple[int, ...]:
        """The best labels of h's children, of all combinations there are."""

        def credited(labels: Sequence[int]) -> float:
            wrong = sum(a != b for a, b in zip(labels, gold, strict=True)) if gold else 0
            return self.score(h, head_label, labels) + margin * wrong

        return max(itertools.product(*candidates), key=credited)
