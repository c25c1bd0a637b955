"""The layout of arcs above words: the height of arcs, the distance between words, the place of labels.

Distances are integers: columns in a terminal, pixels in an image.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, count, pairwise

from arcwalk.drawing.display_text import shown
from arcwalk.treebank.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc of a tree, drawn at a level above the words; arcs from the root come straight from above."""

    head: int
    modifier: int
    label: str
    level: int  # 1 is just above the words

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


def arcs_of(sentence: Sentence) -> list[Arc]:
    """The arcs of a sentence, short ones first, those from the root last.

    Each takes the lowest level that is above all arcs it covers and free of arcs it crosses, so that projective trees
    are as low as possible. Arcs from the root share a level above all others.
    """
    labels = shown(sentence.deprels)
    numbered = list(enumerate(zip(sentence.heads, labels, strict=True), 1))
    proper = [(head, word, label) for word, (head, label) in numbered if head > 0 and head != word]
    arcs: list[Arc] = []
    for head, word, label in sorted(proper, key=lambda arc: abs(arc[0] - arc[1])):
        left, right = min(head, word), max(head, word)
        overlapping = [arc for arc in arcs if arc.left < right and left < arc.right]
        covered = [arc.level for arc in overlapping if left <= arc.left and arc.right <= right]
        taken = {arc.level for arc in overlapping}
        level = next(level for level in count(max(covered, default=0) + 1) if level not in taken)
        arcs.append(Arc(head, word, label, level))
    top = 1 + max((arc.level for arc in arcs), default=0)
    return arcs + [Arc(0, word, label, top) for word, (head, label) in numbered if head == 0]


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
        if not arc.head:
            return self.foot(arc, arc.modifier)
        room = self._rooms[arc]
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
