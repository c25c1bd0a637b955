"""What a training run is going to do: its stages, and how long they would take on the machine that was measured.

Only the proportions matter: how fast the user's machine is shows as soon as the first steps are done.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import heapreplace
from typing import NamedTuple

from arcwalk.treebank.sentence import Sentence


class PlannedTasks(NamedTuple):
    """Tasks of a stage that take equally long: how many, the steps of each, and the seconds of a step."""

    number: int
    steps: int
    seconds: float


@dataclass(frozen=True)
class PlannedStage:
    """A stage by name, which is its title up to the first comma, and its tasks in the order in which they start.

    If it learns the same as an earlier stage, `like` names that: it will be as fast or slow, compared with the plan.
    """

    name: str
    tasks: Sequence[PlannedTasks]
    after: float = 0.0  # seconds between its last step and the next stage
    like: str = ""

    def with_steps(self, steps: int) -> "PlannedStage":
        """The same if there are fewer or more steps than planned, as those depend on what was learned before."""
        ratio = steps / max(sum(number * own for number, own, _ in self.tasks), 1)
        tasks = [tasks._replace(steps=round(ratio * tasks.steps)) for tasks in self.tasks]
        return replace(self, tasks=tasks)

    def step_ends(self, jobs: int) -> list[float]:
        """When each step ends, in order, if so many threads do one task after the other."""
        threads, ends = [0.0] * jobs, list[float]()
        for number, steps, seconds in self.tasks:
            for _ in range(number):
                start = threads[0]
                ends += [start + seconds * step for step in range(1, steps + 1)]
                heapreplace(threads, start + seconds * steps)
        return sorted(ends)


class TreebankSize(NamedTuple):
    """What the time of an epoch depends on: words, and pairs of words of a sentence, which arcs may connect."""

    words: int
    pairs: int

    @classmethod
    def of(cls, sentences: Iterable[Sentence]) -> "TreebankSize":
        """Of sentences that count as often as their weights say."""
        lengths = [(len(sentence), sentence.weight) for sentence in sentences]
        words = sum(length * weight for length, weight in lengths)
        return cls(words, sum(length * length * weight for length, weight in lengths))

    def seconds(self, per_word: float = 0.0, per_pair: float = 0.0) -> float:
        """The time for something that takes so many microseconds per word and per pair."""
        return 1e-6 * (self.words * per_word + self.pairs * per_pair)
