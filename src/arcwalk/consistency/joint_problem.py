"""The joint decoding problem: sentence-level models and consistency constraints, and the arrays that kernels read."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Integers, Numbers, Scores, Starts
from arcwalk.consistency.kernels.consensus_mrf import ConsensusMrf
from arcwalk.consistency.kernels.lazy_decoding import CorpusChoices
from arcwalk.models.protocol import AdjustableSentence


class Constraint(NamedTuple):
    """Words that share a consensus, as (sentence, word from 1), and counts of the tags observed in training."""

    words: Sequence[tuple[int, int]]
    observed: Mapping[int, float]
    weight: float = 1.0  # factor of its rewards


@dataclass(frozen=True)
class JointProblem:
    """Sentence-level models, the tag that each of their choices stands for, constraints and rewards."""

    sentences: Sequence[AdjustableSentence]
    choice_tags: Sequence[Integers]
    constraints: Sequence[Constraint]
    rewards: Scores  # see `rewards_of`
    is_exact: bool = True  # whether models find the best solution; sentences for which one cannot are then lifted
    blamed: Callable[[int], AbstractContextManager[object]] = nullcontext  # adds the sentence to an error


class WordNodes(NamedTuple):
    """The word nodes of the MRF in the order of sentences; a word has one node per constraint."""

    sentence: Numbers
    word: Numbers
    constraint: Numbers
    choices: CorpusChoices


def rewards_of(coarse: Sequence[str], same: float, close: float, off: float) -> Scores:
    """(tags, tags + 1): the reward of a tag (row) for each consensus (column), the last of which is NULL.

    δ1 (`same`) for the same tag, δ2 (`close`) for another one with the same coarse tag, δ3 (`off`) for NULL, else 0.
    """
    names = np.array(coarse, dtype=object)
    rewards = np.where(names[:, None] == names[None, :], close, 0.0)
    np.fill_diagonal(rewards, same)
    return np.column_stack([rewards, np.full(len(names), off)])


def build_mrf(problem: JointProblem) -> tuple[WordNodes, ConsensusMrf]:
    """The word nodes, and the MRF that they belong to."""
    triples = sorted((*word, number) for number, each in enumerate(problem.constraints) for word in each.words)
    sentence, word, constraint = np.array(triples, dtype=np.int64).reshape(-1, 3).T.copy()
    # The choices of all sentences, concatenated, and the states they stand for: the distinct tags of a word.
    starts = [model.start for model in problem.sentences]
    sizes = np.cumsum([0, *(start[-1] for start in starts)])
    tags = np.concatenate([*problem.choice_tags, np.empty(0, dtype=np.int32)])
    word_start = np.concatenate([*(size + start[:-1] for size, start in zip(sizes, starts, strict=False)), sizes[-1:]])
    first_word = np.cumsum([0, *(len(start) - 1 for start in starts)])
    word_of_choice = np.repeat(np.arange(len(word_start) - 1), np.diff(word_start))
    states, state_of_choice = np.unique(word_of_choice * len(problem.rewards) + tags, return_inverse=True)
    state_tag, state_word = states % len(problem.rewards), states // len(problem.rewards)
    word_states = np.searchsorted(state_word, np.arange(len(word_start)))
    # Each node has its own copy of the states of its word, with its own multipliers.
    own_word = first_word[sentence] + word
    choice_start = np.concatenate([[0], np.cumsum(np.diff(word_start)[own_word])])
    state_start = np.concatenate([[0], np.cumsum(np.diff(word_states)[own_word])])
    choice = _ranges(word_start[own_word], np.diff(choice_start))
    shift = np.repeat(state_start[:-1] - word_states[own_word], np.diff(choice_start))
    order = np.argsort(constraint, kind="stable")
    tag = state_tag[_ranges(word_states[own_word], np.diff(state_start))].astype(np.int32)
    value_start, value = _values(problem, np.repeat(constraint, np.diff(state_start)), tag)
    mrf = ConsensusMrf(
        start=np.searchsorted(constraint[order], np.arange(len(problem.constraints) + 1)),
        node=order,
        state_start=state_start,
        tag=tag,
        value_start=value_start,
        value=value,
        rewards=np.ascontiguousarray(problem.rewards),
        weight=np.array([each.weight for each in problem.constraints], dtype=np.float64),
    )
    choices = CorpusChoices(
        start=sizes,
        word=word_of_choice,
        independent=np.full(len(word_start) - 1, -1),
        node_start=np.searchsorted(sentence, np.arange(len(starts) + 1)),
        choice_start=choice_start,
        choice=choice,
        state=state_of_choice[choice] + shift,
    )
    return WordNodes(sentence, word, constraint, choices), mrf


def _values(problem: JointProblem, constraint: Numbers, tag: Integers) -> tuple[Starts, Integers]:
    """The values each consensus node can best take: tags of its words, and NULL.

    Any other value only scores δ2 for close words, and one of their tags scores at least as much.
    """
    values = problem.rewards.shape[1]
    observed = [number * values + t for number, each in enumerate(problem.constraints) for t in each.observed]
    null = np.arange(1, len(problem.constraints) + 1) * values - 1
    pairs = np.unique(np.concatenate([constraint * values + tag, np.array(observed, dtype=np.int64), null]))
    start = np.searchsorted(pairs, np.arange(len(problem.constraints) + 1) * values)
    return start, (pairs % values).astype(np.int32)


def _ranges(first: Numbers, lengths: Numbers) -> Numbers:
    """Ranges of consecutive numbers, given by their first numbers and lengths, concatenated."""
    before: Numbers = np.cumsum(lengths) - lengths
    ranges: Numbers = np.arange(lengths.sum()) + np.repeat(first - before, lengths)
    return ranges
