"""Steps of the second-order learner against features counted from the text of the templates."""

from collections import Counter
from itertools import pairwise

import numpy as np
import oracles
import pytest
from numpy.typing import NDArray

from arcwalk.features.kernels.arc_features import arc_parts
from arcwalk.features.kernels.structure_features import NO_WORD, word_contributions
from arcwalk.features.templates import properties_of
from arcwalk.learning.kernels.feature_difference import Difference
from arcwalk.learning.kernels.updates import lead
from arcwalk.systems.mst.kernels.second_order_search import decode_second_order, score_sentence
from arcwalk.systems.mst.kernels.second_order_update import (
    PrunedTreebank,
    Update,
    hildreth,
    second_order_difference,
    second_order_epoch,
)
from arcwalk.systems.mst.kernels.sibling_parts import sibling_parts
from arcwalk.systems.mst.templates import second_order_table, second_order_templates
from arcwalk.treebank.corpus import encode_corpus
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.candidates import all_heads
from arcwalk.trees.decoders.second_order import second_order_score

TEMPLATES = """
[arc]
h.form m.form dist?
h.pos m.pos between.pos
[sibling]
h.form m.form s.form
m.pos s.pos dist?
h.pos m-1.pos s.pos dir
"""
BITS = 16
GROUPS = second_order_templates(TEMPLATES, "here")
SENTENCES = [
    Sentence.from_columns(
        ["a", "b", "c", "d"],
        upos=["X", "NOUN", "VERB", "X"],
        heads=[2, 3, 0, 3],
        deprels=["x", "y", "z", "x"],
    ),
    Sentence.from_columns(["b", "e"], upos=["NOUN", "PUNCT"], heads=[0, 1], deprels=["z", "p"]),
]
ENCODER = Encoder.fit(SENTENCES, sorted(properties_of([t for group in GROUPS.values() for t in group])))
TABLE = second_order_table(GROUPS, ENCODER.columns)
SHIFT = np.uint32(32 - BITS)
GOLD = np.array([-1, 2, 3, 0, 3], dtype=np.int32)
OTHER = np.array([-1, 3, 3, 0, 2], dtype=np.int32)


def features_of(codes: NDArray[np.int32], heads: NDArray[np.int32]) -> Counter[int]:
    """How often a tree has each feature."""
    columns, n = ENCODER.columns, len(heads) - 1
    found: Counter[int] = Counter()
    for m in range(1, n + 1):
        found.update(oracles.arc_features(TEMPLATES, codes, columns, int(heads[m]), m, BITS))
    for h in range(n + 1):
        for side in range(2):
            children = [m for m in range(1, n + 1) if heads[m] == h and (m > h) == side]
            outward = [-1, *(children if side else children[::-1]), -1]
            if (h, side) == (0, 0):
                continue
            for s, m in pairwise(outward):
                found.update(sibling_features(codes, h, side, s, m))
    return found


def sibling_features(codes: NDArray[np.int32], h: int, side: int, s: int, m: int) -> list[int]:
    indices = []
    direction = side if m >= 0 else 2 + side
    gap = 7 if s < 0 else oracles.distance_bin(abs(m - s) if m >= 0 else abs(s - h))
    for atoms in oracles.groups_of(TEMPLATES)["sibling"]:
        words = [atom for atom in atoms if "." in atom]
        values = [oracles.word_code(codes, ENCODER.columns, {"h": h, "s": s, "m": m}, atom) for atom in words]
        base = oracles.key_of("sibling", atoms, values) >> 32 - BITS
        if "dir" in atoms:
            indices.append(base ^ (1 + direction))
        else:
            indices.append(base)
        if "dist?" in atoms:
            indices.append(base ^ (16 + gap))
    return indices


def test_parts_of_a_tree() -> None:
    words = [[part >> 16 * role & NO_WORD for role in range(3)] for part, _ in sibling_parts(GOLD)]
    none = NO_WORD
    expected = [
        *([1, none, 2], [2, none, 3]),  # first to the left
        *([none, none, 1], [none, 1, 2], [none, 2, 3], [none, none, 4]),
        *([3, none, 0], [4, none, 3]),  # first to the right
        *([none, 3, 0], [none, none, 1], [none, none, 2], [none, 4, 3], [none, none, 4]),
    ]
    assert sorted(words) == sorted(expected)


