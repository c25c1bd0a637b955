"""Training the multiword splitter: averaged perceptrons with a margin, on the tokens that have several candidates."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from random import Random
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Numbers, Weights
from arcwalk.components.segmenter.split_choice import SplitChoice
from arcwalk.components.segmenter.split_lexicon import SplitLexicon
from arcwalk.components.segmenter.splitting_scripts import Words, lowered
from arcwalk.features.weights import rounded
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.learning.parallel import average, shuffle_random
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.written_tokens import written_tokens

_TABLE_BITS = 16
_SHUFFLES, _EPOCHS = 3, 10
_MARGIN = 10.0
_DROPOUT = 1.0  # α of word dropout: a token seen c times is taken for an unknown one with probability α/(α+c)


class _Example(NamedTuple):
    """A token of the treebank between its neighbors, and the probability that it is taken for an unknown one."""

    before: str
    token: str
    after: str
    words: Words
    dropout: float


def learn_splits(sentences: Iterable[Sentence], seed: int) -> tuple[SplitLexicon, Weights]:
    """The lexicon and the weights of a splitter; no weights if there are no multiword tokens."""
    corpus = list(map(_written_words, sentences))
    lexicon = SplitLexicon.fit(chain.from_iterable(corpus))
    if not lexicon.scripts:
        return lexicon, np.empty(0, dtype=np.float32)
    examples = list(_examples(corpus, lexicon))
    runs = (_learned(examples, lexicon, shuffle_random(seed, shuffle)) for shuffle in range(_SHUFFLES))
    return lexicon, rounded(average(runs), _MARGIN)


def _written_words(sentence: Sentence) -> list[tuple[str, Words]]:
    """The tokens of a sentence with their words."""
    return [(token.form, sentence.forms[token.words.start : token.words.stop]) for token in written_tokens(sentence)]


def _examples(corpus: Sequence[Sequence[tuple[str, Words]]], lexicon: SplitLexicon) -> Iterator[_Example]:
    """The tokens that have several candidates, at least as unknown ones."""
    seen = Counter(lowered(token) for tokens in corpus for token, _ in tokens)
    is_open = cache(lambda token: any(len(lexicon.candidates(token, hidden=hidden)) > 1 for hidden in (False, True)))
    for tokens in corpus:
        around = ["", *(token for token, _ in tokens), ""]
        for (token, words), before, after in zip(tokens, around, around[2:], strict=False):
            if is_open(token):
                yield _Example(before, token, after, words, _DROPOUT / (_DROPOUT + seen[lowered(token)]))


def _learned(examples: Sequence[_Example], lexicon: SplitLexicon, random: Random) -> Weights:
    """The weights of one shuffle, averaged over all steps."""
    size = 1 << _TABLE_BITS

    @cache
    def choice_of(token: str, hidden: bool) -> SplitChoice:
        return SplitChoice.among(lexicon.candidates(token, hidden=hidden), token, lexicon, size, hidden=hidden)

    def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
        for number in order.tolist():
            before, token, after, words, dropout = examples[number]
            hidden = random.random() < dropout
            choice = choice_of(token, hidden)
            ways = [candidate.words for candidate in choice.candidates]
            if len(ways) > 1 and words in ways:
                gold = ways.index(words)
                features = choice.own
                if not hidden and lexicon.is_ambiguous(token):
                    features = np.concatenate((features, choice.around(token, before, after, size)), axis=1)
                scores = weights[features].sum(axis=1)
                scores[gold] -= _MARGIN
                best = np.argmax(scores)
                if best != gold:
                    for row, change in ((features[gold], 1), (features[best], -1)):
                        np.add.at(weights, row, np.float32(change))
                        np.add.at(totals, row, np.float32(change * step))
            step += 1

    learner = OnlineLearner(epochs=_EPOCHS, table_bits=_TABLE_BITS)
    return learner.averaged(one_epoch, len(examples), random, after_epoch=lambda: None)
