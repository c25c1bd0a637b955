"""What every training run starts with: the encoded treebank, a few facts about it, and the checkpoint.

A system subclasses `TrainingRun` (or makes one), adds its templates and learners, and trains in stages:

1. `progress.stage(title, steps)` opens a stage for the user; learners call `progress.advance` after each epoch.
2. `average` trains a weight vector over several shuffles in parallel; finished shuffles and averages are kept in the
   checkpoint under the given name. `train_averages` does so for several vectors at once.
3. `setting.checkpoint.once(name, find)` keeps a decision, such as an option tuned on held-out sentences.

Everything else is a function of sentences, options and seed and is computed again. So a resumed run ends with the same
bytes as one that was never interrupted, provided that each name is used once in a run.
"""

from collections.abc import Collection, Sequence
from functools import cached_property

from arcwalk.arrays import Weights
from arcwalk.learning.parallel import Learner
from arcwalk.systems.averaged_shuffles import AveragedRuns, train_averages
from arcwalk.systems.label_set import LabelSet
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.treebank_statistics import has_single_roots, lexical_columns, projective_share
from arcwalk.treebank.corpus import encode_corpus
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.representations.word_table import CLUSTERS
from arcwalk.treebank.sentence import Sentence

MOSTLY = 0.99  # if at least this share of trees is projective, only projective ones are searched


class TrainingRun:
    """A treebank encoded for a system that reads these `properties` of words."""

    def __init__(
        self,
        sentences: Sequence[Sentence],
        properties: Collection[str],
        setting: Setting,
        progress: Progress,
        *,
        backoff: str = "auto",
        hashed: bool = False,
    ) -> None:
        self.sentences, self.setting, self.progress = sentences, setting, progress
        words = setting.words if any(name in CLUSTERS for name in properties) else None
        self.encoder = Encoder.fit(sentences, sorted(properties), backoff, words=words, hashed=hashed)
        self.label_set = LabelSet.of(sentences)
        self.corpus = encode_corpus(sentences, self.encoder, self.label_set.names)
        self.lexical = lexical_columns(self.encoder)
        self.single_root = has_single_roots(sentences)

    @cached_property
    def projective_share(self) -> float:
        """The share of trees that are projective."""
        return projective_share(self.sentences)

    def is_projective(self, option: str) -> bool:
        """Whether to search projective trees only: `yes`, `no`, or `auto` if nearly all trees of the treebank are."""
        return self.projective_share >= MOSTLY if option == "auto" else option == "yes"

    def average(
        self, name: str, learner: Learner, *, shuffles: int, epochs: int, table_bits: int, unit: float
    ) -> Weights:
        """The average of the weights that a learner finds on each shuffle, rounded as in a model file."""
        runs = AveragedRuns.of(
            name, learner, shuffles=shuffles, epochs=epochs, table_bits=table_bits, setting=self.setting
        )
        return train_averages([(runs, unit)], self.setting, self.progress.advance)[0]
