"""What the pruner keeps, against slow computations of the same."""

import resource
import time

import numba
import numpy as np
import pytest
from brute_force import is_tree
from oracles import all_trees, arc_features
from part_oracles import labeled_arc_features
from tiny_scorers import ENCODER, TEMPLATES, VOCABULARY, sentence_of

from arcwalk.components.pruner.head_pruner import HeadPruner
from arcwalk.components.pruner.kernels.head_pruning import (
    IMPLAUSIBLE,
    LONG,
    MOST_HEADS,
    SECOND_SHARE,
    SHARPNESS,
    WINDOW,
    likely_heads,
)
from arcwalk.components.pruner.kernels.label_pruning import LABELS_PER_ARC, PRIOR_WEIGHT
from arcwalk.components.pruner.pruner import Pruner
from arcwalk.errors import ArcwalkError
from arcwalk.features.parts import LABELED_ARC
from arcwalk.features.structure_templates import structure_templates
from arcwalk.features.templates import shipped
from arcwalk.models.label_set import LabelSet
from arcwalk.scoring.choices import Candidates
from arcwalk.treebank.encoding import COARSE_TAGS
from arcwalk.trees.shape import is_projective

LABELS, BITS = 6, 12
ROOT_LABELS = ["label 1", "label 4"]
ARCS = structure_templates(shipped("arc"), "arc.templates")


one_analysis_or_two = pytest.mark.parametrize("analyses", [1, 2], ids=["one analysis", "two analyses"])


def random_pruner(seed: int, ratio: float = 0.05, slack: float = 1.5, projective: bool = True) -> Pruner:
    random = np.random.default_rng(seed)
    allowed = random.random((COARSE_TAGS, LABELS)) < 0.7
    allowed[:, :2] = True
    heads = HeadPruner(
        encoder=ENCODER,
        templates=ARCS["arc"],
        weights=(0.1 * random.normal(size=1 << BITS)).astype(np.float32),
        ratio=ratio,
        projective=projective,
        single_root=True,
    )
    weights = (0.2 * random.normal(size=1 << BITS)).astype(np.float32)
    return Pruner(
        heads=heads,
        templates=TEMPLATES[LABELED_ARC],
        label_set=LabelSet([f"label {code}" for code in range(LABELS)], ROOT_LABELS),
        allowed=allowed,
        weights=weights,
        slack=slack,
    )


def random_codes(seed: int, n: int) -> np.ndarray:
    return ENCODER.encode(sentence_of(np.random.default_rng(seed).choice(list(VOCABULARY), size=n).tolist()))


def random_analyses(seed: int, n: int, analyses: int) -> np.ndarray:
    """A sentence with one analysis or two, see `arcwalk.systems.joint_tags.encoded_analyses`."""
    codes = random_codes(seed, n)
    return codes if analyses == 1 else np.stack((codes, random_codes(seed + 100, n)))


def tree_of(candidates: Candidates) -> np.ndarray:
    return np.array([-1, *candidates.choices.head[candidates.chosen[1:]]], np.int32)


def choices_of(candidates: Candidates, m: int) -> list[tuple[int, int]]:
    own = slice(candidates.choices.start[m], candidates.choices.start[m + 1])
    return list(zip(candidates.choices.head[own].tolist(), candidates.choices.label[own].tolist(), strict=True))


def check_shape(candidates: Candidates, n: int) -> None:
    """Heads ascend, each with some labels; the tree is one, and takes the first label of each of its arcs."""
    assert len(candidates.prior) == len(candidates.choices.head)
    np.testing.assert_array_equal(candidates.choices.head, candidates.head[candidates.choices.arc])
    assert is_tree(tree_of(candidates))
    for m in range(1, n + 1):
        heads = candidates.head[candidates.start[m] : candidates.start[m + 1]].tolist()
        pairs = choices_of(candidates, m)
        assert heads == sorted(set(heads))
        assert m not in heads
        assert [h for h, _ in pairs] == sorted(h for h, _ in pairs)
        assert len(set(pairs)) == len(pairs)
        assert {h for h, _ in pairs} == set(heads)
        own = int(candidates.chosen[m] - candidates.choices.start[m])
        assert own == [h for h, _ in pairs].index(pairs[own][0])


