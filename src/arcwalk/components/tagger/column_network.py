"""The networks of a column: each reads the sentence and the perceptron's probabilities of tags, and scores tags anew.

The perceptron knows words and their closest neighbors, a network the whole sentence, but it learns too little from a
small treebank to tag alone. So it is stacked on the perceptron: in training it sees what perceptrons of folds make of
sentences they do not know. The score of a tag is the mean of the perceptron's and of its log-probability by the
network, scaled like the perceptron's: what is added to it (adjustments, rewards) weighs as much as without a network.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from arcwalk.arrays import (
    PADDING,
    Codes,
    Integers,
    IntegerTable,
    Numbers,
    Scores,
    ScoreTable,
    Starts,
    WeightCube,
    WeightTable,
)
from arcwalk.components.tagger.characters import characters_of
from arcwalk.components.tagger.kernels.blended_lattice import mean_scores, tag_probabilities
from arcwalk.components.tagger.kernels.character_grams import BUCKETS, MOST, NONE, gram_rows
from arcwalk.components.tagger.kernels.embedded_values import embedding_rows
from arcwalk.components.tagger.kernels.viterbi import Lattice
from arcwalk.components.tagger.lexicon import Lexicon
from arcwalk.models.model_file import Arrays
from arcwalk.neural.kernels.tag_scores import TagInput, network_tags
from arcwalk.neural.tag_network import WIDTH, TagNetwork, tag_network_of, tag_parameter_count
from arcwalk.representations.word_table import CLUSTERS
from arcwalk.safe_reading.arrays import ANY, StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.treebank.words import normalize

EMBEDDED = ("word", "form", "usual", "prefix3", "suffix1", "suffix2", "suffix3", "suffix4", "kind", "shape")
LEAST_COUNT = 2  # of a value that has an embedding of its own
TEMPERATURES = (1e-3, 1e3)
MOST_NETWORKS = 16
MOST_TAGS = 100  # of a column with a network: it is worse than a perceptron where there are many
SHARE = 0.5  # of the network in a score; the perceptron has the rest


@dataclass(frozen=True)
class EmbeddedValues:
    """The values of properties that have embeddings: each property's sorted codes, one property after the other."""

    columns: Numbers  # of the properties, in the matrix of a sentence
    codes: Integers
    counts: Sequence[int]  # of codes, by property

    @classmethod
    def of(cls, codes: Codes, lexicon: Lexicon) -> Self:
        """Those that occur at least twice in words encoded by the lexicon."""
        columns, known = embedded_columns(lexicon), []
        for column in columns:
            values, counts = np.unique(codes[:, column], return_counts=True)
            known.append(values[counts >= LEAST_COUNT])
        return cls(columns, np.concatenate(known), list(map(len, known)))

    @cached_property
    def start(self) -> Starts:
        """Where the codes of each property begin."""
        return np.cumsum([0, *self.counts])

    @cached_property
    def unknown(self) -> Integers:
        """For each property, the row of values without an embedding of their own."""
        return (self.start[:-1] + np.arange(len(self.counts))).astype(np.int32)

    def __len__(self) -> int:
        """The number of rows, those of n-grams included."""
        return len(self.codes) + len(self.counts) + BUCKETS

    def rows(self, codes: Codes) -> IntegerTable:
        """The rows of the properties of encoded words."""
        rows: IntegerTable = embedding_rows(codes, self.columns, self.codes, self.start)
        return rows

    def gram_rows(self, forms: Sequence[str]) -> IntegerTable:
        """The rows of the n-grams of characters of a sentence: none of the root, then those of its words."""
        rows = np.full((1 + len(forms), MOST), NONE, dtype=np.int32)
        gram_rows(*characters_of(list(map(normalize, forms))), len(self) - BUCKETS, rows[1:])
        return rows


def embedded_columns(lexicon: Lexicon) -> Numbers:
    """The columns of properties with embeddings."""
    names = EMBEDDED if lexicon.words is None else (*EMBEDDED, *CLUSTERS)
    return np.array([lexicon.columns[name] for name in names])


@dataclass(frozen=True)
class ColumnNetwork:
    """Trained networks of a column, of which the mean counts. It is immutable, so threads can share it."""

    values: EmbeddedValues
    tags: int
    temperature: float  # of the perceptron's probabilities
    parameters: WeightTable  # (networks, parameters)
    embeddings: WeightCube  # (networks, rows, width)

    @cached_property
    def networks(self) -> list[TagNetwork]:
        """The networks as kernels read them."""
        return [tag_network_of(parameters, self.tags) for parameters in self.parameters]

    def scores(self, forms: Sequence[str], codes: Codes, perceptron: Lattice) -> ScoreTable:
        """The scores of all tags, (n + 1, tags), as large as the perceptron's; `codes` are those of a sentence."""
        given = tag_probabilities(perceptron, self.temperature, self.tags)
        properties = self.values.rows(codes[: len(codes) - PADDING + 1])
        rows = np.concatenate((properties, self.values.gram_rows(forms)), axis=1)
        sentence = TagInput(rows, given, np.array([0, len(rows)]))
        total: ScoreTable = np.zeros(given.shape)
        for network, embeddings in zip(self.networks, self.embeddings, strict=True):
            total += network_tags(sentence, embeddings, network)
        return total * (self.temperature / len(self.networks))

    def metadata(self) -> dict[str, Any]:
        """The metadata of a model file."""
        return {
            "networks": len(self.parameters),
            "embedded": list(self.values.counts),
            "temperature": self.temperature,
        }

    def arrays(self) -> Arrays:
        """The arrays of a model file, parameters in half precision."""
        return {
            "values": self.values.codes,
            "parameters": self.parameters.astype(np.float16),
            "embeddings": self.embeddings.astype(np.float16),
        }

    @classmethod
    def restore(cls, metadata: Metadata, arrays: StoredArrays, lexicon: Lexicon) -> Self:
        """The network that `metadata` and `arrays` came from, with the lexicon of the column."""
        columns, tags = embedded_columns(lexicon), len(lexicon.tags)
        if tags > MOST_TAGS:
            raise metadata.source.damaged(f"there is a network for a column of more than {MOST_TAGS} tags")
        codes = arrays.take("values", np.int32, (ANY,))
        counts = metadata.wholes("embedded", 0, len(codes))
        if len(counts) != len(columns) or sum(counts) != len(codes):
            raise metadata.wrong("embedded", "how many values of each property have embeddings")
        values = EmbeddedValues(columns, codes, counts)
        own = np.split(codes, values.start[1:-1])
        if any((np.diff(each.astype(np.int64)) <= 0).any() for each in own):
            raise metadata.source.damaged("the values of properties that have embeddings are not sorted")
        networks = metadata.whole("networks", 1, MOST_NETWORKS)
        parameters = arrays.take("parameters", np.float16, (networks, tag_parameter_count(tags)))
        embeddings = arrays.take("embeddings", np.float16, (networks, len(values), WIDTH))
        return cls(
            values=values,
            tags=tags,
            temperature=metadata.number("temperature", *TEMPERATURES),
            parameters=parameters.astype(np.float32),
            embeddings=embeddings.astype(np.float32),
        )


def blended_scores(perceptron: Lattice, network: ScoreTable) -> Scores:
    """The scores of candidates by both."""
    scores: Scores = mean_scores(perceptron, network, SHARE)
    return scores


def blended(perceptron: Lattice, scores: Scores) -> Lattice:
    """The perceptron's lattice with these scores; the network has none for pairs and triples of tags."""
    return perceptron._replace(scores=scores, joint=(1 - SHARE) * perceptron.joint)
