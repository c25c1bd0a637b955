"""The labels that an arc may have."""

from arcwalk.arrays import Starts
from arcwalk.compiled import inline


@inline
def candidate_labels(label_start: Starts, tag: int, h: int, fixed: int) -> tuple[int, int]:
    """Where `arcwalk.models.label_set.LabelLists` have the labels of an arc from head h.

    `tag` is the coarse tag of the modifier; its `fixed` label, unless -1, is the only one.
    """
    if fixed >= 0:
        only = label_start[len(label_start) - 1] + fixed
        return only, only + 1
    row = tag + len(label_start) // 2 if h == 0 else tag
    return label_start[row], label_start[row + 1]