@pytest.mark.parametrize("seed", range(20))
def test_likely_heads_are_those_near_the_best(seed: int) -> None:
    random = np.random.default_rng(seed)
    lengths = random.integers(1, 12, size=6)
    start = np.array([0, 0, *np.cumsum(lengths)])
    head = np.concatenate([np.sort(random.permutation(20)[:length]) for length in lengths]).astype(np.int32)
    marginals = random.dirichlet(np.full(len(head), 0.3))
    ratio, most = 0.1, int(random.integers(1, 6))
    always, also = (random.integers(-1, 20, size=7).astype(np.int32) for _ in range(2))
    kept_start, kept, doubt = likely_heads(start, head, marginals, ratio, most, always, also)
    for m in range(1, 7):
        own = slice(start[m], start[m + 1])
        ranked = sorted(marginals[own], reverse=True)
        least = max(ranked[0] * ratio, ranked[most - 1] if most <= len(ranked) else 0.0)
        wanted = [
            (h, p) for h, p in zip(head[own], marginals[own], strict=True) if p >= least or h in (always[m], also[m])
        ]
        span = slice(kept_start[m], kept_start[m + 1])
        assert kept[span].tolist() == [h for h, _ in wanted]
        doubts = [min(1.0, np.log(p / ranked[0]) / np.log(ratio)) for _, p in wanted]
        np.testing.assert_allclose(doubt[span], doubts)


def arc_score_of(pruner: Pruner, codes: np.ndarray, h: int, m: int) -> float:
    indices = arc_features(shipped("arc"), codes, ENCODER.columns, h, m, BITS)
    return float(pruner.heads.weights[indices].sum(dtype=float))


def label_score_of(pruner: Pruner, codes: np.ndarray, h: int, m: int, label: int) -> float:
    indices = labeled_arc_features(shipped("structure"), codes, ENCODER.columns, h, m, label, BITS)
    return float(pruner.weights[indices].sum(dtype=float))


