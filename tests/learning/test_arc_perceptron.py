import itertools
from collections import Counter
from random import Random

import numpy as np
import oracles
import pytest

from arcwalk.features.arc_templates import arc_table, arc_templates
from arcwalk.features.templates import properties_of
from arcwalk.learning.arc_learner import ArcLearner
from arcwalk.learning.kernels.arc_perceptron import arc_epoch
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.treebank.corpus import Corpus, encode_corpus
from arcwalk.treebank.encoding import UNKNOWN, Encoder
from arcwalk.treebank.sentence import Sentence

TEMPLATES = """
[arc]
h.form m.form dist?
h.pos m.pos between.pos
m.pos dir
h.form m-1.form between.verbs
"""
BITS = 10


def random_treebank(seed: int, sizes: list[int]) -> list[Sentence]:
    random = Random(seed)
    trees = {n: list(oracles.all_trees(n, projective=True, single_root=True)) for n in set(sizes)}
    return [
        Sentence.from_columns(
            [random.choice("abcdefg") for _ in range(n)],
            upos=[random.choice(["NOUN", "VERB", "ADP"]) for _ in range(n)],
            heads=random.choice(trees[n])[1:],
            deprels=["dep"] * n,
        )
        for n in sizes
    ]


class Setup:
    """A tiny treebank, encoded, and the features of its arcs by hand."""

    def __init__(self, sentences: list[Sentence], text: str = TEMPLATES) -> None:
        self.text = text
        templates = arc_templates(text, "test")
        encoder = Encoder.fit(sentences, sorted(properties_of(templates)))
        self.columns = encoder.columns
        self.table = arc_table(templates, self.columns)
        self.corpus: Corpus = encode_corpus(sentences, encoder, ["dep"])
        self.sentences = sentences
        self.gold = [[-1, *sentence.heads] for sentence in sentences]

    def features(self, i: int, heads: list[int]) -> Counter[int]:
        codes = self.corpus.codes[self.corpus.rows[i] : self.corpus.rows[i + 1]]
        return Counter(
            index
            for m in range(1, len(heads))
            for index in oracles.arc_features(self.text, codes, self.columns, heads[m], m, BITS)
        )

    def difference(self, i: int, predicted: list[int]) -> np.ndarray:
        """f(gold) - f(found)."""
        vector = np.zeros(1 << BITS)
        for heads, sign in ((self.gold[i], 1), (predicted, -1)):
            for index, count in self.features(i, heads).items():
                vector[index] += sign * count
        return vector

    def wrong(self, i: int, heads: list[int]) -> int:
        return sum(a != b for a, b in zip(heads, self.gold[i], strict=True))

    def decode(self, i: int, weights: np.ndarray, margin: float, projective: bool, single_root: bool) -> list[int]:
        """The best of all trees, each wrong arc credited with the margin."""

        def score(heads: list[int]) -> float:
            total = sum(float(weights[index]) * count for index, count in self.features(i, heads).items())
            return total + margin * self.wrong(i, heads)

        return max(oracles.all_trees(len(self.sentences[i]), projective=projective, single_root=single_root), key=score)

    def run(
        self,
        order: list[int],
        weights: np.ndarray,
        totals: np.ndarray,
        *,
        margin: float = 0.0,
        aggressiveness: float = 0.0,
        step: int = 0,
        projective: bool = True,
        single_root: bool = True,
    ) -> int:
        return int(
            arc_epoch(
                self.corpus.codes,
                self.corpus.rows,
                self.corpus.heads,
                np.array(order),
                self.table,
                projective,
                single_root,
                margin,
                aggressiveness,
                step,
                weights,
                totals,
            )
        )


def some_weights(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=1 << BITS).astype(np.float32)


def nothing() -> np.ndarray:
    return np.zeros(1 << BITS, dtype=np.float32)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("projective", "single_root"), list(itertools.product([True, False], repeat=2)))
