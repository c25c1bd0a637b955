"""Training the neural scorer of a parser."""

from collections.abc import Callable
from random import Random

import numpy as np

from arcwalk.contents.arrays import StoredArrays
from arcwalk.contents.facts import Facts
from arcwalk.contents.source import MEMORY
from arcwalk.learning.network_learner import NetworkLearner
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.neural.network import WIDTH, parameter_count
from arcwalk.systems.neural_scorer.scorer import NeuralScorer
from arcwalk.systems.training_run import TrainingRun

_STAGE = "network"  # in the checkpoint
WORDS, LEAST, MOST = 600_000, 12, 36  # words to see, and limits on the epochs this takes


def enough_epochs(words: int) -> int:
    """The epochs after which more do not help, on held-out sentences of twelve treebanks: a large one needs fewer."""
    return min(max(WORDS // max(words, 1), LEAST), MOST)


def train_scorer(run: TrainingRun, epochs: int, word_dropout: float, after_epoch: Callable[[], None]) -> None:
    """Train on the treebank of a run; what was learned is kept in its checkpoint after each epoch."""
    checkpoint = run.setting.checkpoint
    learner = NetworkLearner(
        corpus=run.corpus,
        lexical=run.lexical,
        labels=len(run.label_set),
        rows=EmbeddingRows.of(run.corpus, len(run.encoder.properties)),
        epochs=epochs,
        word_dropout=word_dropout,
    )
    training = learner.start(Random(f"{run.setting.seed}/network"))
    if kept := checkpoint.found(_STAGE):
        training.resume(*kept)
    for _ in range(training.epochs):
        after_epoch()
    while training.epochs < epochs:
        learner.learn(training)
        facts, arrays = training.kept()
        checkpoint.keep(_STAGE, facts, **arrays)
        after_epoch()


def trained_scorer(run: TrainingRun) -> NeuralScorer | None:
    """The scorer as learned so far, in the precision of a model file; None before its first epoch."""
    kept = run.setting.checkpoint.found(_STAGE)
    if not kept:
        return None
    rows, labels = EmbeddingRows.of(run.corpus, len(run.encoder.properties)), len(run.label_set)
    parameters = kept.arrays.take("parameters values", np.float32, (parameter_count(labels),))
    embeddings = kept.arrays.take("embeddings values", np.float32, (len(rows), WIDTH))
    learned = NeuralScorer(rows, labels, parameters, embeddings)
    facts, arrays = Facts(learned.facts(), MEMORY), StoredArrays(learned.arrays(), MEMORY)
    return NeuralScorer.restore(facts, arrays, labels, len(rows.limits))
