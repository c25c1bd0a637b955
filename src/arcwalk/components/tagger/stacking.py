"""Stacking: what perceptrons of folds make of the sentences of a treebank, for the models that come after them.

Such a model must learn from tags with as many errors as those it will get. So each sentence is tagged by a perceptron
that was trained on the sentences of the other folds.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from arcwalk.components.tagger.column import ColumnTagger
from arcwalk.components.tagger.kept_lattices import pack_lattices, take_lattices
from arcwalk.components.tagger.kernels.viterbi import Lattice
from arcwalk.components.tagger.lexicon import TaggedSentence
from arcwalk.components.tagger.options import TaggerOptions
from arcwalk.components.tagger.perceptron_training import PerceptronTraining
from arcwalk.features.weights import rounded
from arcwalk.learning.parallel import shuffle_random
from arcwalk.training.checkpoint import Packed, StageResult
from arcwalk.training.folds import Folds
from arcwalk.training.kept_results import keep_each
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage

FOLDS = 4  # of the treebank of a tagger
EPOCHS = 6  # of a perceptron, at most: networks learn as much from it as from one that was trained longer


@dataclass(frozen=True, kw_only=True)
class Stacking:
    """The sentences of a column in folds. Tags are numbered as in the column's tagger."""

    name: str  # of the lattices in the checkpoint
    column: ColumnTagger
    sentences: Sequence[TaggedSentence]
    options: TaggerOptions
    folds: Folds

    @classmethod
    def of(
        cls, column: ColumnTagger, sentences: Sequence[TaggedSentence], options: TaggerOptions, folds: int | None
    ) -> "Stacking":
        """At most so many folds, and few epochs.

        Without a number of folds, there are `FOLDS`, and their lattices are only needed until the column is finished:
        they are kept as parts of it.
        """
        return cls(
            name=f"{column.name}/lattices" if folds is None else f"{column.name} lattices",
            column=column,
            sentences=sentences,
            options=replace(options, epochs=min(options.epochs, EPOCHS)),
            folds=Folds.of(folds or FOLDS, len(sentences)),
        )

    def stage(self, setting: Setting) -> Stage[list[Lattice]]:
        """The lattices of all sentences, each by the perceptron of its fold; those in the checkpoint are taken."""

        def learn(fold: int, after_epoch: Callable[[], None]) -> Packed:
            return {}, pack_lattices(self._of_fold(fold, setting, after_epoch))

        def in_order(results: list[StageResult]) -> list[Lattice]:
            lengths = [[len(self.sentences[i].entries) for i in self.folds.members(fold)] for fold in self.folds]
            pairs, tags = zip(results, lengths, strict=True), len(self.column.tags)
            return self.folds.in_order([take_lattices(result.arrays, own, tags) for result, own in pairs])

        names = [f"{self.name} of fold {fold}" for fold in self.folds]
        return keep_each(names, learn, self.options.epochs, in_order, setting.checkpoint)

    def _of_fold(self, fold: int, setting: Setting, after_epoch: Callable[[], None]) -> list[Lattice]:
        """The lattices of one fold."""
        others = [self.sentences[i] for i in self.folds.others(fold)]
        training = PerceptronTraining(self.column.name, others, self.options, setting.words)
        weights = training.learn(shuffle_random(setting.seed, 0), after_epoch)
        model = training.model(rounded(weights, training.learner.margin), self.column.temperature)
        number = self.column.lexicon.number
        renumbered = np.array([*(number[tag] for tag in model.tags), -1], dtype=np.int32)  # no tag stays -1
        lattices = [model.lattice(self.sentences[i].entries) for i in self.folds.members(fold)]
        return [lattice._replace(tags=renumbered[lattice.tags]) for lattice in lattices]
