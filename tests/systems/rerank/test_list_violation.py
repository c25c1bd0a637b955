"""Learning to rank lists of trees."""

from random import Random

import numba
import numpy as np
import pytest
from tiny_scorers import ARCS, PROPERTIES, TEMPLATES

from arcwalk.features.arc_templates import arc_table
from arcwalk.features.kernels.structure_features import label_contributions
from arcwalk.features.structure_templates import structure_table
from arcwalk.sample import sample
from arcwalk.scoring.part_kinds import Convention
from arcwalk.scoring.scorer import Model
from arcwalk.systems.rerank.kernels.list_violation import learn_from_list
from arcwalk.systems.rerank.kernels.tree_list import list_trees, score_trees
from arcwalk.systems.rerank.learner import CostedList, ListLearner
from arcwalk.treebank.corpus import encode_corpus
from arcwalk.treebank.encoding import Encoder

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="learning needs compiled kernels")

BITS = 14
SENTENCES = [sentence for sentence in sample(100) if 4 <= len(sentence) <= 9][:8]
LABELS = sorted({label for sentence in SENTENCES for label in sentence.deprels})
ENCODER = Encoder.fit(SENTENCES, PROPERTIES)
CORPUS = encode_corpus(SENTENCES, ENCODER, LABELS)
STRUCTURE = structure_table(TEMPLATES, ENCODER.columns)


def model(weights: np.ndarray) -> Model:
    return Model(
        arc_table(ARCS, ENCODER.columns),
        STRUCTURE,
        label_contributions(len(LABELS), STRUCTURE),
        Convention(adposition_heads=False, conjunction_heads=False, conjunct=-1),
        weights,
        np.zeros((0, 3), np.int64),
        np.zeros(len(LABELS) + 1, np.int32),
    )


def costed_list(i: int, doubt: float, *, with_gold: bool = True) -> CostedList:
    """The gold tree, last, after others in which a word hangs from a neighbor; these are believed in more."""
    n = len(SENTENCES[i])
    gold = np.array([-1, *SENTENCES[i].heads], np.int32)
    label = np.array([-1, *map(LABELS.index, SENTENCES[i].deprels)], np.int32)
    trees = [np.array([-1, *range(n)], np.int32), np.array([-1, *range(2, n + 1), 0], np.int32)]
    heads = np.stack([*trees, gold][: 2 + with_gold])
    errors = (heads != gold).sum(axis=1).astype(float)
    return CostedList(list_trees(heads, np.tile(label, (len(heads), 1)), -doubt * np.arange(len(heads))), errors)


def sentence(i: int) -> np.ndarray:
    return CORPUS.codes[CORPUS.rows[i] : CORPUS.rows[i + 1]]


def test_after_a_step_the_best_tree_leads_by_the_errors_of_the_worst() -> None:
    weights, totals = (np.zeros(1 << BITS, np.float32) for _ in range(2))
    costed = costed_list(0, doubt=3.0)
    errors = learn_from_list(sentence(0), model(weights), *costed, 100.0, 0, np.zeros(0, np.float32), totals)
    worst = np.argmax(costed.listed.prior + costed.cost)
    assert errors == costed.cost[worst] > 0
    scores = score_trees(sentence(0), model(weights), costed.listed)
    assert scores[-1] - scores[worst] == pytest.approx(costed.cost[worst], abs=1e-3)


def test_nothing_is_learned_where_the_best_tree_leads() -> None:
    weights, totals = (np.zeros(1 << BITS, np.float32) for _ in range(2))
    costed = costed_list(0, doubt=-50.0)
    assert learn_from_list(sentence(0), model(weights), *costed, 100.0, 0, np.zeros(0, np.float32), totals) == 0
    assert not weights.any()


def test_without_the_gold_tree_the_next_best_is_to_be_found() -> None:
    weights, totals = (np.zeros(1 << BITS, np.float32) for _ in range(2))
    listed, errors = costed_list(0, doubt=0.0, with_gold=False)
    costed = CostedList(listed, errors + np.array([0.0, 7.0]))
    learn_from_list(sentence(0), model(weights), *costed, 100.0, 0, np.zeros(0, np.float32), totals)
    scores = score_trees(sentence(0), model(weights), listed)
    assert scores[0] - scores[1] == pytest.approx(costed.cost[1] - costed.cost[0], abs=1e-3)


@pytest.mark.parametrize("adaptive", [False, True])
def test_a_learner_ranks_what_it_has_seen(adaptive: bool) -> None:
    lists = [costed_list(i, doubt=2.0) for i in range(len(SENTENCES))]
    learner = ListLearner(epochs=4, table_bits=BITS, aggressiveness=0.1, adaptive=adaptive, word_dropout=0.0)
    epochs: list[int] = []
    weights = learner.train(CORPUS, lists, model, [], Random(0), lambda: epochs.append(1))
    assert len(epochs) == 4
    found = [np.argmax(score_trees(sentence(i), model(weights), lists[i].listed)) for i in range(len(lists))]
    assert sum(lists[i].cost[rank] for i, rank in enumerate(found)) == 0
    assert any(np.argmax(costed.listed.prior) != np.argmin(costed.cost) for costed in lists)
