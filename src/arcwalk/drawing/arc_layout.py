"""The layout of arcs above words: the height of arcs, the distance between words, the place of labels.

Distances are integers: columns in a terminal, pixels in an image.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, groupby, pairwise

from arcwalk.drawing.arc_marks import wrong_words
from arcwalk.drawing.display_text import shown
from arcwalk.drawing.tracks import Tracks
from arcwalk.treebank.sentence import Sentence

Leg = tuple[int, int]
"""Where a leg of an arc stands: at a word, so far from its middle."""


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc of a tree, drawn at a level above the words; arcs from the root come straight from above."""

    head: int
    modifier: int
    label: str
    level: int  # 1 is just above the words
    is_gold: bool = False  # an arc of the gold tree that the tree lacks

    @property
    def left(self) -> int:
        """The left end."""
        return min(self.head, self.modifier) if self.head else self.modifier

    @property
    def right(self) -> int:
        """The right end."""
        return max(self.head, self.modifier)

    @property
    def words(self) -> tuple[int, ...]:
        """The words at which the arc has a leg, from left to right."""
        return (self.left, self.right) if self.head else (self.modifier,)

    def relation(self, forms: Sequence[str]) -> str:
        """What the modifier is to its head, in words: `nsubj of sleeps`."""
        return f"{self.label or 'modifier'} of {forms[self.head - 1]}" if self.head else self.label or "root"


def arcs_of(sentence: Sentence, gold: Sentence | None = None) -> list[Arc]:
    """The arcs of a sentence, short ones first, those from the root last; with the gold arcs of wrong words.

    Each takes the lowest level where it overlaps none before it, so that it is above all arcs it covers, and projective
    trees are as low as possible. Arcs from the root share a level above all others, and gold ones have the next.
    """
    unplaced = _unplaced(sentence, set(range(1, len(sentence) + 1)))
    if gold is not None:
        unplaced += [replace(arc, is_gold=True) for arc in _unplaced(gold, wrong_words(sentence, gold))]
    levels = Tracks(len(sentence))
    shortest_first = sorted((arc for arc in unplaced if arc.head), key=lambda arc: arc.right - arc.left)
    arcs = [replace(arc, level=levels.take(arc.left, arc.right, 1)) for arc in shortest_first]
    top = 1 + max((arc.level for arc in arcs), default=0)
    return arcs + [replace(arc, level=top + arc.is_gold) for arc in unplaced if not arc.head]


def _unplaced(sentence: Sentence, words: Collection[int]) -> list[Arc]:
    """The arcs to some words of a sentence, not yet at a level."""
    labels = shown(sentence.deprels)
    arcs = (Arc(sentence.heads[word - 1], word, labels[word - 1], 0) for word in sorted(words))
    return [arc for arc in arcs if arc.head >= 0 and arc.head != arc.modifier]


class ArcLayout:
    """Arcs above words, which are as close together as possible.

    A word extends `before[word]` to the left of its middle and `after[word]` to the right (index 0 is unused), with at
    least `gap` between words. The leg of an arc is `offsets[arc, word]` from the middle of a word, and an arc has a
    stretch of at least `rooms[arc]` without legs of others for its label.
    """

    def __init__(
        self,
        arcs: Sequence[Arc],
        offsets: Mapping[tuple[Arc, int], int],
        before: Sequence[int],
        after: Sequence[int],
        gap: int,
        rooms: Mapping[Arc, int],
    ) -> None:
        self.arcs = arcs
        self.before, self.after = before, after
        self._offsets = offsets
        self._rooms = rooms
        self._walls = _walls(arcs, offsets)
        self._roots = legs_by_word(arc for arc in arcs if not arc.head)
        steps = [before[1], *(left + gap + right for left, right in zip(after[1:], before[2:], strict=False))]
        for arc, walls in self._walls.items():
            _widen(steps, walls, rooms[arc])
        self.middles = [0, *accumulate(steps)]
        self.width = self.middles[-1] + after[-1]

    def foot(self, arc: Arc, word: int) -> int:
        """The position of the leg of an arc at one of its words."""
        return self.middles[word] + self._offsets[arc, word]

    def label_middle(self, arc: Arc) -> int:
        """The middle of the arc's label: close to the middle of the arc, clear of legs that cross it."""
        room = self._rooms[arc]
        if not arc.head:
            legs = (self.foot(other, arc.modifier) for other in self._roots[arc.modifier] if other.level > arc.level)
            return min([self.foot(arc, arc.modifier), *(leg - room // 2 for leg in legs)])
        middle = (self.foot(arc, arc.left) + self.foot(arc, arc.right)) // 2
        candidates = [
            min(max(middle, left + (room + 1) // 2), right - room // 2)
            for left, right in pairwise(self.middles[word] + offset for word, offset in self._walls[arc])
            if right - left >= room
        ]
        return min(candidates, key=lambda candidate: abs(candidate - middle))


def legs_by_word(arcs: Iterable[Arc]) -> dict[int, list[Arc]]:
    """The arcs that have a leg at each word, in the given order."""
    legs: dict[int, list[Arc]] = {}
    for arc in arcs:
        for word in arc.words:
            legs.setdefault(word, []).append(arc)
    return legs


def _walls(arcs: Sequence[Arc], offsets: Mapping[tuple[Arc, int], int]) -> dict[Arc, list[Leg]]:
    """Of each arc but those from the root, the legs between which its label has to fit: its own, and higher ones.

    Words only ever move apart, so that legs stay in the order of their words and offsets.
    """
    walls: dict[Arc, list[Leg]] = {arc: [] for arc in arcs if arc.head}
    higher: list[Leg] = []
    for _, level in groupby(sorted(arcs, key=lambda arc: -arc.level), key=lambda arc: arc.level):
        legs = {arc: [(word, offsets[arc, word]) for word in arc.words] for arc in level}
        for arc in legs.keys() & walls.keys():
            start, end = legs[arc]
            walls[arc] = [start, *higher[bisect_right(higher, start) : bisect_left(higher, end)], end]
        for leg in chain.from_iterable(legs.values()):
            insort(higher, leg)
    return walls


def _widen(steps: list[int], walls: Sequence[Leg], room: int) -> None:
    """Move words apart, evenly, until a label that needs this room fits between two walls of its arc.

    `steps` are the distances from each word to the next.
    """
    gaps = [
        (sum(steps[left:right]) + right_offset - left_offset, left, right)
        for (left, left_offset), (right, right_offset) in pairwise(walls)
    ]
    if max(gaps)[0] >= room:
        return
    widest, left, right = max(gap for gap in gaps if gap[1] != gap[2])
    missing, distance = room - widest, right - left
    for step in range(distance):
        steps[left + step] += missing * (step + 1) // distance - missing * step // distance
