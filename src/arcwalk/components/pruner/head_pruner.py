"""A pruner of heads: a first-order model that proposes candidate heads for each word."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arcwalk.arrays import Codes, Heads, Weights
from arcwalk.components.pruner.kernels.head_pruning import NOT_SCORED, HeadModel, LikelyHeads, prune_heads
from arcwalk.features.arc_templates import arc_table
from arcwalk.features.templates import Template
from arcwalk.models.parses import NoTreeError, free
from arcwalk.treebank.encoding import Encoder, word_count

RATIOS = (1e-6, 0.1)  # the range of `HeadPruner.ratio`; doubts are relative to its logarithm


@dataclass(frozen=True, kw_only=True)
class HeadPruner:
    """Immutable, so threads can share it."""

    encoder: Encoder
    templates: list[Template]
    weights: Weights
    ratio: float  # least probability of a candidate, relative to the best head of its word
    projective: bool
    single_root: bool

    @cached_property
    def model(self) -> HeadModel:
        """The pruner as kernels read it."""
        table = arc_table(self.templates, self.encoder.columns)
        return HeadModel(table, self.weights, self.ratio, self.projective, self.single_root)

    def candidates(self, codes: Codes, fixed: Heads | None = None, gold: Heads | None = None) -> LikelyHeads:
        """The candidate heads of a sentence. A fixed head is the only one of its word; gold heads are always kept."""
        anything = free(word_count(codes))
        fixed, gold = anything if fixed is None else fixed, anything if gold is None else gold
        likely_heads = prune_heads(codes, codes[:0], self.model, NOT_SCORED, fixed, gold)
        if likely_heads.score == -np.inf:
            raise NoTreeError
        return likely_heads
