"""Options of `--system rerank`."""

from dataclasses import dataclass
from typing import ClassVar

from arcwalk.models.options import (
    AUTO,
    BACKOFF,
    FEATURES,
    LEARNERS,
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

NAME = "rerank"


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankOptions:
    """Options of the system `rerank`."""

    PRESETS: ClassVar[Presets] = {
        PUBLISHED: {
            "shuffles": 1,
            "update": "mira",
            "word_dropout": 0.0,
            "mst_shuffles": 1,
            "mst_epochs": 10,
            "mst_learner": "mira",
            "projective": True,
        }
    }

    k: int = option(50, "length of the k-best lists; shorter is faster", least=1, most=500, after_training=True)
    features: str = option("full", FEATURES)
    folds: int = option(10, "folds for out-of-fold k-best lists; fewer is faster", least=2, most=50)
    epochs: int = option(10, "passes over the lists on each shuffle", least=1)
    shuffles: int = option(4, SHUFFLES, least=1)
    update: str = option("adaptive", UPDATE, choices=UPDATES)
    aggressiveness: float = option(0.0, "C, the maximum step size; 0: the default for the chosen update")
    word_dropout: float = option(1.0, WORD_DROPOUT)
    mst_shuffles: int = option(5, "shuffles of the mst parser that produces the lists; fewer is faster", least=1)
    mst_epochs: int = option(4, "passes of the mst parser over the treebank on each shuffle", least=1)
    mst_learner: str = option("perceptron", "learner of the mst parser; mira as published", choices=LEARNERS)
    projective: Switch = switch(AUTO, "list projective trees only; auto: if nearly all training trees are")
    table_bits: int = weight_table(23)
    backoff: str = option("auto", BACKOFF)
