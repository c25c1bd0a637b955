"""The problems of a single value, which may consist of millions of items."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, islice

from arcwalk.treebank.check import Problem

MOST_OF_A_KIND = 10


def few_of_each_kind(problems: Iterator[Problem]) -> list[Problem]:
    """The first problems of each kind; the last of those says how many more there are."""
    first = list(islice(problems, MOST_OF_A_KIND + 1))
    if len(first) <= MOST_OF_A_KIND:  # nearly always
        return first
    kept: list[Problem] = []
    places: defaultdict[str, list[int]] = defaultdict(list)  # in that list, by test
    more: defaultdict[str, int] = defaultdict(int)
    for problem in chain(first, problems):
        own = places[problem.test]
        if len(own) < MOST_OF_A_KIND:
            own.append(len(kept))
            kept.append(problem)
        else:
            more[problem.test] += 1
    for test, count in more.items():
        last = places[test][-1]
        kept[last] = kept[last]._replace(message=f"{kept[last].message}, and there are {count:,} more like this")
    return kept
