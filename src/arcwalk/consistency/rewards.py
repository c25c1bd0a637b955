"""What words earn by agreeing: δ1, δ2 and δ3 of section 4."""

from collections.abc import Sequence

import numpy as np

from arcwalk.arrays import Scores


def rewards_of(kinds: Sequence[str], same: float, close: float, off: float) -> Scores:
    """(tags, tags + 1): what a word with a tag earns by its consensus; the last column is for having none.

    Tags are close if they are of the same kind.
    """
    kind = np.array(kinds, dtype=object)
    rewards = np.where(kind[:, None] == kind[None, :], close, 0.0)
    np.fill_diagonal(rewards, same)
    return np.column_stack([rewards, np.full(len(kind), off)])
