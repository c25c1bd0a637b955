"""The table of words that a model keeps."""

import numpy as np
import pytest

from arcwalk.errors import ArcwalkError
from arcwalk.representations.word_table import CLUSTERS, WORD_ARRAYS, Words
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.source import MEMORY
from arcwalk.treebank.words import property_reader

FORMS = ["zebra", "Haus", "haus", "über", "a", "日本", "the"]
NUMBERS = np.arange(len(FORMS) * len(CLUSTERS), dtype=np.uint16).reshape(-1, len(CLUSTERS))


@pytest.fixture(scope="module")
def words() -> Words:
    return Words.of(FORMS, NUMBERS)


def test_every_word_has_its_own_row(words: Words) -> None:
    assert len(words) == len(FORMS)
    for form, clusters in zip(FORMS, NUMBERS, strict=True):
        row = words.row(form)
        np.testing.assert_array_equal(words.clusters[row], clusters)


def test_as_written_then_in_lower_case(words: Words) -> None:
    assert words.row("Haus") != words.row("haus") == words.row("HAUS")
    assert words.row("ÜBER") == words.row("über")
    assert [words.row(form) for form in ("", "A b", "zebras", "zebr", "\udcff")] == [-1] * 5
    assert words.row("Zebra") == words.row("zebra")


def test_coverage_counts_words_of_the_treebank(words: Words) -> None:
    assert words.coverage(["the", "the", "The", "unicorn"]) == 0.75
    assert words.coverage([]) == 0


def test_arrays_bring_everything_back(words: Words) -> None:
    assert list(words.arrays()) == list(WORD_ARRAYS)
    again = Words.restore(StoredArrays(words.arrays(), MEMORY))
    assert again.digest() == words.digest()
    assert [again.row(form) for form in FORMS] == [words.row(form) for form in FORMS]
    assert Words.of(FORMS, NUMBERS + np.uint16(1)).digest() != words.digest()


def test_clusters_are_properties_of_words(words: Words) -> None:
    for column, name in enumerate(CLUSTERS):
        read = property_reader(name, "5", words)
        assert read(("Haus", "_", "_", "_", "_")) == str(NUMBERS[1, column])
        assert read(("unicorn", "_", "_", "_", "_")) == "_"


def test_words_with_spaces_are_found_as_vectors_have_them() -> None:
    names = Words.of(["việt_nam", "a b"], np.zeros((2, len(CLUSTERS)), dtype=np.uint16))
    assert names.row("Việt Nam") == names.row("việt\u00a0nam") == names.row("việt_nam") >= 0
    assert names.row("a b") >= 0
    assert names.row("\ud800") == -1


@pytest.mark.parametrize("name", WORD_ARRAYS)
def test_arrays_that_do_not_fit_are_refused(words: Words, name: str) -> None:
    arrays = words.arrays()
    others = {other: array for other, array in arrays.items() if other != name}
    for wrong in ({name: arrays[name][:-1]}, {name: arrays[name].astype(np.int64)}, {}):
        with pytest.raises(ArcwalkError, match=r"damaged \(the arrays? "):
            Words.restore(StoredArrays(others | wrong, MEMORY))
