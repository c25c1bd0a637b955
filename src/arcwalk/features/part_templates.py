"""Part templates: from their text to the table that kernels read."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from arcwalk.features.kernels.hashing import scramble
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.templates import Template


def part_table(
    groups: Sequence[Sequence[Template]], roles: Sequence[str], structure: Sequence[str], columns: Mapping[str, int]
) -> PartTable:
    """Templates as integers, group by group.

    `roles` are the letters of the words of each group, `structure` the names of structural atoms, both in the order
    that kernels pass their values; `columns` are the columns of properties in an encoded sentence.
    """
    rows = [template for group in groups for template in group]
    letters = [names for group, names in zip(groups, roles, strict=True) for _ in group]
    atoms: list[tuple[int, int, int, int]] = []
    for template, names in zip(rows, letters, strict=True):
        triples = [(names.index(atom.word), atom.offset, columns[atom.property]) for atom in template.words]
        triples += [(-1, 0, structure.index(name)) for name in template.others]
        atoms += [(*triple, int(scramble(i, np.uint32(template.salt)))) for i, triple in enumerate(triples)]
    table = np.array(atoms, dtype=np.int64).reshape(-1, 4)
    return PartTable(
        atoms=np.ascontiguousarray(table[:, :3], dtype=np.int32),
        salts=table[:, 3].astype(np.uint32),
        row_atoms=_starts(len(template.words) + len(template.others) for template in rows),
        row_salts=np.array([template.salt for template in rows], dtype=np.uint32),
        group_rows=_starts(len(group) for group in groups),
    )


def _starts(lengths: Iterable[int]) -> NDArray[np.int32]:
    return np.cumsum([0, *lengths]).astype(np.int32)
