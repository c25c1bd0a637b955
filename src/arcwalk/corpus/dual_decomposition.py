"""Joint decoding of sentences whose words are to agree: dual decomposition (Figure 2 of the paper).

Sentences and groups of words are decoded apart, and Lagrange multipliers bring them to agree on each word's tag. If
they do everywhere, what was found is the best of all joint solutions (theorem 1). Two things differ from the paper:

- Multipliers are on the tag of a word's head, not on the head: a consensus sees no more than that. Less has to agree,
  and the joint solutions and their scores are the same.
- They move against the difference of the two solutions, u - α(z - y): with the plus sign in Figure 2 the dual rises.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Numbers, Scores
from arcwalk.corpus.agreement import Field, agree
from arcwalk.corpus.sentence_models import SentenceModel
from arcwalk.systems.progress import Progress, Silence


class Group(NamedTuple):
    """Words that are to agree, as (sentence, word from 1), and how many words with a given tag belong to them."""

    words: list[tuple[int, int]]
    observed: dict[int, int]


@dataclass(frozen=True)
class Corpus:
    """Sentences, the tag that each choice of their words stands for, groups of words, and what agreement earns."""

    sentences: Sequence[SentenceModel]
    choice_tags: Sequence[Numbers]
    groups: Sequence[Group]
    rewards: Scores  # see `TagSet.rewards`


class Iteration(NamedTuple):
    """What one iteration did."""

    decoded: int  # sentences
    solved: int  # groups
    disagreeing: int  # words whose sentence and group differ after it
    dual: float
    seconds: float


@dataclass(frozen=True)
class Joint:
    """What was found, and how sure that is."""

    first: list[Numbers]  # the choices of each sentence without regard to any other
    chosen: list[Numbers]  # the joint ones
    consensus: Numbers  # of each group: a tag, or the number of tags where there is none
    lifted: list[int]  # sentences that take no part, because no agreement was found with them
    is_exact: bool  # whether this is certainly the best joint solution for all other sentences
    iterations: list[Iteration]


def decode_jointly(
    corpus: Corpus, *, step: float, iterations: int, lazily: bool = True, progress: Progress | None = None
) -> Joint:
    """Bring sentences and groups to agree, within so many iterations; then lift sentences that do not, until all do."""
    search = _Search(corpus, step, lazily)
    progress = progress or Silence()
    progress.stage("consistency", iterations)
    rounds = 0
    while True:
        for number in range(iterations if rounds == 0 else max(1, iterations // 4)):
            done = search.iterate()
            if rounds == 0:
                progress.advance()
            progress.note(f"iteration {len(search.log)}: {done.decoded:,} sentences, {done.disagreeing:,} words differ")
            if done.disagreeing == 0:
                return search.result()
        search.lift()
        rounds += 1


class _Search:
    """Multipliers, the current solutions on both sides, and what has to be solved again."""

    def __init__(self, corpus: Corpus, step: float, lazily: bool) -> None:
        self.corpus, self.step, self.lazily = corpus, step, lazily
        members = sorted((*word, group) for group, each in enumerate(corpus.groups) for word in each.words)
        count = len(corpus.sentences)
        self.sentence = np.array([sentence for sentence, _, _ in members], dtype=np.int64)
        self.position = np.array([position for _, position, _ in members], dtype=np.int64)
        self.group = np.array([group for _, _, group in members], dtype=np.int64)
        self.words = np.searchsorted(self.sentence, np.arange(count + 1))  # where those of each sentence begin
        self.options = [np.full(len(tags), -1, dtype=np.int64) for tags in corpus.choice_tags]  # of each choice
        option_start, tags = [0], []
        for sentence, position in zip(self.sentence.tolist(), self.position.tolist(), strict=True):
            start = corpus.sentences[sentence].start
            choices = slice(start[position], start[position + 1])
            distinct, inverse = np.unique(corpus.choice_tags[sentence][choices], return_inverse=True)
            self.options[sentence][choices] = option_start[-1] + inverse
            tags += distinct.tolist()
            option_start.append(len(tags))
        order = np.argsort(self.group, kind="stable")
        observed = np.zeros((len(corpus.groups), len(corpus.rewards)))
        for group, each in enumerate(corpus.groups):
            for tag, number in each.observed.items():
                observed[group, tag] = number
        self.field = Field(
            start=np.searchsorted(self.group[order], np.arange(len(corpus.groups) + 1)),
            word=order,
            option_start=np.array(option_start, dtype=np.int64),
            tag=np.array(tags, dtype=np.int32),
            observed=observed,
            rewards=np.ascontiguousarray(corpus.rewards),
        )
        self.multipliers = np.zeros(len(tags))
        self.lifted = np.zeros(len(members), dtype=np.bool_)
        self.consensus = observed.argmax(axis=1)
        self.group_score = np.zeros(len(corpus.groups))
        self.sentence_score = np.zeros(count)
        self.chosen: list[Numbers] = [np.empty(0, dtype=np.int64)] * count
        self.first: list[Numbers] = []
        self.in_sentence = np.zeros(len(members), dtype=np.int64)  # the option that the sentence of each word chooses
        self.in_group = np.zeros(len(members), dtype=np.int64)  # and that its group chooses
        self.dirty_sentences, self.dirty_groups = np.arange(count), np.arange(len(corpus.groups))
        self.increases = 0
        self.gain = float(corpus.rewards.max() - corpus.rewards.min())
        self.log: list[Iteration] = []

    def iterate(self) -> Iteration:
        """Solve both sides, then move the multipliers where they differ."""
        started = time.perf_counter()
        for sentence in self.dirty_sentences.tolist():
            self._decode(sentence)
        if not self.first:
            self.first = list(self.chosen)
            self._lift_inexact()
        agree(
            self.field,
            self.dirty_groups,
            self.lifted,
            self.multipliers,
            self.in_sentence,
            self.consensus,
            self.group_score,
            self.in_group,
        )
        dual = float(self.group_score.sum() + self.sentence_score.sum())
        if self.log and dual > self.log[-1].dual:
            self.increases += 1
        differ = np.flatnonzero((self.in_sentence != self.in_group) & ~self.lifted)
        done = (len(self.dirty_sentences), len(self.dirty_groups), len(differ), dual)
        self._move(differ)
        self.log.append(Iteration(*done, time.perf_counter() - started))
        return self.log[-1]

    def _decode(self, sentence: int) -> None:
        words = slice(self.words[sentence], self.words[sentence + 1])
        options = self.options[sentence]
        adjustments = None
        if self.first and len(self.in_sentence[words]):
            adjustments = np.where(options >= 0, -self.multipliers[options], 0.0)
        slack = self.gain * (words.stop - words.start)
        chosen, score = self.corpus.sentences[sentence].best(adjustments, slack)
        self.chosen[sentence], self.sentence_score[sentence] = chosen, score
        self.in_sentence[words] = options[chosen[self.position[words] - 1]]

    def _move(self, differ: Numbers) -> None:
        """Make it costlier for both sides to differ; Koo et al. (2010): by less, each time the dual has risen."""
        step = self.step / (1 + self.increases)
        self.multipliers[self.in_group[differ]] -= step
        self.multipliers[self.in_sentence[differ]] += step
        if self.lazily:
            self.dirty_sentences, self.dirty_groups = np.unique(self.sentence[differ]), np.unique(self.group[differ])

    def _lift_inexact(self) -> None:
        pass

    def lift(self) -> None:
        """Let the sentences that still differ go their own way."""
        differ = np.flatnonzero((self.in_sentence != self.in_group) & ~self.lifted)
        sentences = np.unique(self.sentence[differ])
        words = np.isin(self.sentence, sentences)
        self.lifted |= words
        self.increases = 0
        for sentence in sentences.tolist():
            self.chosen[sentence] = self.first[sentence]
        self.dirty_sentences = np.empty(0, dtype=np.int64)
        self.dirty_groups = np.unique(self.group[words])

    def result(self) -> Joint:
        lifted = np.unique(self.sentence[self.lifted]).tolist()
        return Joint(self.first, self.chosen, self.consensus, lifted, True, self.log)
