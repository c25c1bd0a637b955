"""The pruner: a first-order model that says which heads and labels of a word are worth considering.

It is also what the sampling parser starts from and leans on: its best tree is where a search begins, and its
doubts are part of every choice's score.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Booleans, Codes, Heads, Labels, Weights
from arcwalk.errors import ArcwalkError
from arcwalk.features.arc_templates import arc_table
from arcwalk.features.structure_templates import LABELED_ARC, structure_table
from arcwalk.features.templates import Template
from arcwalk.features.weights import pack, unpack
from arcwalk.scoring.choices import Candidates
from arcwalk.systems.label_set import label_lists
from arcwalk.systems.pruner.kernels.label_pruning import PrunerModel, prune
from arcwalk.treebank.encoding import Encoder, first_analysis, second_analysis, word_count

SHARPNESS = 0.6  # an arc is as likely as exp(score / SHARPNESS), in units of the margin


@dataclass(frozen=True, kw_only=True)
class Pruner:
    """It never changes once made, so threads can share it."""

    encoder: Encoder
    templates: dict[str, list[Template]]
    allowed: Booleans  # (coarse tags, labels)
    arc_weights: Weights
    label_weights: Weights
    ratio: float
    slack: float
    trust: float
    projective: bool
    single_root: bool

    @cached_property
    def model(self) -> PrunerModel:
        """The pruner as kernels read it."""
        columns = self.encoder.columns
        return PrunerModel(
            arc_table(self.templates["arc"], columns),
            self.arc_weights,
            structure_table({LABELED_ARC: self.templates[LABELED_ARC]}, columns),
            self.label_weights,
            *label_lists(self.allowed),
            SHARPNESS,
            self.ratio,
            self.slack,
            self.trust,
            self.projective,
            self.single_root,
        )

    def candidates(
        self,
        codes: Codes,
        *,
        fixed: Heads | None = None,
        fixed_labels: Labels | None = None,
        gold: Heads | None = None,
        gold_labels: Labels | None = None,
    ) -> Candidates:
        """What a search may choose from. Fixed heads and labels leave no other; gold ones are always among them.

        A sentence with two analyses has the mean of their scores.
        """
        free = np.full(word_count(codes) + 1, -1, dtype=np.int32)
        found = prune(
            first_analysis(codes),
            second_analysis(codes),
            self.model,
            free if fixed is None else fixed,
            free if fixed_labels is None else fixed_labels,
            free if gold is None else gold,
            free if gold_labels is None else gold_labels,
        )
        if len(found.chosen) == 0:
            raise ArcwalkError("the heads to keep do not fit into any tree; check them for cycles")
        return found

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file keeps besides what `facts` says."""
        return {
            "labels.allowed": self.allowed,
            **pack(self.arc_weights, "pruner.arcs"),
            **pack(self.label_weights, "pruner.labels"),
        }

    def facts(self) -> dict[str, Any]:
        """The numbers a model file keeps."""
        names = ("ratio", "slack", "trust", "projective", "single_root")
        return {name: getattr(self, name) for name in names}

    @classmethod
    def restore(
        cls,
        facts: dict[str, Any],
        arrays: dict[str, NDArray[Any]],
        encoder: Encoder,
        templates: dict[str, list[Template]],
    ) -> "Pruner":
        """The pruner that `facts` and `arrays` came from."""
        return cls(
            encoder=encoder,
            templates=templates,
            allowed=arrays["labels.allowed"],
            arc_weights=unpack(arrays, "pruner.arcs"),
            label_weights=unpack(arrays, "pruner.labels"),
            **facts,
        )
