"""Tags that change with the tree: scores against scratch, chains against all tagged trees."""

from itertools import product

import numba
import numpy as np
import pytest
from numpy.typing import NDArray
from tiny_scorers import LABELS, LEAVES, choices_of, probabilities, valid_trees

from arcwalk.compiled import kernel
from arcwalk.features.arc_kernels import arc_parts
from arcwalk.features.arcs import arc_table
from arcwalk.features.feature_sets import template_text
from arcwalk.features.scorer import Choices, Model, make_scorer, score_choices
from arcwalk.features.structure import structure_table, structure_templates
from arcwalk.features.structure_kernels import label_contributions, word_contributions
from arcwalk.features.templates import properties_of, shipped
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.gibbs import gibbs_step
from arcwalk.trees.joint_search import anneal_readings, climb_readings, draw_reading, go_to
from arcwalk.trees.moves import most_moves, start_from
from arcwalk.trees.readings import (
    TAGGED_TYPE,
    Readings,
    TaggedTree,
    most_readings,
    reading_gain,
    score_as_is,
    score_readings,
    scored_parts,
    window_of,
)

TAGS = ["VERB", "NOUN", "ADJ", "ADV", "CCONJ", "ADP", "PUNCT"]  # some of one class, some of others
TEMPLATES = structure_templates(template_text("full") + shipped("joint"), "all templates")
ENCODER = Encoder.fit(
    [Sentence.from_columns(["a"] * len(TAGS), upos=TAGS)],
    sorted(properties_of([line for part in TEMPLATES.values() for line in part])),
)
STRUCTURE = structure_table(TEMPLATES, ENCODER.columns)
ARCS = arc_table(TEMPLATES["arc"], ENCODER.columns)
SAMPLES = 10_000
CHANCE = 1.4  # what chance explains
compiled_only = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="long chains need compiled kernels")

State = tuple[tuple[int, ...], tuple[int, ...]]  # what every word chooses, and how it is read


def first_order(codes: NDArray[np.int32], model: Model, choices: Choices) -> NDArray[np.float64]:
    scores = np.empty(len(choices.head))
    words = word_contributions(codes, model.structure)
    score_choices(arc_parts(codes, model.arcs), model, words, choices.start, choices.head, choices, scores)
    return scores


def choices_with_a_tree(random: np.random.Generator, n: int) -> tuple[Choices, NDArray[np.int64]]:
    """Two to four heads and labels for each word, and a tree with one root that can be made of them."""
    order = (1 + random.permutation(n)).tolist()
    heads = {m: int(random.choice(order[:place])) if place else 0 for place, m in enumerate(order)}
    start, picked, tree = [0, 0], [], [-1]
    for m in range(1, n + 1):
        every = [(h, label) for h in range(n + 1) if h != m for label in range(LABELS)]
        right = (heads[m], int(random.integers(LABELS)))
        own = sorted({right, *(every[i] for i in random.integers(len(every), size=random.integers(1, 4)))})
        tree.append(len(picked) + own.index(right))
        picked += own
        start.append(len(picked))
    return choices_of(start, picked), np.array(tree)


def random_tagged_tree(random: np.random.Generator, n: int) -> TaggedTree:
    """Words that can each be read in one to three ways, with all kinds of parts scored at random."""
    tags = [random.permutation(TAGS)[: random.integers(1, 4)].tolist() for _ in range(n)]
    codes = ENCODER.encode(Sentence.from_columns(["a"] * n, upos=[own[0] for own in tags]))
    start = np.cumsum([0, 0, *map(len, tags)])
    rows = ENCODER.rows([("a", "_", tag, "_", "_") for own in tags for tag in own])
    readings = Readings(start, rows, random.normal(size=len(rows)))
    model = Model(
        arcs=ARCS,
        structure=STRUCTURE,
        labels=label_contributions(LABELS, STRUCTURE),
        convention=LEAVES,
        weights=(0.1 * random.normal(size=1 << 12)).astype(np.float32),
        calls=np.zeros((0, 3), np.int64),
        label_hashes=np.zeros(LABELS + 1, np.int32),
    )
    choices, tree = choices_with_a_tree(random, n)
    scorer = make_scorer(codes, model, word_contributions(codes, STRUCTURE), choices)
    prior = random.normal(size=len(choices.head))
    scorer.choice_score[:] = first_order(codes, model, choices) + prior
    start_from(scorer, tree)
    return TaggedTree(scorer, arc_parts(codes, ARCS), model, prior, readings, start[:-1].copy(), window_of(model))


