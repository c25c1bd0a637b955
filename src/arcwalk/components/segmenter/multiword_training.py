"""Training the multiword splitter: averaged perceptrons with a margin, on the tokens that have several candidates."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import chain
from random import Random
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Numbers, NumberTable, Weights
from arcwalk.components.segmenter.multiword_tokens import MultiwordSplitter
from arcwalk.components.segmenter.split_choice import SplitChoice
from arcwalk.components.segmenter.split_lexicon import SplitLexicon
from arcwalk.components.segmenter.splitting_scripts import Words, lowered
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.training.averaged_runs import AveragedRuns, averages_of, shuffles
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage, nothing
from arcwalk.treebank.corpus import repeated
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.written_tokens import written_tokens

_TABLE_BITS = 16
_SIZE = 1 << _TABLE_BITS
SHUFFLES, EPOCHS = 3, 10
_MARGIN = 10.0
_DROPOUT = 1.0  # α of word dropout: a token seen c times is taken for an unknown one with probability α/(α+c)


class _Choice(NamedTuple):
    """The ways to split a token, and which is that of the treebank."""

    features: NumberTable  # (ways, features): places in the table of weights
    gold: int


class _Example(NamedTuple):
    """A token of the treebank: its choice, that of an unknown token like it, and the probability of taking the latter.

    It counts in training as often as its sentence.
    None is no choice: one way, or none of the ways is that of the treebank.
    """

    known: _Choice | None
    unknown: _Choice | None
    dropout: float
    weight: int


def splitter_of(sentences: Sequence[Sentence], setting: Setting) -> Stage[MultiwordSplitter]:
    """The splitter of a treebank; one without weights if there are no multiword tokens."""
    corpus, weights = list(map(_written_words, sentences)), [sentence.weight for sentence in sentences]
    lexicon = SplitLexicon.fit(chain.from_iterable(corpus))
    if not lexicon.scripts:
        return nothing().then(lambda _: MultiwordSplitter(lexicon, np.empty(0, dtype=np.float32)))
    runs = AveragedRuns(
        name="segmenter/multiword tokens",
        learner=partial(_learn, list(_examples(corpus, weights, lexicon))),
        randoms=shuffles(setting.seed, SHUFFLES),
        epochs=EPOCHS,
        table_bits=_TABLE_BITS,
        unit=_MARGIN,
    )
    return averages_of([runs], setting.checkpoint).then(lambda weights: MultiwordSplitter(lexicon, weights[0]))


def _written_words(sentence: Sentence) -> list[tuple[str, Words]]:
    """The tokens of a sentence with their words."""
    return [(token.form, sentence.forms[token.words.start : token.words.stop]) for token in written_tokens(sentence)]


def _examples(
    corpus: Sequence[Sequence[tuple[str, Words]]], weights: Sequence[int], lexicon: SplitLexicon
) -> Iterator[_Example]:
    """The tokens that have several candidates, at least as unknown ones."""
    seen = Counter(lowered(token) for tokens in corpus for token, _ in tokens)

    @cache
    def choice_among(token: str, hidden: bool) -> SplitChoice | None:
        candidates = lexicon.candidates(token, hidden=hidden)
        return SplitChoice.among(candidates, token, lexicon, _SIZE, hidden=hidden) if len(candidates) > 1 else None

    for tokens, weight in zip(corpus, weights, strict=True):
        around = ["", *(token for token, _ in tokens), ""]
        for (token, words), before, after in zip(tokens, around, around[2:], strict=False):
            known, unknown = choice_among(token, False), choice_among(token, True)
            if known or unknown:
                neighbors = (before, after) if lexicon.is_ambiguous(token) else None
                dropout = _DROPOUT / (_DROPOUT + seen[lowered(token)])
                choices = _choice(known, token, words, neighbors), _choice(unknown, token, words, None)
                yield _Example(*choices, dropout, weight)


def _choice(choice: SplitChoice | None, token: str, words: Words, neighbors: tuple[str, str] | None) -> _Choice | None:
    ways = [] if choice is None else [candidate.words for candidate in choice.candidates]
    if choice is None or words not in ways:
        return None
    if neighbors is None:
        return _Choice(choice.own, ways.index(words))
    around = choice.around(token, *neighbors, _SIZE)
    return _Choice(np.concatenate((choice.own, around), axis=1), ways.index(words))


def _learn(examples: Sequence[_Example], random: Random, after_epoch: Callable[[], None]) -> Weights:
    """The weights of one shuffle, averaged over all steps."""

    def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
        for number in order.tolist():
            known, unknown, dropout, _ = examples[number]
            choice = unknown if random.random() < dropout else known
            if choice:
                features, gold = choice
                scores = weights[features].sum(axis=1)
                scores[gold] -= _MARGIN
                best = scores.argmax()
                if best != gold:
                    for row, change in ((features[gold], 1), (features[best], -1)):
                        np.add.at(weights, row, np.float32(change))
                        np.add.at(totals, row, np.float32(change * step))
            step += 1

    learner = OnlineLearner(epochs=EPOCHS, table_bits=_TABLE_BITS)
    order = repeated(range(len(examples)), (example.weight for example in examples))
    return learner.averaged(one_epoch, order, random, after_epoch)
