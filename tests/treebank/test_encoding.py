import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest

from arcwalk.sample import sample
from arcwalk.treebank import row_memory
from arcwalk.treebank.encoding import AFTER, BEFORE, COARSE_TAGS, EMPTY, ROOT, UNKNOWN, Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.word_classes import OTHER, VERB

PROPERTIES = ["Case", "backoff", "form", "tag"]


def sentence(*forms: str, upos: str = "NOUN", feats: str = "_") -> Sentence:
    return Sentence.from_columns(forms, upos=[upos] * len(forms), feats=[feats] * len(forms))


def test_rows_are_root_words_after_before() -> None:
    encoder = Encoder.fit([sentence("cat", "dog")], PROPERTIES)
    codes = encoder.encode(sentence("dog", "cat", "dog"))
    assert codes.shape == (3 + 3, 2 + len(PROPERTIES))
    assert codes.dtype == np.int32
    for row, code in [(0, ROOT), (4, AFTER), (5, BEFORE)]:
        assert set(np.delete(codes[row], 1)) == {code}
        assert codes[row, 1] == OTHER
    np.testing.assert_array_equal(codes[1], codes[3])


def test_known_unknown_and_empty() -> None:
    encoder = Encoder.fit([sentence("cat", "dog", "cat", feats="Case=Nom")], PROPERTIES)
    form, case = encoder.columns["form"], encoder.columns["Case"]
    codes = encoder.encode(sentence("CAT", "dog", "bird", upos="VERB", feats="Number=Sing"))
    assert list(codes[1:4, form]) == [EMPTY + 1, EMPTY + 2, UNKNOWN]  # most frequent first, in lower case
    assert list(codes[1:4, case]) == [EMPTY] * 3
    assert list(codes[1:4, 0]) == [UNKNOWN] * 3
    assert list(codes[1:4, 1]) == [VERB] * 3
    assert encoder.encode(sentence("x", feats="Case=Dat"))[1, case] == UNKNOWN


def test_no_word_looks_like_padding() -> None:
    trees = sample(50)
    encoder = Encoder.fit(trees, PROPERTIES)
    for tree in trees:
        words = encoder.encode(tree)[1:-2]
        assert not np.isin(words[:, 2:], [ROOT, AFTER, BEFORE]).any()
        assert words[:, encoder.columns["form"]].min() > EMPTY


def test_columns_name_the_properties_in_order() -> None:
    encoder = Encoder.fit(sample(5), PROPERTIES)
    assert encoder.columns == {"Case": 2, "backoff": 3, "form": 4, "tag": 5}


def test_codes_do_not_depend_on_the_order_of_encoding() -> None:
    trees = sample(60)
    first, second = (Encoder.fit(trees[:30], PROPERTIES) for _ in range(2))
    expected = [first.encode(tree) for tree in trees]
    shuffled = list(range(len(trees)))
    Random(7).shuffle(shuffled)
    for i in shuffled:
        np.testing.assert_array_equal(second.encode(trees[i]), expected[i])


def test_codes_do_not_depend_on_the_order_of_training() -> None:
    trees = sample(60)
    forward, backward = Encoder.fit(trees, PROPERTIES), Encoder.fit(trees[::-1], PROPERTIES)
    assert forward.vocabularies == backward.vocabularies


def test_restored_from_its_vocabularies() -> None:
    trees = sample(40)
    encoder = Encoder.fit(trees, PROPERTIES)
    restored = Encoder(encoder.properties, encoder.vocabularies, encoder.backoff)
    for tree in trees:
        np.testing.assert_array_equal(encoder.encode(tree), restored.encode(tree))


def test_more_distinct_words_than_the_first_cache_holds() -> None:
    forms = [f"word-{i}" for i in range(5000)]
    encoder = Encoder.fit([sentence(*forms)], ["form"])
    whole = encoder.encode(sentence(*forms))
    assert len(set(whole[1:-2, 2])) == 5000
    again = encoder.encode(sentence(*forms[::-1]))
    np.testing.assert_array_equal(again[1:-2], whole[1:-2][::-1])
    fresh = Encoder(encoder.properties, encoder.vocabularies, encoder.backoff)
    for form, row in zip(forms, whole[1:-2], strict=True):
        np.testing.assert_array_equal(fresh.encode(sentence(form))[1], row)


def test_encoded_sentences_do_not_share_memory() -> None:
    encoder = Encoder.fit([sentence("cat")], ["form"])
    encoder.encode(sentence("cat"))[:] = 99
    assert encoder.encode(sentence("cat"))[1, 2] == EMPTY + 1
    assert encoder.encode(sentence("cat"))[0, 2] == ROOT


def test_many_coarse_tags_wrap_into_the_bits_there_are() -> None:
    tags = [f"TAG{i:03}" for i in range(200)]
    many = Sentence.from_columns([f"w{i}" for i in range(200)], upos=tags)
    codes = Encoder.fit([many], ["pos"]).encode(many)
    assert codes[:, 0].min() >= 0
    assert codes[:, 0].max() < COARSE_TAGS
    assert len(set(codes[1:-2, 2])) == 200  # the property itself tells them all apart


@pytest.mark.parametrize("backoff", ["auto", "lemma", "3"])
def test_backoff_rule_is_kept(backoff: str) -> None:
    encoder = Encoder.fit([sentence("walking")], ["backoff"], backoff)
    assert encoder.backoff == {"auto": "5"}.get(backoff, backoff)
    assert encoder.vocabularies[1] == [{"auto": "walki", "lemma": "walking", "3": "wal"}[backoff]]


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("hasty_threads")
@pytest.mark.parametrize("remembered", [200_000, 50])
def test_threads_may_share_an_encoder(monkeypatch: pytest.MonkeyPatch, remembered: int) -> None:
    """Nor does it matter how many words an encoder remembers before it starts afresh."""
    monkeypatch.setattr(row_memory, "_MOST_WORDS", remembered)
    sentences = []
    for i in range(600):
        forms = [f"w{(7 * i + j) % 3000}" for j in range(20)]
        tags = [f"T{(i + j) % 90}" for j in range(20)]
        sentences.append(sentence(*forms).with_tags(upos=tags, feats=[f"Case={tag}" for tag in tags]))
    plain = Encoder.fit(sentences, ["form", "suffix3", "feats", "Case"])
    expected = [plain.encode(each) for each in sentences]
    for _ in range(3):
        shared = Encoder(plain.properties, plain.vocabularies, plain.backoff)
        with ThreadPoolExecutor(8) as pool:
            for found, codes in zip(pool.map(shared.encode, sentences), expected, strict=True):
                np.testing.assert_array_equal(found, codes)
