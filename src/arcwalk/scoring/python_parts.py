"""Parts that features written in Python emit for a tree."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Integers, Numbers
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.python_calls import (
    ADDRESS,
    CHILD_ROW,
    CODES,
    COUNT,
    FAILED,
    FEATS_ROW,
    FORM_ROW,
    LABEL_ROW,
    LEMMA_ROW,
    NAME,
    NEXT_ROW,
    SALT,
    UPOS_ROW,
    XPOS_ROW,
    Calls,
    SentenceView,
    Strings,
    TreeView,
    borrowed,
    call,
)
from arcwalk.features.kernels.structure_features import NO_WORD, Groups
from arcwalk.scoring.linked_tree import FIRST, HEAD, LABEL, LAST, SIZE, LinkedTree
from arcwalk.scoring.part_kinds import USER, Parts, add_pattern


class UserFeatures(NamedTuple):
    """Functions to call and what they need to know; `calls` is empty where there are none."""

    calls: Calls
    strings: Strings
    label_hashes: Integers  # of every label, and of the missing label
    emitted: Numbers  # workspace


@kernel
def emit_all(calls: Calls, strings: Strings, label_hashes: Integers, emitted: Numbers, tree: LinkedTree) -> None:
    """Call every feature on the current tree; what they emit goes to `emitted`."""
    strings, links = borrowed(strings), borrowed(tree)
    label, child, following = strings[LABEL_ROW], strings[CHILD_ROW], strings[NEXT_ROW]
    child[:] = -1
    label[0], following[0] = 0, -1
    for m in range(len(links) - 1, 0, -1):
        label[m] = label_hashes[links[m, LABEL]]
        following[m] = child[links[m, HEAD]]
        child[links[m, HEAD]] = m
    sentence_view = SentenceView(
        strings[FORM_ROW], strings[LEMMA_ROW], strings[UPOS_ROW], strings[XPOS_ROW], strings[FEATS_ROW]
    )
    tree_view = TreeView(links[:, HEAD], label, child, following, links[:, FIRST], links[:, LAST], links[:, SIZE])
    emitted[COUNT] = 0
    for i in range(len(calls)):
        emitted[NAME] = calls[i, SALT]
        call(calls[i, ADDRESS], borrowed(calls[i, FAILED:]), sentence_view, tree_view, borrowed(emitted))


@inline
def user_parts(user: UserFeatures, tree: LinkedTree, groups: Groups, parts: Parts, count: int) -> int:
    """Append what features written in Python emit for the tree; return the new count."""
    emitted = user.emitted
    emit_all(user.calls, user.strings, user.label_hashes, emitted, tree)
    for i in range(emitted[COUNT]):
        count = add_pattern(groups, USER, NO_WORD, np.uint32(emitted[CODES + i]), parts, count)
    return count
