"""The kinds of parts that the scorer knows, and their templates: from their text to the table that kernels read."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from arcwalk.features.arc_templates import ARC_ATOMS, BETWEEN_TAGS
from arcwalk.features.kernels.structure_features import LABELED_ROLES, MOST_ROLES, STRUCTURE_KINDS, StructureTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.parts import ALL_PARTS, EMITTED, LABELED_ARC, PARTS, Part
from arcwalk.features.templates import Template, WordAtom, read_templates

LABEL = "label"

TURBO = ("arc", LABELED_ARC, "sibling", "grandparent", "head-bigram", "any-sibling", "grand-sibling", "tri-sibling")
"""The parts of TurboParser's feature set (Martins et al., 2013)."""


def structure_templates(text: str, source: str) -> dict[str, list[Template]]:
    """The templates of each part in a template file, those of arcs included."""
    words = {"arc": "hm"} | {name: part.words for name, part in PARTS.items()}
    others = {"arc": ARC_ATOMS} | {name: _atoms(name, part) for name, part in PARTS.items()}
    return read_templates(text, source, words, others, alone=BETWEEN_TAGS)


def _atoms(name: str, part: Part) -> set[str]:
    """The atoms of a part besides properties of words: its numbers, and the labels of its first words."""
    patterned = name in ("modifiers", "frame")
    labels = () if name == LABELED_ARC or patterned else part.words[:LABELED_ROLES]
    return {*filter(None, part.numbers), *(f"{letter}.{LABEL}" for letter in labels)}


def structure_table(templates: Mapping[str, list[Template]], columns: Mapping[str, int]) -> StructureTable:
    """Templates as integers; `columns` are the columns of properties in an encoded sentence."""
    templates = {**templates, EMITTED: [Template(EMITTED, (), (), ())]}  # the code alone
    groups, letters, layouts = [], [], []
    rows = width = 0
    for name, part in ALL_PARTS.items():
        variants = [variant for template in templates.get(name, []) for variant in _with_and_without(template)]
        for labeled in (False, True):
            kinds: list[list[Template]] = [[] for _ in range(STRUCTURE_KINDS)]
            for variant in variants:
                if labeled == any(atom.property == LABEL for atom in variant.words):
                    kinds[sum(1 << part.numbers.index(name) for name in set(variant.others))].append(variant)
            group = [replace(variant, others=()) for kind in kinds for variant in kind]
            groups.append(group)
            letters.append(part.words)
            bounds = np.cumsum([rows, *(len(kind) for kind in kinds)])
            places = [width + role * len(group) for role in range(MOST_ROLES)]
            layouts.append([*bounds, len(part.words), *places])
            rows += len(group)
            width += len(part.words) * len(group)
    return StructureTable(
        part_table(groups, letters, (), {**columns, LABEL: -1}), groups=np.array(layouts, dtype=np.int32), width=width
    )


def _with_and_without(template: Template) -> list[Template]:
    """The template without and with its optional atoms, with labels turned into atoms of words."""
    labels = tuple(WordAtom(name[0], 0, LABEL) for name in template.others if name.endswith(f".{LABEL}"))
    numbers = tuple(name for name in template.others if not name.endswith(f".{LABEL}"))
    plain = replace(template, words=template.words + labels, others=numbers, optional=())
    return [plain, replace(plain, others=numbers + template.optional)] if template.optional else [plain]
