"""The arrays that hold candidate heads."""

import numpy as np

from arcwalk.trees.candidates import all_heads, arc_index, dense_scores, tree_score


def test_all_heads() -> None:
    start, head = all_heads(3)
    assert start.tolist() == [0, 0, 3, 6, 9]
    assert head.tolist() == [0, 2, 3, 0, 1, 3, 0, 1, 2]
    assert all_heads(0)[0].tolist() == [0, 0]


def test_arcs_are_found_where_they_are() -> None:
    start = np.array([0, 0, 2, 2, 5])
    head = np.array([0, 3, 0, 1, 2], np.int32)
    scores = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    found = [[arc_index(start, head, m, h) for h in range(4)] for m in (1, 2, 3)]
    assert found == [[0, -1, -1, 1], [-1, -1, -1, -1], [2, 3, 4, -1]]
    table = dense_scores(start, head, scores)
    assert table[1].tolist() == [1.0, -np.inf, -np.inf, 2.0]
    assert table[3].tolist() == [3.0, 4.0, 5.0, -np.inf]
    assert (table[[0, 2]] == -np.inf).all()


def test_tree_score() -> None:
    start, head = all_heads(2)
    scores = np.array([1.0, 2.0, 4.0, 8.0])
    assert tree_score(start, head, scores, np.array([-1, 0, 1], np.int32)) == 9.0
    assert tree_score(start, head, scores, np.array([-1, 2, 0], np.int32)) == 6.0
    assert tree_score(start[:-1], head, scores, np.array([-1, 1], np.int32)) == -np.inf
