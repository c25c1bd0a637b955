from random import Random

import numba
import numpy as np
import oracles
import pytest

from arcwalk.components.labeler.kernels.labeling import children_of, label_trees
from arcwalk.components.labeler.labeler import label_templates, shipped_label_templates
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import properties_of, read_templates, shipped
from arcwalk.treebank.encoding import COARSE_TAGS, Codes, Encoder
from arcwalk.treebank.sentence import Sentence

ROLES = {"arc": "hmgpn", "child": "hmgpno", "sibling": "hmgpno", "transition": "hmgpn"}
STRUCTURE = ("dir", "dist", "head.label", "valency.left", "valency.right", "place", "side")
SMALL = """
[arc]
m.form dir
h.form m.form dist
g.pos h-1.pos m.pos head.label
p.form n.form place
p+2.form n-1.form m.pos
valency.left valency.right
[child]
m.form o.form side
[sibling]
o.form side
[transition]
m.form h.pos
dir
"""


class Setup:
    """Templates, and a random sentence that they can be used on."""

    def __init__(self, text: str, n: int, seed: int) -> None:
        self.text, random = text, Random(seed)
        groups = read_templates(text, "test", ROLES, {key: set(STRUCTURE) for key in ROLES})
        properties = sorted(properties_of([template for group in groups.values() for template in group]))
        sentence = Sentence.from_columns(
            [random.choice("abcde") for _ in range(n)], upos=[random.choice(["N", "V", "A"]) for _ in range(n)]
        )
        encoder = Encoder.fit([sentence], properties)
        self.columns = encoder.columns
        self.codes: Codes = encoder.encode(sentence)
        self.table: PartTable = part_table(
            [groups[name] for name in ROLES], ["hmgpno"] * len(ROLES), STRUCTURE, self.columns
        )


def random_heads(random: Random, n: int) -> list[int]:
    """Any tree, projective or not: words join, in random order, what is there already."""
    heads, there = [-1] * (n + 1), [0]
    for m in random.sample(range(1, n + 1), n):
        heads[m] = random.choice(there)
        there.append(m)
    return heads


def label(
    setup: Setup, heads: list[int], allowed: list[list[int]], weights: np.ndarray, fixed: dict[int, int] | None = None
) -> list[int]:
    return label_all(setup, [heads], allowed, weights, fixed)[0]


def label_all(
    setup: Setup,
    trees: list[list[int]],
    allowed: list[list[int]],
    weights: np.ndarray,
    fixed: dict[int, int] | None = None,
) -> list[list[int]]:
    allowed = allowed + allowed  # below words, and below the root
    start = np.cumsum([0, *map(len, allowed)])
    every_label = range(1 + max(code for codes in allowed for code in codes))
    flat = np.array([*(code for codes in allowed for code in codes), *every_label], dtype=np.int32)
    heads = np.array(trees, dtype=np.int32)
    only = np.array([(fixed or {}).get(word, -1) for word in range(heads.shape[1])], dtype=np.int32)
    labels = np.full(heads.shape, 99, dtype=np.int32)
    label_trees(setup.codes, heads, start, flat, only, setup.table, weights.astype(np.float32), labels)
    return labels.tolist()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("share_fixed", [0.0, 0.4])
def test_labels_are_the_best_of_all_combinations(seed: int, share_fixed: float) -> None:
    random, n = Random(seed), 6
    setup = Setup(SMALL, n, seed)
    heads = random_heads(random, n)
    weights = np.random.default_rng(seed).normal(size=1 << 8).astype(np.float32)
    allowed = [sorted(random.sample(range(3), random.randint(1, 3))) for _ in range(COARSE_TAGS)]
    fixed = {m: random.randrange(3) for m in range(1, n + 1) if random.random() < share_fixed}
    labels = label(setup, heads, allowed, weights, fixed)
    assert labels[0] == -1
    scorer, waiting = oracles.ChainScorer(setup.codes, heads, setup.table, weights), [0]
    while waiting:
        h = waiting.pop()
        children = scorer.children(h)
        candidates = [[fixed[m]] if m in fixed else allowed[setup.codes[m, 0]] for m in children]
        if children:
            assert tuple(labels[m] for m in children) == scorer.best(h, labels[h], candidates), h
        waiting += children


