"""Training the networks of a column, stacked on perceptrons of folds."""

from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from arcwalk.arrays import IntegerTable, Scores
from arcwalk.components.tagger.column import ColumnTagger
from arcwalk.components.tagger.column_network import MOST_TAGS, ColumnNetwork, EmbeddedValues
from arcwalk.components.tagger.kernels.blended_lattice import tag_probabilities
from arcwalk.components.tagger.kernels.character_grams import BUCKETS, NONE
from arcwalk.components.tagger.kernels.viterbi import Lattice
from arcwalk.components.tagger.learner import tagged_corpus
from arcwalk.components.tagger.lexicon import LEXICAL, TaggedSentence
from arcwalk.learning.kernels.tag_network_epoch import TagTreebank
from arcwalk.learning.network_run import PROPERTY_DROPOUT, NetworkRun, random_places, regimen_for
from arcwalk.learning.tag_network_learner import TagNetworkLearner
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import MEMORY
from arcwalk.training.checkpoint import Checkpoint
from arcwalk.training.network_epochs import learn_epochs
from arcwalk.treebank.corpus import without_padding

NETWORKS = 2  # whose scores are averaged
WORDS, LEAST, MOST = 100_000, 8, 40  # words to see, and limits on the epochs this takes
LEAST_WORDS = 300  # a treebank with fewer teaches a network nothing
GRAM_DROPOUT = 0.2  # of any n-gram of characters
GIVEN_DROPOUT = 0.2  # of all that the perceptron finds of a word, so that the network learns from the words, too


def enough_epochs(sentences: Sequence[TaggedSentence]) -> int:
    """The epochs of a network: a large treebank needs fewer."""
    words = sum(len(sentence.entries) * sentence.weight for sentence in sentences)
    return min(max(WORDS // max(words, 1), LEAST), MOST)


def can_have_network(sentences: Sequence[TaggedSentence]) -> bool:
    """Whether networks help a column."""
    words = sum(len(sentence.entries) for sentence in sentences)
    tags = {tag for sentence in sentences for tag in sentence.tags}
    return words >= LEAST_WORDS and len(sentences) > 1 and 1 < len(tags) <= MOST_TAGS


class NetworkTraining:
    """The treebank of a column as its network reads it, and how to learn from it."""

    def __init__(
        self,
        column: ColumnTagger,
        sentences: Sequence[TaggedSentence],
        lattices: Sequence[Lattice],
        word_dropout: float,
        epochs: int,
    ) -> None:
        """`lattices` are out-of-fold ones of the same sentences."""
        self.column = column
        corpus = tagged_corpus(sentences, column.lexicon)
        is_kept, self.start = without_padding(corpus.rows)
        self.codes, self.tags, counts = corpus.codes[is_kept], corpus.tags[is_kept], corpus.counts[is_kept]
        self.given = np.concatenate(
            [tag_probabilities(lattice, column.temperature, len(column.tags)) for lattice in lattices]
        )
        self.values = EmbeddedValues.of(self.codes, column.lexicon)
        forms = [[form for form, _ in sentence.entries] for sentence in sentences]
        self.grams = np.concatenate(list(map(self.values.gram_rows, forms)))
        self.dropped: Scores = np.where(counts > 0, word_dropout / np.maximum(word_dropout + counts, 1e-9), 0.0)
        self.epochs, self.order = epochs, corpus.order()

    def learn(self, random: Random, name: str, checkpoint: Checkpoint, after_epoch: Callable[[], None]) -> NetworkRun:
        """A network after its last epoch; its state after each is in the checkpoint under this name."""
        learner = TagNetworkLearner(
            tags=len(self.column.tags),
            embeddings=len(self.values),
            epochs=self.epochs,
            regimen=regimen_for(len(self.tags)),
        )
        run = learner.start(self.order, random)
        run.embeddings.values[-BUCKETS:] = 0.0  # those that training does not have stay so
        rows = self.values.rows(self.codes)

        def learn() -> None:
            learner.learn(run, self._treebank(rows, random))

        learn_epochs(run, learn, self.epochs, name, checkpoint, after_epoch)
        return run

    def _treebank(self, rows: IntegerTable, random: Random) -> TagTreebank:
        """The treebank, given the rows of its properties, with some of what it says of words dropped."""
        lexical = np.isin(self.values.columns, [self.column.lexicon.columns[name] for name in LEXICAL])
        words = np.frombuffer(random.randbytes(2 * len(rows)), dtype="<u2") < self.dropped * 65536
        is_dropped = random_places(rows.shape, PROPERTY_DROPOUT, random) | (words[:, None] & lexical)
        grams = np.where(random_places(self.grams.shape, GRAM_DROPOUT, random), NONE, self.grams)
        seen = np.concatenate((np.where(is_dropped, self.values.unknown, rows), grams), axis=1)
        is_hidden = random_places((len(rows), 1), GIVEN_DROPOUT, random)
        given = np.where(is_hidden, np.float32(0.0), self.given)
        return TagTreebank(seen, given, self.start, self.tags)

    def model(self, runs: Sequence[NetworkRun]) -> ColumnNetwork:
        """The networks learned, in the precision of a model file."""
        exact = ColumnNetwork(
            values=self.values,
            tags=len(self.column.tags),
            temperature=self.column.temperature,
            parameters=np.stack([run.parameters.values for run in runs]),
            embeddings=np.stack([run.embeddings.values for run in runs]),
        )
        metadata, stored = Metadata(exact.metadata(), MEMORY), StoredArrays(exact.arrays(), MEMORY)
        return ColumnNetwork.restore(metadata, stored, self.column.lexicon)
