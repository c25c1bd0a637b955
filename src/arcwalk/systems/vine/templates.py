"""The lines of `vine.templates`, `heads.templates` and `fragment.templates` as kernels read them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arcwalk.arrays import Booleans, Integers, Scores, Weights
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import Template, properties_of, read_templates, shipped
from arcwalk.systems.vine.conditionals import JOINT, Conditionals, read_conditionals
from arcwalk.systems.vine.kernels.label_model import LabelMixture
from arcwalk.systems.vine.kernels.lookup import Lookup, number_keys
from arcwalk.systems.vine.kernels.mixture import LABEL, Mixture
from arcwalk.treebank.encoding import EMPTY, Encoder

_ROLES = "hms"
_STRUCTURE = ("dir", "dist", "label")
_GROUPS = ("child", "distance", "label", "arc-label")
_HEAD = ("dir", "dist", "verbs", "marks", "conjunctions")
_ATTACHMENT = ("dir", "dist", "gap", "depth", "place")
BUCKETS = 6  # of heads, by how often their form was met; one more is the root's


def vine_lines() -> dict[str, Conditionals]:
    """What the models predict and from what, group by group."""
    roles, structure = dict.fromkeys(_GROUPS, _ROLES), dict.fromkeys(_GROUPS, _STRUCTURE)
    return read_conditionals(shipped("vine", "arcwalk.systems.vine"), "vine.templates", roles, structure)


def head_lines() -> list[Template]:
    """What tells which head a word takes."""
    return read_templates(
        shipped("heads", "arcwalk.systems.vine"), "heads.templates", {"head": "hm"}, {"head": set(_HEAD)}
    )["head"]


def attachment_lines() -> list[Template]:
    """What tells where a fragment belongs."""
    text = shipped("fragment", "arcwalk.systems.vine")
    return read_templates(text, "fragment.templates", {"attach": "hm"}, {"attach": set(_ATTACHMENT)})["attach"]


def vine_properties() -> set[str]:
    """The properties of words that all these templates name."""
    lines = [line for group in vine_lines().values() for line in group.joint]
    return properties_of([*lines, *head_lines(), *attachment_lines()]) | {"form"}


@dataclass(frozen=True)
class VineTemplates:
    """The templates for the columns of one encoder."""

    encoder: Encoder

    @cached_property
    def child(self) -> PartTable:
        """Who comes next."""
        return self._table(vine_lines()["child"])

    @cached_property
    def distance(self) -> PartTable:
        """How far away it is: each line once."""
        lines = vine_lines()["distance"]
        first = [i for i, line in enumerate(lines.joint) if line not in lines.joint[:i]]
        return self._table(Conditionals(*([side[i] for i in first] for side in lines)))

    @cached_property
    def label(self) -> PartTable:
        """Which label it bears."""
        return self._table(vine_lines()["label"])

    @cached_property
    def label_choices(self) -> PartTable:
        """Which label it bears, for a log-linear model."""
        return self._table(vine_lines()["arc-label"])

    @cached_property
    def heads(self) -> PartTable:
        """Which head a word takes."""
        return part_table([head_lines()], ["hm"], _HEAD, self.encoder.columns)

    @cached_property
    def attachments(self) -> PartTable:
        """Where fragments are attached."""
        return part_table([attachment_lines()], ["hm"], _ATTACHMENT, self.encoder.columns)

    @property
    def form(self) -> int:
        """The column of forms."""
        return self.encoder.columns["form"]

    @property
    def forms(self) -> int:
        """How many codes forms have."""
        return len(self.encoder.vocabularies[self.form - 1]) + EMPTY + 1

    def mixture(self, table: Lookup, weights: Scores, buckets: Integers, root_cost: float) -> Mixture:
        """The generative model with these probabilities."""
        lines = vine_lines()
        distances = list(dict.fromkeys(lines["distance"].joint))
        return Mixture(
            child=self.child,
            distance=self.distance,
            distance_of=np.array([distances.index(line) for line in lines["distance"].joint], dtype=np.int32),
            has_sibling=np.array(
                [any(atom.word == "s" for atom in line.words) for line in lines["child"].joint], dtype=np.int32
            ),
            table=table,
            weights=weights,
            buckets=buckets,
            form=self.form,
            root_cost=root_cost,
        )

    def label_mixture(self, table: Lookup, chained: bool, allowed: Booleans, choice_weights: Weights) -> LabelMixture:
        """The model of labels with these probabilities; `allowed` is (coarse tags, labels)."""
        keys = number_keys(self.label, JOINT, LABEL, allowed.shape[1] - 1)
        start = np.cumsum([0, *allowed.sum(axis=1)]).astype(np.int64)
        labels = np.concatenate((np.nonzero(allowed)[1], np.arange(allowed.shape[1]))).astype(np.int32)
        return LabelMixture(
            start, labels, self.label, keys - keys[0], table, chained, self.label_choices, choice_weights
        )

    def _table(self, lines: Conditionals) -> PartTable:
        return lines.table(_ROLES, _STRUCTURE, self.encoder.columns)
