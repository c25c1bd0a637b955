"""The templates of a second-order model: those of arcs and of neighboring siblings."""

from collections.abc import Mapping

from arcwalk.errors import ArcwalkError
from arcwalk.features.arc_templates import ARC_ATOMS, BETWEEN_TAGS, arc_table
from arcwalk.features.parts import PARTS
from arcwalk.features.structure_templates import structure_table
from arcwalk.features.templates import Template, read_templates, shipped
from arcwalk.systems.mst.kernels.sibling_parts import SecondOrderTable

ARC, SIBLING = "arc", "sibling"


def shipped_second_order(*, clusters: bool = False) -> str:
    """The text of the templates shipped with arcwalk, see `shipped`."""
    return shipped(ARC, clusters=clusters) + "\n" + shipped(SIBLING, "arcwalk.systems.mst", clusters=clusters)


def second_order_templates(text: str, source: str) -> dict[str, list[Template]]:
    """The templates of the groups `[arc]` and `[sibling]`, the second of which is optional."""
    words = {ARC: "hm", SIBLING: PARTS[SIBLING].words}
    others = {ARC: ARC_ATOMS, SIBLING: set(PARTS[SIBLING].numbers)}
    templates = read_templates(text, source, words, others, alone=BETWEEN_TAGS)
    if not templates.get(ARC):
        raise ArcwalkError(f"{source}: no templates", "write some under a line [arc]")
    return {ARC: templates[ARC], SIBLING: templates.get(SIBLING, [])}


def second_order_table(templates: Mapping[str, list[Template]], columns: Mapping[str, int]) -> SecondOrderTable:
    """Templates as kernels read them; `columns` are those of the encoder."""
    return SecondOrderTable(arc_table(templates[ARC], columns), structure_table({SIBLING: templates[SIBLING]}, columns))
