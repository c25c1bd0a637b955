"""Sentences and values of absurd sizes: the time for them grows with their size, not with its square."""

import time
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from arcwalk.treebank.reader import read_unchecked
from arcwalk.treebank.validation.validator import Validator
from arcwalk.treebank.validation.value_problems import MOST_OF_A_KIND

ABOVE = ["# sent_id = 1\n", "# text = a\n"]
MANY = 50_000


def word(number: int, *, head: int = 0, feats: str = "_", deps: str = "_", misc: str = "_") -> str:
    return f"{number}\ta\ta\tNOUN\t_\t{feats}\t{head}\t{'dep' if head else 'root'}\t{deps}\t{misc}\n"


def overlapping_ranges() -> Iterator[str]:
    yield from ABOVE
    yield from [f"1-{MANY}\ta" + "\t_" * 8 + "\n"] * (MANY - 1)
    yield word(1)


def misplaced_comments() -> Iterator[str]:
    yield from ["# text = a\n"] * MANY
    yield word(1)


def columns() -> Iterator[str]:
    yield f"# global.columns = ID FORM {' '.join(map(str, range(2 * MANY)))}\n"
    yield "1\ta\n"


@pytest.mark.slow
@pytest.mark.parametrize("lines", [overlapping_ranges, misplaced_comments, columns])
def test_time_is_linear(lines: Callable[[], Iterator[str]]) -> None:
    """Each took a minute or more."""
    started = time.monotonic()
    (sentence,) = read_unchecked(lines(), "trial")
    assert Validator(2).findings(sentence)
    assert time.monotonic() - started < 20


@pytest.mark.parametrize(
    ("values", "tests"),
    [
        ({"feats": "|".join("a" * 100)}, {"invalid-feature"}),
        ({"feats": "|".join(f"A{i}=B,B" for i in range(100, 200))}, {"repeated-feature-value"}),
        ({"misc": "|".join(["=a", ""] * 100)}, {"empty-misc", "empty-misc-key"}),
        (
            {"deps": "|".join(["0:root", *(f"0:x{i}y" for i in range(100, 199)), "7:dep"])},
            {"invalid-edeprel", "unknown-ehead"},
        ),
    ],
)
def test_a_value_has_few_findings_of_each_kind(values: dict[str, str], tests: set[str]) -> None:
    (sentence,) = read_unchecked([*ABOVE, word(1, **values), "\n"], "trial")  # type: ignore[arg-type]
    findings = Validator(2).findings(sentence)
    counts = Counter(finding.test for finding in findings)
    assert set(counts) == tests
    for test, count in counts.items():
        last = [finding.message for finding in findings if finding.test == test][-1]
        assert (count, "more like this" in last) in {(1, False), (MOST_OF_A_KIND, True)}
