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
    groups: dict[tuple[bool, int, int], list[Template]] = {}
    for template in templates:
        has_tags = _BETWEEN_TAGS in template.others
        key = (has_tags, _bits(template.others), _bits(template.optional))
        groups.setdefault(key, []).append(replace(template, others=(), optional=()))
    order = sorted(groups)
    return ArcTable(
        part_table([groups[group] for group in order], "hm", (), columns),
        atoms=np.array([atoms for _, atoms, _ in order], dtype=np.int32),
        optional=np.array([optional for *_, optional in order], dtype=np.int32),
        has_tags=np.array([has_tags for has_tags, *_ in order], dtype=np.int32),
    )


def _bits(atoms: Sequence[str]) -> int:
    return sum(1 << _ARC_ATOMS[atom] for atom in atoms if atom != _BETWEEN_TAGS)
