"""Unknown words of one type, which are to agree on their tag (section 7 of the paper named in `consistency`).

A *type* is a form in lower case. Types that are related, by endings that a treebank shows to keep the tag, count as
one: the paper joins a word with the one that has an "s" more, here such pairs of endings are learned.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import normalize

Endings = tuple[str, str]  # the shorter one first

LONGEST_ENDING = 3
SHORTEST_STEM = 3


def tag_counts(train: Iterable[Sentence], column: str) -> dict[str, Counter[str]]:
    """How often each type of a treebank has which tag."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in train:
        for form, tag in zip(sentence.forms, sentence.tags(column), strict=True):
            counts[normalize(form)][tag] += 1
    return dict(counts)


def learn_endings(counts: Mapping[str, Mapping[str, int]], *, least: int, share: float) -> set[Endings]:
    """Pairs of endings such that words which differ in nothing else have the same usual tag, nearly always.

    `least` pairs of words must show it, and `share` of all that the treebank has.
    """
    usual = {form: min(tags, key=lambda tag: (-tags[tag], tag)) for form, tags in counts.items()}
    same: Counter[Endings] = Counter()
    every: Counter[Endings] = Counter()
    for endings, one, other in _pairs(usual):
        every[endings] += 1
        same[endings] += usual[one] == usual[other]
    return {pair for pair, count in same.items() if count >= least and count >= share * every[pair]}


def related_types(types: Collection[str], endings: Collection[Endings]) -> dict[str, str]:
    """For each type, the one that stands for all that are related to it, directly or through others."""
    leader = {form: form for form in types}

    def find(form: str) -> str:
        while leader[form] != form:
            form = leader[form]
        return form

    for pair, one, other in _pairs(types) if endings else ():
        if pair in endings:
            first, second = sorted((find(one), find(other)))
            leader[second] = first
    return {form: find(form) for form in types}


def unknown_words(sentences: Sequence[Sentence], known: Collection[str]) -> dict[str, list[tuple[int, int]]]:
    """Where each type is that is not known, as (sentence, word from 1); words without letters are no types."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, sentence in enumerate(sentences):
        for m, form in enumerate(sentence.forms, 1):
            name = normalize(form)
            if name not in known and any(map(str.isalpha, form)):
                found[name].append((number, m))
    return dict(found)


def importable(
    raw: Iterable[Sentence], types: Collection[str], endings: Collection[Endings], most: int
) -> list[Sentence]:
    """Of raw sentences, those with one of these types or one that is related, until each was found so often."""
    raw = list(raw)
    every = {normalize(form) for sentence in raw for form in sentence.forms}
    leader = related_types({*types, *every}, endings)
    leaders = {leader[form] for form in types}
    left = {form: most for form in every if leader[form] in leaders}
    found = []
    for sentence in raw:
        wanted = {form for form in map(normalize, sentence.forms) if left.get(form, 0) > 0}
        for form in wanted:
            left[form] -= 1
        if wanted:
            found.append(sentence)
    return found


def _pairs(types: Iterable[str]) -> Iterator[tuple[Endings, str, str]]:
    """All pairs of types that differ in their endings, with these, the shorter one first."""
    stems: dict[str, list[str]] = defaultdict(list)
    for form in sorted(types, key=lambda form: (len(form), form)):
        for length in range(min(LONGEST_ENDING, len(form) - SHORTEST_STEM) + 1):
            stems[form[: len(form) - length]].append(form)
    for stem, forms in stems.items():
        for one, other in combinations(forms, 2):
            ending, longer = one[len(stem) :], other[len(stem) :]
            if ending[:1] != longer[0]:  # or more of it belongs to the stem
                yield (ending, longer), one, other
