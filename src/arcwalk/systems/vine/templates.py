"""The vine parser's templates, from `generative.templates` and `log_linear.templates`, as kernels read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from arcwalk.arrays import BooleanTable, Integers, ScoreTable, Weights
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import Template, properties_of, read_templates, shipped
from arcwalk.systems.label_set import label_lists
from arcwalk.systems.vine.conditionals import Conditionals, make_lookup, read_conditionals
from arcwalk.systems.vine.kernels.label_model import LabelModel
from arcwalk.systems.vine.kernels.lookup import Lookup, number_keys
from arcwalk.systems.vine.kernels.mixture import JOINT, LABEL, AutomatonMixture
from arcwalk.treebank.encoding import EMPTY, Encoder

BUCKETS = 6  # of heads, by the frequency of their form; the root has one more
_ROLES, _STRUCTURE = "hms", ("dir", "dist", "label")
_LOG_LINEAR = {  # roles and structural atoms of each group
    "head": ("hm", ("dir", "dist", "verbs", "marks", "conjunctions")),
    "arc-label": (_ROLES, _STRUCTURE),
    "attach": ("hm", ("dir", "dist", "gap", "depth", "place")),
}


@cache
def _generative() -> dict[str, Conditionals]:
    text, source = shipped("generative", "arcwalk.systems.vine"), "generative.templates"
    groups = ("child", "distance", "label")
    return {group: read_conditionals(text, source, group, _ROLES, _STRUCTURE) for group in groups}


@cache
def _log_linear() -> dict[str, list[Template]]:
    text, source = shipped("log_linear", "arcwalk.systems.vine"), "log_linear.templates"
    words = {group: roles for group, (roles, _) in _LOG_LINEAR.items()}
    atoms = {group: set(structure) for group, (_, structure) in _LOG_LINEAR.items()}
    labels = read_conditionals(text, source, "arc-label", _ROLES, _STRUCTURE).joint
    return read_templates(text, source, words, atoms) | {"arc-label": labels}


def vine_properties() -> set[str]:
    """The properties of words that all these templates name."""
    groups: list[Sequence[Template]] = [*(group.joint for group in _generative().values()), *_log_linear().values()]
    return properties_of(line for group in groups for line in group) | {"form"}


@dataclass(frozen=True)
class VineTemplates:
    """The templates for the columns of one encoder."""

    encoder: Encoder

    @cached_property
    def child(self) -> PartTable:
        """Generative: the next child."""
        return self._conditionals(_generative()["child"])

    @cached_property
    def distance(self) -> PartTable:
        """Generative: its distance; each distinct line once."""
        lines = _generative()["distance"]
        return self._conditionals(lines.select([lines.joint.index(line) for line in dict.fromkeys(lines.joint)]))

    @cached_property
    def label(self) -> PartTable:
        """Generative: its label."""
        return self._conditionals(_generative()["label"])

    @cached_property
    def heads(self) -> PartTable:
        """Log-linear: the head of a word."""
        return self._features("head")

    @cached_property
    def label_features(self) -> PartTable:
        """Log-linear: the label of an arc."""
        return self._features("arc-label")

    @cached_property
    def attachments(self) -> PartTable:
        """Log-linear: the head of a fragment."""
        return self._features("attach")

    @property
    def form(self) -> int:
        """The column of forms."""
        return self.encoder.columns["form"]

    @property
    def forms(self) -> int:
        """The number of codes for forms."""
        return len(self.encoder.vocabularies[self.form - 1]) + EMPTY + 1

    def mixture(self, table: Lookup, weights: ScoreTable, buckets: Integers, root_cost: float) -> AutomatonMixture:
        """The generative model with these probabilities."""
        child, distance = (_generative()[group].joint for group in ("child", "distance"))
        distinct = list(dict.fromkeys(distance))
        return AutomatonMixture(
            child=self.child,
            distance=self.distance,
            distance_of=np.array([distinct.index(line) for line in distance], dtype=np.int32),
            has_sibling=np.array([any(atom.word == "s" for atom in line.words) for line in child], dtype=np.int32),
            table=table,
            weights=weights,
            buckets=buckets,
            form=self.form,
            root_cost=root_cost,
        )

    def label_model(
        self,
        allowed: BooleanTable,
        *,
        table: Lookup | None = None,
        chained: bool = False,
        weights: Weights | None = None,
    ) -> LabelModel:
        """The model of labels: a mixture with a table of probabilities, or log-linear with weights.

        `allowed` is (coarse tags, labels).
        """
        start, labels = label_lists(allowed)
        keys = number_keys(self.label, JOINT, LABEL, allowed.shape[1] - 1)
        return LabelModel(
            start=start,
            labels=labels,
            mixed=self.label,
            label_keys=keys - keys[0],
            table=table or make_lookup(np.empty(0, dtype=np.uint32), np.empty(0, dtype=np.float32)),
            chained=chained,
            features=self.label_features,
            weights=np.empty(0, dtype=np.float32) if weights is None else weights,
        )

    def _conditionals(self, lines: Conditionals) -> PartTable:
        return lines.table(_ROLES, _STRUCTURE, self.encoder.columns)

    def _features(self, group: str) -> PartTable:
        roles, structure = _LOG_LINEAR[group]
        return part_table([_log_linear()[group]], [roles], structure, self.encoder.columns)
