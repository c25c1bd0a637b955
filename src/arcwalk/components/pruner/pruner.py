"""A pruner of heads and labels: candidate heads by a `HeadPruner`, and a few labels for each.

The sampling parser also starts its search from the pruner's best tree and adds the pruner's scores to its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from numpy.typing import NDArray

from arcwalk.arrays import BooleanTable, Codes, Heads, Labels, Weights, WeightTable
from arcwalk.components.pruner.head_pruner import RATIOS, HeadPruner
from arcwalk.components.pruner.kernels.head_pruning import NOT_SCORED
from arcwalk.components.pruner.kernels.label_pruning import PRIOR_WEIGHT, PrunerModel, likeliest_labels, prune
from arcwalk.features.parts import LABELED_ARC
from arcwalk.features.structure_templates import structure_table
from arcwalk.features.templates import Template
from arcwalk.features.weights import pack
from arcwalk.models.label_set import ALLOWED, LabelSet, label_lists, take_allowed
from arcwalk.models.parses import NoTreeError, free
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.scoring.choices import Candidates
from arcwalk.treebank.encoding import Encoder, first_analysis, second_analysis, word_count

_MOST_SLACK = 100


@dataclass(frozen=True, kw_only=True)
class Pruner:
    """Immutable, so threads can share it."""

    heads: HeadPruner
    templates: list[Template]  # of labeled arcs
    label_set: LabelSet
    allowed: BooleanTable  # (coarse tags, labels)
    weights: Weights
    slack: float  # how much less than the best label of its arc a label may score
    has_prior: bool = True  # whether its scores count in those of candidates

    @cached_property
    def model(self) -> PrunerModel:
        """The pruner as kernels read it."""
        table = structure_table({LABELED_ARC: self.templates}, self.heads.encoder.columns)
        lists = label_lists(self.allowed, self.label_set)
        return PrunerModel(
            self.heads.model, table, self.weights, *lists, self.slack, PRIOR_WEIGHT if self.has_prior else 0.0
        )

    def candidates(
        self,
        codes: Codes,
        *,
        fixed: Heads | None = None,
        fixed_labels: Labels | None = None,
        gold: Heads | None = None,
        gold_labels: Labels | None = None,
        network_scores: WeightTable | None = None,
    ) -> Candidates:
        """The candidates of a sentence. A fixed head or label is the only one of its word; gold ones are always kept.

        If the sentence has two analyses, scores are the weighted mean of both. If a network has scored all heads, only
        those that it finds plausible are looked at, unless some are fixed or gold.
        """
        anything = free(word_count(codes))
        given = (fixed, fixed_labels, gold, gold_labels)
        if network_scores is None or gold is not None or (fixed is not None and (fixed >= 0).any()):
            network_scores = NOT_SCORED
        candidates = prune(
            first_analysis(codes),
            second_analysis(codes),
            self.model,
            network_scores,
            *(anything if each is None else each for each in given),
        )
        if len(candidates.chosen) == 0:
            raise NoTreeError
        return candidates

    def label(self, codes: Codes, heads: Heads, given: Sequence[str]) -> list[str]:
        """The labels of words 1..n of a tree: the likeliest one of each arc, unless one is given."""
        fixed = self.label_set.encode(given, len(given))
        return self.label_set.decode(likeliest_labels(codes, heads, self.model, fixed), given)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of a model file."""
        return {
            ALLOWED: self.allowed,
            **pack(self.heads.weights, "pruner.arcs"),
            **pack(self.weights, "pruner.labels"),
        }

    def metadata(self) -> dict[str, Any]:
        """The numbers of a model file."""
        heads = self.heads
        return {
            "ratio": heads.ratio,
            "slack": self.slack,
            "projective": heads.projective,
            "single_root": heads.single_root,
        }

    @classmethod
    def restore(
        cls,
        metadata: Metadata,
        arrays: StoredArrays,
        encoder: Encoder,
        label_set: LabelSet,
        templates: dict[str, list[Template]],
        *,
        has_prior: bool,
    ) -> "Pruner":
        """The pruner that `metadata` and `arrays` came from."""
        heads = HeadPruner(
            encoder=encoder,
            templates=templates["arc"],
            weights=arrays.table("pruner.arcs"),
            ratio=metadata.number("ratio", *RATIOS),
            projective=metadata.flag("projective"),
            single_root=metadata.flag("single_root"),
        )
        return cls(
            heads=heads,
            templates=templates[LABELED_ARC],
            label_set=label_set,
            allowed=take_allowed(arrays, len(label_set)),
            weights=arrays.table("pruner.labels", len(label_set)),
            slack=metadata.number("slack", 0, _MOST_SLACK),
            has_prior=has_prior,
        )
