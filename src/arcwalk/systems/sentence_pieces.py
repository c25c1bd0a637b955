"""A sentence in the pieces in which it is parsed, one unless it is too long; and their trees merged into one."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads
from arcwalk.errors import ArcwalkError, Option, TreebankError, Wording
from arcwalk.features.kernels.structure_features import NO_WORD
from arcwalk.models.parses import ScoredTree
from arcwalk.treebank.confidence import confirmed, without_confidences
from arcwalk.treebank.long_sentences import merge, split
from arcwalk.treebank.sentence import Sentence

Tree = tuple[Heads, list[str]]  # index 0 of the heads is the root, the labels are those of words 1..n
# what to do about a sentence that is too long
PARSE_PIECES = Wording("split the sentence, or parse with ", Option("longest", 200))
MOST_WORDS = NO_WORD - 1  # positions in what features are made of
Labeling = Callable[[Heads, list[str]], list[str]]  # replaces the labels of a tree that are `_`


class Pieces(NamedTuple):
    """A tagged sentence and its pieces; if tags were chosen together with trees, the pieces are encoded and parsed.

    `remedy` says what to do if a piece is too long.
    """

    sentence: Sentence
    pieces: list[Sentence]
    keep: bool  # whether given heads and labels stay
    codes: list[Codes] | None = None
    trees: list[Tree] | None = None
    remedy: str = PARSE_PIECES

    @classmethod
    def of(
        cls, sentence: Sentence, longest: int, keep: bool, root_labels: Sequence[str], remedy: str = PARSE_PIECES
    ) -> "Pieces":
        """Split a sentence of more than `longest` words; 0 never does. To `keep` arcs is to keep confirmed ones."""
        if keep:
            sentence = _with_roots(confirmed(sentence), root_labels)
        sentence = without_confidences(sentence)
        return cls(sentence, split(sentence, longest, keep=keep) if longest else [sentence], keep, remedy=remedy)

    def refuse_long(self) -> None:
        """Raise for a piece whose words cannot all be told apart."""
        for piece in self.pieces:
            if len(piece) > MOST_WORDS:
                message = f"{len(piece):,} words, but only {MOST_WORDS:,} can be parsed at once"
                raise TreebankError(piece.finding(0, "too-long", message, self.remedy))

    def given_arcs(self) -> Iterator[tuple[Heads | None, Sequence[str] | None]]:
        """Piece by piece, the heads and labels to keep."""
        for piece in self.pieces:
            if self.keep:
                yield np.array([-1, *piece.heads], dtype=np.int32), piece.deprels
            else:
                yield None, None

    def merged(self, trees: Sequence[Tree], label: Labeling) -> Sentence:
        """The sentence with the trees of its pieces merged, where arcs between pieces get new labels."""
        parsed = [
            piece.with_tree(heads[1:].tolist(), deprels)
            for piece, (heads, deprels) in zip(self.pieces, trees, strict=True)
        ]
        if len(parsed) == 1:
            return parsed[0]
        heads, deprels = merge(self.sentence, parsed, keep=self.keep)
        return self.sentence.with_tree(heads, label(np.array([-1, *heads], dtype=np.int32), deprels))

    @contextmanager
    def locating_errors(self) -> Iterator[None]:
        """Make errors name the sentence."""
        try:
            yield
        except ArcwalkError as error:
            raise TreebankError(self.sentence.finding(0, "parse", error.problem, error.remedy)) from error
        except MemoryError as error:
            message = f"not enough memory for {len(self.sentence):,} words"
            raise TreebankError(self.sentence.finding(0, "parse", message, self.remedy)) from error


def _with_roots(sentence: Sentence, root_labels: Sequence[str]) -> Sentence:
    """The sentence with the root as the head of words that have a root label but no head; its text stays the same."""
    arcs = zip(sentence.heads, sentence.deprels, strict=True)
    heads = (0 if head < 0 and label in root_labels else head for head, label in arcs)
    return sentence.reading(heads, sentence.deprels)


def best_combinations(alternatives: Sequence[Sequence[ScoredTree]], count: int) -> list[tuple[list[Tree], float]]:
    """The `count` best ways to choose one tree for each piece, with their total scores, best first."""
    best: list[tuple[list[Tree], float]] = [([], 0.0)]
    for trees in alternatives:
        longer = [
            ([*chosen, (heads, labels)], total + score)
            for rank, (chosen, total) in enumerate(best, 1)
            for heads, labels, score in trees[: count // rank]  # any other has `count` better combinations before it
        ]
        best = sorted(longer, key=lambda item: -item[1])[:count]
    return best
