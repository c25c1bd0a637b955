"""What can be set for `--system bayes-point`."""

from dataclasses import dataclass

from arcwalk.systems.options import option

NAME = "bayes-point"


@dataclass(frozen=True, slots=True, kw_only=True)
class BayesPointOptions:
    """What can be set for `--system bayes-point`."""

    shuffles: int = option(5, "perceptrons to average, each on its own shuffle of the sentences", least=1)
    epochs: int = option(4, "passes over the treebank for each of them", least=1)
    learner: str = option("perceptron", "how one of them learns", choices=("perceptron", "mira"))
    margin: float = option(0.5, "perceptron: lead per template that a right arc needs, 0 as published", least=0)
    aggressiveness: float = option(0.02, "mira: largest step", least=1e-9)
    forget: float = option(1.0, "how readily a rare word counts as unknown in training, 0 never", least=0)
    decoder: str = option("auto", "which trees are searched", choices=("auto", "eisner", "chu-liu-edmonds"))
    table_bits: int = option(22, "weights are hashed into a table of 2^this", least=10, most=28)
    backoff: str = option("auto", "short form of a word: auto, lemma, or its first 1 to 9 characters")
    features: str = option("", "a template file of your own")
