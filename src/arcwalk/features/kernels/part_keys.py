"""Keys of part templates: conjunctions of properties of a few words in named roles and of structural numbers."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Integers, IntegerTable, Keys, KeyTable, Numbers
from arcwalk.compiled import kernel
from arcwalk.features.kernels.hashing import scramble
from arcwalk.features.kernels.sentence_rows import row_of, word_count


class PartTable(NamedTuple):
    """Part templates as integers, a row each; the rows of a group are adjacent."""

    atoms: IntegerTable  # (atoms, 3): role, offset, column; structural atoms are -1, 0, number
    salts: Keys  # (atoms,)
    row_atoms: Integers  # (rows + 1,): where each row's atoms start
    row_salts: Keys  # (rows,)
    group_rows: Integers  # (groups + 1,): where each group's rows start


@kernel
def part_keys(
    sentence: Codes, table: PartTable, group: int, words: Numbers, structure: Numbers, count: int, keys: Keys
) -> int:
    """Append the key of every template of a group to `keys`; return the new count.

    `words` holds the position of the word in each role, -1 for none; `structure` the values of structural atoms.
    """
    n = word_count(sentence)
    for row in range(table.group_rows[group], table.group_rows[group + 1]):
        key = table.row_salts[row]
        for atom in range(table.row_atoms[row], table.row_atoms[row + 1]):
            role, offset, column = table.atoms[atom, 0], table.atoms[atom, 1], table.atoms[atom, 2]
            if role < 0:
                code = structure[column]
            else:
                position = words[role] + offset if words[role] >= 0 else -1
                code = np.int64(sentence[row_of(position, n), column])
            key += scramble(code, table.salts[atom])
        keys[count] = key
        count += 1
    return count


@kernel
def add_atom(sentence: Codes, offset: int, column: int, salt: np.uint32, sums: KeyTable, target: int) -> None:
    """Add what an atom contributes to the key of a template, for every word in a role: to column `target` of `sums`.

    Rows 0 to n of `sums` are the root and the words; further ones, at the end, are the last rows of the padding.
    """
    n = word_count(sentence)
    for word in range(n + 1):
        sums[word, target] += scramble(sentence[row_of(word + offset, n), column], salt)
    for last in range(n + 1 - len(sums), 0):
        sums[len(sums) + last, target] += scramble(sentence[len(sentence) + last, column], salt)
