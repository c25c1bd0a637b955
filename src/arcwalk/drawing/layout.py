"""Where the arcs of a tree go: how high each one rises, how far apart the words stand, where the labels fit.

Distances are whole numbers, of columns in a terminal and of pixels in an image; both are laid out here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, count, pairwise

from arcwalk.drawing.script import shown
from arcwalk.treebank.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc of a tree, at a level above the words; an arc from the root comes straight from above."""

    head: int
    modifier: int
    label: str
    level: int  # 1 is just above the words

    @property
    def left(self) -> int:
        """The first of the words the arc joins."""
        return min(self.head, self.modifier) if self.head else self.modifier

    @property
    def right(self) -> int:
        """The last of the words the arc joins."""
        return max(self.head, self.modifier)

    @property
    def words(self) -> tuple[int, ...]:
        """The words where a leg of the arc stands, from left to right."""
        return (self.left, self.right) if self.head else (self.modifier,)


def arcs_of(sentence: Sentence) -> list[Arc]:
    """The arcs of a sentence, short ones first, those from the root last; words without a head have none.

    Each takes the lowest level that is above all arcs it covers and free of arcs it crosses, so that a
    projective tree is as low as it can be. The arcs from the root share a level above all others.
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


class Layout:
    """Arcs over words that stand as close together as they can.

    A word takes `before[word]` on the left of its middle and `after[word]` on the right (index 0 is not
    used), with at least `gap` from word to word. The leg of an arc stands `offsets[arc, word]` from the
    middle of a word, and an arc has at least `rooms[arc]` free of the legs of others for its label.
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
        """Where the leg of an arc stands at one of its words."""
        return self.middles[word] + self._offsets[arc, word]

    def label_middle(self, arc: Arc) -> int:
        """The middle of the arc's label: near the middle of the arc, off the legs that cross it."""
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
        """Move words to the right, evenly, until the label fits between two legs."""
        gaps = [(end - start, left, right) for (start, left), (end, right) in pairwise(self._walls(arc))]
        if max(gaps)[0] >= self._rooms[arc]:
            return
        widest, left, right = max(gap for gap in gaps if gap[1] != gap[2])
        missing = self._rooms[arc] - widest
        for word in range(left + 1, len(self.middles)):
            self.middles[word] += missing * min(word - left, right - left) // (right - left)

    def _walls(self, arc: Arc) -> list[tuple[int, int]]:
        """The places, with their words, of the arc's own legs and of higher legs that stand between them."""
        start, end = ((self.foot(arc, word), word) for word in arc.words)
        higher = ((other, word) for other in self.arcs if other.level > arc.level for word in other.words)
        between = {(self.foot(other, word), word) for other, word in higher}
        return [start, *sorted(leg for leg in between if start[0] < leg[0] < end[0]), end]