def from_scratch(tagged: TaggedTree, state: State) -> float:
    """The score of a tagged tree by a scorer made for its tags."""
    chosen, read = (np.array(part, np.int64) for part in state)
    codes = tagged.scorer.sentence.copy()
    codes[1 : len(read)] = tagged.readings.rows[read[1:]]
    start, head, label = tagged.scorer.start, tagged.scorer.head, tagged.scorer.label
    choices = Choices(start, head, label, np.arange(len(head), dtype=np.int32))
    scorer = make_scorer(codes, tagged.model, word_contributions(codes, STRUCTURE), choices)
    scorer.choice_score[:] = first_order(codes, tagged.model, choices) + tagged.prior
    return float(start_from(scorer, chosen) + tagged.readings.score[read[1:]].sum())


def state_of(tagged: TaggedTree) -> State:
    return tuple(tagged.scorer.chosen.tolist()), tuple(tagged.read.tolist())


def all_states(tagged: TaggedTree, single_root: bool, projective: bool) -> list[State]:
    start = tagged.readings.start
    ways = [range(start[m], start[m + 1]) for m in range(1, len(start) - 1)]
    trees = valid_trees(tagged.scorer, single_root, projective)
    return [(tuple(tree.tolist()), (int(start[0]), *read)) for tree in trees for read in product(*ways)]


def test_scores_follow_readings_as_if_made_for_them() -> None:
    """Whatever was tried before, scores are those from scratch, and what a move gains is their difference."""
    random = np.random.default_rng(1)
    tried = 0
    for _ in range(1 if numba.config.DISABLE_JIT else 5):
        tagged = random_tagged_tree(random, 5)
        ways = tagged.readings.start
        for _ in range(4):
            m = int(random.integers(1, 6))
            before = from_scratch(tagged, state_of(tagged))
            assert score_as_is(tagged) == pytest.approx(before, abs=1e-4)
            size = most_readings(tagged)
            moves, gains = np.empty((size, 3), np.int64), np.empty(size)
            count = score_readings(tagged, m, True, False, moves, gains)
            assert len({tuple(move) for move in moves[:count].tolist()}) == count
            assert set(moves[:count, 2].tolist()) == set(range(ways[m], ways[m + 1]))
            root = tagged.scorer.tree[0].tolist()
            for (choice, root_choice, reading), gain in zip(moves[:count].tolist(), gains, strict=False):
                chosen, read = (list(part) for part in state_of(tagged))
                chosen[m], read[m] = choice, reading
                if root_choice >= 0:
                    old_root = next(w for w in range(1, 6) if tagged.scorer.head[tagged.scorer.chosen[w]] == 0)
                    chosen[old_root] = root_choice
                assert from_scratch(tagged, (tuple(chosen), tuple(read))) - before == pytest.approx(gain, abs=1e-4)
            assert tagged.scorer.tree[0].tolist() == root
            read_before = tagged.read.copy()
            go_to(tagged, tagged.scorer.chosen.copy(), random_readings(tagged, random))
            tried += int((tagged.read != read_before).any())
    assert tried > 2


def random_readings(tagged: TaggedTree, random: np.random.Generator) -> NDArray[np.int64]:
    start = tagged.readings.start
    return np.array([0, *(random.integers(start[m], start[m + 1]) for m in range(1, len(start) - 1))])


