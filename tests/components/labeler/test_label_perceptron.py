from random import Random

import numpy as np
import pytest
from oracles import ChainScorer, all_trees

from arcwalk.components.labeler.kernels.label_perceptron import label_epoch
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import properties_of, read_templates
from arcwalk.treebank.corpus import Corpus, encode_corpus
from arcwalk.treebank.encoding import COARSE_TAGS, Encoder
from arcwalk.treebank.sentence import Sentence

ROLES = {"arc": "hmgpn", "child": "hmgpno", "sibling": "hmgpno", "transition": "hmgpn"}
STRUCTURE = ("dir", "dist", "head.label", "valency.left", "valency.right", "place", "side")
TEMPLATES = """
[arc]
m.form dir
h.form m.form
m.form head.label
[child]
m.form o.form side
[sibling]
o.form side
[transition]
m.form
"""
LABELS = ["subj", "obj", "mod"]
BITS = 10


class Setup:
    """A tiny treebank with random trees and labels."""

    def __init__(self, seed: int, sizes: list[int]) -> None:
        random = Random(seed)
        sentences = [
            Sentence.from_columns(
                [random.choice("abcdefgh") for _ in range(n)],
                upos=[random.choice(["N", "V"]) for _ in range(n)],
                heads=random.choice(list(all_trees(n, projective=False, single_root=False)))[1:],
                deprels=[random.choice(LABELS) for _ in range(n)],
            )
            for n in sizes
        ]
        groups = read_templates(TEMPLATES, "test", ROLES, {key: set(STRUCTURE) for key in ROLES})
        properties = sorted(properties_of([template for group in groups.values() for template in group]))
        encoder = Encoder.fit(sentences, properties)
        self.corpus: Corpus = encode_corpus(sentences, encoder, LABELS)
        self.table = part_table([groups[name] for name in ROLES], ["hmgpno"] * len(ROLES), STRUCTURE, encoder.columns)
        self.start = np.arange(COARSE_TAGS + 1) * len(LABELS)
        self.list = np.tile(np.arange(len(LABELS), dtype=np.int32), COARSE_TAGS)

    def run(self, order: list[int], weights: np.ndarray, totals: np.ndarray, margin: float = 0.0, step: int = 0) -> int:
        return int(
            label_epoch(
                *self.corpus[:4], np.array(order), self.start, self.list, self.table, margin, step, weights, totals
            )
        )

    def step_by_hand(self, i: int, weights: np.ndarray, margin: float) -> tuple[np.ndarray, int]:
        """The sum of the updates of a sentence's chains in the order of heads, and the wrong labels."""
        rows = slice(self.corpus.rows[i], self.corpus.rows[i + 1])
        codes = self.corpus.codes[rows]
        n = len(codes) - 3
        heads = self.corpus.heads[rows][: n + 1].tolist()
        gold = self.corpus.labels[rows][: n + 1].tolist()
        now, errors = weights.astype(np.float64), 0
        for h in range(n + 1):
            scorer = ChainScorer(codes, heads, self.table, now)
            children = scorer.children(h)
            right = tuple(gold[m] for m in children)
            if children:
                found = scorer.best(h, gold[h], [range(len(LABELS))] * len(children), margin, right)
                errors += sum(a != b for a, b in zip(found, right, strict=True))
                for labels, sign in ((right, 1), (found, -1)):
                    for index in scorer.features(h, gold[h], labels):
                        now[index] += sign
        return now - weights, errors


def nothing() -> np.ndarray:
    return np.zeros(1 << BITS, dtype=np.float32)


@pytest.mark.parametrize("seed", range(6))
def test_a_step_by_hand(seed: int) -> None:
    setup, margin = Setup(seed, [3, 4]), float(seed % 3)
    before = np.random.default_rng(seed).normal(size=1 << BITS).astype(np.float32)
    change, errors = setup.step_by_hand(1, before, margin)
    weights, totals = before.copy(), nothing()
    assert setup.run([1], weights, totals, margin, step=4) == errors
    assert errors > 0
    np.testing.assert_allclose(weights, before + change, atol=1e-5)
    np.testing.assert_allclose(totals, 4 * change, atol=1e-4)


def test_the_average_is_that_of_all_steps() -> None:
    setup = Setup(0, [3, 4, 2])
    weights, totals, slow, seen = nothing(), nothing(), nothing(), []
    for number in range(5):
        setup.run([2, 0, 1], weights, totals, margin=1.0, step=3 * number)
        for i in (2, 0, 1):
            setup.run([i], slow, nothing(), margin=1.0)
            seen.append(slow.copy())
    np.testing.assert_array_equal(weights, slow)
    assert weights.any()
    np.testing.assert_allclose(weights - totals / 15, np.mean(seen, axis=0), atol=1e-5)


def test_separable_labels_are_learned() -> None:
    setup, weights, totals = Setup(7, [3, 4, 2, 4]), nothing(), nothing()
    errors = [setup.run([0, 1, 2, 3], weights, totals) for _ in range(40)]
    assert errors[0] > 0
    assert errors[-1] == 0
    learned = weights.copy()
    setup.run([0, 1, 2, 3], weights, totals)
    np.testing.assert_array_equal(weights, learned)
