"""Training the neural scorer of a parser."""

from collections.abc import Callable
from random import Random

import numpy as np

from arcwalk.components.neural_scorer.scorer import NeuralScorer
from arcwalk.learning.network_learner import NetworkLearner
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.neural.network import WIDTH, parameter_count
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import MEMORY
from arcwalk.training.encoded_treebank import EncodedTreebank
from arcwalk.training.network_epochs import learn_epochs
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage

_STAGE = "network"  # in the checkpoint
WORDS, LEAST, MOST = 600_000, 12, 36  # words to see, and limits on the epochs this takes


def enough_epochs(words: int) -> int:
    """The epochs after which more do not help, on held-out sentences of twelve treebanks: a large one needs fewer."""
    return min(max(WORDS // max(words, 1), LEAST), MOST)


def scorer_of(treebank: EncodedTreebank, epochs: int, word_dropout: float, setting: Setting) -> Stage[NeuralScorer]:
    """The scorer learned from a treebank, in the precision of a model file; its state is kept after each epoch."""
    rows, labels = EmbeddingRows.of(treebank.corpus, len(treebank.encoder.properties)), len(treebank.label_set)
    checkpoint = setting.checkpoint
    learner = NetworkLearner(
        corpus=treebank.corpus,
        lexical=treebank.lexical,
        labels=labels,
        rows=rows,
        epochs=epochs,
        word_dropout=word_dropout,
    )

    def learn(after_epoch: Callable[[], None]) -> None:
        training = learner.start(Random(f"{setting.seed}/network"))
        learn_epochs(training, lambda: learner.learn(training), epochs, _STAGE, checkpoint, after_epoch)

    def learned(_: list[None]) -> NeuralScorer:
        arrays = checkpoint[_STAGE].arrays
        parameters = arrays.take("parameters values", np.float32, (parameter_count(labels),))
        embeddings = arrays.take("embeddings values", np.float32, (len(rows), WIDTH))
        exact = NeuralScorer(rows, labels, parameters, embeddings)
        metadata, stored = Metadata(exact.metadata(), MEMORY), StoredArrays(exact.arrays(), MEMORY)
        return NeuralScorer.restore(metadata, stored, labels, len(rows.limits))

    return Stage(tasks=[learn], steps=epochs, value=learned)
