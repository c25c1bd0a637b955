"""The layout of arcs above words: the height of arcs, the distance between words, the place of labels.

Distances are integers: columns in a terminal, pixels in an image.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, count, pairwise

from arcwalk.drawing.arc_marks import wrong_words
from arcwalk.drawing.display_text import shown
from arcwalk.treebank.sentence import Sentence


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

    Each takes the lowest level that is above all arcs it covers and free of arcs it crosses, so that projective trees
    are as low as possible. Arcs from the root share a level above all others, and gold ones have the next.
    """
    found = _unplaced(sentence, set(range(1, len(sentence) + 1)))
    if gold is not None:
        found += [replace(arc, is_gold=True) for arc in _unplaced(gold, wrong_words(sentence, gold))]
    arcs: list[Arc] = []
    for arc in sorted((arc for arc in found if arc.head), key=lambda arc: arc.right - arc.left):
        overlapping = [other for other in arcs if other.left < arc.right and arc.left < other.right]
        covered = [other.level for other in overlapping if arc.left <= other.left and other.right <= arc.right]
        taken = {other.level for other in overlapping}
        arcs.append(
            replace(arc, level=next(level for level in count(max(covered, default=0) + 1) if level not in taken))
        )
    top = 1 + max((arc.level for arc in arcs), default=0)
    return arcs + [replace(arc, level=top + arc.is_gold) for arc in found if not arc.head]


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
        self._offsets = offsets
        self._rooms = rooms
        steps = (left + gap + right for left, right in zip(after[1:], before[2:], strict=False))
        self.middles = [0, *accumulate(steps, initial=before[1])]
        for arc in arcs:
            if arc.head:
                self._widen(arc)
        self.width = self.middles[-1] + after[-1]

    def foot(self, arc: Arc, word: int) -> int:
        """The position of the leg of an arc at one of its words."""
        return self.middles[word] + self._offsets[arc, word]

    def label_middle(self, arc: Arc) -> int:
        """The middle of the arc's label: close to the middle of the arc, clear of legs that cross it."""
        room = self._rooms[arc]
        if not arc.head:
            legs = (self.foot(other, arc.modifier) for other in self.arcs if _is_root_above(other, arc))
            return min([self.foot(arc, arc.modifier), *(leg - room // 2 for leg in legs)])
        middle = (self.foot(arc, arc.left) + self.foot(arc, arc.right)) // 2
        places = [
            min(max(middle, left + (room + 1) // 2), right - room // 2)
            for (left, _), (right, _) in pairwise(self._walls(arc))
            if right - left >= room
        ]
        return min(places, key=lambda place: abs(place - middle))

    def _widen(self, arc: Arc) -> None:
        """Move words apart, evenly, until the label fits between two legs."""
        gaps = [(end - start, left, right) for (start, left), (end, right) in pairwise(self._walls(arc))]
        if max(gaps)[0] >= self._rooms[arc]:
            return
        widest, left, right = max(gap for gap in gaps if gap[1] != gap[2])
        missing = self._rooms[arc] - widest
        for word in range(left + 1, len(self.middles)):
            self.middles[word] += missing * min(word - left, right - left) // (right - left)

    def _walls(self, arc: Arc) -> list[tuple[int, int]]:
        """The positions, with their words, of the arc's own legs and of higher legs between them."""
        start, end = ((self.foot(arc, word), word) for word in arc.words)
        higher = ((other, word) for other in self.arcs if other.level > arc.level for word in other.words)
        between = {(self.foot(other, word), word) for other, word in higher}
        return [start, *sorted(leg for leg in between if start[0] < leg[0] < end[0]), end]


def _is_root_above(other: Arc, arc: Arc) -> bool:
    """Whether both lead from the root to the same word, `other` from higher up."""
    return not other.head and other.modifier == arc.modifier and other.level > arc.level