@one_analysis_or_two
@pytest.mark.parametrize("projective", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_candidates_by_brute_force(seed: int, projective: bool, analyses: int) -> None:
    """Probabilities of heads from all trees, labels from their scores; of two analyses, the weighted mean."""
    pruner, n = random_pruner(seed, projective=projective), 4
    read = random_analyses(seed, n, analyses)
    views, shares = ([*read], [1 - SECOND_SHARE, SECOND_SHARE]) if analyses == 2 else ([read], [1.0])
    codes = views[0]
    arc_score = {
        (m, h): sum(share * arc_score_of(pruner, view, h, m) for view, share in zip(views, shares, strict=True))
        for m in range(1, n + 1)
        for h in range(n + 1)
        if h != m
    }
    trees = list(all_trees(n, projective=projective, single_root=True))
    scores = np.array([sum(arc_score[m, heads[m]] for m in range(1, n + 1)) for heads in trees]) / SHARPNESS
    weights = np.exp(scores - scores.max())
    probability = {
        arc: sum(w for w, heads in zip(weights, trees, strict=True) if heads[arc[0]] == arc[1]) / weights.sum()
        for arc in arc_score
    }
    candidates = pruner.candidates(read)
    check_shape(candidates, n)
    best_tree = trees[int(np.argmax(scores))]
    assert tree_of(candidates).tolist() == best_tree
    for m in range(1, n + 1):
        wanted, priors = [], []
        best = max(probability[m, h] for h in range(n + 1) if h != m)
        for h in range(n + 1):
            if h == m or (probability[m, h] < pruner.heads.ratio * best and h != best_tree[m]):
                continue
            doubt = min(1.0, np.log(probability[m, h] / best) / np.log(pruner.heads.ratio))
            ranked = sorted(
                (
                    -sum(
                        share * label_score_of(pruner, view, h, m, label)
                        for view, share in zip(views, shares, strict=True)
                    ),
                    label,
                )
                for label in np.flatnonzero(pruner.allowed[codes[m, 0]]).tolist()
                if (h == 0) == (f"label {label}" in ROOT_LABELS)
            )
            for minus, label in ranked[:LABELS_PER_ARC]:
                gap = minus - ranked[0][0]
                if gap <= pruner.slack * (1 - doubt) + 1e-9:
                    wanted.append((h, label))
                    priors.append(PRIOR_WEIGHT * (doubt * np.log(pruner.heads.ratio) * SHARPNESS - gap))
        assert choices_of(candidates, m) == wanted
        own = slice(candidates.choices.start[m], candidates.choices.start[m + 1])
        np.testing.assert_allclose(candidates.prior[own], priors, atol=1e-5)


@one_analysis_or_two
@pytest.mark.parametrize("n", [1, 2, 9, 40])
def test_fixed_heads_and_labels_are_the_only_ones(n: int, analyses: int) -> None:
    for seed in range(4):
        random = np.random.default_rng(seed)
        free = np.full(n + 1, -1, np.int32)
        heads, labels = free.copy(), free.copy()
        for m in range(1, n + 1):  # every fixed head is to the left: no cycles
            if random.random() < 0.5:
                heads[m] = random.integers(0, m)
            if random.random() < 0.5:
                labels[m] = random.integers(LABELS)
        candidates = random_pruner(seed).candidates(
            random_analyses(seed, n, analyses), fixed=heads, fixed_labels=labels
        )
        check_shape(candidates, n)
        for m in range(1, n + 1):
            pairs = choices_of(candidates, m)
            assert heads[m] < 0 or {h for h, _ in pairs} == {heads[m]}
            assert labels[m] < 0 or {label for _, label in pairs} == {labels[m]}


def test_fixed_cycles_leave_no_tree() -> None:
    with pytest.raises(ArcwalkError, match="cycles"):
        random_pruner(0).candidates(random_codes(0, 3), fixed=np.array([-1, 2, 1, -1], np.int32))


@one_analysis_or_two
@pytest.mark.parametrize("n", [1, 5, 30, LONG + 60])
def test_gold_is_always_kept(n: int, analyses: int) -> None:
    for seed in range(3):
        random = np.random.default_rng(seed)
        heads = np.array([-1, *(random.integers(0, m) for m in range(1, n + 1))], np.int32)
        labels = np.array([-1, *random.integers(0, LABELS, size=n)], np.int32)
        candidates = random_pruner(seed, ratio=0.1, slack=0.5).candidates(
            random_analyses(seed, n, analyses), gold=heads, gold_labels=labels
        )
        check_shape(candidates, n)
        for m in range(1, n + 1):
            assert (heads[m], labels[m]) in choices_of(candidates, m)


@pytest.mark.parametrize("projective", [True, False])
@pytest.mark.parametrize("n", [1, 2, 12, LONG + 20])
def test_only_heads_that_a_network_finds_plausible_are_looked_at(n: int, projective: bool) -> None:
    for seed in range(3):
        pruner, codes = random_pruner(seed, ratio=1e-6, projective=projective), random_codes(seed, n)
        scores = np.random.default_rng(seed).normal(scale=IMPLAUSIBLE, size=(n + 1, n + 1)).astype(np.float32)
        np.fill_diagonal(scores, -np.inf)
        candidates = pruner.candidates(codes, network_scores=scores)
        check_shape(candidates, n)
        kept = 0
        for m in range(1, n + 1):
            near = [h for h in range(n + 1) if h == 0 or abs(h - m) <= (WINDOW if n > LONG else n)]
            plausible = {h for h in near if scores[m, h] >= scores[m, near].max() - IMPLAUSIBLE} | {0, m - 1}
            own = set(candidates.head[candidates.start[m] : candidates.start[m + 1]].tolist())
            assert own <= plausible
            kept += len(own)
        assert n < 12 or kept > n
        fixed = np.full(n + 1, -1, np.int32)
        nothing_fixed = pruner.candidates(codes, fixed=fixed, network_scores=scores)
        assert np.array_equal(nothing_fixed.head, candidates.head)
        fixed[n] = 0
        found = [pruner.candidates(codes, fixed=fixed, **given).head for given in ({}, {"network_scores": scores})]
        assert np.array_equal(*found)


def test_few_candidates_are_kept() -> None:
    candidates = random_pruner(1, ratio=1e-6).candidates(random_codes(1, 120))
    assert max(np.diff(candidates.start[1:])) <= MOST_HEADS + 1
    for m in range(1, 121):
        heads = [h for h, _ in choices_of(candidates, m)]
        assert max(heads.count(h) for h in heads) <= LABELS_PER_ARC


def test_projective_trees_where_asked() -> None:
    codes = random_codes(2, 30)
    assert is_projective(tree_of(random_pruner(2, projective=True).candidates(codes)))
    assert not is_projective(tree_of(random_pruner(2, projective=False).candidates(codes)))


def test_long_sentences_have_a_window() -> None:
    n = LONG + WINDOW
    gold = np.array([-1, *range(n)], np.int32)
    gold[n] = 1  # farther than the window
    candidates = random_pruner(3).candidates(random_codes(3, n), gold=gold)
    check_shape(candidates, n)
    for m in range(1, n + 1):
        for h in candidates.head[candidates.start[m] : candidates.start[m + 1]]:
            assert h == 0 or abs(h - m) <= WINDOW or h == gold[m]
    assert 1 in candidates.head[candidates.start[n] : candidates.start[n + 1]]
    assert tree_of(candidates).tolist().count(0) == 1


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="long sentences need compiled kernels")
def test_five_thousand_words() -> None:
    n = 5000
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
    candidates = random_pruner(4).candidates(random_codes(4, n))
    assert time.monotonic() - began < 20
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 450_000  # kilobytes
    assert is_tree(tree_of(candidates))
