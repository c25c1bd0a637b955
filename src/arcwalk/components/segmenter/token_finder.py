"""Where tokens end in a text."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Numbers, Weights
from arcwalk.components.segmenter.addresses import inside_addresses
from arcwalk.components.segmenter.characters import CharacterRows
from arcwalk.components.segmenter.kernels.token_gaps import KnownTokens, find_token_ends
from arcwalk.components.segmenter.known_words import FOLDS, WordCodes
from arcwalk.components.segmenter.templates import token_table
from arcwalk.features.weights import LEAST_BITS, pack
from arcwalk.models.model_file import Arrays
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata

_NAME, _KNOWN = "tokens", "known"


class Spans(NamedTuple):
    """Tokens of a text, the first at index 1: each leads from row `starts[i]` to before row `ends[i]`."""

    starts: Numbers
    ends: Numbers


@dataclass(frozen=True)
class TokenFinder:
    """A trained model of where tokens end. Immutable."""

    weights: Weights
    known: WordCodes  # the tokens of the treebank
    has_spaces: bool  # whether some of them have spaces in them
    keeps_addresses: bool  # whether addresses are single tokens there

    def find(self, text: str, rows: CharacterRows) -> Spans:
        """The tokens of a text."""
        is_end = np.zeros(len(rows.positions), dtype=np.bool_)
        inside = rows.inside(inside_addresses(text) if self.keeps_addresses else [])
        find_token_ends(rows.codes, inside, self.has_spaces, self._known, token_table(), self.weights, is_end)
        return spans_of(is_end, rows)

    @cached_property
    def _known(self) -> KnownTokens:
        return KnownTokens(self.known.table(), 0)

    def metadata(self) -> dict[str, Any]:
        """The metadata of a model file."""
        return {"has_spaces": self.has_spaces, "keeps_addresses": self.keeps_addresses}

    def arrays(self) -> Arrays:
        """The arrays of a model file."""
        return {**pack(self.weights, _NAME), **self.known.arrays(_KNOWN)}

    @classmethod
    def restore(cls, metadata: Metadata, arrays: StoredArrays) -> "TokenFinder":
        """The inverse of `metadata` and `arrays`."""
        return cls(
            weights=arrays.table(_NAME, 1 << LEAST_BITS),
            known=WordCodes.restore(arrays, _KNOWN, (1 << FOLDS) - 1),
            has_spaces=metadata.flag("has_spaces"),
            keeps_addresses=metadata.flag("keeps_addresses"),
        )


def spans_of(is_end: Booleans, rows: CharacterRows) -> Spans:
    """The tokens that end at the marked characters."""
    ends = np.flatnonzero(is_end) + 1
    starts = ends.copy()
    starts[1:] = ends[:-1]
    if len(starts):
        starts[0] = 1
    starts[1:] += rows.is_space[starts[1:]]
    zero = np.zeros(1, dtype=np.int64)
    return Spans(np.concatenate((zero, starts)), np.concatenate((zero, ends)))
