"""What can be set for `--system rerank`."""

from dataclasses import dataclass

from arcwalk.systems.options import option

NAME = "rerank"


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankOptions:
    """What can be set for `--system rerank`."""

    k: int = option(50, "trees in a list", least=1, most=500)
    features: str = option("full", "what trees are scored by: full, turbo, or a template file of your own")
    folds: int = option(10, "the lists of each fold come from a parser that has not seen it", least=2, most=50)
    epochs: int = option(10, "passes over the lists", least=1)
    shuffles: int = option(4, "runs to average, each on its own shuffle of the sentences", least=1)
    steps: str = option(
        "adaptive", "steps: shorter for weights that changed often, or MIRA's", choices=("adaptive", "mira")
    )
    aggressiveness: float = option(0.0, "largest step, 0: one that suits the kind of steps", least=0)
    label_cost: float = option(0.5, "what a wrong label costs in training, where a wrong head costs 1", least=0)
    trust: float = option(0.4, "how much the scores of mst count", least=0)
    forget: float = option(1.0, "how readily a rare word counts as unknown in training, 0 never", least=0)
    mst_shuffles: int = option(5, "learners to average in mst", least=1)
    mst_epochs: int = option(4, "passes over the treebank for each of them", least=1)
    projective: str = option("auto", "whether arcs may not cross", choices=("auto", "yes", "no"))
    table_bits: int = option(23, "weights are hashed into a table of 2^this", least=10, most=28)
    backoff: str = option("auto", "short form of a word: auto, lemma, or its first 1 to 9 characters")
