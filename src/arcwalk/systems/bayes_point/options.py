"""Options of `--system bayes-point`."""

from dataclasses import dataclass

from arcwalk.models.options import AUTO, BACKOFF, LEARNERS, SHUFFLES, WORD_DROPOUT, Switch, option, switch, weight_table

NAME = "bayes-point"


@dataclass(frozen=True, slots=True, kw_only=True)
class BayesPointOptions:
    """Options of the system `bayes-point`."""

    shuffles: int = option(5, SHUFFLES, least=1)
    epochs: int = option(4, "passes over the treebank on each shuffle", least=1)
    learner: str = option("perceptron", "learner; mira is the paper's baseline", choices=LEARNERS)
    margin: float = option(0.5, "perceptron: margin per wrong head and template, 0 as published")
    aggressiveness: float = option(0.02, "mira: C, the maximum step size", least=1e-9)
    word_dropout: float = option(1.0, WORD_DROPOUT)
    projective: Switch = switch(
        AUTO,
        "search projective trees only; auto: tuned on held-out sentences",
        formerly="decoder",
        former_values={"eisner": "yes", "chu-liu-edmonds": "no"},
    )
    table_bits: int = weight_table(22)
    backoff: str = option("auto", BACKOFF)
    features: str = option("", "your own template file")
