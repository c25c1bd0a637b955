"""A pruner of heads: a first-order model that says which heads of a word are worth considering."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arcwalk.arrays import Codes, Heads, Scores, Weights
from arcwalk.errors import ArcwalkError
from arcwalk.features.arc_templates import arc_table
from arcwalk.features.templates import Template
from arcwalk.systems.pruner.kernels.head_pruning import HeadModel, LikelyHeads, prune_heads
from arcwalk.treebank.encoding import Encoder, word_count

SHARPNESS = 0.6  # an arc is as likely as exp(score / SHARPNESS), in units of the margin
LOST_ERRORS = 0.1  # of the pruner's own errors, how many may be beyond repair


@dataclass(frozen=True, kw_only=True)
class HeadPruner:
    """It never changes once made, so threads can share it."""

    encoder: Encoder
    templates: list[Template]
    weights: Weights
    ratio: float
    projective: bool
    single_root: bool

    @cached_property
    def model(self) -> HeadModel:
        """The pruner as kernels read it."""
        table = arc_table(self.templates, self.encoder.columns)
        return HeadModel(table, self.weights, SHARPNESS, self.ratio, self.projective, self.single_root)

    def candidates(self, codes: Codes, fixed: Heads | None = None, gold: Heads | None = None) -> LikelyHeads:
        """What a search may choose from. Fixed heads leave no other; gold ones are always among them."""
        free = np.full(word_count(codes) + 1, -1, dtype=np.int32)
        fixed, gold = free if fixed is None else fixed, free if gold is None else gold
        found = prune_heads(codes, codes[:0], self.model, fixed, gold)
        if found.score == -np.inf:
            raise ArcwalkError("the heads to keep do not fit into any tree; check them for cycles")
        return found


def least_share(shares: Scores, recall: float) -> float:
    """The least share of the best head's probability that is enough to keep a head.

    `shares` are those of gold heads in unseen sentences; `recall` of them are to be kept. Where the pruner errs
    little, it must keep more: of its errors nine in ten should be within reach of the parser.
    """
    recall = max(recall, 1 - float((shares < 1).mean()) * LOST_ERRORS)
    return float(np.clip(np.quantile(shares, 1 - recall), 1e-6, 0.1))
