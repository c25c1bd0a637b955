"""Sentences that training does not see, to choose on what the papers tune by hand."""

from collections.abc import Callable, Sequence

from arcwalk.systems.first_order import Heads
from arcwalk.treebank.encoding import Codes, Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import is_punctuation

HELD_OUT = 200


def hold_out(sentences: Sequence[Sentence]) -> tuple[Sequence[Sentence], Sequence[Sentence]]:
    """All but the last 200 sentences (a tenth, if that is fewer), and those."""
    held_out = min(HELD_OUT, len(sentences) // 10)
    middle = len(sentences) - held_out
    return sentences[:middle], sentences[middle:]


def attachment(find_heads: Callable[[Codes], Heads], encoder: Encoder, sentences: Sequence[Sentence]) -> float:
    """The share of words, in percent and without punctuation, whose head is found."""
    right = words = 0
    for sentence in sentences:
        found = find_heads(encoder.encode(sentence))[1:]
        for form, gold, head in zip(sentence.forms, sentence.heads, found, strict=True):
            if not is_punctuation(form):
                words += 1
                right += int(gold == head)
    return 100 * right / max(words, 1)
