"""Labels and legs of arcs: a label is on its arc, and no leg of a higher arc runs through it."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import trees

from arcwalk.drawing.arc_layout import Arc, ArcLayout, arcs_of
from arcwalk.treebank.sentence import Sentence

HALF_WORD = 4
GAP = 3
ROOM = 9


def laid_out(arcs: list[Arc], words: int) -> ArcLayout:
    """Words of the same width, with legs at the middle where they are modifiers and beside it where they are heads."""
    offsets = {
        (arc, word): 0 if word == arc.modifier else 1 if word == arc.left else -1 for arc in arcs for word in arc.words
    }
    extents = [0, *[HALF_WORD] * words]
    return ArcLayout(arcs, offsets, extents, extents, GAP, dict.fromkeys(arcs, ROOM))


@settings(deadline=None)
@given(trees(), st.booleans())
def test_no_leg_runs_through_a_label(sentence: Sentence, with_gold: bool) -> None:
    mirrored = [head and len(sentence) + 1 - head for head in reversed(sentence.heads)]
    arcs = arcs_of(sentence, sentence.with_tree(mirrored, sentence.deprels) if with_gold else None)
    layout = laid_out(arcs, len(sentence))
    for arc in arcs:
        if not arc.head:
            continue
        middle = layout.label_middle(arc)
        assert layout.foot(arc, arc.left) < middle < layout.foot(arc, arc.right)
        for higher in arcs:
            if higher.level > arc.level:
                assert all(abs(layout.foot(higher, word) - middle) >= ROOM // 2 for word in higher.words)


@settings(deadline=None)
@given(trees())
def test_words_keep_their_distance(sentence: Sentence) -> None:
    middles = laid_out(arcs_of(sentence), len(sentence)).middles
    assert middles[1] == HALF_WORD
    assert all(right - left >= 2 * HALF_WORD + GAP for left, right in pairwise(middles[1:]))


def test_words_move_apart_evenly_for_a_label() -> None:
    sentence = Sentence.from_columns(list("abc"), heads=[3, 3, 0])
    (near, far, root) = arcs_of(sentence)
    offsets = {(arc, word): 0 for arc in (near, far, root) for word in arc.words}
    layout = ArcLayout([near, far, root], offsets, [0, 1, 1, 1], [0, 1, 1, 1], 2, {near: 2, far: 21, root: 0})
    assert layout.middles == [0, 1, 11, 22]
    assert layout.width == 23
