"""Parsing one tagged sentence: in pieces if it is long, each by the system, and merged again."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

import numpy as np

from arcwalk.arrays import Codes, Heads
from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.models.protocol import ListsAlternatives, System
from arcwalk.systems.parsing_options import ParsingOptions
from arcwalk.systems.registry import system_named
from arcwalk.systems.sentence_pieces import MOST_WORDS, PARSE_PIECES, Labeling, Pieces, best_combinations
from arcwalk.systems.tag_correction import CorrectsTags
from arcwalk.systems.tag_source import Tagging
from arcwalk.threads import apart
from arcwalk.treebank.check import require_words
from arcwalk.treebank.confidence import with_confidences
from arcwalk.treebank.sentence import Sentence

Alternative = tuple[Sentence, float]
Result = TypeVar("Result")


@dataclass(frozen=True)
class SentenceParsing:
    """What a parser does with each sentence."""

    system: System
    options: ParsingOptions
    tagging: Tagging

    def prepare(self, sentence: Sentence, keep: bool, remedy: str = PARSE_PIECES) -> Pieces:
        """A tagged sentence in the pieces in which it is parsed; `remedy` helps if one of them is too long."""
        require_words(sentence)
        self.tagging.require_tags(sentence)
        pieces = Pieces.of(sentence, self.options.longest, keep, self.system.label_set.roots, remedy)
        if len(sentence) > MOST_WORDS and not system_named(self.system.name).is_linear:
            pieces.refuse_long()
        return pieces

    def encoded(self, pieces: Pieces) -> Iterator[tuple[Codes, Heads | None, Sequence[str] | None]]:
        """The arguments of `System.parse` for each piece: its codes, and the heads and labels to keep."""
        codes = pieces.codes or (self.system.encode(self.tagging.visible(piece)) for piece in pieces.pieces)
        for own, (heads, labels) in zip(codes, pieces.given_arcs(), strict=True):
            yield own, heads, labels

    def best(self, pieces: Pieces) -> Sentence:
        """The sentence with its best tree."""
        trees = pieces.trees
        if trees is None:
            with pieces.locating_errors():
                trees = self._each(self.system.parse, pieces)
        return pieces.merged(trees, self._labeling(pieces))

    def with_confidence(self, pieces: Pieces) -> Sentence:
        """The same, with confidences in what was not given."""
        with pieces.locating_errors():
            trees = self._each(self.system.parse_with_confidence, pieces)
        parsed = pieces.merged([(tree.heads, tree.labels) for tree in trees], self._labeling(pieces))
        in_heads = np.concatenate([tree.head_confidence for tree in trees]).tolist()
        kept = [pieces.keep and head >= 0 for head in pieces.sentence.heads]
        heads = [None if is_kept else confidence for is_kept, confidence in zip(kept, in_heads, strict=True)]
        arcs = [own for tree in trees if tree.arc_confidence is not None for own in tree.arc_confidence.tolist()]
        return with_confidences(parsed, heads, arcs or None)

    def k_best(self, count: int, pieces: Pieces) -> list[Alternative]:
        """Up to `count` distinct trees of a sentence, with scores; an error if the system finds only one."""
        if not isinstance(self.system, ListsAlternatives):
            remedy = Wording("for k-best lists, train with another ", Argument("system"))
            raise ArcwalkError("this model finds only one tree per sentence", remedy)
        with pieces.locating_errors():
            lists = self._each(self.system.k_best, pieces, count)
        distinct, label = dict[Sentence, float](), self._labeling(pieces)
        for trees, score in best_combinations(lists, count):
            distinct.setdefault(pieces.merged(trees, label), score)  # merging can make two trees the same
        return list(distinct.items())

    def with_corrected_tags(self, find: Callable[[Pieces], Result], given: Pieces) -> Result:
        """Choose tags together with the trees of all pieces, then apply `find` to the pieces with those tags."""
        from arcwalk.components.tagger.analyses import tagged_by  # parsers without a tagger do not load it

        system, columns = self.system, self.tagging.columns
        assert isinstance(system, CorrectsTags)
        pieces, trees, codes, all_chosen = [], [], [], []
        with given.locating_errors():
            analyses_left = iter(self.tagging.analyze(given.sentence))
            for piece, (heads, labels) in zip(given.pieces, given.given_arcs(), strict=True):
                analyses = list(islice(analyses_left, len(piece)))
                tagged = self.tagging.visible(tagged_by(piece, columns, [own[0] for own in analyses]))
                choices = system.encode_analyses(tagged, columns, analyses)
                tree = apart(len(piece), system.parse_and_tag, self.system.encode(tagged), choices, heads, labels)
                chosen = [own[taken] for own, taken in zip(analyses, tree.analyses, strict=True)]
                pieces.append(tagged_by(piece, columns, chosen))
                trees.append((tree.heads, tree.labels))
                codes.append(tree.codes)
                all_chosen += chosen
        return find(Pieces(tagged_by(given.sentence, columns, all_chosen), pieces, given.keep, codes, trees))

    def _each(self, find: Callable[..., Result], pieces: Pieces, *more: object) -> list[Result]:
        """What the system finds for each piece."""
        tasks = zip(pieces.pieces, self.encoded(pieces), strict=True)
        return [apart(len(piece), find, *task, *more) for piece, task in tasks]

    def _labeling(self, pieces: Pieces) -> Labeling:
        """Labels arcs between pieces as arcs of the whole sentence, which is encoded only if there are any.

        Nothing is kept for the alternatives of a sentence in pieces: few are asked for, and words are remembered.
        """

        def label(heads: Heads, labels: list[str]) -> list[str]:
            return self.system.label(self.system.encode(self.tagging.visible(pieces.sentence)), heads, labels)

        return label
