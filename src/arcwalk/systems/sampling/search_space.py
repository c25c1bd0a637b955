"""The search space of a new sentence: what pruner and network leave."""

from arcwalk.arrays import Booleans, Codes, Heads, Labels
from arcwalk.components.neural_scorer.scorer import NeuralScorer
from arcwalk.components.pruner.pruner import Pruner
from arcwalk.scoring.choices import Candidates
from arcwalk.systems.sampling.search import with_one_label


def search_space(
    pruner: Pruner,
    network: NeuralScorer | None,
    codes: Codes,
    heads: Heads | None = None,
    labels: Labels | None = None,
    one_label: Booleans | None = None,
) -> Candidates:
    """The candidates of a sentence, with the scores of pruner and network.

    A given head or label is the only one of its word. Words for which `one_label` is true have only the likeliest label
    of each arc. The network is asked first, as the pruner takes time for every head that it looks at.
    """
    readings = network.read(codes) if network else None
    scores = readings.heads if readings else None
    candidates = pruner.candidates(codes, fixed=heads, fixed_labels=labels, network_scores=scores)
    if one_label is not None:
        candidates = with_one_label(candidates, one_label)
    return readings.rescored(candidates) if readings else candidates
