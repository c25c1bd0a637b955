"""Training the neural scorer of a parser."""

from collections.abc import Callable
from random import Random

from arcwalk.learning.network_learner import NetworkLearner
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.systems.neural_scorer.scorer import NeuralScorer
from arcwalk.systems.training_run import TrainingRun

_STAGE = "network"


WORDS, LEAST, MOST = 600_000, 12, 36  # words to see, and limits on the epochs this takes


def enough_epochs(words: int) -> int:
    """The epochs after which more do not help, on held-out sentences of twelve treebanks: a large one needs fewer."""
    return min(max(WORDS // max(words, 1), LEAST), MOST)


def train_scorer(run: TrainingRun, epochs: int, word_dropout: float, after_epoch: Callable[[], None]) -> None:
    """Train on the treebank of a run; the result is kept in its checkpoint, see `trained_scorer`."""
    checkpoint = run.setting.checkpoint
    if checkpoint.found(_STAGE):
        for _ in range(epochs):
            after_epoch()
        return
    learner = NetworkLearner(
        corpus=run.corpus,
        lexical=run.lexical,
        labels=len(run.label_set),
        rows=EmbeddingRows.of(run.corpus, len(run.encoder.properties)),
        epochs=epochs,
        word_dropout=word_dropout,
    )
    parameters, embeddings = learner.train(Random(f"{run.setting.seed}/network"), after_epoch)
    scorer = NeuralScorer(learner.rows, learner.labels, parameters, embeddings)
    checkpoint.keep(_STAGE, scorer.facts(), **scorer.arrays())


def trained_scorer(run: TrainingRun) -> NeuralScorer | None:
    """The scorer that was trained, in the precision of a model file; None if there is none yet."""
    kept = run.setting.checkpoint.found(_STAGE)
    return NeuralScorer.restore(*kept, len(run.label_set), len(run.encoder.properties)) if kept else None
