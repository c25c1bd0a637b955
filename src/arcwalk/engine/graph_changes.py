"""How many words get another value of DEPS: what a run changes besides what it was asked for, users must hear of."""

from collections.abc import Iterable, Iterator

from arcwalk.treebank.arcs.enhanced import has_entries
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.values import cells


class GraphChanges:
    """Compares the enhanced graphs of sentences of a file with those they have afterwards."""

    def __init__(self) -> None:
        self._given: dict[int, list[str]] = {}
        self._changed = set[tuple[int, int]]()

    def __len__(self) -> int:
        return len(self._changed)

    def before(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """The same sentences, remembered if they have a graph; those of raw text, which are not numbered, have none."""
        for sentence in sentences:
            if sentence.ordinal and sentence.format.deps is not None and has_entries(sentence.lines):
                self._given[sentence.ordinal] = _deps(sentence, sentence.format.deps)
            yield sentence

    def after(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """The same sentences, compared; several may be alternatives of one."""
        for sentence in sentences:
            if sentence.format.deps is not None and (given := self._given.get(sentence.ordinal)) is not None:
                pairs = zip(given, _deps(sentence, sentence.format.deps), strict=True)
                self._changed.update((sentence.ordinal, word) for word, (old, new) in enumerate(pairs) if old != new)
            yield sentence


def _deps(sentence: Sentence, column: int) -> list[str]:
    return [cells(sentence.lines[line_index])[column] for line_index in sentence.places]
