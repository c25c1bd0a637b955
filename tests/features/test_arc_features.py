from random import Random

import numpy as np
import oracles
import pytest

from arcwalk.features.arc_templates import arc_table, arc_templates
from arcwalk.features.kernels.arc_features import (
    MOST_TAGS,
    arc_indices,
    arc_parts,
    most_indices,
    score_arcs,
    tags_between,
)
from arcwalk.features.kernels.bins import distance_bin
from arcwalk.features.kernels.hashing import index_shift, scramble
from arcwalk.features.templates import properties_of, shipped
from arcwalk.treebank.encoding import Codes, Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.candidates import all_heads, heads_with_fixed

ODD = """
[arc]
dir
dist
between.pos
h-9.form m+9.form
m.pos h.pos
h.pos h.pos m.pos dist dir between.punct
dist dist h.pos
h.pos between.verbs between.punct between.conj dist?
h.Case m.Case dir? dist?
h+1.suffix1 m-1.prefix3 between.conj
h.pos m.tag m-2.backoff between.pos
"""


def random_sentence(random: Random, n: int) -> Sentence:
    return Sentence.from_columns(
        [random.choice(["cats", "Dog", "saw", "1984", "and", ",", "猫", "of"]) for _ in range(n)],
        lemmas=[random.choice(["cat", "dog", "see", "_"]) for _ in range(n)],
        upos=[random.choice(["NOUN", "VERB", "AUX", "CCONJ", "PUNCT", "ADP", "_"]) for _ in range(n)],
        xpos=[random.choice(["NN", "VB", "_"]) for _ in range(n)],
        feats=[random.choice(["Case=Nom|Number=Sing", "Case=Acc", "_"]) for _ in range(n)],
    )


class Setup:
    """Templates, an encoder fit on other sentences, and a sentence."""

    def __init__(self, text: str, n: int, seed: int = 0) -> None:
        random = Random(seed)
        templates = arc_templates(text, "test")
        self.encoder = Encoder.fit([random_sentence(random, 6) for _ in range(3)], sorted(properties_of(templates)))
        self.text = text
        self.table = arc_table(templates, self.encoder.columns)
        self.codes: Codes = self.encoder.encode(random_sentence(random, n))
        self.parts = arc_parts(self.codes, self.table)

    def indices(self, h: int, m: int, bits: int) -> list[int]:
        room = np.zeros(most_indices(self.table), dtype=np.uint32)
        between = tags_between(self.codes, min(h, m), max(h, m))
        count = arc_indices(self.parts, self.table, h, m, between, index_shift(1 << bits), room)
        return sorted(int(index) for index in room[:count])

    def expected(self, h: int, m: int, bits: int) -> list[int]:
        return sorted(oracles.arc_features(self.text, self.codes, self.encoder.columns, h, m, bits))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("text", "n"), [(shipped("arc"), 5), (ODD, 7)], ids=["shipped", "odd"])
def test_indices_are_what_the_templates_say(text: str, n: int, seed: int) -> None:
    setup = Setup(text, n, seed)
    for m in range(1, n + 1):
        for h in range(n + 1):
            if h != m:
                assert setup.indices(h, m, 18) == setup.expected(h, m, 18), (h, m)


def test_long_arcs() -> None:
    setup = Setup(ODD, 60)
    for h, m in [(0, 60), (60, 1), (1, 12), (12, 1), (1, 22), (23, 2), (3, 40), (0, 1)]:
        assert setup.indices(h, m, 10) == setup.expected(h, m, 10), (h, m)


@pytest.mark.parametrize("bits", [6, 10, 22, 31])
def test_indices_stay_inside_the_table(bits: int) -> None:
    setup = Setup(shipped("arc"), 6)
    for h, m in [(0, 6), (6, 1), (2, 5)]:
        indices = setup.indices(h, m, bits)
        assert max(indices) < 1 << bits
        assert indices == setup.expected(h, m, bits)


