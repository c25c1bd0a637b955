"""The coarse tag that separates: mutual information against entropies, and the tag that is chosen."""

from collections import Counter
from collections.abc import Hashable, Iterable
from math import log2
from random import Random

import pytest

from arcwalk import Sentence
from arcwalk.models.treebank_statistics import labels_of
from arcwalk.systems.vine.separator import find_separator, mutual_information
from arcwalk.treebank.corpus import encode_corpus
from arcwalk.treebank.encoding import EMPTY, Encoder


def entropy(values: Iterable[Hashable]) -> float:
    counts = Counter(values)
    total = sum(counts.values())
    return -sum(count / total * log2(count / total) for count in counts.values())


def test_mutual_information_is_that_of_entropies() -> None:
    random = Random(0)
    lefts = [(random.randrange(3),) for _ in range(50)]
    pairs = [(left, (*left,) if random.random() < 0.6 else (random.randrange(3), 1)) for left in lefts]
    expected = entropy(left for left, _ in pairs) + entropy(right for _, right in pairs) - entropy(pairs)
    assert mutual_information(Counter(pairs)) == pytest.approx(expected)


def test_the_tag_whose_children_depend_on_each_other() -> None:
    """Verbs have a child on either side or none; whether a noun has one on the left says nothing of the right."""

    def sentence(tags: str, heads: list[int]) -> Sentence:
        return Sentence.from_columns(tags.split(), upos=tags.split(), heads=heads, deprels=["dep"] * len(heads))

    treebank = [
        sentence("A V A", [2, 0, 2]),
        sentence("V", [0]),
        sentence("A N A", [2, 0, 2]),
        sentence("A N", [2, 0]),
        sentence("N A", [0, 1]),
        sentence("N", [0]),
    ]
    encoder = Encoder.fit(treebank, ["form"])
    found = find_separator(encode_corpus(treebank, encoder, labels_of(treebank)))
    assert encoder.vocabularies[0][found - EMPTY - 1] == "V"
