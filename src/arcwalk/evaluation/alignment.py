"""Gold and system analyses side by side in arrays: the one pass over the sentences that scoring needs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from arcwalk.errors import ArcwalkError, Finding, TreebankError
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import is_punctuation

Integers = NDArray[np.int32]
Booleans = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class AlignedWords:
    """Every word of a gold treebank with its gold and its system head and label.

    The arrays have one entry a word, in the order of the text, but `lengths`, which has one a sentence.
    Labels and tags are codes: positions in `labels` and `tags`.
    """

    sentence: Integers  # 0 is the first sentence
    position: Integers  # 1 is the first word of a sentence
    gold_head: Integers  # 0 is the root
    system_head: Integers
    gold_label: Integers
    system_label: Integers
    tag: Integers  # the gold part of speech
    punctuation: Booleans
    lengths: Integers
    labels: tuple[str, ...]
    tags: tuple[str, ...]


def universal_label(label: str) -> str:
    """The label without its subtype: `nsubj` of `nsubj:pass`."""
    return label.partition(":")[0]


def align(gold: Iterable[Sentence], system: Iterable[Sentence]) -> AlignedWords:
    """Put the gold and the system analysis of each word side by side.

    Raises an error that names the first place where the two are not the same sentences with the same words,
    or where a head is missing.
    """
    lengths: list[int] = []
    gold_heads: list[int] = []
    system_heads: list[int] = []
    gold_labels: list[int] = []
    system_labels: list[int] = []
    tags: list[int] = []
    punctuation: list[bool] = []
    label_codes: dict[str, int] = {}
    tag_codes: dict[str, int] = {}
    for number, (gold_sentence, system_sentence) in enumerate(paired(gold, system), start=1):
        _verify_heads(gold_sentence, system_sentence, number)
        lengths.append(len(gold_sentence))
        gold_heads += gold_sentence.heads
        system_heads += system_sentence.heads
        gold_labels += [label_codes.setdefault(label, len(label_codes)) for label in gold_sentence.deprels]
        system_labels += [label_codes.setdefault(label, len(label_codes)) for label in system_sentence.deprels]
        words = zip(gold_sentence.upos, gold_sentence.xpos, strict=True)
        tags += [tag_codes.setdefault(u if u != "_" else x, len(tag_codes)) for u, x in words]
        punctuation += map(is_punctuation, gold_sentence.forms)
    if not gold_heads:
        raise ArcwalkError("nothing to evaluate: there are no sentences; give a gold file that has some")
    counts = np.array(lengths, dtype=np.int32)
    first = np.repeat(np.cumsum(counts) - counts, counts)
    return AlignedWords(
        sentence=np.repeat(np.arange(len(counts), dtype=np.int32), counts),
        position=(np.arange(len(first)) - first + 1).astype(np.int32),
        gold_head=np.array(gold_heads, dtype=np.int32),
        system_head=np.array(system_heads, dtype=np.int32),
        gold_label=np.array(gold_labels, dtype=np.int32),
        system_label=np.array(system_labels, dtype=np.int32),
        tag=np.array(tags, dtype=np.int32),
        punctuation=np.array(punctuation, dtype=np.bool_),
        lengths=counts,
        labels=tuple(label_codes),
        tags=tuple(tag_codes),
    )


def paired(gold: Iterable[Sentence], system: Iterable[Sentence]) -> Iterator[tuple[Sentence, Sentence]]:
    """Each gold sentence with the system's analysis of it; an error names the first one whose words differ."""
    for number, (gold_sentence, system_sentence) in enumerate(zip_longest(gold, system), start=1):
        if system_sentence is None:
            raise _Mismatch("gold", gold_sentence, number, "missing-sentence", "the system file ends before it")
        if gold_sentence is None:
            raise _Mismatch("system", system_sentence, number, "extra-sentence", "the gold file ends before it")
        _verify_words(gold_sentence, system_sentence, number)
        yield gold_sentence, system_sentence


def _verify_words(gold: Sentence, system: Sentence, number: int) -> None:
    """Raise the error for the first difference between two sentences that should have the same words."""
    here = f"gold ({gold.source or '<gold>'}:{gold.line})"
    if gold.forms != system.forms:
        for word, (expected, form) in enumerate(zip(gold.forms, system.forms, strict=False), start=1):
            if form != expected:
                message = f"word {word} is {form!r}, in {here} it is {expected!r}"
                raise _Mismatch("system", system, number, "different-word", message, word)
        message = f"the sentence has {len(system):,} words, in {here} it has {len(gold):,}"
        raise _Mismatch("system", system, number, "different-length", message)


def _verify_heads(gold: Sentence, system: Sentence, number: int) -> None:
    """Raise the error for the first word without a head."""
    for role, sentence in (("gold", gold), ("system", system)):
        if -1 in sentence.heads:
            word = sentence.heads.index(-1) + 1
            message = f"word {word} has no head that is a word of the sentence or 0"
            raise _Mismatch(role, sentence, number, "missing-head", message, word)


class _Mismatch(TreebankError):
    """The error at a word of a sentence, or at the sentence's first line if `word` is 0."""

    def __init__(self, role: str, sentence: Sentence, number: int, test: str, message: str, word: int = 0) -> None:
        remedy = "give two complete analyses of the same sentences, in the same order"
        line = sentence.line + (sentence.places[word - 1] if word else 0)
        file, name = sentence.source or f"<{role}>", sentence.id or str(number)
        super().__init__(Finding(file, line, name, test, message, remedy))
