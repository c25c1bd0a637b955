"""The network as part of a sampling parser."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from parses import right_heads

from arcwalk import ArcwalkError, Parser, load, sample
from arcwalk.components.neural_scorer import scorer
from arcwalk.components.neural_scorer.scorer import HEAD_WEIGHT, UNLIKELY, NeuralScorer
from arcwalk.components.neural_scorer.training import (
    FIRST,
    LARGE,
    LARGE_STATE,
    LEAST,
    LEAST_TRUST,
    MOST,
    NETWORKS,
    STATE,
    enough_epochs,
    scorer_of,
    state_for,
    trust_in,
)
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import MEMORY
from arcwalk.scoring.choices import Candidates
from arcwalk.systems.sampling.parser import SamplingParser
from arcwalk.systems.sampling.search import CALIBRATED, CALIBRATED_WITH_NETWORK, words_of_choices
from arcwalk.training.encoded_treebank import EncodedTreebank
from arcwalk.training.setting import Setting

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")

QUICK = {"epochs": 1, "aggressiveness": 0.01, "shuffles": 1, "pruner_shuffles": 1, "folds": 2, "table_bits": 12}
TRAIN, TEST = sample(120), sample(40, seed=1)


@pytest.fixture(scope="module")
def parser() -> Parser:
    return Parser.train(TRAIN, **QUICK, neural_epochs=24)


def system_of(parser: Parser) -> SamplingParser:
    assert isinstance(parser.system, SamplingParser)
    return parser.system


def trees(parser: Parser) -> list[tuple[list[int], list[str]]]:
    return [(sentence.heads, sentence.deprels) for sentence in parser.parse(TEST)]


def test_it_helps_a_weak_model(parser: Parser) -> None:
    with_network = right_heads(TEST, list(parser.parse(TEST)))
    without = right_heads(TEST, list(parser.with_options(neural="no").parse(TEST)))
    assert with_network > without + 0.01


def test_priors_gain_log_probabilities(parser: Parser) -> None:
    system = system_of(parser)
    codes = system.encode(TEST[0])
    before = replace(system, network=None).candidates(codes)
    assert system.network is not None
    readings = system.network.read(codes)
    after = readings.rescored(before)
    prior = dict(zip(keys_of(before), before.prior, strict=True))
    gains = [value - prior[key] for key, value in zip(keys_of(after), after.prior, strict=True)]
    assert max(gains) <= 0
    assert min(gains) < -0.01 * HEAD_WEIGHT


def test_candidates_that_become_unlikely_are_left_out(parser: Parser) -> None:
    system, arcs, all_arcs = system_of(parser), 0, 0
    for sentence in TEST:
        codes = system.encode(sentence)
        candidates, bare = system.candidates(codes), replace(system, network=None).candidates(codes)
        start, head, choices, prior, chosen = candidates
        for m in range(1, len(chosen)):
            own = slice(choices.start[m], choices.start[m + 1])
            kept = prior[own] >= prior[own].max() - UNLIKELY
            kept[chosen[m] - choices.start[m]] = True
            assert kept.all()
            assert np.array_equal(np.unique(choices.head[own]), head[start[m] : start[m + 1]])
        assert np.array_equal(head[choices.arc], choices.head)
        arcs, all_arcs = arcs + len(head), all_arcs + len(bare.head)
    assert arcs < 0.8 * all_arcs


def keys_of(candidates: Candidates) -> list[tuple[int, ...]]:
    """Word, head and label of each choice."""
    choices = candidates.choices
    return list(zip(words_of_choices(candidates).tolist(), choices.head.tolist(), choices.label.tolist(), strict=True))


def test_no_network_no_difference(parser: Parser) -> None:
    without = Parser.train(TRAIN, **QUICK, neural="no")
    assert system_of(without).network is None
    assert trees(without) == trees(parser.with_options(neural="no"))
    with pytest.raises(ArcwalkError, match="the model has no neural network; train it without neural=no"):
        without.with_options(neural="yes")


def test_a_saved_network_gives_the_same_trees(parser: Parser, tmp_path: Path) -> None:
    parser.save(tmp_path / "model")
    loaded = load(tmp_path / "model")
    assert trees(loaded) == trees(parser)
    first, second = system_of(parser).network, system_of(loaded).network
    assert first is not None
    assert second is not None
    assert np.array_equal(first.embeddings, second.embeddings)
    assert np.array_equal(first.parameters, second.parameters)


def test_restored_from_its_own_arrays(parser: Parser) -> None:
    network = system_of(parser).network
    assert network is not None
    metadata, arrays, sizes = network.metadata(), network.arrays(), (network.labels, len(network.rows.limits))
    again = restored(metadata, arrays, *sizes)
    assert again.rows == network.rows
    assert np.array_equal(again.parameters, network.parameters)
    assert again.trust == network.trust
    for damaged in (
        (metadata, arrays | {"network.embeddings": arrays["network.embeddings"][:-1]}, *sizes),
        (metadata, arrays | {"network.parameters": arrays["network.parameters"][:-1]}, *sizes),
        (metadata | {"embedded": [0] * sizes[1]}, arrays, *sizes),
        (metadata | {"networks": NETWORKS + 1}, arrays, *sizes),
        (metadata | {"state": STATE + 1}, arrays, *sizes),
        (metadata | {"trust": 1.5}, arrays, *sizes),
        (metadata, arrays, sizes[0], sizes[1] + 1),
        (metadata, arrays, sizes[0] + 1, sizes[1]),
    ):
        with pytest.raises(ArcwalkError, match="damaged"):
            restored(*damaged)


def restored(metadata: dict[str, Any], arrays: dict[str, Any], labels: int, properties: int) -> NeuralScorer:
    return NeuralScorer.restore(Metadata(metadata, MEMORY), StoredArrays(arrays, MEMORY), labels, properties)


def test_the_first_network_does_not_learn_from_held_out_sentences() -> None:
    """So that they can be parsed with it as new ones."""
    last = TRAIN[-1]
    swapped = last.with_tree(last.heads, list(reversed(last.deprels)))
    scorers = []
    for sentences in (TRAIN, [*TRAIN[:-1], swapped]):
        treebank = EncodedTreebank.of(sentences, ["form", "pos"])
        stage = scorer_of(treebank, [len(TRAIN) - 1], 1, 1.0, Setting())
        scorers.append(stage.work(Setting()))
    first, second = ([scorer.alone(i).parameters for scorer in scorers] for i in (FIRST, 1 - FIRST))
    assert np.array_equal(*first)
    assert not np.array_equal(*second)


def test_epochs_depend_on_the_treebank() -> None:
    assert enough_epochs(0) == enough_epochs(5_000) == MOST
    assert enough_epochs(30_000) == 20
    assert enough_epochs(10**7) == LEAST


def test_large_treebanks_have_larger_networks() -> None:
    assert state_for(LARGE - 1) == STATE
    assert state_for(LARGE) == LARGE_STATE


def test_scores_count_less_where_little_was_learned_from(parser: Parser, monkeypatch: pytest.MonkeyPatch) -> None:
    assert trust_in(100) == LEAST_TRUST < trust_in(3_000) < trust_in(6_000) < trust_in(20_000) == 1
    system = system_of(parser)
    network, codes = system.network, system.encode(TEST[0])
    assert network is not None
    assert network.trust == trust_in(sum(map(len, TRAIN)))
    bare = replace(system, network=None).candidates(codes)
    monkeypatch.setattr(scorer, "UNLIKELY", np.inf)
    whole, half = (replace(network, trust=trust).read(codes) for trust in (1.0, 0.5))
    np.testing.assert_allclose(half.heads, whole.heads / 2)
    gains = [readings.rescored(bare).prior - bare.prior for readings in (whole, half)]
    np.testing.assert_allclose(gains[1], gains[0] / 2, atol=1e-6)
    assert gains[0].any()
    temperatures = [replace(system, network=replace(network, trust=trust)).calibrated for trust in (1.0, 0.5, 0.0)]
    assert temperatures == [CALIBRATED_WITH_NETWORK, (CALIBRATED_WITH_NETWORK + CALIBRATED) / 2, CALIBRATED]


def test_keeping_nothing_is_the_same_as_parsing(parser: Parser) -> None:
    bare = [sentence.with_tree([-1] * len(sentence), ["_"] * len(sentence)) for sentence in TEST]
    assert trees(parser) == [(tree.heads, tree.deprels) for tree in parser.parse(bare, keep=True)]


def test_the_mean_of_all_networks_counts(parser: Parser, monkeypatch: pytest.MonkeyPatch) -> None:
    system = system_of(parser)
    network, codes = system.network, system.encode(TEST[0])
    assert network is not None
    assert len(network.networks) == NETWORKS > 1
    bare = replace(system, network=None).candidates(codes)
    gains = []
    for chosen in (slice(0, 1), slice(1, 2), slice(None)):
        some = replace(network, parameters=network.parameters[chosen], embeddings=network.embeddings[chosen])
        monkeypatch.setattr(scorer, "UNLIKELY", np.inf)
        gains.append(some.read(codes).rescored(bare).prior - bare.prior)
    assert not np.allclose(gains[0], gains[1], atol=1e-3)
    np.testing.assert_allclose(gains[2], (gains[0] + gains[1]) / 2, atol=1e-5)
