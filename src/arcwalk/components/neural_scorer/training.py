"""Training the neural scorer of a parser."""

from collections.abc import Callable, Sequence
from functools import partial
from math import log2
from random import Random

import numpy as np

from arcwalk.components.neural_scorer.scorer import NeuralScorer
from arcwalk.learning.network_learner import NetworkLearner
from arcwalk.learning.network_run import NetworkRun, regimen_for
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import MEMORY
from arcwalk.training.encoded_treebank import EncodedTreebank
from arcwalk.training.kept_results import epochs_kept
from arcwalk.training.network_epochs import learn_epochs
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage

NETWORKS, FIRST = 2, 0  # whose scores are averaged; the one that held-out sentences are new to
STATE, LARGE_STATE, LARGE = 64, 96, 60_000  # the size of states, and the words from which on it is a larger one
LITTLE, DOUBLINGS, LEAST_TRUST = 1_500, 3, 0.5  # words of a very small treebank, how often they double up to full trust
WORDS, LEAST, MOST = 600_000, 16, 36  # words to see, and limits on the epochs this takes


def enough_epochs(words: int) -> int:
    """The epochs after which more do not help, on held-out sentences of twelve treebanks: a large one needs fewer."""
    return min(max(WORDS // max(words, 1), LEAST), MOST)


def state_for(words: int) -> int:
    """The size of states that a treebank of so many words can teach."""
    return LARGE_STATE if words >= LARGE else STATE


def trust_in(words: int) -> float:
    """How much of their weights networks deserve that have learned from so many words: templates need fewer."""
    doublings = min(max(log2(max(words, 1) / LITTLE), 0.0), DOUBLINGS)
    return LEAST_TRUST + (1 - LEAST_TRUST) * doublings / DOUBLINGS


def scorer_of(
    treebank: EncodedTreebank, held_out: Sequence[int], epochs: int, word_dropout: float, setting: Setting
) -> Stage[NeuralScorer]:
    """The scorer learned from a treebank, in the precision of a model file; its state is kept after each epoch.

    The first network does not learn from the sentences that are held out, so that they can be parsed with it.
    """
    everything = range(len(treebank))
    words, labels = treebank.words(everything), len(treebank.label_set)
    state, rows = state_for(words), EmbeddingRows.of(treebank.corpus, len(treebank.encoder.properties))
    names = [f"network {network}" for network in range(NETWORKS)]
    rest = treebank.corpus.part([i for i in everything if i not in held_out]) if held_out else treebank.corpus

    def learn(network: int, after_epoch: Callable[[], None]) -> NetworkRun:
        learner = NetworkLearner(
            corpus=rest if network == FIRST else treebank.corpus,
            lexical=treebank.lexical,
            labels=labels,
            state=state,
            rows=rows,
            epochs=epochs,
            word_dropout=word_dropout,
            regimen=regimen_for(words),
        )
        run = learner.start(Random(f"{setting.seed}/network {network}"))
        learn_epochs(run, lambda: learner.learn(run), epochs, names[network], setting.checkpoint, after_epoch)
        return run

    def learned(runs: list[NetworkRun]) -> NeuralScorer:
        exact = NeuralScorer(
            rows,
            labels,
            state,
            trust_in(words),
            parameters=np.stack([run.parameters.values for run in runs]),
            embeddings=np.stack([run.embeddings.values for run in runs]),
        )
        metadata, stored = Metadata(exact.metadata(), MEMORY), StoredArrays(exact.arrays(), MEMORY)
        return NeuralScorer.restore(metadata, stored, labels, len(rows.limits))

    return Stage(
        tasks=[partial(learn, network) for network in range(NETWORKS)],
        steps=NETWORKS * epochs,
        value=learned,
        done=epochs_kept(names, setting.checkpoint),
    )
