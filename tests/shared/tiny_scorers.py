"""Tiny sentences with every kind of part scored at random, and all their trees listed with their scores."""

from itertools import product

import numpy as np
from brute_force import is_tree, spans_a_stranger
from numpy.typing import NDArray

from arcwalk.features.arc_templates import arc_table, arc_templates
from arcwalk.features.kernels.structure_features import label_contributions, word_contributions
from arcwalk.features.structure_templates import structure_table, structure_templates
from arcwalk.features.templates import properties_of, shipped
from arcwalk.scoring.choices import Choices
from arcwalk.scoring.moves import start_from
from arcwalk.scoring.part_kinds import Convention
from arcwalk.scoring.scorer import Model, Scorer, make_scorer
from arcwalk.scoring.unit_scores import REMEMBERED
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence

VOCABULARY = {"sees": "VERB", "dog": "NOUN", "cat": "NOUN", "and": "CCONJ", "of": "ADP", ",": "PUNCT"}
LABELS = 3
LEAVES = Convention(adposition_heads=False, conjunction_heads=False, conjunct=1)
TABLE_BITS = 12
TEMPLATES = structure_templates(shipped("structure"), "structure.templates")
ARCS = arc_templates(shipped("arc"), "arc.templates")
PROPERTIES = sorted(properties_of(ARCS) | properties_of([line for part in TEMPLATES.values() for line in part]))


def sentence_of(forms: list[str]) -> Sentence:
    return Sentence.from_columns(forms, upos=[VOCABULARY[form] for form in forms])


ENCODER = Encoder.fit([sentence_of(list(VOCABULARY))], PROPERTIES)
STRUCTURE = structure_table(TEMPLATES, ENCODER.columns)


def random_choices(random: np.random.Generator, n: int, few: int, many: int) -> Choices:
    """From `few` to `many` of all the heads and labels for each word."""
    start, picked = [0, 0], []
    for m in range(1, n + 1):
        every = [(h, label) for h in range(n + 1) if h != m for label in range(LABELS)]
        kept = random.permutation(len(every))[: random.integers(few, many + 1)]
        picked += [every[i] for i in sorted(kept)]
        start.append(len(picked))
    return choices_of(start, picked)


def all_choices(n: int, labels: int = 1) -> Choices:
    """Every head for each word, with every label."""
    start, picked = [0, 0], []
    for m in range(1, n + 1):
        picked += [(h, label) for h in range(n + 1) if h != m for label in range(labels)]
        start.append(len(picked))
    return choices_of(start, picked)


def choices_of(start: list[int], picked: list[tuple[int, int]]) -> Choices:
    """Choices from where each word's start and from their (head, label)."""
    head, label = np.array(picked, np.int32).reshape(len(picked), 2).T.copy()
    return Choices(np.array(start), head, label, np.arange(len(picked), dtype=np.int32))


def random_scorer(
    random: np.random.Generator, choices: Choices, convention: Convention = LEAVES, words: str = ""
) -> Scorer:
    """A scorer for some words, or for random ones; choices weigh about 1, and so do all parts of a word together."""
    forms = words.split() or random.choice(list(VOCABULARY), size=len(choices.start) - 2).tolist()
    weights = (0.1 * random.normal(size=1 << TABLE_BITS)).astype(np.float32)
    model = Model(
        arcs=arc_table(ARCS, ENCODER.columns),
        structure=STRUCTURE,
        labels=label_contributions(LABELS, STRUCTURE),
        convention=convention,
        weights=weights,
        calls=np.zeros((0, 3), np.int64),
        label_hashes=np.zeros(LABELS + 1, np.int32),
    )
    codes = ENCODER.encode(sentence_of(forms))
    scorer = make_scorer(codes, model, word_contributions(codes, STRUCTURE), choices)
    scorer.choice_score[:] = random.normal(size=len(choices.head))
    return scorer


def from_scratch(scorer: Scorer, chosen: NDArray[np.int64]) -> float:
    """The score of a tree by a scorer that remembers nothing."""
    counters = scorer.counters.copy()
    counters[REMEMBERED] = 0
    changing = ("tree", "chosen", "unit_score", "unit_stamp", "memo", "memo_scores")
    blank = {name: np.zeros_like(getattr(scorer, name)) for name in changing}
    return start_from(scorer._replace(counters=counters, **blank), chosen)


def valid_trees(scorer: Scorer, single_root: bool, projective: bool) -> NDArray[np.int64]:
    """All trees that the choices allow, as what each word chooses, `[tree, word]`."""
    n = len(scorer.chosen) - 1
    trees = []
    for chosen in product(*(range(scorer.start[m], scorer.start[m + 1]) for m in range(1, n + 1))):
        heads = (-1, *(int(scorer.head[choice]) for choice in chosen))
        if single_root and heads.count(0) != 1:
            continue
        if is_tree(heads) and not (projective and any(spans_a_stranger(heads, m) for m in range(1, n + 1))):
            trees.append((-1, *chosen))
    return np.array(trees, np.int64).reshape(len(trees), n + 1)


def first_order_scores(scorer: Scorer, trees: NDArray[np.int64]) -> NDArray[np.float64]:
    return scorer.choice_score[trees[:, 1:]].sum(axis=1)


def full_scores(scorer: Scorer, trees: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.array([from_scratch(scorer, chosen) for chosen in trees])


def probabilities(scores: NDArray[np.float64], temperature: float = 1.0) -> NDArray[np.float64]:
    weights = np.exp((scores - scores.max()) / temperature)
    return weights / weights.sum()
