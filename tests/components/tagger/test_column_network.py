"""The network of the first column of a tagger."""

import math
import pickle
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arcwalk import ArcwalkError, Tagger, sample
from arcwalk.components.tagger.column import ColumnTagger, entries_of
from arcwalk.components.tagger.column_network import MOST_TAGS, ColumnNetwork, EmbeddedValues, embedded_columns
from arcwalk.components.tagger.kernels.character_grams import BUCKETS, NONE
from arcwalk.components.tagger.lexicon import Lexicon, TaggedSentence
from arcwalk.components.tagger.network_training import LEAST_WORDS
from arcwalk.neural.kernels.tag_scores import TagInput, network_tags
from arcwalk.neural.tag_network import tag_parameter_count
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import MEMORY

pytestmark = pytest.mark.slow

QUICK = {"columns": "upos,xpos", "shuffles": 1, "epochs": 2, "table_bits": 16, "segmenter": False}
TRAIN, TEST = sample(150), sample(100, seed=1)


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return Tagger.train(TRAIN, **QUICK)


def network_of(column: ColumnTagger) -> ColumnNetwork:
    assert column.network is not None
    return column.network


def surprise(tagger: Tagger) -> float:
    """What gold tags cost: the sum of the negative logarithms of their probabilities."""
    total = 0.0
    for sentence in TEST:
        for tag, found in zip(sentence.upos, tagger.probabilities(sentence)["upos"], strict=True):
            total -= math.log(max(found.get(tag, 0.0), 1e-3))
    return total


def test_it_helps_a_weak_perceptron(tagger: Tagger) -> None:
    assert surprise(tagger) < surprise(Tagger.train(TRAIN, **QUICK, network=False))


def test_only_the_first_column_has_one(tagger: Tagger) -> None:
    assert tagger.columns["upos"].network is not None
    assert tagger.columns["xpos"].network is None
    assert Tagger.train(TRAIN, **QUICK, network=False).columns["upos"].network is None


def test_a_small_treebank_gets_none() -> None:
    few = sample(20)
    assert sum(map(len, few)) < LEAST_WORDS
    assert Tagger.train(few, **QUICK).columns["upos"].network is None


def test_scores_are_those_of_perceptron_and_network(tagger: Tagger) -> None:
    column = tagger.columns["upos"]
    network = network_of(column)
    perceptron = replace(column, network=None)
    assert column.temperature == network.temperature
    entries = entries_of(TEST[0], [""] * len(TEST[0]))
    plain, both = perceptron.lattice(entries), column.lattice(entries)
    assert np.array_equal(plain.tags, both.tags)
    np.testing.assert_allclose(both.joint, plain.joint / 2)
    given = np.zeros((len(TEST[0]) + 1, len(column.tags)), dtype=np.float32)
    for m in range(1, len(TEST[0]) + 1):
        own = slice(plain.start[m], plain.start[m + 1])
        given[m, plain.tags[own]] = perceptron.probabilities(plain)[own]
    of_properties = network.values.rows(column.lexicon.encode(entries).codes[:-2])
    rows = np.concatenate((of_properties, network.values.gram_rows(TEST[0].forms)), axis=1)
    tables = [
        network_tags(TagInput(rows, given, np.array([0, len(rows)])), embeddings, own)
        for own, embeddings in zip(network.networks, network.embeddings, strict=True)
    ]
    assert len(tables) == 2
    expected = np.mean(tables, axis=0)
    for m in range(1, len(TEST[0]) + 1):
        own = slice(plain.start[m], plain.start[m + 1])
        mean = (plain.scores[own] + network.temperature * expected[m, plain.tags[own]]) / 2
        np.testing.assert_allclose(both.scores[own], mean, atol=1e-5)


def test_adjustments_are_added_to_the_mean(tagger: Tagger) -> None:
    column, n = tagger.columns["upos"], len(TEST[0])
    entries, adjustments = entries_of(TEST[0], [""] * n), np.zeros((n, len(column.tags)))
    lattice = column.lattice(entries)
    assert np.array_equal(column.lattice(entries, adjustments).scores, lattice.scores)
    m = next(m for m in range(1, n + 1) if lattice.start[m + 1] - lattice.start[m] > 1)
    tag, other = lattice.tags[lattice.start[m] :][:2]
    adjustments[m - 1, tag] = 0.125
    before, after = (
        dict(zip(each.tags[each.start[m] : each.start[m + 1]], each.scores[each.start[m] :], strict=False))
        for each in (lattice, column.lattice(entries, adjustments))
    )
    assert after[tag] == pytest.approx(before[tag] + 0.125)
    assert after[other] == before[other]
    adjustments[0, 3] = 1e6
    assert column.best(column.lattice(entries, adjustments))[0][0] == column.tags[3]


