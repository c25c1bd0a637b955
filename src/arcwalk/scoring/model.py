"""From templates and weights to the model that kernels read."""

from collections.abc import Sequence

from arcwalk.arrays import Weights
from arcwalk.features.arc_templates import arc_table
from arcwalk.features.feature_sets import complete_templates
from arcwalk.features.kernels.structure_features import label_contributions
from arcwalk.features.python_features import FeatureSet, hash_labels
from arcwalk.features.structure_templates import structure_table, structure_templates
from arcwalk.features.templates import Template, properties_of
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.scoring.part_kinds import Convention
from arcwalk.scoring.scorer import Model
from arcwalk.treebank.encoding import Encoder


def parse_templates(text: str) -> dict[str, list[Template]]:
    """The templates of a model, by kind of part."""
    return structure_templates(text, "the model's templates")


def take_templates(metadata: Metadata, encoder: Encoder) -> tuple[str, dict[str, list[Template]]]:
    """The templates of a model file, as text and by kind of part."""
    text = metadata.text("templates")
    with metadata.source.reading():
        templates = complete_templates(text, "its templates")
        encoder.require(properties_of(template for group in templates.values() for template in group))
    return text, templates


def restore_convention(metadata: Metadata, labels: int) -> Convention:
    """The convention of a model file with so many labels."""
    own = metadata.part("convention")
    return Convention(
        adposition_heads=own.flag("adposition_heads"),
        conjunction_heads=own.flag("conjunction_heads"),
        conjunct=own.whole("conjunct", -1, labels - 1),
    )


def make_model(
    templates: dict[str, list[Template]],
    encoder: Encoder,
    labels: Sequence[str],
    convention: Convention,
    weights: Weights,
    features: FeatureSet,
) -> Model:
    """The model as kernels read it."""
    structure = structure_table(templates, encoder.columns)
    arcs = arc_table(templates["arc"], encoder.columns)
    contributions = label_contributions(len(labels), structure)
    return Model(arcs, structure, contributions, convention, weights, features.calls, hash_labels(labels))