def test_a_gain_is_told_from_parts_near_the_word() -> None:
    random = np.random.default_rng(2)
    told: set[bool] = set()
    for _ in range(4 if numba.config.DISABLE_JIT else 20):
        tagged = random_tagged_tree(random, 7)
        before, start = from_scratch(tagged, state_of(tagged)), tagged.readings.start
        for m in range(1, 8):
            for reading in range(start[m] + 1, start[m + 1]):
                gain = reading_gain(tagged, m, reading, *scored_parts(tagged.scorer))
                chosen, read = state_of(tagged)
                other = (*read[:m], reading, *read[m + 1 :])
                assert from_scratch(tagged, (chosen, other)) - before == pytest.approx(gain, abs=1e-4)
                told.add(bool(tagged.readings.rows[reading, 1] == tagged.readings.rows[start[m], 1]))
    assert told == {True, False}  # of the same class and of another


@kernel(
    numba.void(TAGGED_TYPE, numba.boolean, numba.boolean, numba.uint64[::1], numba.int64[:, ::1], numba.int64[:, ::1])
)
def run_chains(
    tagged: TaggedTree,
    single_root: bool,
    projective: bool,
    state: NDArray[np.uint64],
    trees: NDArray[np.int64],
    read: NDArray[np.int64],
) -> None:
    """A sweep from each tagged tree, which then is where it led."""
    n = len(tagged.scorer.chosen) - 1
    size = most_readings(tagged)
    moves, gains = np.empty((size, 3), dtype=np.int64), np.empty(size, dtype=np.float64)
    head_moves = np.empty((most_moves(tagged.scorer), 2), dtype=np.int64)
    for i in range(len(trees)):
        go_to(tagged, trees[i], read[i])
        for m in range(1, n + 1):
            gibbs_step(tagged.scorer, single_root, projective, 1.0, state, head_moves, gains)
            draw_reading(tagged, m, single_root, projective, 1.0, state, moves, gains)
        trees[i], read[i] = tagged.scorer.chosen, tagged.read


@compiled_only
@pytest.mark.parametrize("single_root", [True, False], ids=["one root", "any roots"])
@pytest.mark.parametrize("projective", [True, False], ids=["projective", "any shape"])
def test_chains_sample_tagged_trees_by_their_scores(single_root: bool, projective: bool) -> None:
    random = np.random.default_rng(3)
    states: list[State] = []
    while not 20 <= len(states) <= 300:
        tagged = random_tagged_tree(random, 3)
        states = all_states(tagged, single_root, projective)
    expected = probabilities(np.array([from_scratch(tagged, state) for state in states]))
    drawn = random.choice(len(states), SAMPLES, p=expected)
    trees = np.array([states[i][0] for i in drawn])
    read = np.array([states[i][1] for i in drawn])
    run_chains(tagged, single_root, projective, np.array([1], np.uint64), trees, read)
    place = {state: i for i, state in enumerate(states)}
    seen = [place[tuple(tree), (0, *own[1:])] for tree, own in zip(trees.tolist(), read.tolist(), strict=True)]
    share = np.bincount(seen, minlength=len(states)) / SAMPLES
    by_chance = np.sqrt(2 / np.pi * expected * (1 - expected) / SAMPLES).sum()
    assert np.abs(share - expected).sum() / by_chance < CHANCE
    assert (np.array(seen) != drawn).mean() > 0.3


@compiled_only
def test_searches_find_what_scores_better_and_say_by_how_much() -> None:
    random = np.random.default_rng(4)
    best = found = 0
    for _ in range(40):
        tagged = random_tagged_tree(random, 3)
        tree = tagged.scorer.chosen.copy()
        for search in (climb_readings, anneal_readings):
            go_to(tagged, tree, tagged.readings.start[:-1].copy())
            before = score_as_is(tagged)
            arguments = () if search is climb_readings else (10, np.array([7], np.uint64))
            gain = search(tagged, True, False, *arguments)
            after = from_scratch(tagged, state_of(tagged))
            assert gain >= 0
            assert after - before == pytest.approx(gain, abs=1e-4)
            if search is anneal_readings:
                scores = [from_scratch(tagged, state) for state in all_states(tagged, True, False)]
                best, found = best + 1, found + (after > max(scores) - 1e-4)
    assert found > 0.8 * best > 10
