"""Principal components and clusters of vectors."""

import warnings

import numpy as np
from numpy.typing import NDArray

from arcwalk.representations.vector_clusters import MOST_DIMENSIONS, clusters_of, principal_components

GROUPS = 5


def blobs(count: int, dimensions: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Vectors around a few points, and which point each is near."""
    random = np.random.default_rng(1)
    group = random.integers(0, GROUPS, count)
    vectors = random.normal(size=(GROUPS, dimensions))[group] + 0.05 * random.normal(size=(count, dimensions))
    return group, vectors.astype(np.float32)


def test_components_keep_the_distances_of_directions() -> None:
    _, vectors = blobs(300, 10)
    reduced = principal_components(vectors).astype(np.float64)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    wanted = np.linalg.norm(unit[:50, None] - unit[None, 50:100], axis=2)
    found = np.linalg.norm(reduced[:50, None] - reduced[None, 50:100], axis=2)
    np.testing.assert_allclose(found, wanted, atol=3e-3)
    spread = reduced.var(axis=0)
    assert (np.diff(spread) <= 1e-6).all()


def test_many_dimensions_become_few() -> None:
    _, vectors = blobs(400, 90)
    vectors[7] = 0
    reduced = principal_components(vectors)
    assert reduced.shape == (400, MOST_DIMENSIONS)
    assert reduced.dtype == np.float16
    assert np.isfinite(reduced).all()


def test_clusters_separate_what_is_apart_and_get_finer() -> None:
    group, vectors = blobs(2000, 8)
    clusters = clusters_of(vectors, 0)
    sizes = [len(np.unique(column)) for column in clusters.T]
    assert sizes == sorted(sizes)
    assert sizes[0] <= 16
    for column in clusters.T[1:]:
        assert all(len(np.unique(group[column == cluster])) == 1 for cluster in np.unique(column))


def test_the_seed_decides_and_few_words_are_enough() -> None:
    _, vectors = blobs(500, 6)
    np.testing.assert_array_equal(clusters_of(vectors, 3), clusters_of(vectors, 3))
    assert (clusters_of(vectors, 3) != clusters_of(vectors, -4)).any()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert clusters_of(vectors[:1], 0).tolist() == [[0, 0, 0, 0]]
        assert clusters_of(np.zeros((20, 3), dtype=np.float32), 0).shape == (20, 4)
