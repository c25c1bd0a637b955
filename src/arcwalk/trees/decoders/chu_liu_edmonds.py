"""Chu-Liu-Edmonds: the best tree, projective or not, in O(n²) time and without recursion.

A path is grown backwards, from a word to its best head, to the best head of that, and so on (as in Tarjan, 1977, and
Gabow et al., 1986). If it runs into itself, the cycle is contracted to one node; if it reaches the root or a settled
node, the whole path is settled. A contraction costs one pass over the rows it merges, and there are fewer than n.
"""

import numpy as np

from arcwalk.arrays import Heads, Scores, ScoreTable, Starts, Trees
from arcwalk.compiled import inline, kernel
from arcwalk.trees.candidates import dense_scores, tree_score
from arcwalk.trees.shape import is_single_rooted


@inline
def _best_head(row: Scores, single_root: bool) -> int:
    """The word with the best arc into a node, -1 if there is none.

    A single root amounts to a penalty on every arc from the root that outweighs all other arcs: the best tree then has
    as few root arcs as the candidates allow. Root arcs are never part of a cycle, so the penalty is never subtracted
    from another score and may be infinite: the root is chosen only where nothing else is left. As nothing is added to
    the scores, no precision is lost.
    """
    best = -np.inf
    choice = -1
    for h in range(1, row.size):
        if row[h] > best:
            best = row[h]
            choice = h
    if row[0] > best and not (single_root and choice >= 0):
        choice = 0
    return choice


@inline
def _merge(row: Scores, enters: Heads, other_row: Scores, other_enters: Heads, broken: float) -> None:
    """Merge arcs into another node of the cycle, less that node's own arc (`broken`), into `row`."""
    for h in range(row.size):
        value = other_row[h] - broken
        if value > row[h]:
            row[h] = value
            enters[h] = other_enters[h]


@inline
def _contract(
    into: ScoreTable,
    enters: Trees,
    row: Heads,
    tail: Heads,
    parent: Heads,
    outermost: Heads,
    path: Heads,
    length: int,
    first: int,
    cycle: int,
) -> int:
    """Contract the path from the node `first` on to the node `cycle`; return the remaining length of the path."""
    kept = row[first]
    broken = into[kept, tail[first]]
    for h in range(into.shape[1]):
        into[kept, h] -= broken
    row[cycle] = kept
    parent[first] = cycle
    length -= 1
    while path[length] != first:
        node = path[length]
        merged = row[node]
        _merge(into[kept], enters[kept], into[merged], enters[merged], into[merged, tail[node]])
        parent[node] = cycle
        length -= 1
    for word in range(1, outermost.size):
        if parent[outermost[word]] == cycle:
            outermost[word] = cycle
            into[kept, word] = -np.inf
    return length


@inline
def _expand(tail: Heads, entry: Heads, parent: Heads, nodes: int, heads_out: Heads) -> None:
    """Undo the contractions, last first: an arc into a node breaks the cycle where it enters."""
    entered = np.zeros(nodes, np.bool_)
    for node in range(nodes - 1, 0, -1):
        if not entered[node]:
            word = entry[node]
            heads_out[word] = tail[node]
            inner = word
            while inner != node:
                entered[inner] = True
                inner = parent[inner]


@kernel
def chu_liu_edmonds(start: Starts, head: Heads, scores: Scores, single_root: bool, heads_out: Heads) -> float:
    """Find the best tree within the candidates and return its score.

    Exactly one word is attached to the root if `single_root`, else at least one. If there is no such tree, the score is
    -inf and `heads_out` undefined. Ties are broken deterministically.
    """
    n = start.size - 2
    into = dense_scores(start, head, scores)  # [row of a node, word]: the best arc from a word into a node
    enters = np.empty((n + 1, n + 1), np.int32)  # the word of the node that this arc enters
    # Nodes 0..n are the root and the words, later ones contracted cycles.
    most = 2 * n + 1
    row = np.empty(most, np.int32)
    tail = np.empty(most, np.int32)  # the arc chosen for a node: from this word ...
    entry = np.empty(most, np.int32)  # ... into this one
    parent = np.full(most, -1, np.int32)
    on_path = np.zeros(most, np.bool_)
    settled = np.zeros(most, np.bool_)
    outermost = np.empty(n + 1, np.int32)
    for m in range(n + 1):
        enters[m] = m
        row[m] = m
        outermost[m] = m

    path = np.empty(n + 1, np.int32)
    nodes = n + 1
    settled[0] = True
    for word in range(1, n + 1):
        node = outermost[word]
        length = 0
        while not settled[node]:
            if on_path[node]:
                length = _contract(into, enters, row, tail, parent, outermost, path, length, node, nodes)
                node = nodes
                nodes += 1
            path[length] = node
            length += 1
            on_path[node] = True
            choice = _best_head(into[row[node]], single_root)
            if choice < 0:
                return -np.inf
            tail[node] = choice
            entry[node] = enters[row[node], choice]
            node = outermost[choice]
        for step in range(length):
            settled[path[step]] = True

    heads_out[0] = -1
    _expand(tail, entry, parent, nodes, heads_out)
    if single_root and not is_single_rooted(heads_out):
        return -np.inf
    return tree_score(start, head, scores, heads_out)
