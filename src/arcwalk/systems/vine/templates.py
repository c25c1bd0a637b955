"""The vine parser's templates, from `generative.templates` and `log_linear.templates`, as kernels read them."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Integers, ScoreTable, Weights
from arcwalk.errors import ArcwalkError
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import Template, properties_of, read_templates, shipped
from arcwalk.models.label_set import LabelLists
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.systems.vine.conditionals import Conditionals, make_lookup, read_conditionals
from arcwalk.systems.vine.kernels.label_model import LabelModel
from arcwalk.systems.vine.kernels.lookup import Lookup, number_keys
from arcwalk.systems.vine.kernels.mixture import JOINT, LABEL, AutomatonMixture
from arcwalk.treebank.encoding import EMPTY, Encoder

BUCKETS = 6  # of heads, by the frequency of their form; the root has one more
_ROLES, _STRUCTURE = "hms", ("dir", "dist", "label")
_GENERATIVE = ("child", "distance", "label")
_LOG_LINEAR = {  # roles and structural atoms of each group
    "head": ("hm", ("dir", "dist", "verbs", "marks", "conjunctions")),
    "arc-label": (_ROLES, _STRUCTURE),
    "attach": ("hm", ("dir", "dist", "gap", "depth", "place")),
}


class TemplateTexts(NamedTuple):
    """The template files of the vine parser; a model keeps those that it was trained with."""

    generative: str
    log_linear: str
    reranker: str

    @classmethod
    def shipped(cls, *, clusters: bool = False) -> "TemplateTexts":
        """The files that ship with arcwalk; with those for `clusters` of words, if there are any."""
        own = (shipped(name, "arcwalk.systems.vine", clusters=clusters) for name in ("log_linear", "reranker"))
        return cls(shipped("generative", "arcwalk.systems.vine"), *own)

    @classmethod
    def restore(cls, metadata: Metadata) -> "TemplateTexts":
        """The texts that a model file has, in place of `_asdict`."""
        return cls(*(metadata.text(name) for name in cls._fields))


def generative_lines(text: str) -> dict[str, Conditionals]:
    """The lines of each group of the generative models."""
    source = "generative templates"
    lines = {
        group: read_conditionals(text, source, group, _ROLES, _STRUCTURE).complete(f"{source} [{group}]")
        for group in _GENERATIVE
    }
    if len(lines["child"].joint) != len(lines["distance"].joint):
        raise ArcwalkError(f"{source}: [distance] must have a line for each line of [child]")
    return lines


def log_linear_lines(text: str) -> dict[str, list[Template]]:
    """The lines of each group of the log-linear models."""
    source = "log-linear templates"
    words = {group: roles for group, (roles, _) in _LOG_LINEAR.items()}
    atoms = {group: set(structure) for group, (_, structure) in _LOG_LINEAR.items()}
    labels = read_conditionals(text, source, "arc-label", _ROLES, _STRUCTURE).joint
    lines = read_templates(text, source, words, atoms) | {"arc-label": labels}
    return {group: lines.get(group, []) for group in _LOG_LINEAR}


def vine_properties(texts: TemplateTexts) -> set[str]:
    """The properties of words that all templates but the reranker's name."""
    return _properties(generative_lines(texts.generative), log_linear_lines(texts.log_linear))


def _properties(generative: Mapping[str, Conditionals], log_linear: Mapping[str, list[Template]]) -> set[str]:
    groups = [*(group.joint for group in generative.values()), *log_linear.values()]
    return properties_of(line for group in groups for line in group) | {"form"}


class VineTemplates(NamedTuple):
    """The templates for the columns of one encoder."""

    child: PartTable  # generative: the next child
    distance: PartTable  # its distance; each distinct line once
    label: PartTable  # its label
    heads: PartTable  # log-linear: the head of a word
    label_features: PartTable  # the label of an arc
    attachments: PartTable  # the head of a fragment
    distance_of: Integers  # (models,): the distance template of each generative model
    has_sibling: Integers  # (models,): whether it conditions on the inner sibling
    form: int  # the column of forms
    forms: int  # number of codes for forms

    @classmethod
    def for_encoder(cls, texts: TemplateTexts, encoder: Encoder) -> "VineTemplates":
        """The templates as kernels read them; an error if they name properties that the encoder does not have."""
        lines, log_linear = generative_lines(texts.generative), log_linear_lines(texts.log_linear)
        encoder.require(_properties(lines, log_linear))
        columns = encoder.columns
        children, distances = lines["child"].joint, lines["distance"].joint
        distinct = {line: index for index, line in enumerate(dict.fromkeys(distances))}
        first = {line: index for index, line in reversed([*enumerate(distances)])}
        lines["distance"] = lines["distance"].select([first[line] for line in distinct])
        tables = {group: own.table(_ROLES, _STRUCTURE, columns) for group, own in lines.items()}
        for group, (roles, structure) in _LOG_LINEAR.items():
            tables[group] = part_table([log_linear[group]], [roles], structure, columns)
        return cls(
            child=tables["child"],
            distance=tables["distance"],
            label=tables["label"],
            heads=tables["head"],
            label_features=tables["arc-label"],
            attachments=tables["attach"],
            distance_of=np.array([distinct[line] for line in distances], dtype=np.int32),
            has_sibling=np.array([any(atom.word == "s" for atom in line.words) for line in children], dtype=np.int32),
            form=columns["form"],
            forms=len(encoder.vocabularies[columns["form"] - 1]) + EMPTY + 1,
        )

    @property
    def mixture_shape(self) -> tuple[int, int]:
        """The shape of the weights of generative models: (buckets, models)."""
        return BUCKETS + 1, len(self.distance_of)

    def mixture(self, table: Lookup, weights: ScoreTable, buckets: Integers, root_cost: float) -> AutomatonMixture:
        """The generative model with these probabilities."""
        return AutomatonMixture(
            child=self.child,
            distance=self.distance,
            distance_of=self.distance_of,
            has_sibling=self.has_sibling,
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
