"""The choice among the ways to split a token: its candidates, and where the weights of their features are."""

from typing import NamedTuple, Self

import numpy as np

from arcwalk.arrays import NumberTable
from arcwalk.components.segmenter.split_features import (
    Codes,
    context_codes,
    indices,
    salt,
    token_codes,
    words_codes,
)
from arcwalk.components.segmenter.split_lexicon import UNSPLIT, Candidate, SplitLexicon


class SplitChoice(NamedTuple):
    """The candidates of a token, and its features, except those of the tokens around it."""

    candidates: list[Candidate]
    salts: Codes  # (candidates, 1): of their scripts
    own: NumberTable  # (candidates, features): places in a table of weights

    @classmethod
    def among(
        cls, candidates: list[Candidate], token: str, lexicon: SplitLexicon, size: int, *, hidden: bool = False
    ) -> Self:
        """The choice among the candidates of a token, an unknown one if `hidden`, with a table of so many weights."""
        scripts = [None if number == UNSPLIT else lexicon.scripts[number - 1] for number, _ in candidates]
        salts = np.array([[salt(script)] for script in scripts], dtype=np.uint64)
        codes = token_codes(token, hidden=hidden)
        rows = [np.concatenate((codes, words_codes(words))) for _, words in candidates]
        return cls(candidates, salts, indices(np.array(rows), salts, size))

    def around(self, token: str, before: str, after: str, size: int) -> NumberTable:
        """The features of the tokens before and after, (candidates, features); empty ones are ends of the sentence."""
        return indices(context_codes(token, before, after), self.salts, size)
