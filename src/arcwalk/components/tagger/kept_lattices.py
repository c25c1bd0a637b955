"""The lattices of sentences as a checkpoint keeps them: one after the other, in arrays."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.components.tagger.kernels.viterbi import Lattice
from arcwalk.safe_reading.arrays import ANY, StoredArrays


def pack_lattices(lattices: Sequence[Lattice]) -> dict[str, NDArray[Any]]:
    """Arrays, for `take_lattices`."""
    return {
        "widths": np.concatenate([np.diff(lattice.start)[1:] for lattice in lattices]),
        "tags": np.concatenate([lattice.tags[1:] for lattice in lattices]),
        "scores": np.concatenate([lattice.scores[1:] for lattice in lattices]),
        "joint": np.concatenate([lattice.joint for lattice in lattices]),
    }


def take_lattices(arrays: StoredArrays, lengths: Sequence[int], tags: int) -> list[Lattice]:
    """The lattices of sentences of these lengths, with so many tags."""
    widths = arrays.take("widths", np.int64, (sum(lengths),), 1, tags)
    candidates = arrays.take("tags", np.int32, (int(widths.sum()),), 0, tags - 1)
    scores = arrays.take("scores", np.float64, (len(candidates),))
    joint = arrays.take("joint", np.float64, (ANY,))
    lattices, candidate, triple = [], 0, 0
    for own in np.split(widths, np.cumsum(lengths[:-1])):
        start = np.cumsum([0, 1, *own])
        padded = np.concatenate(([1, 1], own))  # also before position 0
        joint_start = np.cumsum([0, 0, *(padded[:-2] * padded[1:-1] * padded[2:])])
        last, last_triple = candidate + int(own.sum()), triple + int(joint_start[-1])
        here = np.concatenate(([-1], candidates[candidate:last])).astype(np.int32)
        own_scores = np.concatenate(([0.0], scores[candidate:last]))
        lattices.append(Lattice(start, here, own_scores, joint_start, joint[triple:last_triple]))
        candidate, triple = last, last_triple
    if triple != len(joint):
        raise arrays.source.damaged("the lattices of sentences do not fit together")
    return lattices
