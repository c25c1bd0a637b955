"""The longest common subsequence, against all subsequences."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from arcwalk.evaluation.aligned.common_subsequence import common_subsequence

WORDS = st.text("abc", max_size=6)


def longest(first: str, second: str) -> int:
    def subsequences(text: str) -> set[tuple[str, ...]]:
        return {chosen for size in range(len(text) + 1) for chosen in combinations(text, size)}

    return max(map(len, subsequences(first) & subsequences(second)))


@given(WORDS, WORDS)
def test_as_long_as_the_longest_of_all(first: str, second: str) -> None:
    found = list(common_subsequence(first, second))
    assert len(found) == longest(first, second)
    assert all(first[i] == second[j] for i, j in found)
    for places in zip(*found, strict=True):
        assert list(places) == sorted(set(places))


def test_of_several_the_first_from_the_left() -> None:
    assert list(common_subsequence("ab", "ba")) == [(1, 0)]
    assert list(common_subsequence("a", "aa")) == [(0, 0)]
    assert list(common_subsequence("xab", "aab")) == [(1, 0), (2, 2)]


def test_long_sequences_take_no_time_to_speak_of() -> None:
    first, second = "ab" * 10_000, "ba" * 10_000
    assert len(list(common_subsequence(first, second))) == 19_999