@pytest.mark.parametrize("text", [shipped("arc"), ODD], ids=["shipped", "odd"])
def test_scores_are_sums_of_weights(text: str) -> None:
    setup = Setup(text, 6, seed=5)
    weights = np.random.default_rng(0).normal(size=1 << 10).astype(np.float32)
    start, head = all_heads(6)
    scores = np.zeros(len(head))
    score_arcs(setup.parts, start, head, setup.table, weights, scores)
    for m in range(1, 7):
        for arc in range(start[m], start[m + 1]):
            by_hand = sum(float(weights[index]) for index in setup.expected(int(head[arc]), m, 10))
            assert scores[arc] == pytest.approx(by_hand, abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_pruning_does_not_change_scores(seed: int) -> None:
    n, random = 9, Random(seed)
    setup = Setup(ODD, n, seed)
    weights = np.random.default_rng(seed).normal(size=1 << 8).astype(np.float32)
    start, head = all_heads(n)
    scores = np.zeros(len(head))
    score_arcs(setup.parts, start, head, setup.table, weights, scores)
    full = {(int(head[arc]), m): scores[arc] for m in range(1, n + 1) for arc in range(start[m], start[m + 1])}
    kept = [sorted(random.sample([h for h in range(n + 1) if h != m], random.randint(0, 4))) for m in range(1, n + 1)]
    few_start = np.cumsum([0, 0, *map(len, kept)])
    few = np.array([h for heads in kept for h in heads], dtype=np.int32)
    scores = np.full(len(few), np.nan)
    score_arcs(setup.parts, few_start, few, setup.table, weights, scores)
    assert scores.tolist() == [full[h, m] for m, heads in enumerate(kept, 1) for h in heads]


def test_fixed_heads_are_scored_alike() -> None:
    setup = Setup(ODD, 5)
    weights = np.random.default_rng(1).normal(size=1 << 8).astype(np.float32)
    start, head = heads_with_fixed(np.array([-1, 3, -1, 0, 5, -1], dtype=np.int32))
    scores = np.zeros(len(head))
    score_arcs(setup.parts, start, head, setup.table, weights, scores)
    by_hand = sum(float(weights[index]) for index in setup.expected(3, 1, 8))
    assert scores[0] == pytest.approx(by_hand, abs=1e-9)


def test_the_order_of_lines_does_not_matter() -> None:
    lines = [line for line in shipped("arc").splitlines() if line and not line.startswith(("#", "["))]
    Random(3).shuffle(lines)
    first, second = Setup(shipped("arc"), 5), Setup("\n".join(["[arc]", *lines]), 5)
    for h, m in [(0, 3), (4, 1), (2, 5)]:
        assert first.indices(h, m, 20) == second.indices(h, m, 20)


def test_room_for_all_tags_at_once() -> None:
    n = 130
    tagged = Sentence.from_columns(["x"] * n, upos=[f"T{i}" for i in range(n)])
    encoder = Encoder.fit([tagged], ["pos"])
    table = arc_table(arc_templates("[arc]\nh.pos\nh.pos between.pos\nm.pos between.pos\n", "test"), encoder.columns)
    codes = encoder.encode(tagged)
    room = np.zeros(most_indices(table), dtype=np.uint32)
    between = np.uint64(2**MOST_TAGS - 1)
    assert arc_indices(arc_parts(codes, table), table, 1, n, between, index_shift(1 << 8), room) == len(room)
    assert len(room) == 1 + 2 * MOST_TAGS
    assert room.max() < 1 << 8


def test_distance_bins() -> None:
    bins = [int(distance_bin(distance)) for distance in range(1, 2000)]
    assert bins == [oracles.distance_bin(distance) for distance in range(1, 2000)]
    assert [bins.index(number) + 1 for number in range(8)] == [1, 2, 3, 4, 5, 6, 11, 21]


def test_scramble_is_pinned() -> None:
    """Model files depend on these values, compiled or not."""
    pinned = {
        (0, 0): 0,
        (1, 0): 301794027,
        (0, 1): 1364076727,
        (5, 0xFFFFFFFF): 720606059,
        (123456, 0x6C8E9CF5): 1242673107,
    }
    for (code, salt), value in pinned.items():
        assert int(scramble(code, np.uint32(salt))) == value == oracles.scrambled(code, salt)


def test_scramble_takes_codes_as_they_stand_in_a_sentence() -> None:
    assert int(scramble(np.int32(77), np.uint32(9))) == oracles.scrambled(77, 9)


def test_the_indices_of_one_arc_are_pinned() -> None:
    """The same compiled and not, on every machine: a model file is worth nothing otherwise."""
    text = "[arc]\ndist\nh.form m.form dist?\nh.pos m-1.pos m.pos\nh.pos m.pos between.pos\nm.pos between.verbs\n"
    words = Sentence.from_columns(["the", "old", "cat", "sat", "."], upos=["DET", "ADJ", "NOUN", "VERB", "PUNCT"])
    templates = arc_templates(text, "test")
    encoder = Encoder.fit([words], sorted(properties_of(templates)))
    table = arc_table(templates, encoder.columns)
    codes = encoder.encode(words)
    room = np.zeros(most_indices(table), dtype=np.uint32)
    between = tags_between(codes, 1, 4)
    count = arc_indices(arc_parts(codes, table), table, 4, 1, between, index_shift(1 << 22), room)
    assert room[:count].tolist() == [1289494, 675590, 1001622, 2757690, 1289489, 260818, 260816]
