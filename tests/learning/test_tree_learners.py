"""Learning from the worst tree and from samples, on a treebank of a few short sentences."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numba
import numpy as np
import pytest
from tiny_scorers import ARCS, PROPERTIES, TEMPLATES

from arcwalk.features.arc_templates import arc_table
from arcwalk.features.kernels.structure_features import label_contributions
from arcwalk.features.structure_templates import structure_table
from arcwalk.learning.kernels.max_violation import learn_from_worst
from arcwalk.learning.kernels.samplerank import SampleRank, learn_from_samples
from arcwalk.sample import sample
from arcwalk.scoring.choices import Candidates, Choices, gold_choices
from arcwalk.scoring.part_kinds import Convention
from arcwalk.scoring.scorer import Model
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.candidates import all_heads
from arcwalk.trees.search.tree_search import CLIMB, Annealing, search_tree

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="learning needs compiled kernels")

TABLE_BITS = 16


class Example(NamedTuple):
    codes: np.ndarray
    candidates: Candidates
    gold: np.ndarray
    errors: np.ndarray


class Treebank:
    """Sentences whose words may choose every head and label, from a tree in which each heads the next."""

    def __init__(self, sentences: list[Sentence], *, adaptive: bool = False) -> None:
        self.labels = sorted({label for sentence in sentences for label in sentence.deprels})
        encoder = Encoder.fit(sentences, PROPERTIES)
        structure = structure_table(TEMPLATES, encoder.columns)
        self.weights, self.totals = (np.zeros(1 << TABLE_BITS, np.float32) for _ in range(2))
        self.squares = np.zeros(1 << TABLE_BITS if adaptive else 0, np.float32)
        self.model = Model(
            arc_table(ARCS, encoder.columns),
            structure,
            label_contributions(len(self.labels), structure),
            Convention(adposition_heads=False, conjunction_heads=False, conjunct=self.labels.index("conj"))
            if "conj" in self.labels
            else Convention(adposition_heads=False, conjunction_heads=False, conjunct=-1),
            self.weights,
            np.zeros((0, 3), np.int64),
            np.zeros(len(self.labels) + 1, np.int32),
        )
        self.examples = [self.example(sentence, encoder) for sentence in sentences]

    def example(self, sentence: Sentence, encoder: Encoder) -> Example:
        n, labels = len(sentence), len(self.labels)
        start, head = all_heads(n)
        arc = np.repeat(np.arange(len(head), dtype=np.int32), labels)
        label = np.tile(np.arange(labels, dtype=np.int32), len(head))
        choices = Choices(start * labels, head[arc], label, arc)
        heads = np.array([-1, *sentence.heads], np.int32)
        gold_labels = np.array([-1, *map(self.labels.index, sentence.deprels)], np.int32)
        gold, errors = gold_choices(choices, heads, gold_labels, 0.5)
        chain = [
            -1,
            *(
                next(c for c in range(choices.start[m], choices.start[m + 1]) if choices.head[c] == m - 1)
                for m in range(1, n + 1)
            ),
        ]
        candidates = Candidates(start, head, choices, np.zeros(len(label)), np.array(chain))
        return Example(encoder.encode(sentence), candidates, gold, errors)


def short_sentences() -> list[Sentence]:
    """Sentences with two labels only, so that all choices can be looked at."""
    short = [sentence for sentence in sample(200) if 3 <= len(sentence) <= 7][:6]
    return [
        sentence.with_tree(sentence.heads, [label if label == "nsubj" else "dep" for label in sentence.deprels])
        for sentence in short
    ]


def remaining(treebank: Treebank) -> float:
    """The errors of the best trees that are found with what has been learned."""
    total = 0.0
    for codes, candidates, gold, errors in treebank.examples:
        heads, labels, _ = search_tree(
            codes,
            treebank.model,
            candidates,
            True,
            True,
            100.0,
            CLIMB,
            1,
            Annealing(1.0, 0.0, 4),
            np.array([1], np.uint64),
        )
        start, choices = candidates.choices.start, candidates.choices
        for m in range(1, len(gold)):
            own = range(start[m], start[m + 1])
            total += sum(errors[c] for c in own if (choices.head[c], choices.label[c]) == (heads[m], labels[m]))
    return total


def worst(treebank: Treebank) -> Iterator[float]:
    step = 0
    while True:
        total = 0.0
        for example in treebank.examples:
            total += learn_from_worst(
                example.codes, treebank.model, *example[1:], True, True, 0.1, step, treebank.squares, treebank.totals
            )
            step += 1
        yield total


def samples(treebank: Treebank, neighbour: bool = True, gold: bool = True, by_walk: bool = False) -> Iterator[float]:
    sampling = SampleRank(by_walk, 2, 1.0, 3, neighbour, gold)
    state = np.array([1], np.uint64)
    current = [example.candidates.chosen.copy() for example in treebank.examples]
    step = 0
    while True:
        total = 0.0
        for example, tree in zip(treebank.examples, current, strict=True):
            total += learn_from_samples(
                example.codes,
                treebank.model,
                *example[1:],
                True,
                True,
                sampling,
                0.1,
                step,
                state,
                tree,
                treebank.squares,
                treebank.totals,
            )
            step += 1
        yield total


def errors_before_and_after(
    treebank: Treebank, learner: Callable[[Treebank], Iterator[float]], epochs: int
) -> tuple[float, float]:
    run = learner(treebank)
    before = remaining(treebank)
    for _ in range(epochs):
        next(run)
    return before, remaining(treebank)


@pytest.mark.parametrize(
    ("learner", "epochs"),
    [
        (worst, 6),
        (samples, 4),
        (lambda treebank: samples(treebank, by_walk=True), 4),
        (lambda treebank: samples(treebank, gold=False), 15),
        (lambda treebank: samples(treebank, neighbour=False), 6),
    ],
    ids=["worst", "samples", "walks", "neighbours", "gold"],
)
def test_errors_become_fewer(learner: Callable[[Treebank], Iterator[float]], epochs: int) -> None:
    before, after = errors_before_and_after(Treebank(short_sentences()), learner, epochs)
    assert before > 5
    assert after < 0.1 * before


@pytest.mark.parametrize("learner", [worst, samples])
def test_adaptive_steps_learn_too(learner: Callable[[Treebank], Iterator[float]]) -> None:
    before, after = errors_before_and_after(Treebank(short_sentences(), adaptive=True), learner, 6)
    assert after < 0.2 * before


def test_the_same_seed_learns_the_same() -> None:
    trained = []
    for _ in range(2):
        treebank = Treebank(short_sentences()[:4])
        next(samples(treebank))
        trained.append(treebank.weights)
    np.testing.assert_array_equal(*trained)


def test_without_constraints_nothing_is_learned() -> None:
    treebank = Treebank(short_sentences()[:4])
    next(samples(treebank, neighbour=False, gold=False))
    assert not treebank.weights.any()
    assert not treebank.totals.any()


def one_word(prior: list[float]) -> tuple[Treebank, Example]:
    """A word that hangs from the root and chooses between two labels, the first of them right."""
    sentence = Sentence.from_columns(["Go"], upos=["VERB"], heads=[0], deprels=["right"])
    other = Sentence.from_columns(["Go"], upos=["VERB"], heads=[0], deprels=["wrong"])
    treebank = Treebank([sentence, other])
    example = treebank.examples[0]
    return treebank, example._replace(candidates=example.candidates._replace(prior=np.array(prior)))


@pytest.mark.parametrize("start", [0, 1], ids=["right", "wrong"])
def test_which_constraint_learns_when(start: int) -> None:
    """One draw: neighbours differ only if the label changes, and gold only from a wrong label."""
    met = set()
    for seed in range(12):
        for neighbour in (False, True):
            for gold in (False, True):
                treebank, example = one_word([0.0, 0.0])
                tree = np.array([-1, start])
                learn_from_samples(
                    example.codes,
                    treebank.model,
                    *example[1:],
                    True,
                    True,
                    SampleRank(False, 4, 1.0, 1, neighbour, gold),
                    1.0,
                    1.0,
                    np.array([seed], np.uint64),
                    tree,
                    treebank.squares,
                    treebank.totals,
                )
                moved, wrong = tree[1] != start, tree[1] == 1
                met.add((moved, wrong))
                assert treebank.weights.any() == ((neighbour and moved) or (gold and wrong))
    assert len(met) == 2


def test_the_right_tree_leads_by_its_errors() -> None:
    """Whatever the pruner believes: what it is wrong about is made up for."""
    treebank, example = one_word([0.0, 0.75])
    assert (
        learn_from_worst(
            example.codes, treebank.model, *example[1:], True, True, 100.0, 1.0, treebank.squares, treebank.totals
        )
        == 0.5
    )
    weights = treebank.weights
    ahead = float(weights[weights > 0].sum())  # half of the features are of either label
    assert 2 * ahead == pytest.approx(0.5 + 0.75, abs=1e-3)
    assert learn_from_worst(
        example.codes, treebank.model, *example[1:], True, True, 100.0, 2.0, treebank.squares, treebank.totals
    ) in (
        0.0,
        0.5,
    )
    np.testing.assert_allclose(weights[weights > 0].sum(), ahead, atol=1e-3)


def test_nothing_is_learned_from_what_is_right() -> None:
    treebank, example = one_word([0.0, -2.0])
    assert (
        learn_from_worst(
            example.codes, treebank.model, *example[1:], True, True, 100.0, 1.0, treebank.squares, treebank.totals
        )
        == 0.0
    )
    assert not treebank.weights.any()