@pytest.mark.parametrize(("gold", "found"), [(GOLD, OTHER), (OTHER, GOLD), (GOLD, GOLD)])
def test_difference_of_two_trees(gold: NDArray[np.int32], found: NDArray[np.int32]) -> None:
    codes = ENCODER.encode(SENTENCES[0])
    arcs, words = arc_parts(codes, TABLE.arcs), word_contributions(codes, TABLE.siblings)
    difference = second_order_difference(arcs, words, TABLE, SHIFT, gold, found)
    expected = features_of(codes, gold)
    expected.subtract(features_of(codes, found))
    counted = dict(zip(difference.indices.tolist(), difference.values.tolist(), strict=True))
    assert counted == {index: count for index, count in expected.items() if count}


def test_the_score_of_a_tree_is_that_of_its_features() -> None:
    weights = np.random.default_rng(0).normal(size=1 << BITS).astype(np.float32)
    codes = ENCODER.encode(SENTENCES[0])
    start, head = all_heads(4)
    siblings, scores = score_sentence(codes, start, head, TABLE, weights)
    for tree in (GOLD, OTHER):
        expected = sum(count * float(weights[index]) for index, count in features_of(codes, tree).items())
        assert second_order_score(head, siblings, scores, tree) == pytest.approx(expected, abs=1e-4)


def test_hildreth_satisfies_what_it_can_with_small_steps() -> None:
    starts = np.array([0, 2, 4])
    indices, values = np.array([0, 1, 1, 2], dtype=np.uint32), np.array([1, 1, -1, 1], dtype=np.float32)
    needed = np.array([1.0, 2.0])
    weights, totals = np.zeros(4, dtype=np.float32), np.zeros(4, dtype=np.float32)
    hildreth(starts, indices, values, needed, 10.0, 3, weights, totals)
    for k in range(2):
        part = slice(starts[k], starts[k + 1])
        assert lead(Difference(indices[part], values[part]), weights) == pytest.approx(needed[k], abs=1e-3)
    np.testing.assert_allclose(totals, 3 * weights, rtol=1e-5)
    bounded = np.zeros(4, dtype=np.float32)
    hildreth(starts, indices, values, needed, 0.01, 3, bounded, totals)
    np.testing.assert_allclose(bounded, [0.01, 0.0, 0.01, 0.0], atol=1e-7)


@pytest.mark.parametrize("update", [Update(1.0, 0.0, 1), Update(1.0, 0.1, 1), Update(1.0, 0.1, 3)])
@pytest.mark.parametrize("projective", [True, False])
def test_gold_trees_are_learned(update: Update, projective: bool) -> None:
    corpus = encode_corpus(SENTENCES, ENCODER, ["x", "y", "z", "p"])
    starts, heads = np.zeros(len(corpus.heads), dtype=np.int64), []
    for i, sentence in enumerate(SENTENCES):
        start, head = all_heads(len(sentence))
        starts[corpus.rows[i] : corpus.rows[i] + len(start)] = start
        heads.append(head)
    arcs = np.cumsum([0, *map(len, heads)])
    pruned = PrunedTreebank(starts, arcs, np.concatenate(heads))
    weights, totals = np.zeros(1 << BITS, dtype=np.float32), np.zeros(1 << BITS, dtype=np.float32)
    errors = [
        second_order_epoch(
            corpus.codes,
            corpus.rows,
            corpus.heads,
            np.arange(2),
            pruned,
            TABLE,
            projective,
            True,
            update,
            2 * epoch,
            weights,
            totals,
        )
        for epoch in range(30)
    ]
    assert errors[0] > errors[-1]
    for sentence in SENTENCES:
        start, head = all_heads(len(sentence))
        tree = np.empty(len(sentence) + 1, dtype=np.int32)
        siblings, scores = score_sentence(ENCODER.encode(sentence), start, head, TABLE, weights)
        decode_second_order(start, head, siblings, scores, projective, True, tree)
        assert tree[1:].tolist() == list(sentence.heads)
