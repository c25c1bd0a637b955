"""Training the reranker of the vine parser on lists from the grammars of folds."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from arcwalk.arrays import Scores, Weights
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.learning.kernels.expected_error import Lists
from arcwalk.learning.parallel import all_of
from arcwalk.systems.folds import sentence_of, training_part
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.vine.family_counts import count_families, gold_parts
from arcwalk.systems.vine.grammar import VineGrammar
from arcwalk.systems.vine.kernels.candidate_parts import candidate_parts
from arcwalk.systems.vine.kernels.families import family_values
from arcwalk.systems.vine.kernels.lookup import Lookup
from arcwalk.systems.vine.kernels.rerank_scores import BASE
from arcwalk.systems.vine.options import VineOptions
from arcwalk.systems.vine.rerank_weights import SUBSETS, RerankWeights, errors_with, learn_weights, rank_families
from arcwalk.systems.vine.reranker import Candidates, Reranker, family_table
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.word_classes import PUNCTUATION

_HELD_OUT = 5  # one sentence in so many, to choose families on


def learn_reranker(
    corpus: Corpus, grammars: Sequence[VineGrammar], options: VineOptions, setting: Setting, progress: Progress
) -> Reranker | None:
    """The reranker, if there is one that leaves fewer errors in sentences not trained on than the grammars do.

    `grammars[i]` is learned without sentences i, i + the number of grammars, and so on.
    """
    encoder = grammars[0].encoder
    table = family_table(encoder)
    progress.stage("lists", len(grammars))
    folds = all_of(
        [partial(_lists_of_fold, corpus, grammars, fold, table, options) for fold in range(len(grammars))],
        setting.jobs,
        progress.advance,
    )
    found = [folds[i % len(folds)][i // len(folds)] for i in range(len(corpus))]
    if len(found) < _HELD_OUT:
        return None
    progress.stage("reranker", len(SUBSETS) + 2)
    held_out = join_lists(found[::_HELD_OUT])
    others = join_lists([each for i, each in enumerate(found) if i % _HELD_OUT])
    ranked = rank_families(others)
    tried = []
    for size in (*SUBSETS, len(ranked)):
        tried.append((errors_with(held_out, learn_weights(others, ranked[:size])), size))
        progress.advance()
    errors, size = min(tried)
    before = errors_with(held_out, RerankWeights([], np.ones(BASE)))
    progress.say(
        f"reranker: {size} of {len(ranked)} families; {before - errors:+.0f} of {before:.0f} errors mended in "
        f"{len(held_out.start) - 1} sentences not trained on"
    )
    if errors >= before:
        return None
    best = learn_weights(join_lists(found), ranked[:size])
    progress.advance()
    chosen = family_table(encoder, best.chosen)
    return Reranker(encoder, best.chosen, count_families(corpus, gold_parts(corpus), chosen), best.weights)


def _lists_of_fold(
    corpus: Corpus,
    grammars: Sequence[VineGrammar],
    fold: int,
    table: PartTable,
    options: VineOptions,
    after: Callable[[], None],
) -> list[tuple[Weights, Scores]]:
    part = training_part(corpus, fold, len(grammars))
    counts = count_families(part, gold_parts(part), table)
    found = [
        _rerank_list(corpus, i, grammars[fold], counts, table, options) for i in range(fold, len(corpus), len(grammars))
    ]
    after()
    return found


def _rerank_list(
    corpus: Corpus, i: int, grammar: VineGrammar, counts: Lookup, table: PartTable, options: VineOptions
) -> tuple[Weights, Scores]:
    """The features of a sentence's candidates, and their errors: half wrong heads, half wrong heads or labels."""
    codes, gold, gold_labels = sentence_of(corpus, i)
    free = np.full_like(gold, -1)
    found = Candidates(*grammar.candidates(codes, free, free, options.trees, options.labelings, options.candidates))
    words, structure, part = candidate_parts(codes, found.heads, found.labels)
    of_parts = family_values(codes, words, structure, table, counts)
    values = np.array([of_parts[of_candidate].sum(axis=0) for of_candidate in part.reshape(len(found.base), -1)])
    scored = codes[: len(gold), 1] != PUNCTUATION
    scored[0] = False
    wrong_heads = (found.heads != gold) & scored
    wrong_labels = (found.labels != gold_labels) & scored
    errors = 0.5 * (wrong_heads.sum(axis=1) + (wrong_heads | wrong_labels).sum(axis=1))
    return np.hstack((found.base, values)).astype(np.float32), errors


def join_lists(found: Sequence[tuple[Weights, Scores]]) -> Lists:
    """The lists of several sentences."""
    return Lists(
        np.cumsum([0, *(len(errors) for _, errors in found)]),
        np.concatenate([values for values, _ in found]),
        np.concatenate([errors for _, errors in found]),
    )
