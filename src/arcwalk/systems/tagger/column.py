"""The sequence model of one column: its lexicon, its weights, and what can be asked of a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from arcwalk.arrays import Scores, Weights
from arcwalk.errors import ArcwalkError
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.weights import pack, unpack
from arcwalk.systems.model_file import Arrays
from arcwalk.systems.tagger.kernels.tag_lattice import tag_lattice
from arcwalk.systems.tagger.kernels.viterbi import Lattice, marginals, viterbi
from arcwalk.systems.tagger.lexicon import PROPERTIES, Lexicon, Word
from arcwalk.systems.tagger.templates import tag_table
from arcwalk.treebank.sentence import Sentence

_UNADJUSTED: Scores = np.empty((0, 0))


@dataclass(frozen=True)
class ColumnTagger:
    """A trained model of one column. It never changes, so one can serve many threads."""

    name: str
    templates: str
    lexicon: Lexicon
    weights: Weights
    beam: int  # candidates a word has in the search, at most
    reach: float  # how far below the best of a word, by its score without context, a candidate may be
    temperature: float  # at which probabilities fit best what was held out in training

    @cached_property
    def table(self) -> PartTable:
        """The templates as kernels read them."""
        return tag_table(self.templates, {name: column for column, name in enumerate(PROPERTIES)})

    @property
    def tags(self) -> list[str]:
        """The tags there are, most frequent first: the order in which adjustments are given."""
        return self.lexicon.tags

    def lattice(self, words: Sequence[Word], adjustments: Scores | None = None) -> Lattice:
        """The candidate tags of each word and the scores of what a sequence of them consists of.

        `adjustments`, (n, tags), are added to the scores; a tag with one that is not zero is always a candidate, minus
        infinity rules it out.
        """
        codes, candidates = self.lexicon.encode(words)
        no_gold = np.full(len(words) + 1, -1, dtype=np.int32)
        given = _UNADJUSTED if adjustments is None else self._checked(adjustments, len(words))
        settings = (self.table, self.beam, self.reach, self.weights)
        lattice: Lattice = tag_lattice(codes, candidates, no_gold, given, *settings)
        if adjustments is not None and np.any(np.diff(lattice.start) == 0):
            raise ArcwalkError("adjustments rule out every tag of a word; leave one that is not minus infinity")
        return lattice

    def best(self, lattice: Lattice) -> tuple[list[str], float]:
        """The best tags of words 1..n and their score."""
        places = np.empty(len(lattice.start) - 1, dtype=np.int64)
        score = viterbi(lattice.start, lattice.scores, lattice.joint_start, lattice.joint, places)
        return [self.tags[tag] for tag in lattice.tags[places[1:]]], score

    def probabilities(self, lattice: Lattice) -> Scores:
        """How probable each candidate is, aligned with `lattice.tags`."""
        found: Scores = np.empty(len(lattice.tags))
        marginals(lattice.start, lattice.scores, lattice.joint_start, lattice.joint, self.temperature, found)
        return found

    def _checked(self, adjustments: Scores, n: int) -> Scores:
        given: Scores = np.ascontiguousarray(adjustments, dtype=np.float64)
        if given.shape != (n, len(self.tags)):
            raise ArcwalkError(
                f"adjustments of {self.name} have the shape {given.shape}; give one row for each of the {n} words "
                f"and one column for each of the {len(self.tags)} tags"
            )
        if np.isnan(given).any() or np.isposinf(given).any():
            raise ArcwalkError(f"adjustments of {self.name} are not all numbers; give finite ones, or minus infinity")
        return given

    def facts(self) -> dict[str, Any]:
        """What a model file keeps besides arrays."""
        return {
            "name": self.name,
            "templates": self.templates,
            "tags": self.tags,
            "forms": [list(word) for word in self.lexicon.counts],
            "frequent": self.lexicon.frequent,
            "beam": self.beam,
            "reach": self.reach,
            "temperature": self.temperature,
        }

    def arrays(self) -> Arrays:
        """The arrays of a model file: the weights, and how often each word bears which tag."""
        counts = self.lexicon.counts.values()
        lexicon = [(tag, count) for tag_counts in counts for tag, count in tag_counts.items()]
        return {
            **pack(self.weights, self.name),
            f"{self.name}.lexicon": np.array(lexicon, dtype=np.int32),
            f"{self.name}.lengths": np.array([len(tag_counts) for tag_counts in counts], dtype=np.int32),
        }

    @classmethod
    def restore(cls, facts: dict[str, Any], arrays: Arrays) -> "ColumnTagger":
        """The model that `facts` and `arrays` came from."""
        name = facts["name"]
        pairs = iter(arrays[f"{name}.lexicon"].tolist())
        lengths = arrays[f"{name}.lengths"].tolist()
        counts = {
            (form, given): dict(next(pairs) for _ in range(length))
            for (form, given), length in zip(facts["forms"], lengths, strict=True)
        }
        lexicon = Lexicon(facts["tags"], counts, facts["frequent"])
        settings = (facts["beam"], facts["reach"], facts["temperature"])
        return cls(name, facts["templates"], lexicon, unpack(arrays, name), *settings)


def words_given(sentence: Sentence, given: Sequence[str]) -> list[Word]:
    """The words of a sentence as a column sees them that is given these tags."""
    return list(zip(sentence.forms, given, strict=True))


def join_given(given: Sequence[str], tags: Sequence[str]) -> list[str]:
    """What the next column is given: all tags of the columns before it."""
    return [f"{before}\t{tag}" if before else tag for before, tag in zip(given, tags, strict=True)]
