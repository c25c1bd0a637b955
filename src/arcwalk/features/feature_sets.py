"""Feature sets: by name, or from the user's template file."""

from pathlib import Path

from arcwalk.errors import ArcwalkError, Option, Wording
from arcwalk.features.parts import LABELED_ARC
from arcwalk.features.structure_templates import TURBO, structure_templates
from arcwalk.features.templates import Template, shipped
from arcwalk.safe_reading.metadata import LONGEST_TEXT

_FEATURES = Option("features")


def template_text(features: str, *, clusters: bool = False) -> str:
    """The templates of a feature set, with those for clusters of words if there are any; or of the user's file."""
    arcs, structure = shipped("arc", clusters=clusters), shipped("structure", clusters=clusters)
    if features == "full":
        return f"{arcs}\n{structure}"
    if features == "turbo":
        groups = structure.split("\n[")
        return "\n[".join([f"{arcs}\n{groups[0]}", *(group for group in groups[1:] if group.split("]")[0] in TURBO)])
    return own_templates(features, Wording(_FEATURES, " takes full, turbo, or a file"))


def own_templates(path: str, remedy: str = Wording("check ", _FEATURES)) -> str:
    """The text of the user's template file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ArcwalkError(f"{path}: cannot read the template file ({error})", remedy) from None
    if len(text) > LONGEST_TEXT:
        raise ArcwalkError(f"{path}: the template file has more than {LONGEST_TEXT:,} characters", remedy)
    return text


def complete_templates(text: str, source: str) -> dict[str, list[Template]]:
    """The templates of each part; those that every parser needs must be there."""
    templates = structure_templates(text, source)
    for name in ("arc", LABELED_ARC):
        if not templates.get(name):
            raise ArcwalkError(f"{source}: no templates for [{name}], which the parser needs", "add some")
    return templates