@pytest.mark.parametrize("seed", range(8))
def test_a_tree_gets_the_same_labels_in_a_list_and_alone(seed: int) -> None:
    random, n = Random(seed), 5
    setup, trees = Setup(SMALL, n, seed), [random_heads(random, n) for _ in range(60)]
    weights = np.random.default_rng(seed).normal(size=1 << 8)
    allowed = [sorted(random.sample(range(4), random.randint(2, 4))) for _ in range(COARSE_TAGS)]
    fixed = {random.randint(1, n): 2}
    assert label_all(setup, trees, allowed, weights, fixed) == [
        label(setup, heads, allowed, weights, fixed) for heads in trees
    ]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("text", [SMALL, shipped("label", "arcwalk.components.labeler")], ids=["small", "shipped"])
def test_keys_are_what_the_templates_say(text: str, seed: int) -> None:
    n = 7
    setup, heads = Setup(text, n, seed), random_heads(Random(seed), n)
    scorer = oracles.ChainScorer(setup.codes, heads, setup.table, np.zeros(1 << 8, np.float32))
    for m in range(1, n + 1):
        arc, transitions = scorer.keys(m, head_label=seed - 1)
        assert sorted(arc) == sorted(oracles.label_features(text, setup.codes, setup.columns, heads, m, seed - 1))
        assert len(transitions) == len(oracles.groups_of(text)["transition"])


def test_structure_counts_up_to_three_children_on_each_side() -> None:
    heads = [-1, 6, 6, 6, 6, 6, 0, 6, 6, 6, 6]
    setup = Setup(SMALL, 10, 0)
    scorer = oracles.ChainScorer(setup.codes, heads, setup.table, np.zeros(1 << 8, np.float32))
    for m in (6, 1, 10, 5):
        assert sorted(scorer.keys(m, 0)[0]) == sorted(
            oracles.label_features(SMALL, setup.codes, setup.columns, heads, m, 0)
        )


def test_children_stand_in_sentence_order() -> None:
    start, child = children_of(np.array([-1, 3, 3, 0, 3, 2], dtype=np.int32))
    assert [child[start[h] : start[h + 1]].tolist() for h in range(6)] == [[3], [], [5], [1, 2, 4], [], []]


def test_one_label_needs_no_weights() -> None:
    setup = Setup(SMALL, 4, 1)
    assert label(setup, [-1, 0, 1, 2, 3], [[2]] * COARSE_TAGS, np.zeros(1 << 8)) == [-1, 2, 2, 2, 2]


def test_a_tag_decides_which_labels_are_possible() -> None:
    setup, random = Setup(SMALL, 12, 4), np.random.default_rng(4)
    allowed = [[tag % 5] if tag % 2 else [tag % 5, 7] for tag in range(COARSE_TAGS)]
    for _ in range(5):
        labels = label(setup, [-1, *range(12)], allowed, random.normal(size=1 << 8))
        for tag, code in zip(setup.codes[1:13, 0], labels[1:], strict=True):
            assert code in allowed[tag]


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="long sentences need compiled kernels")
@pytest.mark.parametrize("shape", ["chain", "flat", "two levels"])
def test_long_sentences(shape: str) -> None:
    n = 3000
    heads = {"chain": [-1, *range(n)], "flat": [-1] + [0] * n, "two levels": [-1, *([0] + [1] * (n - 1))]}[shape]
    setup = Setup(shipped("label", "arcwalk.components.labeler"), n, 0)
    weights = np.random.default_rng(0).normal(size=1 << 12)
    labels = label(setup, heads, [[0, 1, 2]] * COARSE_TAGS, weights)
    assert labels[0] == -1
    assert set(labels[1:]) <= {0, 1, 2}


def test_shipped_templates_are_those_of_the_labeler() -> None:
    assert {name: len(group) for name, group in label_templates(shipped_label_templates()).items()} == {
        name: len(group) for name, group in oracles.groups_of(shipped("label", "arcwalk.components.labeler")).items()
    }
