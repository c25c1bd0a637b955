"""Learning a segmenter from a treebank."""

from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Booleans, Integers, Weights
from arcwalk.components.segmenter.addresses import inside_addresses
from arcwalk.components.segmenter.characters import CharacterRows, character_rows
from arcwalk.components.segmenter.kernels.chunks import CHARACTER
from arcwalk.components.segmenter.kernels.logistic import Learning
from arcwalk.components.segmenter.kernels.sentence_learner import learn_sentence_ends
from arcwalk.components.segmenter.kernels.token_gaps import KnownTokens
from arcwalk.components.segmenter.kernels.token_learner import learn_token_ends
from arcwalk.components.segmenter.kernels.words import word_codes
from arcwalk.components.segmenter.known_words import FOLDS, Usage, WordCodes, folds_of, known_tokens
from arcwalk.components.segmenter.multiword_tokens import MultiwordSplitter
from arcwalk.components.segmenter.segmenter import LearnedSegmenter
from arcwalk.components.segmenter.sentence_finder import SentenceFinder, token_rows
from arcwalk.components.segmenter.templates import sentence_table, token_table
from arcwalk.components.segmenter.token_finder import Spans, TokenFinder, spans_of
from arcwalk.components.segmenter.training_text import KnownParagraph, known_paragraphs
from arcwalk.learning.parallel import shuffle_random
from arcwalk.training.setting import Setting
from arcwalk.treebank.sentence import Sentence

_TABLE_BITS = 18
_TOKEN_EPOCHS, _TOKEN_RATE, _TOKEN_DROPOUT = 10, 0.2, 0.0
_SENTENCE_EPOCHS, _SENTENCE_RATE, _SENTENCE_DROPOUT = 8, 0.05, 0.2
_ENOUGH = 0.02
_SMALL = 0.05  # weights that are as good as none


class _Example(NamedTuple):
    """A paragraph as kernels read it."""

    rows: CharacterRows
    tokens: Spans
    is_token_end: Booleans  # of each row
    is_sentence_end: Booleans  # of each token
    inside: Booleans  # addresses
    tags: list[str]  # of each token


def learn_segmenter(sentences: Sequence[Sentence], setting: Setting) -> LearnedSegmenter:
    """Learn where tokens and sentences end, and what multiword tokens consist of."""
    seed = setting.seed
    paragraphs, tells_contact = known_paragraphs(sentences, Random(seed))
    if not tells_contact:
        setting.progress.say("segmenter: the treebank does not tell which words touch (SpaceAfter=No, # text): guessed")
    examples = [_example(paragraph) for paragraph in paragraphs]
    keeps = _keeps_addresses(examples)
    forms = _codes(examples, lower=False)
    folds = folds_of([len(example.is_sentence_end) - 1 for example in examples])
    known = known_tokens(forms, folds)
    has_spaces = any(map(_has_spaces, examples))
    weights = _learn_tokens(examples, known, has_spaces, keeps, seed)
    usage = _usage(examples, forms, folds)
    finder = TokenFinder(weights, known, has_spaces, keeps)
    return LearnedSegmenter(
        finder,
        SentenceFinder(_learn_sentences(examples, usage, seed), usage.rates()),
        MultiwordSplitter.train(sentences, seed=seed),
    )


def _example(paragraph: KnownParagraph) -> _Example:
    rows = character_rows(paragraph.text)
    last = np.searchsorted(rows.positions, [end - 1 for _, end in paragraph.tokens])
    is_token_end = np.zeros(len(rows.positions), dtype=np.bool_)
    is_token_end[last] = True
    return _Example(
        rows,
        spans_of(is_token_end, rows),
        is_token_end,
        np.array([False, *paragraph.ends]),
        rows.inside(inside_addresses(paragraph.text)),
        paragraph.tags,
    )


def _keeps_addresses(examples: Sequence[_Example]) -> bool:
    """Whether addresses in the treebank are mostly single tokens, if it has any."""
    split = sum(bool((example.inside & example.is_token_end).any()) for example in examples)
    return 2 * split <= sum(bool(example.inside.any()) for example in examples)


def _has_spaces(example: _Example) -> bool:
    """Whether a token has spaces in it."""
    inner = example.rows.is_space
    inner[example.tokens.ends] = False  # what follows a token
    return bool(inner.any())


def _codes(examples: Sequence[_Example], *, lower: bool) -> Integers:
    """The codes of all tokens."""
    every = []
    for rows, (starts, ends), *_ in examples:
        codes = np.empty(len(starts) - 1, dtype=np.int32)
        characters = rows.lower if lower else np.ascontiguousarray(rows.codes[:, CHARACTER])
        word_codes(characters, starts[1:], ends[1:], codes)
        every.append(codes)
    return np.concatenate(every)


def _usage(examples: Sequence[_Example], forms: Integers, folds: NDArray[np.int64]) -> Usage:
    ends = np.concatenate([example.is_sentence_end[1:] for example in examples])
    starts = np.concatenate(([True], ends[:-1]))
    lower = _codes(examples, lower=True)
    tags = list(chain.from_iterable(example.tags for example in examples))
    return Usage(lower, starts, ends, lower == forms, folds, tags)


def _learning(random: Random, rate: float, dropout: float) -> Learning:
    weights, totals = np.zeros((2, 1 << _TABLE_BITS), dtype=np.float32)
    squares = np.full(1 << _TABLE_BITS, 1e-4, dtype=np.float32)
    state = np.array([random.getrandbits(64)], dtype=np.uint64)
    return Learning(weights, totals, squares, state, rate, dropout, _ENOUGH)


def _averaged(learning: Learning, steps: int) -> Weights:
    """The average over all steps, without small weights, in the precision of a model file."""
    weights = learning.weights - learning.totals / np.float32(max(steps, 1))
    weights[np.abs(weights) < _SMALL] = 0
    return weights.astype(np.float16).astype(np.float32)


def _learn_tokens(
    examples: Sequence[_Example], known: WordCodes, has_spaces: bool, keeps_addresses: bool, seed: int
) -> Weights:
    random = shuffle_random(seed, 0)
    learning = _learning(random, _TOKEN_RATE, _TOKEN_DROPOUT)
    table, step = known.table(), 1
    for _ in range(_TOKEN_EPOCHS):
        for number in random.sample(range(len(examples)), len(examples)):
            rows, _, is_end, _, inside, _ = examples[number]
            inside = inside if keeps_addresses else np.zeros_like(inside)
            own = KnownTokens(table, 1 << number % FOLDS)
            step = learn_token_ends(rows.codes, inside, is_end, has_spaces, own, token_table(), step, learning)
    return _averaged(learning, step)


def _learn_sentences(examples: Sequence[_Example], usage: Usage, seed: int) -> Weights:
    random = shuffle_random(seed, 1)
    learning = _learning(random, _SENTENCE_RATE, _SENTENCE_DROPOUT)
    rates = [usage.rates(without=fold).table() for fold in range(FOLDS)]
    texts = [
        (token_rows(example.rows, example.tokens, rates[number % FOLDS]), example.is_sentence_end)
        for number, example in enumerate(examples)
    ]
    step = 1
    for _ in range(_SENTENCE_EPOCHS):
        for codes, is_end in random.sample(texts, len(texts)):
            step = learn_sentence_ends(codes, is_end, sentence_table(), step, learning)
    return _averaged(learning, step)
