"""Stacking: what perceptrons of folds make of the sentences of a treebank, for the models that come after them.

Such a model must learn from tags with as many errors as those it will get. So each sentence is tagged by a perceptron
that was trained on the sentences of the other folds.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from arcwalk.components.tagger.column import ColumnTagger
from arcwalk.components.tagger.kept_lattices import pack_lattices, take_lattices
from arcwalk.components.tagger.kernels.viterbi import Lattice
from arcwalk.components.tagger.lexicon import TaggedSentence
from arcwalk.components.tagger.options import TaggerOptions
from arcwalk.components.tagger.perceptron_training import PerceptronTraining
from arcwalk.features.weights import rounded
from arcwalk.learning.parallel import shuffle_random
from arcwalk.training.checkpoint import Checkpoint
from arcwalk.training.folds import Folds
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage

FOLDS = 4  # of the treebank of a tagger
EPOCHS = 6  # of a perceptron, at most: networks learn as much from it as from one that was trained longer


@dataclass(frozen=True, kw_only=True)
class Stacking:
    """The sentences of a column in folds. Tags are numbered as in the column's tagger."""

    column: ColumnTagger
    sentences: Sequence[TaggedSentence]
    options: TaggerOptions
    folds: Folds

    @classmethod
    def of(
        cls, column: ColumnTagger, sentences: Sequence[TaggedSentence], options: TaggerOptions, folds: int
    ) -> "Stacking":
        """At most so many folds, and few epochs."""
        few = replace(options, epochs=min(options.epochs, EPOCHS))
        return cls(column=column, sentences=sentences, options=few, folds=Folds.of(folds, len(sentences)))

    def stage(self, setting: Setting) -> Stage[list[Lattice]]:
        """The lattices of all sentences, each by the perceptron of its fold; those in the checkpoint are taken."""
        checkpoint = setting.checkpoint
        names = self._names()
        missing = [fold for fold in self.folds if checkpoint.get(names[fold]) is None]

        def learn(fold: int, after_epoch: Callable[[], None]) -> None:
            checkpoint.keep(names[fold], {}, **pack_lattices(self._of_fold(fold, setting, after_epoch)))

        return Stage(
            tasks=[partial(learn, fold) for fold in missing],
            steps=self.folds.count * self.options.epochs,
            value=lambda _: self.lattices(checkpoint),
            done=(self.folds.count - len(missing)) * self.options.epochs,
        )

    def lattices(self, checkpoint: Checkpoint) -> list[Lattice]:
        """The lattices of all sentences, once the stage is finished."""
        lengths = [[len(self.sentences[i][0]) for i in self.folds.members(fold)] for fold in self.folds]
        pairs, tags = zip(self._names(), lengths, strict=True), len(self.column.tags)
        return self.folds.in_order([take_lattices(checkpoint[name].arrays, own, tags) for name, own in pairs])

    def _names(self) -> list[str]:
        """What the lattices of each fold are called in the checkpoint."""
        return [f"{self.column.name} lattices of fold {fold}" for fold in self.folds]

    def _of_fold(self, fold: int, setting: Setting, after_epoch: Callable[[], None]) -> list[Lattice]:
        """The lattices of one fold."""
        others = [self.sentences[i] for i in self.folds.others(fold)]
        training = PerceptronTraining(self.column.name, others, self.options, setting.words)
        weights = training.learn(shuffle_random(setting.seed, 0), after_epoch)
        model = training.model(rounded(weights, training.learner.margin), self.column.temperature)
        number = {tag: index for index, tag in enumerate(self.column.tags)}
        renumbered = np.array([*(number[tag] for tag in model.tags), -1], dtype=np.int32)  # no tag stays -1
        lattices = [model.lattice(self.sentences[i][0]) for i in self.folds.members(fold)]
        return [lattice._replace(tags=renumbered[lattice.tags]) for lattice in lattices]
