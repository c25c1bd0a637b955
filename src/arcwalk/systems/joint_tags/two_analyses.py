"""Sentences that can be read in two ways, because their tagger is in doubt: as matrices of codes, one on the other."""

import numpy as np

from arcwalk.arrays import Codes, Numbers
from arcwalk.systems.joint_tags.kernels.tagged_tree import Readings


def both_ways(codes: Codes, readings: Readings, read: Numbers) -> Codes:
    """A sentence with its words as they are read, stacked on one where each that is in doubt is read otherwise.

    Just the former if no word is in doubt. Of several other readings the first counts: in UPOS, if that is in doubt.
    """
    start = readings.start[:-1]
    as_taken = codes.copy()
    as_taken[1:-2] = readings.rows[read[1:]]
    doubtful = np.flatnonzero(np.diff(readings.start) > 1)
    if len(doubtful) == 0:
        return as_taken
    otherwise = as_taken.copy()
    otherwise[doubtful] = readings.rows[np.where(read == start, start + 1, start)[doubtful]]
    return np.stack((as_taken, otherwise))
