"""Feature families as probabilities, each with counts of its own; the parts of a list against one tree at a time."""

import numpy as np
import pytest

from arcwalk.models.treebank_statistics import labels_of
from arcwalk.sample import sample
from arcwalk.systems.vine.conditionals import read_conditionals
from arcwalk.systems.vine.kernels.lookup import _slot, fill_lookup, look_up
from arcwalk.systems.vine.kernels.rerank_features import BETWEEN, WIDTH, family_values, list_parts, tree_parts
from arcwalk.systems.vine.reranker import family_table, feature_families
from arcwalk.systems.vine.reranker_training import count_families, gold_parts
from arcwalk.systems.vine.templates import TemplateTexts
from arcwalk.treebank.corpus import Corpus, encode_corpus
from arcwalk.treebank.encoding import Encoder

SENTENCES = sample(15)
FAMILIES = feature_families(TemplateTexts.shipped().reranker)


SEPARATOR = 2  # a coarse tag, by number


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder.fit(SENTENCES, sorted(FAMILIES.properties))


@pytest.fixture(scope="module")
def corpus(encoder: Encoder) -> Corpus:
    return encode_corpus(SENTENCES, encoder, labels_of(SENTENCES))


def values_of_parts(corpus: Corpus, encoder: Encoder, chosen: list[int] | None) -> np.ndarray:
    """Of each family, for all words of the treebank that it is counted in."""
    families = FAMILIES if chosen is None else FAMILIES.select(chosen)
    table, parts = family_table(families, encoder), gold_parts(corpus, SEPARATOR)
    counts = count_families(corpus, parts, table)
    of_sentences = []
    for i in range(len(corpus)):
        own = parts.words[:, 0] == i
        sentence = corpus.codes[corpus.rows[i] : corpus.rows[i + 1]]
        some = np.hstack((parts.words[own, 1:], parts.structure[own]))
        of_sentences.append(family_values(sentence, some, table, counts))
    return np.concatenate(of_sentences)


def test_values_are_logarithms_of_probabilities(corpus: Corpus, encoder: Encoder) -> None:
    values = values_of_parts(corpus, encoder, None)
    assert values.max() <= 1e-6
    assert values.min() < -1


def test_values_do_not_depend_on_other_families(corpus: Corpus, encoder: Encoder) -> None:
    some = [*range(len(FAMILIES.joint) - 1, 0, -3)]
    every = values_of_parts(corpus, encoder, None)
    np.testing.assert_array_equal(values_of_parts(corpus, encoder, some), every[:, some])


def test_all_sides_of_all_lines_have_keys_of_their_own() -> None:
    salts = [template.salt for side in FAMILIES for template in side]
    assert len(set(salts)) == len(salts)


def test_equal_lines_stay_equal() -> None:
    conditionals = read_conditionals(
        "[a]\nm.pos | dir\nm.pos | dir\n[b]\nm.tag | dir", "x.templates", "a", "m", ["dir"]
    )
    assert len(conditionals.joint) == 2
    assert conditionals.joint[0] == conditionals.joint[1]
    assert len({conditionals.outcome[0].salt, conditionals.context[0].salt, conditionals.joint[0].salt}) == 3


def test_a_table_finds_what_it_was_filled_with() -> None:
    random = np.random.default_rng(0)
    keys = np.unique(random.integers(1, 1 << 32, 5000, dtype=np.uint32))
    table = fill_lookup(keys, np.arange(1, len(keys) + 1, dtype=np.float32), 1 << 14)
    assert [look_up(table, key) for key in keys] == list(range(1, len(keys) + 1))
    others = random.integers(1, 1 << 32, 1000, dtype=np.uint32)
    assert all(look_up(table, key) == 0 for key in others[~np.isin(others, keys)])


def test_keys_are_spread_over_the_whole_table() -> None:
    """Even over one with more slots than 25 bits can number."""
    empty = np.zeros(1 << 27, dtype=np.uint32)
    quarters = np.bincount([_slot(empty, key) >> 25 for key in np.arange(1, 2001, dtype=np.uint32)], minlength=4)
    assert quarters.min() > 400


def test_parts_are_shared_and_complete() -> None:
    random = np.random.default_rng(1)
    n, trees = 30, 40
    sentence = random.integers(0, 5, (n + 3, 4)).astype(np.int32)
    heads = np.array([[-1, *(random.integers(0, m) for m in range(1, n + 1))] for _ in range(trees)], np.int32)
    heads[1::2] = heads[::2]
    labels = random.integers(0, 2, (trees, n + 1)).astype(np.int32)
    labels[:, 0] = -1
    labels[1::2, :-1] = labels[::2, :-1]
    parts, numbers = list_parts(sentence, heads, labels, SEPARATOR)
    assert len(parts) < trees * n
    assert len(np.unique(parts, axis=0)) == len(parts)
    for i in range(trees):
        own = np.empty((n + 1, WIDTH), np.int64)
        tree_parts(sentence, heads[i], labels[i], SEPARATOR, own)
        assert (parts[numbers[i]] == own[1:]).all()


def test_words_between_a_word_and_its_head() -> None:
    heads = np.array(
        [-1, 5, 1, 0, 3, 3, 4], np.int32
    )  # word 1 and the head of word 6 have two words between, 2 has none
    for tagged in range(1, 7):
        sentence = np.ones((9, 4), np.int32)
        sentence[tagged, 0] = SEPARATOR
        parts = np.empty((7, WIDTH), np.int64)
        tree_parts(sentence, heads, np.zeros(7, np.int32), SEPARATOR, parts)
        expected = [h > 0 and min(h, m) < tagged < max(h, m) for m, h in enumerate(heads.tolist()) if m]
        assert parts[1:, BETWEEN].tolist() == expected
