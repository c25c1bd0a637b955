"""What can be set for `--system mst`."""

from dataclasses import dataclass

from arcwalk.systems.options import option

NAME = "mst"


@dataclass(frozen=True, slots=True, kw_only=True)
class MstOptions:
    """What can be set for `--system mst`."""

    shuffles: int = option(5, "learners to average, each on its own shuffle of the sentences", least=1)
    epochs: int = option(4, "passes over the treebank for each of them", least=1)
    learner: str = option("perceptron", "how one of them learns", choices=("perceptron", "mira"))
    margin: float = option(0.5, "perceptron: lead per template that a right arc needs, 0 as published", least=0)
    aggressiveness: float = option(0.02, "mira: largest step", least=1e-9)
    k_best: int = option(1, "mira: trees that the gold tree is to lead", least=1, most=1000)
    forget: float = option(1.0, "how readily a rare word counts as unknown in training, 0 never", least=0)
    projective: str = option("auto", "whether arcs may not cross", choices=("auto", "yes", "no"))
    recall: float = option(0.98, "gold heads that the pruner keeps in unseen sentences", least=0.5, most=1)
    folds: int = option(5, "the candidates of each fold come from a pruner that has not seen it", least=1)
    table_bits: int = option(22, "weights are hashed into a table of 2^this", least=10, most=28)
    backoff: str = option("auto", "short form of a word: auto, lemma, or its first 1 to 9 characters")
    features: str = option("", "a template file of your own")
