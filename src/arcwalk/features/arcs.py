"""From the text of arc templates to the table that the kernels read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from arcwalk.errors import ArcwalkError
from arcwalk.features import arc_kernels
from arcwalk.features.arc_kernels import ArcTable
from arcwalk.features.parts import part_table
from arcwalk.features.templates import Template, read_templates

_BETWEEN_TAGS = "between.pos"
_ARC_ATOMS = {
    "dir": arc_kernels.DIRECTION,
    "dist": arc_kernels.DISTANCE,
    "between.verbs": arc_kernels.VERBS,
    "between.punct": arc_kernels.PUNCTUATION,
    "between.conj": arc_kernels.CONJUNCTIONS,
    "ends": arc_kernels.ENDS,
}


def arc_templates(text: str, source: str) -> list[Template]:
    """The templates of the `[arc]` group, each once."""
    templates = read_templates(text, source, {"arc": "hm"}, {*_ARC_ATOMS, _BETWEEN_TAGS}).get("arc", [])
    if not templates:
        raise ArcwalkError(f"{source}: no templates; write some under a line [arc]")
    return templates


def arc_table(templates: Sequence[Template], columns: Mapping[str, int]) -> ArcTable:
    """The integer form of templates; `columns` says where the sentence matrix holds a property."""
    groups: dict[tuple[bool, int], list[Template]] = {}
    for template in templates:
        arc_atoms = sum(1 << _ARC_ATOMS[atom] for atom in template.others if atom != _BETWEEN_TAGS)
        words_only = replace(template, others=())
        groups.setdefault((_BETWEEN_TAGS in template.others, arc_atoms), []).append(words_only)
    order = sorted(groups)
    return ArcTable(
        part_table([groups[group] for group in order], "hm", (), columns),
        arc_atoms=np.array([arc_atoms for _, arc_atoms in order], dtype=np.int32),
        has_tags=np.array([has_tags for has_tags, _ in order], dtype=np.int32),
    )