def test_gaps_between_tags_are_as_wide_as_without(tagger: Tagger) -> None:
    """So that rewards of consistency and adjustments mean the same."""
    column = tagger.columns["upos"]
    gaps: list[float] = []
    for own in (column, replace(column, network=None)):
        log_odds = []
        for sentence in TEST:
            lattice = own.lattice(entries_of(sentence, [""] * len(sentence)))
            for first, last in pairwise(lattice.start[1:]):
                if last - first > 1:
                    probable = np.sort(own.probabilities(lattice)[first:last])
                    log_odds.append(math.log(probable[-1]) - math.log(max(probable[-2], 1e-12)))
        gaps.append(own.temperature * float(np.median(log_odds)))
    assert 0.7 * gaps[1] < gaps[0] < 1.4 * gaps[1]


def test_only_the_first_column_can_have_one(tagger: Tagger) -> None:
    columns = tagger.columns
    wrong = Tagger(tagger.options, [columns["upos"], replace(columns["xpos"], network=columns["upos"].network)])
    with pytest.raises(ArcwalkError, match="damaged"):
        pickle.loads(pickle.dumps(wrong))


def test_saved_and_loaded(tagger: Tagger, tmp_path: Path) -> None:
    tagger.save(tmp_path / "model")
    loaded = Tagger.load(tmp_path / "model")
    first, second = (network_of(own.columns["upos"]) for own in (tagger, loaded))
    assert np.array_equal(first.parameters, second.parameters)
    assert np.array_equal(first.embeddings, second.embeddings)
    for sentence in TEST:
        assert loaded.probabilities(sentence) == tagger.probabilities(sentence)


def test_damage_is_noticed(tagger: Tagger) -> None:
    column = tagger.columns["upos"]
    network = network_of(column)
    metadata, arrays = network.metadata(), network.arrays()
    assert len(restored(metadata, arrays, column.lexicon).values) == len(network.values)
    counts, codes = metadata["embedded"], arrays["values"]
    for damaged in (
        (metadata, arrays | {"embeddings": arrays["embeddings"][:-1]}),
        (metadata, arrays | {"parameters": arrays["parameters"][:-1]}),
        (metadata, arrays | {"values": codes[:-1]}),
        (metadata, arrays | {"values": np.full_like(codes, 9)}),
        (metadata | {"embedded": [*counts[:-2], counts[-2] + counts[-1]]}, arrays),
        (metadata | {"temperature": 0.0}, arrays),
        (metadata | {"networks": 1}, arrays),
    ):
        with pytest.raises(ArcwalkError, match="damaged"):
            restored(*damaged, column.lexicon)
    many = Lexicon([str(tag) for tag in range(MOST_TAGS + 1)], column.lexicon.counts)
    fitting = np.zeros((2, tag_parameter_count(MOST_TAGS + 1)), dtype=np.float16)
    with pytest.raises(ArcwalkError, match="more than 100 tags"):
        restored(metadata, arrays | {"parameters": fitting}, many)


def restored(metadata: dict[str, Any], arrays: dict[str, Any], lexicon: Lexicon) -> ColumnNetwork:
    return ColumnNetwork.restore(Metadata(metadata, MEMORY), StoredArrays(arrays, MEMORY), lexicon)


def test_values_that_occur_twice_have_rows_of_their_own() -> None:
    words = ["a", "dog", "a", "cat", "dogs", "dogs"]
    lexicon = Lexicon.fit([TaggedSentence([(word, "") for word in words], ["X"] * len(words))])
    encoded = lexicon.encode([(word, "") for word in words]).codes
    values = EmbeddedValues.of(encoded[1:-2], lexicon)
    rows = values.rows(encoded[1:-2])
    form = embedded_columns(lexicon).tolist().index(lexicon.columns["form"])
    a, dog, again, cat, dogs, _ = rows[:, form].tolist()
    assert a == again
    assert len({a, dog, dogs}) == 3
    assert dog == cat == values.unknown[form]
    by_property = [set(column) for column in rows.T.tolist()]
    assert len(set.union(*by_property)) == sum(map(len, by_property))  # properties share no row
    assert rows.max() < len(values) - BUCKETS


def test_words_share_rows_of_their_characters() -> None:
    lexicon = Lexicon.fit([TaggedSentence([("walking", ""), ("walks", "")], ["X", "X"])])
    values = EmbeddedValues.of(lexicon.encode([("walking", ""), ("walks", "")]).codes[1:-2], lexicon)
    root, *words = values.gram_rows(["walking", "Walks", "a", "talking", "x" * 90]).tolist()
    assert set(root) == {NONE}
    walking, walks, a, talking, long = (set(word) - {NONE} for word in words)
    assert (len(walking), len(walks), len(a)) == (7 + 6, 5 + 4, 1)
    assert len(long) == 2  # there is no room for more than `^xx` and many `xxx`
    assert len(walking & walks) == 5  # `^wa`, `wal`, `alk`, `^wal`, `walk`
    assert len(walking & talking) == 5 + 4  # `alk`, ... and `ng$`; `alki`, ... and `ing$`
    rows = walking | walks | a | talking | long
    assert len(values) - BUCKETS <= min(rows) <= max(rows) < len(values)
