"""Options of `--system sampling`."""

from dataclasses import dataclass
from typing import ClassVar

from arcwalk.models.options import (
    AUTO,
    BACKOFF,
    FEATURES,
    PUBLISHED,
    SHUFFLES,
    UPDATE,
    UPDATES,
    WORD_DROPOUT,
    Presets,
    Switch,
    option,
    switch,
    weight_table,
)

NAME = "sampling"
MINIMUM_RISK = "minimum-risk"
METHODS = ("climb", "walk", "gibbs")  # in the order of their numbers in `arcwalk.trees.search.tree_search`
MAX_VIOLATION, SAMPLERANK = "max-violation", "samplerank"
PERCEPTRON = "perceptron"
PROPOSALS = GIBBS, WALK = "gibbs", "walk"
WALK_WORDS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingOptions:
    """Options of the system `sampling`."""

    PRESETS: ClassVar[Presets] = {
        PUBLISHED: {
            "learner": SAMPLERANK,
            "proposals": WALK,
            "update": "mira",
            "epochs": 50,
            "shuffles": 1,
            "word_dropout": 0.0,
            "pruner": SAMPLERANK,
            "pruner_shuffles": 1,
            "pruner_scores": False,
            "pruner_recall": 0.99,
            "projective": False,
            "search": WALK,
            "temperature": 0.25,
            "budget": 1000,
            "cooling": 0.9,
            "score_margin": 1000.0,
            "neural": False,
        }
    }

    features: str = option("full", FEATURES)
    features_from: str = option("", "Python file with your own features, see @arcwalk.feature")
    learner: str = option(
        MAX_VIOLATION,
        "update against the tree that violates the margin most, or after every sample (samplerank, as published)",
        choices=(MAX_VIOLATION, SAMPLERANK),
    )
    constraints: str = option(
        "both",
        "samplerank: learn from neighboring samples, the gold tree, or both",
        choices=("both", "neighbor", "gold"),
    )
    proposals: str = option(
        "gibbs",
        "samplerank: a step redraws one word (gibbs), or several by a random walk, as published; "
        "with joint tags, always gibbs",
        choices=PROPOSALS,
    )
    sweeps: int = option(1, "samplerank: sweeps over a sentence in each epoch, of a step per word", least=1)
    epochs: int = option(0, "passes over the treebank; 0: at most 4, tuned on held-out sentences")
    aggressiveness: float = option(0.0, "C, the maximum step size; 0: tuned on held-out sentences")
    update: str = option("adaptive", UPDATE, choices=UPDATES)
    shuffles: int = option(4, SHUFFLES, least=1)
    word_dropout: float = option(1.0, WORD_DROPOUT)
    pruner: str = option(
        PERCEPTRON,
        "learner of the pruner: averaged perceptrons, or samplerank, as published",
        choices=(PERCEPTRON, SAMPLERANK),
    )
    pruner_scores: bool = switch(True, "add the pruner's scores to those of trees; no: as published")
    pruner_recall: float = option(0.985, "share of gold heads kept by the pruner; smaller is faster", least=0.5, most=1)
    folds: int = option(4, "folds for out-of-fold pruners; fewer is faster", least=2, most=50)
    pruner_shuffles: int = option(5, "training runs to average in the pruner; fewer is faster", least=1)
    projective: Switch = switch(AUTO, "search projective trees only; auto: if nearly all training trees are")
    search: str = option(
        "climb",
        "hill climbing, or annealed sampling by random walks or Gibbs, as published",
        choices=METHODS,
        after_training=True,
    )
    budget: int = option(
        4,
        "number of climbs (the first from the pruner's tree) or of sampling sweeps; more is slower; "
        "a model keeps at most 1,000",
        least=1,
        most=1_000_000,
        after_training=True,
        kept_most=1000,
    )
    temperature: float = option(
        1.0, "T₀, of samplerank, and of the first sweep when parsing by sampling", least=0.05, after_training=True
    )
    cooling: float = option(
        0.0,
        "c, the factor by which the temperature falls in each sweep when parsing by sampling; "
        "0: to 0.02 in the last sweep of the budget",
        most=1,
        after_training=True,
    )
    walk_words: int = option(
        WALK_WORDS, "K, the number of words that a random walk redraws", least=1, after_training=True
    )
    score_margin: float = option(
        0.8,
        "skip candidates that score this much below the best one of their word; lower is faster",
        after_training=True,
        formerly="reach",
    )
    decode: str = option(
        "best",
        "best-scoring tree, or minimum Bayes risk: highest expected UAS",
        choices=("best", MINIMUM_RISK),
        after_training=True,
    )
    neural: bool = switch(
        True, "add the scores of two small neural networks; no: trains faster, less accurate", after_training=True
    )
    neural_epochs: int = option(0, "passes of each network over the treebank; 0: 12 to 36, fewer for larger treebanks")
    table_bits: int = weight_table(23)
    backoff: str = option("auto", BACKOFF)
