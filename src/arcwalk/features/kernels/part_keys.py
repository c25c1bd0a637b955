"""Keys of the templates of any part of a tree: a few words in named roles and a few numbers about their structure."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Integers, IntegerTable, Keys, Numbers
from arcwalk.compiled import kernel
from arcwalk.features.kernels.hashing import scramble


class PartTable(NamedTuple):
    """Templates of parts as integers; the rows of one group of templates stand together."""

    atoms: IntegerTable  # (atoms, 3): role, offset, column; or -1, 0, number of a structural atom
    salts: Keys  # (atoms,)
    row_atoms: Integers  # (rows + 1,): where each row's atoms start
    row_salts: Keys  # (rows,)
    group_rows: Integers  # (groups + 1,): where each group's rows start


@kernel
def part_keys(
    sentence: Codes, table: PartTable, group: int, words: Numbers, structure: Numbers, count: int, keys: Keys
) -> int:
    """Append the key of every template of a group to `keys`; return the new count.

    `words` holds the position of the word in each role, -1 where there is none; `structure` the numbers
    that structural atoms stand for.
    """
    n = sentence.shape[0] - 3
    for row in range(table.group_rows[group], table.group_rows[group + 1]):
        key = table.row_salts[row]
        for atom in range(table.row_atoms[row], table.row_atoms[row + 1]):
            role, offset, column = table.atoms[atom, 0], table.atoms[atom, 1], table.atoms[atom, 2]
            if role < 0:
                code = structure[column]
            else:
                position = words[role] + offset
                if words[role] < 0 or position < 0:
                    position = n + 2
                elif position > n:
                    position = n + 1
                code = np.int64(sentence[position, column])
            key += scramble(code, table.salts[atom])
        keys[count] = key
        count += 1
    return count
