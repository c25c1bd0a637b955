"""The last column of a tagger, LEMMA: an edit script for each word, chosen by its form and its tags alone."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from arcwalk.components.tagger.column import ColumnTagger
from arcwalk.components.tagger.lemma_lexicon import LemmaLexicon
from arcwalk.components.tagger.lexicon import Entry

_MOST_REMEMBERED, _LONGEST = 200_000, 1000  # words, and characters of a form


class Lemmatizer:
    """A model of edit scripts, and the lemmas it has found so far; threads can share it."""

    def __init__(self, column: ColumnTagger) -> None:
        assert isinstance(column.lexicon, LemmaLexicon)
        self.column = column
        self._lexicon = column.lexicon
        self._memory: dict[Entry, str] = {}

    def lemmas(self, entries: Sequence[Entry]) -> list[str]:
        """The lemmas of words with their tags. The words around a word do not matter."""
        memory = self._memory
        new = [entry for entry in dict.fromkeys(entries) if entry not in memory]
        if new:
            if len(memory) > _MOST_REMEMBERED or any(len(form) > _LONGEST for form, _ in new):
                self._memory = memory = {}
                new = list(dict.fromkeys(entries))
            memory.update(zip(new, self._find(new), strict=True))
        return [memory[entry] for entry in entries]

    def _find(self, entries: Sequence[Entry]) -> list[str]:
        listed = [self._lexicon.candidates(entry) for entry in entries]
        scripts = [candidates[0] for candidates in listed]
        ambiguous = [word for word, candidates in enumerate(listed) if len(candidates) > 1]
        if ambiguous:
            lattice = self.column.lattice([entries[word] for word in ambiguous])
            for word, (first, last) in zip(ambiguous, pairwise(lattice.start[1:].tolist()), strict=True):
                scripts[word] = lattice.tags[first + np.argmax(lattice.scores[first:last])]
        return [self._lexicon.lemma(script, form) or form for script, (form, _) in zip(scripts, entries, strict=True)]
