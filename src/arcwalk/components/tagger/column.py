"""The sequence model of one column: its lexicon, its weights, its networks, its lattices."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from arcwalk.arrays import PADDING, Codes, IntegerTable, Scores, Weights
from arcwalk.components.tagger.column_network import TEMPERATURES, ColumnNetwork, blended, blended_scores
from arcwalk.components.tagger.kernels.tag_lattice import BEAM, SCORE_MARGIN, tag_lattice
from arcwalk.components.tagger.kernels.viterbi import Lattice, marginals, viterbi
from arcwalk.components.tagger.lemma_lexicon import LemmaLexicon
from arcwalk.components.tagger.lexicon import Entry, Lexicon
from arcwalk.components.tagger.templates import tag_table
from arcwalk.errors import ArcwalkError
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.weights import pack
from arcwalk.models.label_set import column_values
from arcwalk.models.model_file import Arrays
from arcwalk.models.value_counts import pack_counts, take_counts
from arcwalk.representations.word_table import Words
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_text import LEMMA

_NETWORK = "network"
_UNADJUSTED: Scores = np.empty((0, 0))


@dataclass(frozen=True)
class ColumnTagger:
    """A trained model of one column. It is immutable, so threads can share it."""

    name: str
    templates: str
    lexicon: Lexicon
    weights: Weights
    temperature: float  # of probabilities, calibrated on sentences that perceptrons did not learn from
    network: ColumnNetwork | None = None

    @cached_property
    def table(self) -> PartTable:
        """The templates as kernels read them."""
        return tag_table(self.templates, self.lexicon.columns)

    @property
    def tags(self) -> list[str]:
        """The tag set, most frequent first; the order of adjustments."""
        return self.lexicon.tags

    def lattice(self, entries: Sequence[Entry], adjustments: Scores | None = None) -> Lattice:
        """The candidate tags of each word and the scores of tag sequences.

        `adjustments`, (n, tags), are added to the scores; a tag whose adjustment is not 0 is always a candidate, unless
        it is minus infinity, which rules it out. The network reads what the perceptron finds without them.
        """
        codes, candidates = self.lexicon.encode(entries)
        added = _UNADJUSTED if adjustments is None else self._checked(adjustments, len(entries))
        lattice = self._perceptron(codes, candidates, added)
        if adjustments is not None and np.any(np.diff(lattice.start) == 0):
            raise ArcwalkError("adjustments rule out every tag of a word", "leave one that is not minus infinity")
        if self.network is None:
            return lattice
        plain = lattice if adjustments is None else self._perceptron(codes, candidates, _UNADJUSTED)
        scores = self.network.scores([form for form, _ in entries], codes, plain)
        if adjustments is not None:  # the perceptron's scores have them, too, so their mean has all of them
            scores[1:] += added
        return blended(lattice, blended_scores(lattice, scores))

    def _perceptron(self, codes: Codes, candidates: IntegerTable, added: Scores) -> Lattice:
        """The perceptron's lattice of an encoded sentence."""
        no_gold = np.full(len(codes) - PADDING + 1, -1, dtype=np.int32)
        lattice: Lattice = tag_lattice(codes, candidates, no_gold, added, self.table, BEAM, SCORE_MARGIN, self.weights)
        return lattice

    def best(self, lattice: Lattice) -> tuple[list[str], float]:
        """The best tags of words 1..n and their score."""
        places = np.empty(len(lattice.start) - 1, dtype=np.int64)
        score = viterbi(lattice, places)
        return [self.tags[tag] for tag in lattice.tags[places[1:]]], score

    def probabilities(self, lattice: Lattice) -> Scores:
        """The marginal of each candidate, aligned with `lattice.tags`."""
        probabilities: Scores = np.empty(len(lattice.tags))
        marginals(lattice, self.temperature, probabilities)
        return probabilities

    def _checked(self, adjustments: Scores, n: int) -> Scores:
        checked: Scores = np.ascontiguousarray(adjustments, dtype=np.float64)
        if checked.shape != (n, len(self.tags)):
            raise ArcwalkError(
                f"adjustments of {self.name} have the shape {checked.shape}",
                f"give one row for each of the {n} words and one column for each of the {len(self.tags)} tags",
            )
        if np.isnan(checked).any() or np.isposinf(checked).any():
            raise ArcwalkError(f"adjustments of {self.name} contain NaN or infinity", "use finite numbers or -inf")
        return checked

    def metadata(self) -> dict[str, Any]:
        """The metadata of a model file."""
        network = {} if self.network is None else {_NETWORK: self.network.metadata()}
        return {
            "name": self.name,
            "templates": self.templates,
            "tags": self.tags,
            "forms": [form for form, _ in self.lexicon.counts],
            "earlier": [earlier for _, earlier in self.lexicon.counts],
            "temperature": self.temperature,
            **network,
        }

    def arrays(self) -> Arrays:
        """The arrays of a model file: the weights, and the tag counts of each entry."""
        network = {} if self.network is None else self.network.arrays()
        return {
            **pack(self.weights, self.name),
            **pack_counts(self.lexicon.counts.values(), self.name),
            **{f"{self.name}.{_NETWORK}.{name}": array for name, array in network.items()},
        }

    @classmethod
    def restore(
        cls, name: str, metadata: Metadata, arrays: StoredArrays, weights: Weights, words: Words | None
    ) -> Self:
        """The model that `metadata` and `arrays` came from, with its weights and the words of that model."""
        tags = column_values(metadata, "tags", len(weights))
        entries = _entries(metadata)
        counts = take_counts(arrays, name, entries, range(len(tags)))
        templates, temperature = metadata.text("templates"), metadata.number("temperature", *TEMPERATURES)
        with metadata.source.reading():
            lexicon = lexicon_kind(name)(tags, counts, words)
            tag_table(templates, lexicon.columns)
        network = None
        if _NETWORK in metadata:
            network = ColumnNetwork.restore(metadata.part(_NETWORK), arrays.under(f"{name}.{_NETWORK}."), lexicon)
        return cls(name, templates, lexicon, weights, temperature, network)


def _entries(metadata: Metadata) -> list[Entry]:
    """The entries of the lexicon of a column."""
    forms, earlier = metadata.texts("forms"), metadata.texts("earlier")
    if len(forms) != len(earlier):
        raise metadata.wrong("earlier", f"a list for {len(forms)} forms")
    return list(zip(forms, earlier, strict=True))


def lexicon_kind(column: str) -> type[Lexicon]:
    """The kind of lexicon that a column has."""
    return LemmaLexicon if column == LEMMA else Lexicon


def entries_of(sentence: Sentence, earlier: Sequence[str]) -> list[Entry]:
    """The words of a sentence as a column sees them, with their earlier tags."""
    return list(zip(sentence.forms, earlier, strict=True))


def join_tags(earlier: Sequence[str], tags: Sequence[str]) -> list[str]:
    """The earlier tags of the next column: those of this column, and its own."""
    return [f"{before}\t{tag}" if before else tag for before, tag in zip(earlier, tags, strict=True)]
