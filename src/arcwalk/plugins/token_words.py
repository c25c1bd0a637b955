"""The words of multiword tokens in a spaCy `Doc`, whose tokens have to be pieces of the text."""

from collections.abc import Sequence
from itertools import accumulate, groupby, pairwise

from spacy.tokens import Doc, Token

WORDS = "arcwalk_words"

if not Token.has_extension(WORDS):
    Token.set_extension(WORDS, default=None)


def cuts(text: str, words: Sequence[str]) -> list[str]:
    """The words as they are written in their token, if they are, capitals aside; otherwise the whole token."""
    ends = list(accumulate(map(len, words)))
    if ends[-1] != len(text) or "".join(words).lower() != text.lower():
        return [text]
    return [text[start:end] for start, end in pairwise([0, *ends])]


def words_in(doc: Doc, i: int) -> Sequence[str]:
    """The words of a token: itself, or those of a multiword token."""
    words: Sequence[str] | None = doc[i]._.get(WORDS) if doc.user_data else None
    return words or (doc[i].text,)


def highest(tokens: Sequence[int], heads: Sequence[int]) -> list[int]:
    """For each token of a sentence, the index of its word that is nearest to the root, the first of several.

    `tokens` has the token of each word, `heads` the number of its head. What attaches to any word of a token attaches
    to the token; as the word nearest to the root speaks for it, no token is then its own ancestor.
    """
    if all(one != other for one, other in pairwise(tokens)):
        return list(range(len(tokens)))
    groups = groupby(range(len(tokens)), key=tokens.__getitem__)
    return [min(words, key=lambda word: _depth(word, heads)) for _, words in groups]


def _depth(word: int, heads: Sequence[int]) -> int:
    depth = 0
    while heads[word]:
        word, depth = heads[word] - 1, depth + 1
    return depth
