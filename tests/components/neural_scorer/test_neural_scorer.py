"""The network as part of a sampling parser."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from parses import right_heads

from arcwalk import ArcwalkError, Parser, load, sample
from arcwalk.components.neural_scorer.scorer import HEAD_WEIGHT, NeuralScorer
from arcwalk.components.neural_scorer.training import LEAST, MOST, enough_epochs
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import MEMORY
from arcwalk.systems.sampling.parser import SamplingParser

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
    after = system.candidates(codes)
    assert (after.prior <= before.prior).all()
    assert (after.prior < before.prior - 0.01 * HEAD_WEIGHT).any()
    assert np.array_equal(after.choices.head, before.choices.head)


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
    for damaged in (
        (metadata, arrays | {"network.embeddings": arrays["network.embeddings"][:-1]}, *sizes),
        (metadata, arrays | {"network.parameters": arrays["network.parameters"][:-1]}, *sizes),
        ({"embedded": [0] * sizes[1]}, arrays, *sizes),
        (metadata, arrays, sizes[0], sizes[1] + 1),
        (metadata, arrays, sizes[0] + 1, sizes[1]),
    ):
        with pytest.raises(ArcwalkError, match="damaged"):
            restored(*damaged)


def restored(metadata: dict[str, Any], arrays: dict[str, Any], labels: int, properties: int) -> NeuralScorer:
    return NeuralScorer.restore(Metadata(metadata, MEMORY), StoredArrays(arrays, MEMORY), labels, properties)


def test_epochs_depend_on_the_treebank() -> None:
    assert enough_epochs(0) == enough_epochs(5_000) == MOST
    assert enough_epochs(30_000) == 20
    assert enough_epochs(10**7) == LEAST
