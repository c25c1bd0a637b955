"""What the scores of trees are made of: templates, and features written in Python."""

from dataclasses import dataclass

from arcwalk.features.feature_sets import complete_templates, template_text
from arcwalk.features.python_features import FeatureSet, load_features, require
from arcwalk.features.templates import Template, properties_of
from arcwalk.systems.sampling.options import SamplingOptions


@dataclass(frozen=True)
class TreeFeatures:
    """Templates as text and by kind of part, and the user's own features."""

    text: str
    templates: dict[str, list[Template]]
    own: FeatureSet

    @classmethod
    def of(cls, options: SamplingOptions, *, clusters: bool, more: str) -> "TreeFeatures":
        """The features that options name, with `more` templates, and with those for clusters of words if wanted."""
        text = template_text(options.features, clusters=clusters) + more
        templates = complete_templates(text, options.features)
        own = load_features(options.features_from) if options.features_from else []
        return cls(text, templates, require([feature.name for feature in own]))

    @property
    def properties(self) -> set[str]:
        """The properties of words that templates name."""
        return properties_of([template for group in self.templates.values() for template in group])

    @property
    def step_scale(self) -> float:
        """How much larger steps must be than with the full set: of fewer templates, each weighs more."""
        return _count(complete_templates(template_text("full"), "full")) / _count(self.templates)


def _count(templates: dict[str, list[Template]]) -> int:
    return sum(map(len, templates.values()))
