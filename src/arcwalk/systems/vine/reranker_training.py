"""Training the reranker: feature families and their weights by minimum risk, from out-of-fold k-best lists."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from arcwalk.arrays import Scores
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.learning.kernels.expected_error import Lists
from arcwalk.learning.minimum_risk import anneal_risk, errors_of_best
from arcwalk.models.model_file import Arrays
from arcwalk.safe_reading.arrays import ANY, StoredArrays
from arcwalk.systems.vine.conditionals import Conditionals, make_lookup
from arcwalk.systems.vine.estimation import Events, count_events
from arcwalk.systems.vine.grammar import VineGrammar
from arcwalk.systems.vine.kernels.lookup import Lookup
from arcwalk.systems.vine.kernels.rerank_features import (
    BASE,
    KINDS,
    ROLES,
    WIDTH,
    family_values,
    list_parts,
    tree_parts,
)
from arcwalk.systems.vine.options import VineOptions
from arcwalk.systems.vine.reranker import Reranker, family_table
from arcwalk.systems.vine.separator import find_separator
from arcwalk.training.checkpoint import Packed, StageResult
from arcwalk.training.encoded_treebank import EncodedTreebank
from arcwalk.training.folds import Folds
from arcwalk.training.kept_results import save_each
from arcwalk.training.setting import Setting
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.word_classes import PUNCTUATION

SUBSETS = (10, 20, 40)  # numbers of families to try, besides all
HELD_OUT = 5  # every fifth sentence is held out to choose the families on
_RIDGE = 1.0
_STEPS = 30
_ALONE = (0.2, 0.5, 1.0)  # weights to try when families are ranked one by one


def learn_reranker(
    treebank: EncodedTreebank,
    families: Conditionals,
    grammar_of: Callable[[int], VineGrammar],
    folds: Folds,
    options: VineOptions,
    setting: Setting,
) -> Reranker | None:
    """The reranker, if it corrects errors in held-out sentences; `grammar_of` gives the grammar of a fold."""
    corpus, encoder, progress = treebank.corpus, treebank.encoder, setting.progress
    if len(corpus) < HELD_OUT:
        return None
    table = family_table(families, encoder)
    separator = find_separator(corpus)

    def find(fold: int) -> Packed:
        return {}, _fold_lists(corpus, table, separator, grammar_of(fold), fold, folds, options)

    def in_order(results: list[StageResult]) -> list[Lists]:
        counts = [len(folds.members(fold)) for fold in folds]
        features = BASE + len(families.joint)
        lists = [_take_lists(result.arrays, count, features) for result, count in zip(results, counts, strict=True)]
        return folds.in_order([[_list_of(own, i) for i in range(len(own.start) - 1)] for own in lists])

    of_folds = [f"k-best lists {fold}" for fold in folds]
    every = save_each(of_folds, find, in_order, setting.checkpoint).run("k-best lists", setting, "folds")
    weighted = [_counting(own, weight) for own, weight in zip(every, corpus.weights.tolist(), strict=True)]
    held_out = _join(every[::HELD_OUT])
    others = _join([own for i, own in enumerate(weighted) if i % HELD_OUT])
    ranked = _rank_families(others)
    names = {size: f"reranker of {size} families" for size in (*SUBSETS, len(ranked))}
    kept = {size for size, name in names.items() if setting.checkpoint.get(name)}
    progress.stage("reranker", len(names) + 1, "sets of features", len(kept))
    tried = []
    for size, name in names.items():
        result = setting.checkpoint.get_or_compute(name, partial(_learn_weights, others, ranked[:size]))
        weights = result.arrays.take("weights", np.float64, (BASE + min(size, len(ranked)),))
        tried.append((_errors(held_out, ranked[:size], weights), size))
        if size not in kept:
            progress.advance()
    errors, size = min(tried)
    before = _errors(held_out, [], np.ones(BASE))
    progress.say(
        f"reranker: {size} of {len(ranked)} feature families; corrects {before - errors:.0f} of {before:.0f} errors in "
        f"{len(held_out.start) - 1} held-out sentences",
        families=size,
        errors_before=before,
        errors=errors,
    )
    if errors >= before:
        progress.advance()
        return None
    chosen = ranked[:size]
    _, learned = _learn_weights(_join(weighted), chosen)
    progress.advance()
    counts = count_families(corpus, gold_parts(corpus, separator), family_table(families.select(chosen), encoder))
    return Reranker(encoder, families, chosen, counts, separator, learned["weights"])


def gold_parts(corpus: Corpus, separator: int) -> Events:
    """The parts of all words of the treebank."""
    of_sentences = []
    for i in range(len(corpus)):
        codes, heads, labels = corpus.sentence(i)
        parts = np.empty((len(heads), WIDTH), dtype=np.int64)
        tree_parts(codes, heads, labels, separator, parts)
        of_sentences.append(np.insert(parts[1:], 0, i, axis=1))
    every = np.concatenate(of_sentences)
    return Events(every[:, : 1 + ROLES].copy(), every[:, 1 + ROLES :].copy())


def count_families(corpus: Corpus, parts: Events, table: PartTable) -> Lookup:
    """The counts that `family_values` reads."""
    keys, values, total = [], [], int(parts.weights(corpus).sum())
    for counts in count_events(corpus, parts, table):
        for some, numbers in (
            (counts.joint, counts.pair_count),
            (counts.context, counts.context_count),
            (counts.context + KINDS, counts.context_kinds),
            (counts.outcome, counts.outcome_count / total),
        ):
            distinct, first = np.unique(some, return_index=True)
            keys.append(distinct)
            values.append(numbers[first])
    return make_lookup(np.concatenate(keys), np.concatenate(values))


def _fold_lists(
    corpus: Corpus,
    table: PartTable,
    separator: int,
    grammar: VineGrammar,
    fold: int,
    folds: Folds,
    options: VineOptions,
) -> Arrays:
    """The lists of a fold's sentences, by a grammar and by counts that have not seen them."""
    others = folds.training_part(corpus, fold)
    counts = count_families(others, gold_parts(others, separator), table)
    lists = [_rerank_list(corpus, i, grammar, counts, table, separator, options) for i in folds.members(fold)]
    return dict(_join(lists)._asdict())


