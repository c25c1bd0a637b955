"""Features of the parts of labeled trees, one a family: the logarithm of a probability."""

import math

import numpy as np

from arcwalk.arrays import Codes, NumberTable, WeightTable
from arcwalk.compiled import kernel
from arcwalk.features.kernels.part_keys import PartTable, part_keys
from arcwalk.systems.vine.kernels.lookup import Lookup, look_up

OUTCOME, CONTEXT, JOINT = range(3)  # groups of the templates
KINDS = np.uint32(0x5BD1E995)  # added to the key of a context: how many outcomes it had
RAREST = 1e-6  # the probability of an outcome that was never met


@kernel
def family_values(
    sentence: Codes, words: NumberTable, structure: NumberTable, table: PartTable, counts: Lookup
) -> WeightTable:
    """The logarithm of the probability of each part by each family.

    `counts` has those of outcomes with their contexts and of contexts alone, and how likely outcomes are anywhere.
    """
    width = table.group_rows[1]
    values = np.empty((len(words), width), dtype=np.float32)
    keys = np.empty((3, width), dtype=np.uint32)
    for i in range(len(words)):
        for group in range(3):
            part_keys(sentence, table, group, words[i], structure[i], 0, keys[group])
        for k in range(width):
            anywhere = max(float(look_up(counts, keys[OUTCOME, k])), RAREST)
            kinds = look_up(counts, keys[CONTEXT, k] + KINDS)
            if kinds > 0:
                met = look_up(counts, keys[JOINT, k])
                values[i, k] = math.log((met + kinds * anywhere) / (look_up(counts, keys[CONTEXT, k]) + kinds))
            else:
                values[i, k] = math.log(anywhere)
    return values
