"""Options of `--system mst`."""

from dataclasses import dataclass
from typing import ClassVar

from arcwalk.models.options import (
    AUTO,
    BACKOFF,
    LEARNERS,
    PUBLISHED,
    SHUFFLES,
    WORD_DROPOUT,
    Presets,
    Switch,
    option,
    switch,
    weight_table,
)

NAME = "mst"


@dataclass(frozen=True, slots=True, kw_only=True)
class MstOptions:
    """Options of the system `mst`."""

    PRESETS: ClassVar[Presets] = {
        PUBLISHED: {"shuffles": 1, "epochs": 10, "learner": "mira", "word_dropout": 0.0, "projective": False}
    }

    shuffles: int = option(5, SHUFFLES, least=1)
    epochs: int = option(4, "passes over the treebank on each shuffle", least=1)
    learner: str = option("perceptron", "learner; mira as published", choices=LEARNERS)
    margin: float = option(0.5, "perceptron: margin per wrong head and template, 0 as published")
    aggressiveness: float = option(0.02, "mira: C, the maximum step size", least=1e-9)
    k_best: int = option(1, "mira: length of the k-best list that the gold tree must outscore", least=1, most=1000)
    word_dropout: float = option(1.0, WORD_DROPOUT)
    projective: Switch = switch(AUTO, "search projective trees only; auto: if nearly all training trees are")
    pruner_recall: float = option(0.98, "share of gold heads kept by the pruner; smaller is faster", least=0.5, most=1)
    folds: int = option(5, "folds for out-of-fold pruners; fewer is faster", least=1)
    table_bits: int = weight_table(22)
    backoff: str = option("auto", BACKOFF)
    features: str = option("", "your own template file")
