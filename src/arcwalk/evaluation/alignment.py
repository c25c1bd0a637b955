"""Gold and system trees, aligned word by word in arrays: the one pass over sentences that scoring needs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from arcwalk.arrays import Booleans, Integers
from arcwalk.errors import ArcwalkError, Finding, TreebankError
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import is_punctuation


@dataclass(frozen=True, eq=False)
class AlignedWords:
    """The words of a treebank with their gold and system heads and labels.

    Arrays have one entry per word, in text order, except `lengths`, with one per sentence. Labels and tags are
    indices into `labels` and `tags`.
    """

    sentence: Integers  # from 0
    position: Integers  # in the sentence, from 1
    gold_head: Integers  # 0: root
    system_head: Integers
    gold_label: Integers
    system_label: Integers
    tag: Integers  # gold UPOS, or XPOS where there is none
    punctuation: Booleans
    lengths: Integers
    labels: tuple[str, ...]
    tags: tuple[str, ...]


def universal_label(label: str) -> str:
    """The label without its subtype: `nsubj` of `nsubj:pass`."""
    return label.partition(":")[0]


def align(gold: Iterable[Sentence], system: Iterable[Sentence]) -> AlignedWords:
    """Align gold and system trees of the same sentences.

    Raises an error at the first word that differs or has no head.
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
        require_heads(gold_sentence, "gold", number)
        require_heads(system_sentence, "system", number)
        lengths.append(len(gold_sentence))
        gold_heads += gold_sentence.heads
        system_heads += system_sentence.heads
        gold_labels += [label_codes.setdefault(label, len(label_codes)) for label in gold_sentence.deprels]
        system_labels += [label_codes.setdefault(label, len(label_codes)) for label in system_sentence.deprels]
        words = zip(gold_sentence.upos, gold_sentence.xpos, strict=True)
        tags += [tag_codes.setdefault(u if u != "_" else x, len(tag_codes)) for u, x in words]
        punctuation += map(is_punctuation, gold_sentence.forms)
    if not gold_heads:
        raise ArcwalkError("nothing to evaluate: the gold file has no sentences", "give another one")
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
    """Pairs of gold and system sentences; raises an error at the first word that differs."""
    for number, (gold_sentence, system_sentence) in enumerate(zip_longest(gold, system), start=1):
        if system_sentence is None:
            raise _Mismatch(
                "gold", gold_sentence, number, "missing-sentence", "the system file ends before this sentence"
            )
        if gold_sentence is None:
            raise _Mismatch(
                "system", system_sentence, number, "extra-sentence", "the gold file ends before this sentence"
            )
        _verify_words(gold_sentence, system_sentence, number)
        yield gold_sentence, system_sentence


def _verify_words(gold: Sentence, system: Sentence, number: int) -> None:
    """Raise an error at the first word that differs."""
    there = f"gold ({gold.source or '<gold>'}:{gold.line})"
    if gold.forms != system.forms:
        for word, (expected, form) in enumerate(zip(gold.forms, system.forms, strict=False), start=1):
            if form != expected:
                message = f"word {word} is {form!r}, but {expected!r} in {there}"
                raise _Mismatch("system", system, number, "different-word", message, word)
        message = f"the sentence has {len(system):,} words, but {len(gold):,} in {there}"
        raise _Mismatch("system", system, number, "different-length", message)


def has_heads(sentences: Iterable[Sentence]) -> bool:
    """Whether any word has a head."""
    return any(head >= 0 for sentence in sentences for head in sentence.heads)


def require_heads(sentence: Sentence, role: str, number: int) -> None:
    """Raise an error at the first word without a head; a sentence in no file is called by its role and number."""
    if -1 in sentence.heads:
        word = sentence.heads.index(-1) + 1
        message = f"word {word} has no valid head"
        raise _Mismatch(role, sentence, number, "missing-head", message, word, "all words need heads to score trees")


class _Mismatch(TreebankError):
    """An error at a word of a sentence, or at its first line if `word` is 0."""

    def __init__(
        self,
        role: str,
        sentence: Sentence,
        number: int,
        test: str,
        message: str,
        word: int = 0,
        remedy: str = "both files must have trees for the same sentences, in the same order",
    ) -> None:
        line = sentence.line + (sentence.places[word - 1] if word else 0)
        file, name = sentence.source or f"<{role}>", sentence.id or str(number)
        super().__init__(Finding(file, line, name, test, message, remedy))
