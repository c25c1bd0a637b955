"""Hill climbing: every word in turn makes the move that gains most, until no move gains.

A word is visited again when a move touches one of its own units. Its moves also depend on the units of its candidate
heads, so a climb can stop one move early: after four climbs, in one sentence in a hundred (German and Turkish). A final
pass over all words of the best tree would find these moves, at a twentieth of the cost of the search.
"""

import numpy as np

from arcwalk.compiled import kernel
from arcwalk.scoring.moves import LEAST_GAIN, most_moves, root_word, score_moves, try_move
from arcwalk.scoring.scorer import Scorer
from arcwalk.scoring.tree_parts import KINDS
from arcwalk.scoring.unit_scores import LAST_TOUCHED

MOST_ROUNDS = 20


@kernel
def climb(scorer: Scorer, single_root: bool, projective: bool) -> float:
    """Climb from the current tree; return the gain."""
    n = len(scorer.chosen) - 1
    size = most_moves(scorer)
    moves, gains = np.empty((size, 2), dtype=np.int64), np.empty(size, dtype=np.float64)
    total = 0.0
    waiting = np.zeros(n + 1, dtype=np.bool_)
    for m in range(1, n + 1):
        waiting[m] = scorer.start[m + 1] - scorer.start[m] > 1
    for _ in range(MOST_ROUNDS):
        changed = False
        for m in range(1, n + 1):
            if not waiting[m]:
                continue
            waiting[m] = False
            count = score_moves(scorer, m, single_root, projective, moves, gains)
            best = 0
            for i in range(count):
                if gains[i] > gains[best]:
                    best = i
            if gains[best] > LEAST_GAIN:
                root = root_word(scorer) if moves[best, 1] >= 0 else 0
                total += try_move(scorer, m, moves[best, 0], root, moves[best, 1], projective, True)
                changed = True
                for i in range(scorer.counters[LAST_TOUCHED]):
                    word = scorer.touched[i] // KINDS
                    if word <= n and word != m:
                        waiting[word] = scorer.start[word + 1] - scorer.start[word] > 1
        if not changed:
            break
    return total