def _rerank_list(
    corpus: Corpus,
    i: int,
    grammar: VineGrammar,
    counts: Lookup,
    table: PartTable,
    separator: int,
    options: VineOptions,
) -> Lists:
    """The features of a sentence's k-best list, and the errors: the mean of wrong heads and wrong labeled arcs."""
    codes, gold, gold_labels = corpus.sentence(i)
    free = np.full_like(gold, -1)
    trees = grammar.k_best(codes, free, free, options.trees, options.k)
    parts, numbers = list_parts(codes, trees.heads, trees.labels, separator)
    part_values = family_values(codes, parts, table, counts)
    values = np.array([part_values[own].sum(axis=0) for own in numbers])
    scored = codes[: len(gold), 1] != PUNCTUATION
    scored[0] = False
    wrong_heads = (trees.heads != gold) & scored
    wrong_labels = (trees.labels != gold_labels) & scored
    errors = 0.5 * (wrong_heads.sum(axis=1) + (wrong_heads | wrong_labels).sum(axis=1))
    features = np.hstack((trees.log_probabilities, values)).astype(np.float32)
    return Lists(np.array([0, len(errors)]), features, errors)


def _take_lists(arrays: StoredArrays, count: int, features: int) -> Lists:
    """So many lists, none of them empty, from the checkpoint."""
    values = arrays.take("values", np.float32, (ANY, features))
    start = arrays.take("start", np.int64, (count + 1,), 0, len(values))
    if start[0] or start[-1] != len(values) or not (start[:-1] < start[1:]).all():
        raise arrays.source.damaged("the k-best lists do not fit together")
    return Lists(start, values, arrays.take("errors", np.float64, (len(values),), 0))


def _list_of(lists: Lists, i: int) -> Lists:
    """One of several lists."""
    first, last = lists.start[i : i + 2]
    return Lists(np.array([0, last - first]), lists.values[first:last], lists.errors[first:last])


def _counting(lists: Lists, weight: int) -> Lists:
    """The lists as learners see those that count so often: the risk is linear in the errors."""
    return lists._replace(errors=weight * lists.errors)


def _join(lists: Sequence[Lists]) -> Lists:
    """Single lists in one record."""
    return Lists(
        np.cumsum([0, *(len(own.errors) for own in lists)]),
        np.concatenate([own.values for own in lists]),
        np.concatenate([own.errors for own in lists]),
    )


def _with_families(lists: Lists, chosen: Sequence[int]) -> Lists:
    """The lists with the features of some families only."""
    columns = [*range(BASE), *(BASE + family for family in chosen)]
    return lists._replace(values=np.ascontiguousarray(lists.values[:, columns]))


def _rank_families(lists: Lists) -> list[int]:
    """The families, best first by how well each ranks lists with nothing but the log probabilities beside it."""
    errors = []
    for family in range(lists.values.shape[1] - BASE):
        one = _with_families(lists, [family])
        errors.append(min(errors_of_best(one, np.array([1.0] * BASE + [weight])).sum() for weight in _ALONE))
    ranked: list[int] = np.argsort(errors, kind="stable").tolist()
    return ranked


def _learn_weights(lists: Lists, chosen: Sequence[int]) -> Packed:
    """The weights of log probabilities and some families."""
    origin = np.zeros(BASE + len(chosen))
    origin[:BASE] = 1.0
    *_, weights = anneal_risk(_with_families(lists, chosen), origin, ridge=_RIDGE, steps=_STEPS)
    return {}, {"weights": weights}


def _errors(lists: Lists, chosen: Sequence[int], weights: Scores) -> float:
    """The errors of the best trees by these weights."""
    return float(errors_of_best(_with_families(lists, chosen), weights).sum())
