"""Vectors of words with fewer dimensions, and clusters of them: principal components and k-means."""

import warnings
from random import Random

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.vq import kmeans2, vq

from arcwalk.representations.word_table import CLUSTER_BITS

MOST_DIMENSIONS = 64
FINEST_BITS = 10  # of the finest clusters
WORDS_PER_CLUSTER = 4  # at least, on average
MOST_FITTED = 50_000  # words, the most frequent ones, that clusters are found for; others join the nearest
ITERATIONS = 15
_CHUNK = 10_000  # rows


def principal_components(vectors: NDArray[np.float32]) -> NDArray[np.float16]:
    """The vectors, scaled to length 1 and centered, along the 64 directions in which they differ most.

    They are rounded to half precision, which hides in which order sums were computed.
    """
    count, dimensions = vectors.shape
    total, squares = np.zeros(dimensions), np.zeros((dimensions, dimensions))
    for part in _parts(count):
        unit = _of_length_one(vectors[part])
        total += unit.sum(axis=0)
        squares += unit.T @ unit
    mean = total / count
    _, directions = np.linalg.eigh(squares / count - np.outer(mean, mean))
    chosen = directions[:, ::-1][:, :MOST_DIMENSIONS]
    largest = chosen[np.abs(chosen).argmax(axis=0), np.arange(chosen.shape[1])]
    chosen = chosen * np.sign(largest)  # either sign is a solution
    return np.concatenate(
        [((_of_length_one(vectors[part]) - mean) @ chosen).astype(np.float16) for part in _parts(count)]
    )


def clusters_of(vectors: NDArray[np.float32], seed: int) -> NDArray[np.uint16]:
    """The clusters of each vector, (words, sizes), the coarsest first."""
    fitted = vectors[:MOST_FITTED]
    columns = []
    for bits in (*CLUSTER_BITS, FINEST_BITS):
        size = max(1, min(1 << bits, len(fitted) // WORDS_PER_CLUSTER))
        first = sorted(Random(seed).sample(range(len(fitted)), size))
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "One of the clusters is empty")
            centers, _ = kmeans2(fitted, fitted[first], iter=ITERATIONS, minit="matrix")
        columns.append(np.concatenate([vq(vectors[part], centers)[0] for part in _parts(len(vectors))]))
    return np.stack(columns, axis=1).astype(np.uint16)


def _parts(count: int) -> list[slice]:
    """The rows of a matrix in parts, so that what is computed from them needs little memory."""
    return [slice(start, start + _CHUNK) for start in range(0, count, _CHUNK)]


def _of_length_one(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """The vectors scaled to length 1, unless they are zero."""
    wide = vectors.astype(np.float64)
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    return wide / np.where(lengths == 0, 1, lengths)
