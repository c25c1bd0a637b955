"""The kinds of parts that trees are scored by: the one table from which templates and kernels take their numbers."""

from typing import NamedTuple


class Part(NamedTuple):
    """The letters of the words of a part, and the names of its two structural numbers."""

    words: str
    numbers: tuple[str, str]


LABELED_ARC = "labeled-arc"
EMITTED = "emitted"  # by features written in Python: no words, and one template, the code alone
PARTS = {
    LABELED_ARC: Part("mh", ("dir", "dist")),
    "sibling": Part("msh", ("dir", "dist")),
    "grandparent": Part("mhg", ("dir", "dist")),
    "head-bigram": Part("mhq", ("dir", "dist")),
    "any-sibling": Part("msh", ("dir", "dist")),
    "grand-sibling": Part("mshg", ("dir", "dist")),
    "tri-sibling": Part("msth", ("dir", "dist")),
    "grand-grandparent": Part("mhge", ("dir", "dist")),
    "sibling-grandchild": Part("mcsh", ("dir", "side")),
    "valency": Part("hg", ("left", "right")),
    "modifiers": Part("h", ("left", "right")),
    "frame": Part("h", ("left", "right")),
    "span": Part("mlr", ("border", "length")),
    "coordination": Part("mhcg", ("dir", "length")),
    "pp": Part("mph", ("dir", "dist")),
    "nonprojective": Part("mh", ("dir", "dist")),
    "right-branch": Part("m", ("dir", "ratio")),
    "tags": Part("m", ("", "")),
}
ALL_PARTS = {**PARTS, EMITTED: Part("m", ("", ""))}


def part_number(name: str) -> int:
    """The number of a kind of part in kernels."""
    return list(ALL_PARTS).index(name)
