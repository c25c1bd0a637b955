"""A joint decoding problem: sentences, groups of words that are to agree, and both as kernels read them."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Integers, Numbers, Scores, Starts
from arcwalk.consistency.kernels.agreement import Field
from arcwalk.consistency.kernels.redecoding import Choices
from arcwalk.systems.protocol import AdjustableSentence


class Group(NamedTuple):
    """Words that are to agree, as (sentence, word from 1), and how many words with a given tag belong to them."""

    words: Sequence[tuple[int, int]]
    observed: Mapping[int, float]


@dataclass(frozen=True)
class JointProblem:
    """Sentences, the tag that each choice of their words stands for, groups of words, and what agreement earns."""

    sentences: Sequence[AdjustableSentence]
    choice_tags: Sequence[Integers]
    groups: Sequence[Group]
    rewards: Scores  # see `rewards`
    is_exact: bool = True  # whether sentence models find the best; a sentence for which one cannot is lifted
    blamed: Callable[[int], AbstractContextManager[object]] = nullcontext  # lets an error name the sentence


class Members(NamedTuple):
    """The words of all groups, in the order of sentences; a word is a member of each of its groups.

    Where their choices are, and the options that these stand for, is in `choices`.
    """

    sentence: Numbers
    word: Numbers
    group: Numbers
    choices: Choices


def members_of(problem: JointProblem) -> tuple[Members, Field]:
    """All members, and the groups as the kernel reads them."""
    triples = sorted((*word, group) for group, each in enumerate(problem.groups) for word in each.words)
    sentence, word, group = np.array(triples, dtype=np.int64).reshape(-1, 3).T.copy()
    # The choices of all sentences in one row, and the options that they stand for: the distinct tags of a word.
    starts = [model.start for model in problem.sentences]
    sizes = np.cumsum([0, *(start[-1] for start in starts)])
    tags = np.concatenate([*problem.choice_tags, np.empty(0, dtype=np.int32)])
    word_start = np.concatenate([*(size + start[:-1] for size, start in zip(sizes, starts, strict=False)), sizes[-1:]])
    first_word = np.cumsum([0, *(len(start) - 1 for start in starts)])
    word_of_choice = np.repeat(np.arange(len(word_start) - 1), np.diff(word_start))
    options, option_of_choice = np.unique(word_of_choice * len(problem.rewards) + tags, return_inverse=True)
    option_tag, option_word = options % len(problem.rewards), options // len(problem.rewards)
    word_options = np.searchsorted(option_word, np.arange(len(word_start)))
    # Each member has its own copy of the options of its word, with multipliers of their own.
    own_word = first_word[sentence] + word
    start = np.concatenate([[0], np.cumsum(np.diff(word_start)[own_word])])
    option_start = np.concatenate([[0], np.cumsum(np.diff(word_options)[own_word])])
    choice = _ranges(word_start[own_word], np.diff(start))
    copied = _ranges(word_options[own_word], np.diff(option_start))
    shift = np.repeat(option_start[:-1] - word_options[own_word], np.diff(start))
    order = np.argsort(group, kind="stable")
    tag = option_tag[copied].astype(np.int32)
    label_start, label = _labels(problem, np.repeat(group, np.diff(option_start)), tag)
    field = Field(
        start=np.searchsorted(group[order], np.arange(len(problem.groups) + 1)),
        word=order,
        option_start=option_start,
        tag=tag,
        label_start=label_start,
        label=label,
        rewards=np.ascontiguousarray(problem.rewards),
    )
    choices = Choices(
        start=sizes,
        word=word_of_choice,
        alone=np.full(len(word_start) - 1, -1),
        member_start=np.searchsorted(sentence, np.arange(len(starts) + 1)),
        option_start=start,
        choice=choice,
        option=option_of_choice[choice] + shift,
    )
    return Members(sentence, word, group, choices), field


def _labels(problem: JointProblem, group: Numbers, tag: Integers) -> tuple[Starts, Integers]:
    """The consensuses of each group that can be best: tags that one of its words can have, and none at all.

    Any other earns what close words earn; with a tag of theirs instead, none of them earns less.
    """
    labels = problem.rewards.shape[1]
    observed = [number * labels + t for number, each in enumerate(problem.groups) for t in each.observed]
    none = np.arange(1, len(problem.groups) + 1) * labels - 1
    pairs = np.unique(np.concatenate([group * labels + tag, np.array(observed, dtype=np.int64), none]))
    start = np.searchsorted(pairs, np.arange(len(problem.groups) + 1) * labels)
    return start, (pairs % labels).astype(np.int32)


def _ranges(first: Numbers, lengths: Numbers) -> Numbers:
    """So many numbers from each first one on, one after the other."""
    before: Numbers = np.cumsum(lengths) - lengths
    found: Numbers = np.arange(lengths.sum()) + np.repeat(first - before, lengths)
    return found
