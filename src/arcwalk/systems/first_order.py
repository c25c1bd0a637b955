"""A first-order model: arc weights and all that is needed to score a sentence's arcs and find its best tree."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arcwalk.arrays import Codes, Heads, Weights
from arcwalk.errors import ArcwalkError
from arcwalk.features.arc_kernels import ArcTable
from arcwalk.features.arcs import arc_table, arc_templates
from arcwalk.treebank.encoding import Encoder
from arcwalk.trees.candidates import all_heads, heads_with_fixed
from arcwalk.trees.first_order import parse_first_order


@dataclass(frozen=True)
class FirstOrderModel:
    """It never changes once made, so threads can share it."""

    templates: str
    encoder: Encoder
    weights: Weights
    projective: bool
    single_root: bool

    @cached_property
    def table(self) -> ArcTable:
        """The templates as kernels read them."""
        return arc_table(arc_templates(self.templates, "the model's templates"), self.encoder.columns)

    def find_heads(self, codes: Codes, fixed: Heads | None = None) -> Heads:
        """The best tree, index 0 for the root; heads in `fixed` are kept where they are not -1."""
        n = len(codes) - 3
        start, head = all_heads(n) if fixed is None else heads_with_fixed(fixed)
        heads = np.empty(n + 1, dtype=np.int32)
        score = parse_first_order(
            codes, start, head, self.table, self.weights, self.projective, self.single_root, heads
        )
        if score == -np.inf:
            raise ArcwalkError("the heads to keep do not fit into any tree; check them for cycles")
        return heads
