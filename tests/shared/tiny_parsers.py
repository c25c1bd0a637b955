"""Options of the smallest parser of every system, which takes about a second to train."""

SMALL = {"shuffles": 1, "table_bits": 16}
QUICK = {
    "sampling": {**SMALL, "epochs": 1, "aggressiveness": 0.01, "pruner_shuffles": 1, "neural_epochs": 1, "folds": 2},
    "bayes-point": {**SMALL, "epochs": 2},
    "mst": {**SMALL, "epochs": 2, "folds": 2},
    "rerank": {**SMALL, "epochs": 2, "folds": 2, "mst_shuffles": 1, "mst_epochs": 2, "k": 8},
    "vine": {"folds": 2, "trees": 5, "k": 10},
}