def test_a_perceptron_step_by_hand(seed: int, projective: bool, single_root: bool) -> None:
    setup = Setup(random_treebank(seed, [4, 3]))
    before = some_weights(seed)
    margin = float(seed)
    predicted = setup.decode(1, before, margin, projective, single_root)
    weights, totals = before.copy(), nothing()
    errors = setup.run([1], weights, totals, margin=margin, step=6, projective=projective, single_root=single_root)
    change = setup.difference(1, predicted)
    assert errors == setup.wrong(1, predicted)
    np.testing.assert_allclose(weights, before + change, atol=1e-5)
    np.testing.assert_array_equal(totals, 6 * change)


def test_a_right_parse_changes_nothing() -> None:
    setup = Setup(random_treebank(3, [4]))
    weights = nothing()
    for index, count in setup.features(0, setup.gold[0]).items():
        weights[index] = 10.0 * count
    before, totals = weights.copy(), nothing()
    assert setup.decode(0, weights, 0.0, True, True) == setup.gold[0]
    assert setup.run([0], weights, totals) == 0
    np.testing.assert_array_equal(weights, before)
    assert not totals.any()


@pytest.mark.parametrize(("margin", "aggressiveness"), [(0.0, 0.0), (3.0, 0.0), (1.0, 0.1)])
def test_the_average_is_that_of_all_steps(margin: float, aggressiveness: float) -> None:
    setup = Setup(random_treebank(0, [3, 4, 2, 4, 3]))
    random, weights, totals, seen = Random(1), nothing(), nothing(), []
    slow, unused = nothing(), nothing()
    steps = 0
    for _ in range(4):
        order = random.sample(range(5), 5)
        errors = setup.run(order, weights, totals, margin=margin, aggressiveness=aggressiveness, step=steps)
        one_by_one = 0
        for i in order:
            one_by_one += setup.run([i], slow, unused, margin=margin, aggressiveness=aggressiveness)
            seen.append(slow.copy())
        assert errors == one_by_one
        steps += 5
    np.testing.assert_array_equal(weights, slow)
    assert weights.any()
    np.testing.assert_allclose(weights - totals / steps, np.mean(seen, axis=0), atol=1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_a_mira_step_makes_the_constraint_hold(seed: int) -> None:
    setup = Setup(random_treebank(seed, [4]))
    before = some_weights(seed)
    predicted = setup.decode(0, before, 1.0, True, True)
    assert predicted != setup.gold[0], "choose another seed"
    difference = setup.difference(0, predicted)
    weights, totals = before.copy(), nothing()
    setup.run([0], weights, totals, margin=1.0, aggressiveness=1e6, step=2)
    assert difference @ weights == pytest.approx(setup.wrong(0, predicted), abs=1e-4)
    size = (setup.wrong(0, predicted) - difference @ before) / (difference @ difference)
    np.testing.assert_allclose(weights, before + size * difference, atol=1e-5)  # and no step is smaller
    np.testing.assert_allclose(totals, 2 * size * difference, atol=1e-5)


def test_a_mira_step_is_no_longer_than_allowed() -> None:
    setup = Setup(random_treebank(1, [4]))
    before = some_weights(1)
    difference = setup.difference(0, setup.decode(0, before, 1.0, True, True))
    assert difference.any()
    weights, totals = before.copy(), nothing()
    setup.run([0], weights, totals, margin=1.0, aggressiveness=1e-3)
    np.testing.assert_allclose(weights - before, 1e-3 * difference, atol=1e-6)


def test_mira_steps_do_not_leak_into_each_other() -> None:
    setup = Setup(random_treebank(2, [4, 4, 3]))
    together, apart = nothing(), nothing()
    setup.run([0, 1, 2, 0], together, nothing(), margin=1.0, aggressiveness=0.5)
    for i in (0, 1, 2, 0):
        setup.run([i], apart, nothing(), margin=1.0, aggressiveness=0.5)
    np.testing.assert_array_equal(together, apart)


@pytest.mark.parametrize(("margin", "aggressiveness"), [(0.0, 0.0), (1.0, 1.0)])
def test_separable_data_are_learned(margin: float, aggressiveness: float) -> None:
    setup = Setup(random_treebank(5, [3, 4, 2, 3]))
    weights, totals, order = nothing(), nothing(), list(range(4))
    assert setup.run(order, weights, totals, margin=margin, aggressiveness=aggressiveness) > 0
    for _ in range(60):
        setup.run(order, weights, totals, margin=margin, aggressiveness=aggressiveness)
    assert setup.run(order, weights, totals) == 0
    for i in order:
        assert setup.decode(i, weights, 0.0, True, True) == setup.gold[i]


def learner(**changes: object) -> ArcLearner:
    settings = {
        "projective": True,
        "single_root": True,
        "epochs": 3,
        "table_bits": BITS,
        "margin": 0.0,
        "aggressiveness": 0.0,
        "word_dropout": 0.0,
    }
    return ArcLearner(**(settings | changes))  # type: ignore[arg-type]


def train(setup: Setup, seed: int, lexical: list[int] | None = None, **changes: object) -> np.ndarray:
    return learner(**changes).train(setup.corpus, setup.table, lexical or [], Random(seed), lambda: None)


def test_the_learner_runs_epochs_and_averages() -> None:
    setup = Setup(random_treebank(0, [3, 4, 2]))
    random, weights, totals, order = Random(4), nothing(), nothing(), [0, 1, 2]
    for number in range(3):
        random.shuffle(order)
        setup.run(order, weights, totals, margin=2.0, step=3 * number)
    np.testing.assert_array_equal(train(setup, 4, margin=2.0), weights - totals / 9)


def test_the_order_of_template_lines_does_not_matter() -> None:
    sentences = random_treebank(6, [3, 4, 3, 2])
    header, *lines = TEMPLATES.split("\n", 2)[1:]
    backwards = "\n".join([header, *reversed(lines[0].strip().splitlines())])
    first, second = (train(Setup(sentences, text), 0, margin=1.5) for text in (TEMPLATES, backwards))
    assert first.any()
    np.testing.assert_array_equal(first, second)


def test_a_learner_tells_after_each_epoch() -> None:
    setup, told = Setup(random_treebank(0, [2])), []
    learner(epochs=5).train(setup.corpus, setup.table, [], Random(0), lambda: told.append(1))
    assert len(told) == 5


def test_forgetting_everything_is_knowing_no_word() -> None:
    setup = Setup(random_treebank(2, [4]))
    form = setup.columns["form"]
    codes = setup.corpus.codes.copy()
    codes[setup.corpus.heads >= 0, form] = UNKNOWN
    forgetful = train(setup, 0, [form], word_dropout=1e9)
    remembered = train(setup, 0, [form])
    setup.corpus = Corpus(codes, *setup.corpus[1:])
    np.testing.assert_array_equal(forgetful, train(setup, 0, [form]))
    assert (forgetful != remembered).any()


def test_rare_words_are_forgotten_more_often() -> None:
    """A word that occurs c times is hidden with probability α / (α + c)."""
    sentence = Sentence.from_columns(["often"] * 9 + ["rare"], heads=range(10), deprels=["dep"] * 10)
    setup = Setup([sentence])
    form = setup.columns["form"]
    hide = word_dropout(setup.corpus, [form], 1.0, Random(0))
    hidden = np.mean([hide()[:, form] == UNKNOWN for _ in range(3000)], axis=0)
    np.testing.assert_allclose(hidden, [0, *[1 / 10] * 9, 1 / 2, 0, 0], atol=0.035)


def test_hiding_leaves_the_treebank_as_it_is() -> None:
    setup = Setup(random_treebank(2, [4, 3]))
    before = setup.corpus.codes.copy()
    train(setup, 0, [setup.columns["form"]], word_dropout=5.0)
    np.testing.assert_array_equal(setup.corpus.codes, before)
