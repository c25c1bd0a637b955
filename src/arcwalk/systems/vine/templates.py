"""The vine parser's templates, from `generative.templates` and `log_linear.templates`, as kernels read them."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Integers, ScoreTable, Weights
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import Template, properties_of, read_templates, shipped
from arcwalk.systems.label_set import LabelLists
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
def _log_linear(clusters: bool) -> dict[str, list[Template]]:
    text, source = shipped("log_linear", "arcwalk.systems.vine", clusters=clusters), "log_linear.templates"
    words = {group: roles for group, (roles, _) in _LOG_LINEAR.items()}
    atoms = {group: set(structure) for group, (_, structure) in _LOG_LINEAR.items()}
    labels = read_conditionals(text, source, "arc-label", _ROLES, _STRUCTURE).joint
    return read_templates(text, source, words, atoms) | {"arc-label": labels}


def vine_properties(*, clusters: bool = False) -> set[str]:
    """The properties of words that all these templates name; with those for `clusters` of words, if there are any."""
    generative = [group.joint for group in _generative().values()]
    groups: list[Sequence[Template]] = [*generative, *_log_linear(clusters).values()]
    return properties_of(line for group in groups for line in group) | {"form"}


class VineTemplates(NamedTuple):
    """The templates for the columns of one encoder."""

    child: PartTable  # generative: the next child
    distance: PartTable  # its distance; each distinct line once
    label: PartTable  # its label
    heads: PartTable  # log-linear: the head of a word
    label_features: PartTable  # the label of an arc
    attachments: PartTable  # the head of a fragment
    form: int  # the column of forms
    forms: int  # number of codes for forms

    @classmethod
    def for_encoder(cls, encoder: Encoder) -> "VineTemplates":
        """The templates as kernels read them."""
        columns, lines = encoder.columns, dict(_generative())
        distances = lines["distance"].joint
        lines["distance"] = lines["distance"].select([distances.index(line) for line in dict.fromkeys(distances)])
        tables = {group: own.table(_ROLES, _STRUCTURE, columns) for group, own in lines.items()}
        log_linear = _log_linear(encoder.words is not None)
        for group, (roles, structure) in _LOG_LINEAR.items():
            tables[group] = part_table([log_linear[group]], [roles], structure, columns)
        return cls(
            child=tables["child"],
            distance=tables["distance"],
            label=tables["label"],
            heads=tables["head"],
            label_features=tables["arc-label"],
            attachments=tables["attach"],
            form=columns["form"],
            forms=len(encoder.vocabularies[columns["form"] - 1]) + EMPTY + 1,
        )

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
        lists: LabelLists,
        *,
        table: Lookup | None = None,
        chained: bool = False,
        weights: Weights | None = None,
    ) -> LabelModel:
        """The model of labels: a mixture with a table of probabilities, or log-linear with weights."""
        last_label = int(lists.labels[-1])
        keys = number_keys(self.label, JOINT, LABEL, last_label)
        return LabelModel(
            start=lists.start,
            labels=lists.labels,
            mixed=self.label,
            label_keys=keys - keys[0],
            table=table or make_lookup(np.empty(0, dtype=np.uint32), np.empty(0, dtype=np.float32)),
            chained=chained,
            features=self.label_features,
            weights=np.empty(0, dtype=np.float32) if weights is None else weights,
        )
