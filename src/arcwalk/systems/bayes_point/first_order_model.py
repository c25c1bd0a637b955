"""A first-order model: scores arcs, finds the best tree and the marginals of its arcs."""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from arcwalk.arrays import Codes, Heads, Scores
from arcwalk.features.arc_templates import arc_table, arc_templates
from arcwalk.features.kernels.arc_features import ArcTable, arc_parts, score_arcs
from arcwalk.models.parses import NoTreeError
from arcwalk.systems.tree_then_labels import UnlabeledModel
from arcwalk.treebank.encoding import word_count
from arcwalk.trees.candidates import all_heads, arc_index, heads_with_fixed
from arcwalk.trees.decoders.first_order import parse_first_order
from arcwalk.trees.decoders.inside_outside import projective_marginals
from arcwalk.trees.decoders.matrix_tree import nonprojective_marginals

TEMPERATURE = 1.4  # makes marginals calibrated confidences


@dataclass(frozen=True)
class FirstOrderModel(UnlabeledModel):
    """A model that scores arcs."""

    @cached_property
    def table(self) -> ArcTable:
        """The templates as kernels read them."""
        return arc_table(arc_templates(self.templates, "the model's templates"), self.encoder.columns)

    def find_heads(self, codes: Codes, fixed: Heads | None = None) -> Heads:
        """The best tree, index 0 for the root; heads in `fixed` are kept where they are not -1."""
        n = word_count(codes)
        start, head = all_heads(n) if fixed is None else heads_with_fixed(fixed)
        heads = np.empty(n + 1, dtype=np.int32)
        score = parse_first_order(
            codes, start, head, self.table, self.weights, self.projective, self.single_root, heads
        )
        if score == -np.inf:
            raise NoTreeError
        return heads

    def marginals(self, codes: Codes, fixed: Heads | None, tree: Heads) -> Scores:
        """The exact marginal of each arc of a tree, among trees of the kind that the model searches.

        Where fixed heads rule out all trees of that kind, crossing arcs or several roots are allowed, as in decoding.
        """
        start, head = all_heads(len(tree) - 1) if fixed is None else heads_with_fixed(fixed)
        scores, marginals = np.empty(len(head)), np.zeros(len(head))
        score_arcs(arc_parts(codes, self.table), start, head, self.table, self.weights, scores)
        scores /= TEMPERATURE
        kinds = [projective_marginals, nonprojective_marginals] if self.projective else [nonprojective_marginals]
        for find, single_root in product(kinds, [True, False] if self.single_root else [False]):
            if find(start, head, scores, single_root, marginals) > -np.inf:
                break
        return np.array([marginals[arc_index(start, head, m, tree[m])] for m in range(1, len(tree))])
