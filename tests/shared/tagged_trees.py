"""Tiny sentences whose words have several analyses, with every kind of part scored at random."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from tiny_scorers import LABELS, LEAVES, choices_of

from arcwalk.features.arc_templates import arc_table
from arcwalk.features.feature_sets import template_text
from arcwalk.features.kernels.arc_features import arc_parts
from arcwalk.features.kernels.structure_features import label_contributions, word_contributions
from arcwalk.features.python_features import require
from arcwalk.features.structure_templates import structure_table, structure_templates
from arcwalk.features.templates import properties_of, shipped
from arcwalk.scoring.choices import Choices
from arcwalk.scoring.moves import start_from
from arcwalk.scoring.scorer import Model, make_scorer, score_choices
from arcwalk.systems.joint_tags.kernels.tagged_tree import (
    Analyses,
    TaggedTree,
    window_of,
)
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence

TAGS = ["VERB", "NOUN", "ADJ", "ADV", "CCONJ", "ADP", "PUNCT"]  # some of one class, some of others
TEMPLATES = structure_templates(template_text("full") + shipped("joint", "arcwalk.systems.joint_tags"), "all templates")
ENCODER = Encoder.fit(
    [Sentence.from_columns(["a"] * len(TAGS), upos=TAGS)],
    sorted(properties_of([line for part in TEMPLATES.values() for line in part])),
    hashed=True,
)
STRUCTURE = structure_table(TEMPLATES, ENCODER.columns)
ARCS = arc_table(TEMPLATES["arc"], ENCODER.columns)

State = tuple[tuple[int, ...], tuple[int, ...]]  # what every word chooses, and its analysis


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


def random_tagged_tree(random: np.random.Generator, n: int, own_features: Sequence[str] = ()) -> TaggedTree:
    """Words that each have one to three analyses, with all kinds of parts scored at random."""
    tags = [random.permutation(TAGS)[: random.integers(1, 4)].tolist() for _ in range(n)]
    codes = ENCODER.encode(Sentence.from_columns(["a"] * n, upos=[own[0] for own in tags]))
    start = np.cumsum([0, 0, *map(len, tags)])
    rows = ENCODER.rows([("a", "_", tag, "_", "_") for own in tags for tag in own])
    analyses = Analyses(start, rows, random.normal(size=len(rows)))
    model = Model(
        arcs=ARCS,
        structure=STRUCTURE,
        labels=label_contributions(LABELS, STRUCTURE),
        convention=LEAVES,
        weights=(0.1 * random.normal(size=1 << 12)).astype(np.float32),
        calls=require(own_features).calls,
        label_hashes=np.zeros(LABELS + 1, np.int32),
    )
    choices, tree = choices_with_a_tree(random, n)
    scorer = make_scorer(codes, model, word_contributions(codes, STRUCTURE), choices)
    prior = random.normal(size=len(choices.head))
    scorer.choice_score[:] = first_order(codes, model, choices) + prior
    start_from(scorer, tree)
    return TaggedTree(scorer, arc_parts(codes, ARCS), model, prior, analyses, start[:-1].copy(), window_of(model))


def from_scratch(tagged: TaggedTree, state: State) -> float:
    """The score of a tagged tree by a scorer made for its tags."""
    chosen, taken = (np.array(part, np.int64) for part in state)
    codes = tagged.scorer.sentence.copy()
    codes[1 : len(taken)] = tagged.analyses.rows[taken[1:]]
    start, head, label = tagged.scorer.start, tagged.scorer.head, tagged.scorer.label
    choices = Choices(start, head, label, np.arange(len(head), dtype=np.int32))
    scorer = make_scorer(codes, tagged.model, word_contributions(codes, STRUCTURE), choices)
    scorer.choice_score[:] = first_order(codes, tagged.model, choices) + tagged.prior
    return float(start_from(scorer, chosen) + tagged.analyses.score[taken[1:]].sum())


def state_of(tagged: TaggedTree) -> State:
    return tuple(tagged.scorer.chosen.tolist()), tuple(tagged.taken.tolist())
