"""Arc templates: from their text to the table that kernels read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from arcwalk.errors import ArcwalkError
from arcwalk.features.kernels import arc_features as arc_kernels
from arcwalk.features.kernels.arc_features import ArcTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import Template, read_templates

BETWEEN_TAGS = "between.pos"
_ARC_ATOMS = {
    "dir": arc_kernels.DIRECTION,
    "dist": arc_kernels.DISTANCE,
    "between.verbs": arc_kernels.VERBS,
    "between.punct": arc_kernels.PUNCTUATION,
    "between.conj": arc_kernels.CONJUNCTIONS,
}


ARC_ATOMS = {*_ARC_ATOMS, BETWEEN_TAGS}
"""The atoms of an arc itself."""


def arc_templates(text: str, source: str) -> list[Template]:
    """The templates of the `[arc]` group, each once."""
    templates = read_templates(text, source, {"arc": "hm"}, {"arc": ARC_ATOMS}, alone=BETWEEN_TAGS).get("arc", [])
    if not templates:
        raise ArcwalkError(f"{source}: no templates", "add some below a line [arc]")
    return templates


def arc_table(templates: Sequence[Template], columns: Mapping[str, int]) -> ArcTable:
    """Templates as integers; `columns` are the columns of properties in an encoded sentence."""
    groups: dict[tuple[bool, bool, int, int], list[Template]] = {}
    for template in templates:
        atoms, optional = _bits(template.others), _bits(template.optional)
        has_tags = BETWEEN_TAGS in template.others
        groups.setdefault((has_tags, not optional, atoms, optional), []).append(
            replace(template, others=(), optional=())
        )
    order = sorted(groups)
    sizes = [len(groups[key]) for key in order]
    return ArcTable(
        part_table([groups[key] for key in order], ["hm"] * len(order), (), columns),
        row_group=np.repeat(np.arange(len(order), dtype=np.uint32), sizes),
        atoms=np.array([atoms for *_, atoms, _ in order], dtype=np.int32),
        optional=np.array([optional for *_, optional in order], dtype=np.int32),
        optional_rows=sum(size for (*_, optional), size in zip(order, sizes, strict=True) if optional),
        plain_rows=sum(size for (has_tags, *_), size in zip(order, sizes, strict=True) if not has_tags),
    )


def _bits(atoms: Sequence[str]) -> int:
    return sum(1 << _ARC_ATOMS[atom] for atom in set(atoms) - {BETWEEN_TAGS})
