"""Joint decoding by dual decomposition (Figure 2).

Sentences and the MRF of constraints are solved separately, and Lagrange multipliers drive them to agree on each word's
tag. Once they agree everywhere, the solution is certified to be the best joint one (theorem 1). Differences from the
paper:

- Multipliers are on the tag of a word's head, not on the head, since a consensus sees nothing else. Fewer variables
  have to agree; joint solutions and their scores are the same.
- They move against the difference of the two solutions, u - α(z - y): with the plus sign of Figure 2 the dual rises.
- A word may have several constraints. Each has multipliers of its own, and the sentence sees their sum.
- Pruning is verified: once all agree, unpruned charts must not find anything better.
- Sentences that never agree are lifted: released from their constraints.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np

from arcwalk.arrays import Booleans, Numbers, Scores
from arcwalk.consistency.joint_problem import JointProblem, build_mrf
from arcwalk.consistency.kernels.consensus_mrf import EQUAL, add_node, add_nodes, move_multipliers, solve
from arcwalk.consistency.kernels.lazy_decoding import adjust
from arcwalk.threads import apart, in_threads
from arcwalk.training.progress import Progress, Silence

SLACK = 30  # solutions that score lower than the best one by more rewards than this are pruned

Found = TypeVar("Found")


class Iteration(NamedTuple):
    """The log of one iteration."""

    sentences: int  # decoded
    constraints: int  # solved
    disagreeing: int  # word nodes on which sentence and MRF disagree
    dual: float
    seconds: float


@dataclass(frozen=True)
class JointSolution:
    """The solution, and whether it is certified."""

    independent: list[Numbers]  # the choices of each sentence decoded independently
    joint: list[Numbers]
    consensus: Numbers  # of each constraint: a tag, or the number of tags for NULL
    lifted: list[int]  # sentences released from their constraints, with their independent choices
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
    """Iterate until sentences and MRF agree; if they do not within `iterations`, lift sentences until they do.

    `lazily` solves only those subproblems again whose multipliers have changed; results do not depend on it, nor on
    `jobs`, the number of threads that decode sentences.
    """
    progress = progress or Silence()
    progress.stage("consistency", iterations, "iterations")
    search = _DualDecomposition(problem, step, lazily, jobs)
    left = iterations
    while True:
        done = search.iterate()
        left -= 1
        progress.advance()
        progress.note(
            f"iteration {len(search.log)}: {done.sentences:,} sentences decoded, {done.disagreeing:,} words disagree",
            iteration=len(search.log),
            decoded_sentences=done.sentences,
            disagreeing_words=done.disagreeing,
        )
        if not done.disagreeing:
            if search.is_certified():
                return search.solution()
        elif left > 0:
            continue
        else:
            search.lift_disagreeing()
        left = (iterations + 1) // 2


class _DualDecomposition:
    """Multipliers, the current solutions of both sides, and which subproblems are stale."""

    def __init__(self, problem: JointProblem, step: float, lazily: bool, jobs: int) -> None:
        self.problem, self.step, self.lazily, self.jobs = problem, step, lazily, jobs
        self.nodes, self.mrf = build_mrf(problem)
        nodes, sentences = len(self.nodes.sentence), len(problem.sentences)
        self.multipliers = np.zeros(len(self.mrf.tag))
        self.value_scores = self._first_scores()
        self.rises = 0  # of the dual
        self.independent: list[Numbers] = []
        self.joint: list[Numbers] = [np.empty(0, dtype=np.int64)] * sentences
        self.sentence_score = np.zeros(sentences)
        self.consensus = np.array([_most_frequent(each.observed) for each in problem.constraints], dtype=np.int64)
        self.constraint_score = np.zeros(len(problem.constraints))
        self.sentence_state = np.zeros(nodes, dtype=np.int64)  # the state of each node in its sentence's solution
        self.mrf_state = np.zeros(nodes, dtype=np.int64)  # and in the MRF's
        self.is_lifted: Booleans = np.zeros(nodes, dtype=np.bool_)
        self.lifted: set[int] = set()
        self.gaps = np.zeros(self.nodes.choices.start[-1])  # see `AdjustableSentence.prune`
        self.has_gaps: Booleans = np.zeros(sentences, dtype=np.bool_)
        self.is_pruned: Booleans = np.zeros(sentences, dtype=np.bool_)
        self.adjustments = np.zeros(len(self.gaps))
        self.largest_reward = float(problem.rewards.max(initial=0) - problem.rewards.min(initial=0))
        self.stale_sentences = np.arange(sentences)
        self.is_stale: Booleans = np.ones(len(problem.constraints), dtype=np.bool_)
        self.log: list[Iteration] = []

    def iterate(self) -> Iteration:
        """Solve both sides, then move the multipliers where they disagree."""
        started = time.perf_counter()
        before = self.sentence_state.copy()
        if self.log:
            self._decode_stale()
        else:
            self._decode_independently()
        self.is_stale[self.nodes.constraint[self.sentence_state != before]] = True  # it breaks ties
        stale = np.flatnonzero(self.is_stale)
        solve(
            self.mrf,
            stale,
            self.multipliers,
            self.value_scores,
            self.sentence_state,
            self.consensus,
            self.constraint_score,
            self.mrf_state,
        )
        dual = float(self.constraint_score.sum() + self.sentence_score.sum())
        if self.log and dual > self.log[-1].dual:
            self.rises += 1
        disagreeing = self._disagreeing()
        counts = (len(self.stale_sentences), len(stale), len(disagreeing))
        self._move_multipliers(disagreeing)
        self.log.append(Iteration(*counts, dual, time.perf_counter() - started))
        return self.log[-1]

    def lift_disagreeing(self) -> None:
        """Lift the quarter of the disagreeing sentences that disagree most, and restart with long steps.

        Long steps let the others settle, many of which agree now.
        """
        counts = Counter(self.nodes.sentence[self._disagreeing()].tolist())
        self._lift({sentence for sentence, _ in counts.most_common(max(1, len(counts) // 4))})
        self.rises = 0

    def is_certified(self) -> bool:
        """Whether no sentence has a better solution among the pruned ones; if one does, its pruning is undone."""
        choices = self.nodes.choices
        pruned = np.setdiff1d(np.flatnonzero(self.is_pruned), list(self.lifted))
        can_change = np.empty(len(pruned), dtype=np.bool_)
        adjust(choices, pruned, self.multipliers, self.gaps, self.adjustments, can_change)
        doubtful = pruned[can_change]
        self.is_pruned[doubtful] = False
        scores = self._each(lambda s: self.problem.sentences[s].decode_unpruned(self._own(s)).score, doubtful.tolist())
        better = doubtful[np.fromiter(scores, dtype=np.float64) > self.sentence_score[doubtful] + EQUAL]
        self.stale_sentences = np.union1d(self.stale_sentences, better)
        return not len(better)

    def solution(self) -> JointSolution:
        """The current solution, once nothing disagrees."""
        return JointSolution(
            self.independent, self.joint, self.consensus, sorted(self.lifted), self.problem.is_exact, self.log
        )

    def _first_scores(self) -> Scores:
        """The score of each value of each consensus node before multipliers move."""
        mrf = self.mrf
        scores = np.zeros(len(mrf.value))
        for number, each in enumerate(self.problem.constraints):
            own = slice(mrf.value_start[number], mrf.value_start[number + 1])
            for tag, count in each.observed.items():
                scores[own] += each.weight * count * mrf.rewards[tag, mrf.value[own]]
        add_nodes(mrf, self.nodes.constraint, self.multipliers, scores)
        return scores

    def _decode_independently(self) -> None:
        """The first time, without multipliers."""
        choices, models = self.nodes.choices, self.problem.sentences
        for sentence, solution in enumerate(self._each(lambda s: models[s].decode(None), range(len(models)))):
            self._store(sentence, *solution)
            first = choices.start[sentence]
            choices.independent[choices.word[first + solution.chosen]] = first + solution.chosen
        self.independent, self.independent_score = list(self.joint), self.sentence_score.copy()
        self.independent_state = self.sentence_state.copy()
        if self.problem.is_exact:
            self._lift({s for s, model in enumerate(models) if not model.is_exact})

    def _decode_stale(self) -> None:
        """Decode the sentences whose multipliers have changed, unless this cannot change their solution."""
        choices, models, stale = self.nodes.choices, self.problem.sentences, self.stale_sentences
        self._prune(stale[~self.has_gaps[stale]])
        can_change = np.empty(len(stale), dtype=np.bool_)
        adjust(choices, stale, self.multipliers, self.gaps, self.adjustments, can_change)
        for sentence in stale[~can_change].tolist():
            nodes = slice(*choices.node_start[sentence : sentence + 2])
            chosen = self.joint[sentence] = self.independent[sentence]
            self.sentence_score[sentence] = self.independent_score[sentence] + self._own(sentence)[chosen].sum()
            self.sentence_state[nodes] = self.independent_state[nodes]
        changing = stale[can_change].tolist()
        solutions = self._each(lambda s: models[s].decode(self._own(s)), changing)
        for sentence, solution in zip(changing, solutions, strict=True):
            self._store(sentence, *solution)

    def _prune(self, sentences: Numbers) -> None:
        """Prune sentences and get the gaps of their choices."""
        choices, slack = self.nodes.choices, SLACK * self.largest_reward
        at_stake = np.diff(choices.node_start)[sentences] * self.largest_reward  # an upper bound of what changes gain
        self.has_gaps[sentences] = True
        self.is_pruned[sentences] = slack < at_stake  # otherwise what is pruned can never be worth it
        slacks = dict(zip(sentences.tolist(), np.minimum(slack, at_stake).tolist(), strict=True))
        all_gaps = self._each(lambda s: self.problem.sentences[s].prune(slacks[s]), slacks)
        for sentence, gaps in zip(slacks, all_gaps, strict=True):
            if gaps is not None:
                self.gaps[choices.start[sentence] : choices.start[sentence + 1]] = gaps

    def _each(self, work: Callable[[int], Found], sentences: Iterable[int]) -> Iterator[Found]:
        """The results of work on some sentences, in threads; an error names its sentence."""

        def blamed(sentence: int) -> Found:
            with self.problem.blamed(sentence):
                return apart(len(self.problem.sentences[sentence].start), work, sentence)

        return in_threads(blamed, sentences, self.jobs)

    def _own(self, sentence: int) -> Scores:
        """The adjustments of a sentence."""
        start = self.nodes.choices.start
        return self.adjustments[start[sentence] : start[sentence + 1]]

    def _store(self, sentence: int, chosen: Numbers, score: float) -> None:
        """Store the solution of a sentence."""
        choices = self.nodes.choices
        self.joint[sentence], self.sentence_score[sentence] = chosen, score
        nodes = slice(*choices.node_start[sentence : sentence + 2])
        words, start = self.nodes.word[nodes], self.problem.sentences[sentence].start
        places = choices.choice_start[:-1][nodes] + chosen[words - 1] - start[words]
        self.sentence_state[nodes] = choices.state[places]

    def _disagreeing(self) -> Numbers:
        return np.flatnonzero((self.sentence_state != self.mrf_state) & ~self.is_lifted)

    def _move_multipliers(self, disagreeing: Numbers) -> None:
        """Subgradient step; by Koo et al. (2010), steps get shorter each time the dual rises."""
        step = np.full(len(disagreeing), self.step / (1 + self.rises))
        states = self.mrf_state[disagreeing], self.sentence_state[disagreeing]
        constraints = self.nodes.constraint[disagreeing]
        move_multipliers(self.mrf, disagreeing, constraints, *states, step, self.multipliers, self.value_scores)
        if self.lazily:
            is_stale = np.zeros(len(self.joint), dtype=np.bool_)
            is_stale[self.nodes.sentence[disagreeing]] = True
            self.stale_sentences = np.flatnonzero(is_stale)
            self.is_stale[:] = False
            self.is_stale[constraints] = True

    def _lift(self, sentences: set[int]) -> None:
        """Release sentences from all constraints, with their independent choices."""
        if not sentences:
            return
        self.lifted |= sentences
        nodes = np.isin(self.nodes.sentence, list(sentences)) & ~self.is_lifted
        self.is_lifted |= nodes
        for node in np.flatnonzero(nodes).tolist():
            add_node(self.mrf, node, self.nodes.constraint[node], -1.0, self.multipliers, self.value_scores)
        for sentence in sentences:
            self.joint[sentence] = self.independent[sentence]
        self.is_stale[self.nodes.constraint[nodes]] = True
        self.stale_sentences = np.setdiff1d(self.stale_sentences, list(sentences))


def _most_frequent(observed: Mapping[int, float]) -> int:
    return max(observed, key=observed.__getitem__, default=-1)
