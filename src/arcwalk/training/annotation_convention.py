"""Which annotation conventions a treebank follows, found from its trees."""

from collections.abc import Sequence

from arcwalk.scoring.part_kinds import Convention
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.word_classes import ADPOSITION, CONJUNCTION
from arcwalk.treebank.words import word_class, words_of


def find_convention(sentences: Sequence[Sentence], labels: Sequence[str]) -> Convention:
    """Whether adpositions and conjunctions are heads, as in many treebanks, or leaves, as in UD."""
    counts = {ADPOSITION: [0, 0], CONJUNCTION: [0, 0]}
    for sentence in sentences:
        heads = set(sentence.heads)
        for m, word in enumerate(words_of(sentence), 1):
            kind = word_class(word)
            if kind in counts:
                counts[kind][m in heads] += 1
    conjunct = next((code for code, label in enumerate(labels) if label.split(":")[0] == "conj"), -1)
    return Convention(
        adposition_heads=counts[ADPOSITION][1] > counts[ADPOSITION][0],
        conjunction_heads=counts[CONJUNCTION][1] > counts[CONJUNCTION][0],
        conjunct=conjunct,
    )
