"""Sentences that can be read in two ways, because their tagger is in doubt: as matrices of codes, one on the other."""

import numpy as np

from arcwalk.arrays import Codes, Numbers
from arcwalk.trees.readings import Readings


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


def as_read(codes: Codes) -> Codes:
    """The sentence as its words are read."""
    return codes[0] if codes.ndim == 3 else codes


def read_otherwise(codes: Codes) -> Codes:
    """The sentence with every word that is in doubt read otherwise, see `both_ways`; empty if no word is."""
    return codes[1] if codes.ndim == 3 else codes[:0]
