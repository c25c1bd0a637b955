"""Unknown word types and their relatives, which share a consensus (section 7).

A word type is a lowercase form. The paper relates a type to the one with an "s" appended; here pairs of suffixes that
keep the tag are learned from the treebank.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import normalize

Suffixes = tuple[str, str]  # the shorter one first

LONGEST_SUFFIX = 3
SHORTEST_STEM = 3


def tag_counts(train: Iterable[Sentence], column: str) -> dict[str, Counter[str]]:
    """The counts of tags of each word type of a treebank."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in train:
        for form, tag in zip(sentence.forms, sentence.tags(column), strict=True):
            counts[normalize(form)][tag] += 1
    return dict(counts)


def learn_suffixes(counts: Mapping[str, Mapping[str, int]], *, least: int, share: float) -> set[Suffixes]:
    """Pairs of suffixes that keep the tag: word types that differ in nothing else mostly have the same majority tag.

    At least `least` pairs of types must show it, and this `share` of all such pairs.
    """
    majority = {form: min(tags, key=lambda tag: (-tags[tag], tag)) for form, tags in counts.items()}
    same: Counter[Suffixes] = Counter()
    every: Counter[Suffixes] = Counter()
    for suffixes, one, other in _pairs(majority):
        every[suffixes] += 1
        same[suffixes] += majority[one] == majority[other]
    return {pair for pair, count in same.items() if count >= least and count >= share * every[pair]}


def related_types(types: Collection[str], suffixes: Collection[Suffixes]) -> dict[str, str]:
    """For each type, the representative of all types related to it, directly or through others."""
    leader = {form: form for form in types}

    def find(form: str) -> str:
        while leader[form] != form:
            form = leader[form]
        return form

    for pair, one, other in _pairs(types) if suffixes else ():
        if pair in suffixes:
            first, second = sorted((find(one), find(other)))
            leader[second] = first
    return {form: find(form) for form in types}


def unknown_words(sentences: Sequence[Sentence], known: Collection[str]) -> dict[str, list[tuple[int, int]]]:
    """The occurrences of each unknown type as (sentence, word from 1); words without letters do not count."""
    occurrences: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, sentence in enumerate(sentences):
        for m, form in enumerate(sentence.forms, 1):
            name = normalize(form)
            if name not in known and any(map(str.isalpha, form)):
                occurrences[name].append((number, m))
    return dict(occurrences)


def import_sentences(
    raw: Iterable[Sentence], types: Collection[str], suffixes: Collection[Suffixes], most: int
) -> list[Sentence]:
    """Raw sentences with one of these types or a related one, until each has been found `most` times."""
    raw = list(raw)
    every = {normalize(form) for sentence in raw for form in sentence.forms}
    leader = related_types({*types, *every}, suffixes)
    leaders = {leader[form] for form in types}
    left = {form: most for form in every if leader[form] in leaders}
    imported = []
    for sentence in raw:
        wanted = {form for form in map(normalize, sentence.forms) if left.get(form, 0) > 0}
        for form in wanted:
            left[form] -= 1
        if wanted:
            imported.append(sentence)
    return imported


def _pairs(types: Iterable[str]) -> Iterator[tuple[Suffixes, str, str]]:
    """All pairs of types that differ in a suffix only, with these suffixes, the shorter one first."""
    stems: dict[str, list[str]] = defaultdict(list)
    for form in sorted(types, key=lambda form: (len(form), form)):
        for length in range(min(LONGEST_SUFFIX, len(form) - SHORTEST_STEM) + 1):
            stems[form[: len(form) - length]].append(form)
    for stem, forms in stems.items():
        for one, other in combinations(forms, 2):
            shorter, longer = one[len(stem) :], other[len(stem) :]
            if shorter[:1] != longer[0]:  # otherwise the stem is longer
                yield (shorter, longer), one, other
