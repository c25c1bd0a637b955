"""The multiword splitter: which tokens of a sentence are several words, and which words these are.

Most tokens are one word wherever they are, and some, such as German `im`, are always the same two. Among the ways to
split another token, a linear model chooses by the token and its affixes; if the treebank has it split in several ways,
such as French `des`, also by the tokens around it.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from arcwalk.arrays import Scores, Weights
from arcwalk.components.segmenter.split_choice import SplitChoice
from arcwalk.components.segmenter.split_lexicon import UNSPLIT, SplitLexicon
from arcwalk.components.segmenter.splitting_scripts import FIELDS, SplittingScript, Words
from arcwalk.features.weights import LEAST_BITS, pack
from arcwalk.models.model_file import Arrays
from arcwalk.models.value_counts import pack_counts, take_counts
from arcwalk.remembered import remembered
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata

_SCRIPTS, _TOKENS = "splitting_scripts", "multiword_tokens"
_NAME = "multiword"
_MOST_SCRIPTS = 100_000
_REMEMBERED = 50_000  # tokens


class _Doubt(NamedTuple):
    """A token whose neighbors matter, and the scores of its candidates without them."""

    choice: SplitChoice
    scores: Scores


class MultiwordSplitter:
    """A trained splitter. Immutable, so threads can share it."""

    def __init__(self, lexicon: SplitLexicon, weights: Weights) -> None:
        self.lexicon, self.weights = lexicon, weights
        self._look_up = remembered(_REMEMBERED)(self._find)

    def split(self, tokens: Sequence[str]) -> list[Words]:
        """The words of each token of a sentence: the token alone, or those of a multiword token."""
        if not self.lexicon.scripts:
            return [(token,) for token in tokens]
        around = ["", *tokens, ""]
        return [
            self._chosen(found, *around[place : place + 3]) if isinstance(found, _Doubt) else found
            for place, found in enumerate(map(self._look_up, tokens))
        ]

    def _find(self, token: str) -> Words | _Doubt:
        """The words of a token if its neighbors do not matter."""
        candidates = self.lexicon.candidates(token)
        if len(candidates) == 1:
            return candidates[0].words
        choice = SplitChoice.among(candidates, token, self.lexicon, len(self.weights))
        scores = self.weights[choice.own].sum(axis=1, dtype=np.float64)
        return _Doubt(choice, scores) if self.lexicon.is_ambiguous(token) else candidates[np.argmax(scores)].words

    def _chosen(self, doubt: _Doubt, before: str, token: str, after: str) -> Words:
        """The words of a token between its neighbors."""
        around = doubt.choice.around(token, before, after, len(self.weights))
        scores = doubt.scores + self.weights[around].sum(axis=1, dtype=np.float64)
        return doubt.choice.candidates[np.argmax(scores)].words

    def metadata(self) -> dict[str, Any]:
        """The metadata of a model file."""
        fields = list(chain.from_iterable(self.lexicon.scripts))
        return {_SCRIPTS: fields, _TOKENS: list(self.lexicon.counts)}

    def arrays(self) -> Arrays:
        """The arrays of a model file: the weights, and the counts of the splits of each token."""
        return {**pack(self.weights, _NAME), **pack_counts(self.lexicon.counts.values(), _NAME)}

    @classmethod
    def restore(cls, metadata: Metadata, arrays: StoredArrays) -> "MultiwordSplitter":
        """The splitter that `metadata` and `arrays` came from, with its weights laid out."""
        fields, tokens = metadata.texts(_SCRIPTS), metadata.texts(_TOKENS)
        if len(fields) % FIELDS or len(fields) > FIELDS * _MOST_SCRIPTS:
            raise metadata.wrong(_SCRIPTS, "a list of scripts")
        with metadata.source.reading():
            scripts = [SplittingScript.parse(fields[first : first + FIELDS]) for first in range(0, len(fields), FIELDS)]
        counts = take_counts(arrays, _NAME, tokens, range(UNSPLIT, len(scripts) + 1))
        weights = arrays.table(_NAME, 1 << LEAST_BITS if scripts else 0)
        return cls(SplitLexicon(scripts, counts), weights)
