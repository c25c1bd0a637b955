"""Generating the sample treebank."""

from arcwalk.errors import ArcwalkError
from arcwalk.sample.dice import Dice
from arcwalk.sample.grammar import sentence
from arcwalk.sample.tree import as_sentence
from arcwalk.treebank.sentence import Sentence

PATIENCE = 1000  # duplicates in a row after which the grammar counts as exhausted


def generate(n: int, seed: int) -> list[Sentence]:
    """See `arcwalk.sample.sample`."""
    if n < 0:
        raise ArcwalkError(f"cannot generate {n} sentences", "the number must be 0 or more")
    dice = Dice(seed)
    sentences: list[Sentence] = []
    seen: set[str] = set()
    repeats = 0
    while len(sentences) < n:
        candidate = as_sentence(sentence(dice), f"sample-{seed}-{len(sentences) + 1}")
        if candidate.text not in seen:
            seen.add(candidate.text)
            sentences.append(candidate)
            repeats = 0
        elif (repeats := repeats + 1) == PATIENCE:
            raise ArcwalkError(f"the sample grammar has only {len(seen)} distinct sentences", "request no more")
    return sentences
