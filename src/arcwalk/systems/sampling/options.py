"""What can be set for `--system sampling`."""

from dataclasses import dataclass

from arcwalk.systems.options import option

NAME = "sampling"
MINIMUM_RISK = "minimum-risk"
METHODS = ("climb", "walk", "gibbs")  # in the order of their numbers in `arcwalk.trees.search.tree_search`


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingOptions:
    """What can be set for `--system sampling`."""

    features: str = option("full", "what trees are scored by: full, turbo, or a template file of your own")
    features_from: str = option("", "a Python file with features of your own, see @arcwalk.feature")
    learner: str = option("violation", "what is learned from", choices=("violation", "samplerank"))
    constraints: str = option("both", "samplerank: which trees must lead", choices=("both", "neighbour", "gold"))
    samples: int = option(1, "samplerank: sweeps over a sentence in each epoch", least=1, most=1_000_000)
    epochs: int = option(0, "passes over the treebank, 0: 4, or fewer if held-out sentences are better off", least=0)
    aggressiveness: float = option(0.0, "largest step, 0: found out on held-out sentences", least=0)
    steps: str = option(
        "adaptive", "steps: shorter for weights that changed often, or MIRA's", choices=("adaptive", "mira")
    )
    shuffles: int = option(4, "runs to average, each on its own shuffle of the sentences", least=1)
    label_cost: float = option(0.5, "what a wrong label costs in training, where a wrong head costs 1", least=0)
    forget: float = option(1.0, "how readily a rare word counts as unknown in training, 0 never", least=0)
    recall: float = option(
        0.985, "share of right heads that the pruner keeps on unseen sentences, at least", least=0.5, most=1
    )
    trust: float = option(0.5, "how much the pruner's own scores count", least=0)
    folds: int = option(8, "parts of the treebank that the pruner is trained without, in turn", least=2, most=50)
    pruner_shuffles: int = option(5, "perceptrons to average in each pruner", least=1)
    projective: str = option("auto", "whether only projective trees are searched", choices=("auto", "yes", "no"))
    search: str = option("climb", "how trees are searched: hill climbing or an annealed sampler", choices=METHODS)
    budget: int = option(
        4, "climbs, the first from the pruner's tree; or sweeps of the sampler", least=1, most=1_000_000
    )
    reach: float = option(0.8, "how much less a choice may score, to be tried at all; smaller is faster", least=0)
    decode: str = option("best", "best-scoring tree, or most right heads to expect", choices=("best", MINIMUM_RISK))
    table_bits: int = option(23, "weights are hashed into a table of 2^this", least=10, most=28)
    backoff: str = option("auto", "short form of a word: auto, lemma, or its first 1 to 9 characters")

    @property
    def corrects_tags(self) -> bool:
        """Whether tags can be chosen together with the tree."""
        return self.learner == "violation"
