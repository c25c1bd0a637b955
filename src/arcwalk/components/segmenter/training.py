"""Training the segmenter: where tokens and sentences end, and what multiword tokens consist of."""

from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from arcwalk.arrays import Weights
from arcwalk.components.segmenter.encoded_paragraphs import EncodedParagraph, EncodedParagraphs
from arcwalk.components.segmenter.kernels.logistic import Learning
from arcwalk.components.segmenter.kernels.sentence_learner import learn_sentence_ends
from arcwalk.components.segmenter.kernels.token_gaps import KnownTokens
from arcwalk.components.segmenter.kernels.token_learner import learn_token_ends
from arcwalk.components.segmenter.multiword_training import splitter_of
from arcwalk.components.segmenter.segmenter import LearnedSegmenter
from arcwalk.components.segmenter.sentence_finder import SentenceFinder, token_rows
from arcwalk.components.segmenter.templates import sentence_table, token_table
from arcwalk.components.segmenter.token_finder import TokenFinder
from arcwalk.components.segmenter.training_text import known_paragraphs
from arcwalk.learning.averaging import averaged
from arcwalk.learning.parallel import Learner, shuffle_random
from arcwalk.training.averaged_runs import AveragedRuns, averages_of
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage
from arcwalk.treebank.sentence import Sentence

_TABLE_BITS = 18
TOKEN_EPOCHS, _TOKEN_RATE, _TOKEN_DROPOUT = 10, 0.2, 0.0
SENTENCE_EPOCHS, _SENTENCE_RATE, _SENTENCE_DROPOUT = 8, 0.05, 0.2
_ENOUGH = 0.02
_SMALL = 0.05  # weights that are as good as none


def segmenter_of(sentences: Sequence[Sentence], setting: Setting) -> Stage[LearnedSegmenter]:
    """The segmenter of a treebank. Its parts need nothing of each other, so they are learned at once."""
    paragraphs, tells_contact = known_paragraphs(sentences, Random(setting.seed))
    if not tells_contact:
        line = "segmenter: the treebank does not tell which words touch (SpaceAfter=No, # text): guessed"
        setting.progress.say(line, spaces="guessed")
    treebank = EncodedParagraphs(list(map(EncodedParagraph.of, paragraphs)))
    ends = averages_of(
        [_token_ends(treebank, setting.seed), _sentence_ends(treebank, setting.seed)], setting.checkpoint
    )
    return ends.beside(splitter_of(sentences, setting)).then(
        lambda learned: LearnedSegmenter(
            TokenFinder(learned[0][0], treebank.known_tokens, treebank.has_spaces, treebank.keeps_addresses),
            SentenceFinder(learned[0][1], treebank.usage.rates()),
            learned[1],
        )
    )


def _token_ends(treebank: EncodedParagraphs, seed: int) -> AveragedRuns:
    """What `TokenFinder` learns."""

    def learn(random: Random, after_epoch: Callable[[], None]) -> Weights:
        learning = _learning(random, _TOKEN_RATE, _TOKEN_DROPOUT)
        known, table, step = treebank.known_tokens.table(), token_table(), 1
        for _ in range(TOKEN_EPOCHS):
            for i in _shuffled(treebank, random):
                rows, _, is_end, _, inside, *_ = treebank.paragraphs[i]
                inside = inside if treebank.keeps_addresses else np.zeros_like(inside)
                own = KnownTokens(known, 1 << treebank.folds.fold_of(i))
                step = learn_token_ends(rows.codes, inside, is_end, treebank.has_spaces, own, table, step, learning)
            after_epoch()
        return _average(learning, step)

    return _one_run("segmenter/tokens", learn, shuffle_random(seed, 0), TOKEN_EPOCHS)


def _sentence_ends(treebank: EncodedParagraphs, seed: int) -> AveragedRuns:
    """What `SentenceFinder` learns."""

    def learn(random: Random, after_epoch: Callable[[], None]) -> Weights:
        learning = _learning(random, _SENTENCE_RATE, _SENTENCE_DROPOUT)
        folds, table, step = treebank.folds, sentence_table(), 1
        rates = [treebank.usage.rates(without=fold).table() for fold in folds]
        codes = [
            token_rows(paragraph.rows, paragraph.tokens, rates[folds.fold_of(i)])
            for i, paragraph in enumerate(treebank.paragraphs)
        ]
        for _ in range(SENTENCE_EPOCHS):
            for i in _shuffled(treebank, random):
                step = learn_sentence_ends(codes[i], treebank.paragraphs[i].is_sentence_end, table, step, learning)
            after_epoch()
        return _average(learning, step)

    return _one_run("segmenter/sentences", learn, shuffle_random(seed, 1), SENTENCE_EPOCHS)


def _one_run(name: str, learn: Learner, random: Random, epochs: int) -> AveragedRuns:
    """A single run: more of them would find the same ends."""
    return AveragedRuns(name=name, learner=learn, randoms=[random], epochs=epochs, table_bits=_TABLE_BITS, unit=1.0)


def _shuffled(treebank: EncodedParagraphs, random: Random) -> list[int]:
    return random.sample(treebank.order, len(treebank.order))


def _learning(random: Random, rate: float, dropout: float) -> Learning:
    weights, totals = np.zeros((2, 1 << _TABLE_BITS), dtype=np.float32)
    squares = np.full(1 << _TABLE_BITS, 1e-4, dtype=np.float32)
    state = np.array([random.getrandbits(64)], dtype=np.uint64)
    return Learning(weights, totals, squares, state, rate, dropout, _ENOUGH)


def _average(learning: Learning, steps: int) -> Weights:
    """The average over all steps, without small weights."""
    weights = averaged(learning.weights, learning.totals, steps)
    weights[np.abs(weights) < _SMALL] = 0
    return weights
