"""Joint decoding of sentences whose words are to agree: dual decomposition (Figure 2 of the paper).

Sentences and groups of words are decoded apart, and Lagrange multipliers bring them to agree on each word's tag. If
they do everywhere, what was found is the best of all joint solutions (theorem 1). Some things differ from the paper:

- Multipliers are on the tag of a word's head, not on the head: a consensus sees no more than that. Less has to agree,
  and the joint solutions and their scores are the same.
- They move against the difference of the two solutions, u - α(z - y): with the plus sign of Figure 2 the dual rises.
- A word may be in several groups. Each group has multipliers of its own, and the sentence sees their sum.
- Pruning is confirmed: once all agree, whole charts must find nothing better than pruned ones did, or replace them.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np

from arcwalk.arrays import Booleans, Numbers, Scores
from arcwalk.consistency.joint_problem import JointProblem, members_of
from arcwalk.consistency.kernels.agreement import EQUAL, agree, count_all, count_in, move
from arcwalk.consistency.kernels.redecoding import adjust
from arcwalk.systems.progress import Progress, Silence
from arcwalk.systems.threads import in_threads

PRUNED = 30  # rewards that a solution may score less than the best one without being pruned

Found = TypeVar("Found")


class Iteration(NamedTuple):
    """What one iteration did."""

    sentences: int  # decoded
    groups: int  # solved
    differing: int  # words whose sentence and group differ after it
    dual: float
    seconds: float


@dataclass(frozen=True)
class JointSolution:
    """What was found, and how sure that is."""

    alone: list[Numbers]  # the choices of each sentence without regard to any other
    chosen: list[Numbers]  # the joint ones
    consensus: Numbers  # of each group: a tag, or the number of tags where there is none
    lifted: list[int]  # sentences that are as they were alone, because no agreement was found with them
    is_exact: bool  # whether this is certainly the best joint solution of all sentences that are not lifted
    iterations: list[Iteration]


def decode_jointly(
    problem: JointProblem,
    *,
    step: float,
    iterations: int,
    lazily: bool = True,
    jobs: int = 1,
    progress: Progress | None = None,
) -> JointSolution:
    """Bring sentences and groups to agree, within so many iterations; then lift sentences that do not, until all do.

    `lazily`, only sentences and groups whose multipliers have changed are solved again; nothing else depends on it.
    Nothing depends on `jobs`, the number of threads that decode sentences.
    """
    progress = progress or Silence()
    progress.stage("consistency", iterations)
    search = _Search(problem, step, lazily, jobs)
    left = iterations
    while True:
        done = search.iterate()
        left -= 1
        progress.advance()
        progress.note(f"iteration {len(search.log)}: {done.sentences:,} sentences, {done.differing:,} words differ")
        if not done.differing:
            if search.is_confirmed():
                return search.solution()
        elif left > 0:
            continue
        else:
            search.lift_differing()
        left = (iterations + 1) // 2


class _Search:
    """Multipliers, the current solutions on both sides, and what has to be solved again."""

    def __init__(self, problem: JointProblem, step: float, lazily: bool, jobs: int) -> None:
        self.problem, self.step, self.lazily, self.jobs = problem, step, lazily, jobs
        self.members, self.field = members_of(problem)
        count = len(self.members.sentence)
        self.multipliers = np.zeros(len(self.field.tag))
        self.label_scores = self._first_scores()
        self.rises = 0  # of the dual
        self.alone: list[Numbers] = []
        self.chosen: list[Numbers] = [np.empty(0, dtype=np.int64)] * len(problem.sentences)
        self.sentence_score = np.zeros(len(problem.sentences))
        self.consensus = np.array([_most(each.observed) for each in problem.groups], dtype=np.int64)
        self.group_score = np.zeros(len(problem.groups))
        self.in_sentence = np.zeros(count, dtype=np.int64)  # the option that its sentence chooses for each member
        self.in_group = np.zeros(count, dtype=np.int64)  # and that its group chooses
        self.is_lifted: Booleans = np.zeros(count, dtype=np.bool_)
        self.lifted: set[int] = set()
        self.losses = np.zeros(self.members.choices.start[-1])  # what each choice costs its sentence at least
        self.is_judged: Booleans = np.zeros(len(problem.sentences), dtype=np.bool_)  # whether that is known
        self.is_pruned: Booleans = np.zeros(len(problem.sentences), dtype=np.bool_)
        self.adjustments = np.zeros(len(self.losses))
        self.range_of_rewards = float(problem.rewards.max(initial=0) - problem.rewards.min(initial=0))
        self.stale_sentences = np.arange(len(problem.sentences))
        self.is_stale: Booleans = np.ones(len(problem.groups), dtype=np.bool_)  # groups
        self.log: list[Iteration] = []

    def iterate(self) -> Iteration:
        """Solve both sides, then move the multipliers where they differ."""
        started = time.perf_counter()
        before = self.in_sentence.copy()
        if self.log:
            self._decode_again()
        else:
            self._decode_alone()
        self.is_stale[self.members.group[self.in_sentence != before]] = True  # it decides between equals
        stale_groups = np.flatnonzero(self.is_stale)
        agree(
            self.field,
            stale_groups,
            self.multipliers,
            self.label_scores,
            self.in_sentence,
            self.consensus,
            self.group_score,
            self.in_group,
        )
        dual = float(self.group_score.sum() + self.sentence_score.sum())
        if self.log and dual > self.log[-1].dual:
            self.rises += 1
        differing = self._differing()
        counts = (len(self.stale_sentences), len(stale_groups), len(differing))
        self._move(differing)
        self.log.append(Iteration(*counts, dual, time.perf_counter() - started))
        return self.log[-1]

    def lift_differing(self) -> None:
        """Let a quarter of the sentences that differ go their own way, those that differ most; and begin anew.

        Steps are long again, so that the others can settle: many of them agree now.
        """
        counts = Counter(self.members.sentence[self._differing()].tolist())
        self._lift({sentence for sentence, _ in counts.most_common(max(1, len(counts) // 4))})
        self.rises = 0

    def is_confirmed(self) -> bool:
        """Whether no sentence has a better solution among those that were pruned; else it gets all of them back."""
        choices = self.members.choices
        pruned = np.setdiff1d(np.flatnonzero(self.is_pruned), list(self.lifted))
        can_change = np.empty(len(pruned), dtype=np.bool_)
        adjust(choices, pruned, self.multipliers, self.losses, self.adjustments, can_change)
        doubtful = pruned[can_change]
        self.is_pruned[doubtful] = False
        found = self._each(lambda s: self.problem.sentences[s].best_of_all(self._own(s)).score, doubtful.tolist())
        better = doubtful[np.fromiter(found, dtype=np.float64) > self.sentence_score[doubtful] + EQUAL]
        self.stale_sentences = np.union1d(self.stale_sentences, better)
        return not len(better)

    def solution(self) -> JointSolution:
        """What stands now, where nothing differs."""
        return JointSolution(
            self.alone, self.chosen, self.consensus, sorted(self.lifted), self.problem.is_exact, self.log
        )

    def _first_scores(self) -> Scores:
        """The score of each consensus of each group before multipliers move."""
        field = self.field
        scores = np.zeros(len(field.label))
        for number, each in enumerate(self.problem.groups):
            own = slice(field.label_start[number], field.label_start[number + 1])
            for tag, count in each.observed.items():
                scores[own] += count * field.rewards[tag, field.label[own]]
        count_all(field, self.members.group, self.multipliers, scores)
        return scores

    def _decode_alone(self) -> None:
        """The first time, without multipliers."""
        choices, models = self.members.choices, self.problem.sentences
        for sentence, best in enumerate(self._each(lambda s: models[s].best(None), range(len(models)))):
            self._set(sentence, *best)
            first = choices.start[sentence]
            choices.alone[choices.word[first + self.chosen[sentence]]] = first + self.chosen[sentence]
        self.alone, self.alone_score = list(self.chosen), self.sentence_score.copy()
        self.alone_option = self.in_sentence.copy()
        if self.problem.is_exact:
            self._lift({s for s, model in enumerate(models) if not model.is_exact})

    def _decode_again(self) -> None:
        """Only sentences whose multipliers have changed, and of these, only those that they could change."""
        choices, models, stale = self.members.choices, self.problem.sentences, self.stale_sentences
        self._judge(stale[~self.is_judged[stale]])
        can_change = np.empty(len(stale), dtype=np.bool_)
        adjust(choices, stale, self.multipliers, self.losses, self.adjustments, can_change)
        for sentence in stale[~can_change].tolist():
            members = slice(*choices.member_start[sentence : sentence + 2])
            alone = self.chosen[sentence] = self.alone[sentence]
            self.sentence_score[sentence] = self.alone_score[sentence] + self._own(sentence)[alone].sum()
            self.in_sentence[members] = self.alone_option[members]
        changing = stale[can_change].tolist()
        for sentence, best in zip(changing, self._each(lambda s: models[s].best(self._own(s)), changing), strict=True):
            self._set(sentence, *best)

    def _judge(self, sentences: Numbers) -> None:
        """Find out what choices cost some sentences, which may prune them on this occasion."""
        choices, slack = self.members.choices, PRUNED * self.range_of_rewards
        at_stake = np.diff(choices.member_start)[sentences] * self.range_of_rewards  # if all words agree, at most
        self.is_judged[sentences] = True
        self.is_pruned[sentences] = slack < at_stake  # otherwise, what is pruned could never be worth it
        slacks = dict(zip(sentences.tolist(), np.minimum(slack, at_stake).tolist(), strict=True))
        judged = self._each(lambda s: self.problem.sentences[s].losses(slacks[s]), slacks)
        for sentence, losses in zip(slacks, judged, strict=True):
            if losses is not None:
                self.losses[choices.start[sentence] : choices.start[sentence + 1]] = losses

    def _each(self, work: Callable[[int], Found], sentences: Iterable[int]) -> Iterator[Found]:
        """What is found for each of some sentences, in threads; an error names its sentence."""

        def blamed(sentence: int) -> Found:
            with self.problem.blamed(sentence):
                return work(sentence)

        return in_threads(blamed, sentences, self.jobs)

    def _own(self, sentence: int) -> Scores:
        """What multipliers add to the scores of the choices of a sentence."""
        start = self.members.choices.start
        return self.adjustments[start[sentence] : start[sentence + 1]]

    def _set(self, sentence: int, chosen: Numbers, score: float) -> None:
        """Keep what a sentence chooses."""
        choices = self.members.choices
        self.chosen[sentence], self.sentence_score[sentence] = chosen, score
        members = slice(*choices.member_start[sentence : sentence + 2])
        words, start = self.members.word[members], self.problem.sentences[sentence].start
        self.in_sentence[members] = choices.option[
            choices.option_start[:-1][members] + chosen[words - 1] - start[words]
        ]

    def _differing(self) -> Numbers:
        return np.flatnonzero((self.in_sentence != self.in_group) & ~self.is_lifted)

    def _move(self, differing: Numbers) -> None:
        """Make differing worth less to both sides; by Koo et al. (2010), steps are shorter each time the dual rises."""
        step = np.full(len(differing), self.step / (1 + self.rises))
        sides = self.in_group[differing], self.in_sentence[differing]
        groups = self.members.group[differing]
        move(self.field, differing, groups, *sides, step, self.multipliers, self.label_scores)
        if self.lazily:
            is_stale = np.zeros(len(self.chosen), dtype=np.bool_)
            is_stale[self.members.sentence[differing]] = True
            self.stale_sentences = np.flatnonzero(is_stale)
            self.is_stale[:] = False
            self.is_stale[groups] = True

    def _lift(self, sentences: set[int]) -> None:
        """Take sentences out of all groups, with the choices that they make alone."""
        if not sentences:
            return
        self.lifted |= sentences
        words = np.isin(self.members.sentence, list(sentences)) & ~self.is_lifted
        self.is_lifted |= words
        for word in np.flatnonzero(words).tolist():
            count_in(self.field, word, self.members.group[word], -1.0, self.multipliers, self.label_scores)
        for sentence in sentences:
            self.chosen[sentence] = self.alone[sentence]
        self.is_stale[self.members.group[words]] = True
        self.stale_sentences = np.setdiff1d(self.stale_sentences, list(sentences))


def _most(observed: Mapping[int, float]) -> int:
    return max(observed, key=observed.__getitem__, default=-1)
