import numpy as np
import pytest
from brute_force import all_trees, is_tree

from arcwalk.trees.shape import is_projective, projectivized


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_every_tree_is_lifted_to_a_projective_one(n: int) -> None:
    for tree in all_trees(n, False, True):
        before = tree.copy()
        lifted = projectivized(tree)
        assert is_tree(lifted)
        assert is_projective(lifted)
        assert np.count_nonzero(lifted == 0) == 1
        assert (tree == before).all()
        if is_projective(tree):
            assert (lifted == tree).all()


def test_the_shortest_crossing_arc_is_lifted() -> None:
    """3 → 1 crosses 0 → 2 and is lifted to 2."""
    assert projectivized(np.array([-1, 3, 0, 2, 2], dtype=np.int32)).tolist() == [-1, 2, 0, 2, 2]
