"""The kinds of parts, and how a part is appended to a list."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import NumberTable
from arcwalk.compiled import kernel
from arcwalk.features.kernels.structure_features import NO_WORD, ROLES, Groups, pack_rest, pack_words
from arcwalk.features.parts import EMITTED, part_number
from arcwalk.scoring.linked_tree import LABEL, LinkedTree

SIBLING = part_number("sibling")
GRANDPARENT = part_number("grandparent")
HEAD_BIGRAM = part_number("head-bigram")
ANY_SIBLING = part_number("any-sibling")
GRAND_SIBLING = part_number("grand-sibling")
TRI_SIBLING = part_number("tri-sibling")
GRAND_GRANDPARENT = part_number("grand-grandparent")
SIBLING_GRANDCHILD = part_number("sibling-grandchild")
VALENCY = part_number("valency")
MODIFIERS = part_number("modifiers")
FRAME = part_number("frame")
SPAN = part_number("span")
COORDINATION = part_number("coordination")
PP = part_number("pp")
NONPROJECTIVE = part_number("nonprojective")
RIGHT_BRANCH = part_number("right-branch")
TAGS = part_number("tags")
USER = part_number(EMITTED)

Parts = NumberTable  # (k, 2): a list of parts, packed (see `structure_features`)


class Convention(NamedTuple):
    """How a treebank annotates adpositions and coordination."""

    adposition_heads: bool  # adpositions head their nouns, as in the papers; else they are leaves below them
    conjunction_heads: bool  # likewise for conjunctions and conjuncts
    conjunct: int  # the label of a conjunct below the first one, -1 if there is none


@kernel
def add_part(
    tree: LinkedTree,
    groups: Groups,
    part: int,
    a: int,
    b: int,
    c: int,
    d: int,
    first: int,
    second: int,
    parts: Parts,
    count: int,
) -> int:
    """Append a part, once for templates without labels and once for those with labels, if there are any."""
    plain, labeled = 2 * part, 2 * part + 1
    words = pack_words(a, b, c, d)
    if groups[plain, 0] < groups[plain, 4]:
        parts[count, 0] = words
        parts[count, 1] = pack_rest(plain, first, second, -1, -1, -1)
        count += 1
    if groups[labeled, 0] < groups[labeled, 4]:
        parts[count, 0] = words
        parts[count, 1] = pack_rest(
            labeled,
            first,
            second,
            np.int64(tree[a, LABEL]) if a >= 0 else -1,
            np.int64(tree[b, LABEL]) if b >= 0 else -1,
            np.int64(tree[c, LABEL]) if c >= 0 and groups[labeled, ROLES] > 2 else -1,
        )
        count += 1
    return count


@kernel
def add_pattern(groups: Groups, part: int, word: int, pattern: np.uint32, parts: Parts, count: int) -> int:
    """Append a part that consists of a word and a hashed sequence."""
    if groups[2 * part, 0] < groups[2 * part, 4]:
        parts[count, 0] = word | NO_WORD << 16 | np.int64(pattern >> np.uint32(1)) << 32
        parts[count, 1] = pack_rest(2 * part, 0, 0, -1, -1, -1)
        count += 1
    return count
