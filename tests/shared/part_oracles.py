"""Which parts a tree has and which features they have, slowly and plainly, that the kernels must agree with."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from oracles import Codes, arc_features, distance_bin, groups_of, key_of, scrambled, word_code

from arcwalk.features.parts import PARTS
from arcwalk.scoring.part_kinds import Convention
from arcwalk.treebank.word_classes import ADPOSITION, CONJUNCTION, PUNCTUATION

PATTERN_SALT = 0x3C6EF372
FARTHEST = 3


class ListedPart(NamedTuple):
    """A part: its name, its words in the order of its letters (-1 for none), its numbers, its hashed sequence."""

    name: str
    words: tuple[int, ...]
    numbers: tuple[int, int] = (0, 0)
    pattern: int = -1


def length_bin(length: int) -> int:
    return [length <= last for last in (1, 2, 3, 4, 6, 10, 20, length)].index(True)


def children(heads: Sequence[int], h: int) -> tuple[list[int], list[int]]:
    """To the left and to the right, nearest first."""
    return [m for m in range(h - 1, 0, -1) if heads[m] == h], [m for m in range(h + 1, len(heads)) if heads[m] == h]


def ancestors(heads: Sequence[int], word: int) -> list[int]:
    """The word itself, its head, and so on up to the root."""
    path = [word]
    while path[-1] > 0:
        path.append(heads[path[-1]])
    return path


def parts_of(codes: Codes, heads: Sequence[int], labels: Sequence[int], convention: Convention) -> Iterator[ListedPart]:
    """Every part of a tree but its arcs; index 0 of heads and labels is the root's, -1."""
    n = len(heads) - 1
    classes = [int(code) for code in codes[: n + 1, 1]]
    for m in range(1, n + 1):
        yield from _about_arcs(heads, m)
        if heads[m] > 0:
            yield from _coordination(classes, heads, labels, convention, m)
        yield from _span(classes, heads, m)
    for h in range(n + 1):
        yield from _about_children(codes, heads, labels, h)
        yield from _prepositions(classes, heads, labels, convention, h)
        for side in (0, 1):
            for c in children(heads, h)[side]:
                if any(h not in ancestors(heads, word) for word in range(min(c, h) + 1, max(c, h))):
                    yield ListedPart("nonprojective", (c, h), (side, distance_bin(abs(c - h))))
    last = max([m for m in range(1, n + 1) if classes[m] != PUNCTUATION], default=1)
    depth = len(ancestors(heads, last)) - 1
    yield ListedPart("right-branch", (last,), (0, min(10 * depth // n, 7)))


def _about_arcs(heads: Sequence[int], m: int) -> Iterator[ListedPart]:
    h = heads[m]
    side, distance = int(m > h), distance_bin(abs(m - h))
    same_side = children(heads, h)[side]
    nearer = same_side[: same_side.index(m)][::-1]
    s, t, *_ = [*nearer, -1, -1]
    gap = distance_bin(abs(m - s)) if s > 0 else 7
    yield ListedPart("sibling", (m, s, h), (side, gap))
    yield ListedPart("tri-sibling", (m, s, t, h), (side, gap))
    for apart, other in enumerate(nearer, 1):
        if 2 <= apart <= FARTHEST:
            yield ListedPart("any-sibling", (m, other, h), (side, apart))
    if s > 0:
        for below in (0, 1):
            for c in children(heads, m)[below][:1]:
                yield ListedPart("sibling-grandchild", (m, c, s, h), (side + 2 * below, 0))
            for c in children(heads, s)[below][:1]:
                yield ListedPart("sibling-grandchild", (s, c, m, h), (side + 2 * below, 1))
    if h > 0:
        g = heads[h]
        directions = int(m > h) + 2 * int(h > g) + 4 * int((m > g) == (h > g))
        yield ListedPart("grandparent", (m, h, g), (directions, distance))
        yield ListedPart("grand-grandparent", (m, h, g, heads[g]), (directions, distance))
        yield ListedPart("grand-sibling", (m, s, h, g), (directions, distance))
    yield ListedPart("tags", (m,), (0, 0))
    if m > 1:
        q = heads[m - 1]
        yield ListedPart("head-bigram", (m, h, q), (int(h > m) + 2 * int(q > m) + 4 * int(h == q), distance))


def _coordination(
    classes: Sequence[int], heads: Sequence[int], labels: Sequence[int], convention: Convention, m: int
) -> Iterator[ListedPart]:
    h = heads[m]
    g = heads[h]
    same_side = children(heads, h)[int(m > h)]
    nearer = same_side[: same_side.index(m)][::-1]
    if convention.conjunction_heads:
        if classes[h] != CONJUNCTION or classes[m] == PUNCTUATION:
            return
        conjuncts = [w for w in nearer[: FARTHEST - 1] if classes[w] != PUNCTUATION] + nearer[FARTHEST - 1 :]
        beside = (
            conjuncts[0]
            if conjuncts
            else next((c for c in children(heads, h)[0] if classes[c] != PUNCTUATION), -1)
            if m > h
            else -1
        )
        if beside > 0:
            words = (max(m, beside), min(m, beside), h, g)
            yield ListedPart("coordination", words, (0, distance_bin(abs(m - beside))))
    elif labels[m] == convention.conjunct:
        other = next((w for w in nearer[:FARTHEST] if labels[w] == convention.conjunct), h)
        conjunction = next((c for c in children(heads, m)[0] if classes[c] == CONJUNCTION), -1)
        numbers = (int(other == h), distance_bin(abs(m - other)))
        yield ListedPart("coordination", (m, other, conjunction, g), numbers)


def _span(classes: Sequence[int], heads: Sequence[int], m: int) -> Iterator[ListedPart]:
    n = len(heads) - 1
    below = [word for word in range(1, n + 1) if m in ancestors(heads, word)]
    before, after = below[0] - 1, below[-1] + 1 if below[-1] < n else -1
    border = 1 if after < 0 else 2 if classes[after] == PUNCTUATION else 0
    yield ListedPart("span", (m, before, after), (border, length_bin(below[-1] - below[0] + 1)))


def _about_children(codes: Codes, heads: Sequence[int], labels: Sequence[int], h: int) -> Iterator[ListedPart]:
    tags, frame, counts = 17, 29, [0, 0]
    for side in (0, 1):
        for m in children(heads, h)[side]:
            if codes[m, 1] != PUNCTUATION:
                counts[side] += 1
                tags = scrambled(2 * int(codes[m, 0]) + side, tags)
                frame = scrambled(2 * labels[m] + side, frame)
    yield ListedPart("valency", (h, heads[h]), (min(counts[0], 5), min(counts[1], 5)))
    yield ListedPart("modifiers", (h,), pattern=tags >> 1)
    yield ListedPart("frame", (h,), pattern=frame >> 1)


def _prepositions(
    classes: Sequence[int], heads: Sequence[int], labels: Sequence[int], convention: Convention, word: int
) -> Iterator[ListedPart]:
    h = heads[word]
    if h < 0:
        return
    numbers = (int(word > h), distance_bin(abs(word - h)))
    left, right = children(heads, word)
    if not convention.adposition_heads:
        prepositions = [c for c in left + right if classes[c] == ADPOSITION]
        for preposition in prepositions[:1]:
            for m in [word, *(c for c in right if labels[c] == convention.conjunct)]:
                yield ListedPart("pp", (m, preposition, h), numbers)
    elif classes[word] == ADPOSITION:
        for child in left + right:
            coordinated = convention.conjunction_heads and classes[child] == CONJUNCTION
            conjuncts = [m for side in children(heads, child) for m in side]
            for m in conjuncts if coordinated else [child]:
                if classes[m] != PUNCTUATION:
                    yield ListedPart("pp", (m, word, h), numbers)


def part_features(
    text: str,
    codes: Codes,
    columns: Mapping[str, int],
    part: ListedPart,
    labels: Sequence[int],
    table_bits: int,
    *,
    labeled: bool,
) -> list[int]:
    """The indices of a part's features with or without labels, straight from the text of the templates.

    `labels` holds the label of each role.
    """
    letters, names = PARTS[part.name]
    roles = dict(zip(letters, part.words, strict=True))
    label_of = {f"{letter}.label": label for letter, label in zip(letters, labels, strict=True)}
    first, second = part.numbers
    slots = {(): 0, (0,): 1 + first, (1,): 16 + second, (0, 1): 32 + (13 * first + second) % 32}
    indices = []
    for atoms in groups_of(text).get(part.name, []):
        optional = [atom[:-1] for atom in atoms if atom.endswith("?")]
        needed = [atom for atom in atoms if atom in names]
        own = [atom for atom in atoms if atom in label_of]
        if bool(own) != labeled:
            continue
        words = [atom for atom in atoms if not atom.endswith("?") and atom not in needed + own]
        values = [word_code(codes, columns, roles, atom) for atom in words] + [label_of[atom] for atom in own]
        key = key_of(part.name, atoms, values)
        if part.pattern >= 0:
            key = (key + scrambled(part.pattern, PATTERN_SALT)) % 2**32
        for numbers in [needed, needed + optional] if optional else [needed]:
            places = tuple(sorted({names.index(name) for name in numbers}))
            indices.append(key >> 32 - table_bits ^ slots[places])
    return indices


def labeled_arc_features(
    text: str, codes: Codes, columns: Mapping[str, int], h: int, m: int, label: int, table_bits: int
) -> list[int]:
    """The indices of the features of an arc with a label."""
    direction, distance = 2 if h == 0 else int(h < m), distance_bin(abs(h - m))
    structure = {
        (): None,
        ("dir",): 1 + direction,
        ("dist",): 16 + distance,
        ("dir", "dist"): 32 + 8 * direction + distance,
    }
    indices = []
    for atoms in groups_of(text)["labeled-arc"]:
        optional = [atom[:-1] for atom in atoms if atom.endswith("?")]
        needed = [atom for atom in atoms if atom in ("dir", "dist")]
        words = [atom for atom in atoms if not atom.endswith("?") and atom not in needed]
        key = key_of("labeled-arc", atoms, [word_code(codes, columns, {"h": h, "m": m}, atom) for atom in words])
        for numbers in [needed, needed + optional] if optional else [needed]:
            code = structure[tuple(sorted(numbers))]
            extra = 0 if code is None else scrambled(code, PATTERN_SALT)
            indices.append(((key + extra) % 2**32 >> 32 - table_bits) ^ label)
    return indices


def tree_features(
    arc_text: str,
    text: str,
    codes: Codes,
    columns: Mapping[str, int],
    heads: Sequence[int],
    labels: Sequence[int],
    label_count: int,
    convention: Convention,
    table_bits: int,
) -> Counter[int]:
    """How often a tree has each feature."""
    found: Counter[int] = Counter()
    for m in range(1, len(heads)):
        found.update(arc_features(arc_text, codes, columns, heads[m], m, table_bits))
        found.update(labeled_arc_features(text, codes, columns, heads[m], m, labels[m], table_bits))
    for part in parts_of(codes, heads, labels, convention):
        own = [label_count if word <= 0 else labels[word] for word in part.words]
        for labeled in (False, True):
            found.update(part_features(text, codes, columns, part, own, table_bits, labeled=labeled))
    return found
