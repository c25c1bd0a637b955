"""Options with which each system learns in about a second."""

from typing import Any

SMALL: dict[str, Any] = {"shuffles": 1, "table_bits": 16}
QUICK: dict[str, dict[str, Any]] = {
    "sampling": {**SMALL, "epochs": 1, "aggressiveness": 0.01, "pruner_shuffles": 1, "neural_epochs": 1, "folds": 2},
    "bayes-point": {**SMALL, "epochs": 2},
    "mst": {**SMALL, "epochs": 2, "folds": 2},
    "rerank": {**SMALL, "epochs": 2, "folds": 2, "mst_shuffles": 1, "mst_epochs": 2, "k": 8},
    "vine": {"folds": 2, "trees": 5, "k": 10},
}
