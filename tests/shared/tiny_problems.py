"""Small joint problems whose every solution can be tried."""

from collections.abc import Sequence
from itertools import product
from random import Random

import numpy as np

from arcwalk.arrays import Scores
from arcwalk.consistency.joint_problem import Constraint, JointProblem, rewards_of
from arcwalk.models.protocol import Solution


class TableSentence:
    """A sentence model that is a table: the score of every combination of choices, two or three a word."""

    def __init__(self, random: Random, words: int, spread: float = 1.0) -> None:
        self.knows_gaps = random.random() < 0.7
        widths = [random.choice((2, 3)) for _ in range(words)]
        self.is_exact = True
        self.start = np.cumsum([0, 0, *widths])
        self.score = {
            combination: random.gauss(0, spread)
            for combination in product(*(range(self.start[m], self.start[m + 1]) for m in range(1, words + 1)))
        }
        self.calls = self.confirmations = 0
        self.slack = np.inf

    def decode(self, adjustments: Scores | None) -> Solution:
        self.calls += 1
        added = np.zeros(self.start[-1]) if adjustments is None else adjustments
        least = max(self.score.values()) - self.slack
        allowed = [combination for combination in self.score if self.score[combination] >= least]
        chosen = max(allowed, key=lambda combination: self.score[combination] + added[list(combination)].sum())
        return Solution(np.array(chosen), self.score[chosen] + float(added[list(chosen)].sum()))

    def prune(self, slack: float) -> Scores | None:
        self.slack = slack
        best_with = np.full(self.start[-1], -np.inf)
        for combination, score in self.score.items():
            best_with[list(combination)] = np.maximum(best_with[list(combination)], score)
        return max(self.score.values()) - best_with if self.knows_gaps else None

    def decode_unpruned(self, adjustments: Scores) -> Solution:
        self.slack = np.inf
        self.confirmations += 1
        return self.decode(adjustments)


def tiny_problem(random: Random, *, sentences: int = 3, tags: int = 3, overlapping: bool = False) -> JointProblem:
    models = [TableSentence(random, random.choice((1, 2, 3))) for _ in range(sentences)]
    choice_tags = [
        np.array([random.randrange(tags) for _ in range(model.start[-1])], dtype=np.int32) for model in models
    ]
    words = [(s, m) for s, model in enumerate(models) for m in range(1, len(model.start) - 1)]
    members: list[list[tuple[int, int]]] = [[], []]
    for word in words:
        for group in (0, 1) if overlapping and random.random() < 0.5 else (random.randrange(3),):
            if group < len(members):
                members[group].append(word)
    constraints = [
        Constraint(each, {random.randrange(tags): random.randrange(3)}, random.choice((0.4, 1.0)))
        for each in members
        if each
    ]
    close = random.choice((0.0, 0.4))
    rewards = rewards_of(["a", *["b"] * (tags - 1)], 1.0, close, random.choice((0.0, 0.3)))
    return JointProblem(models, choice_tags, constraints, random.choice((0.3, 1.0, 3.0)) * rewards)


def constraint_score(problem: JointProblem, constraint: Constraint, tags: list[int]) -> float:
    """The best score of a constraint whose words have these tags, over all values of its consensus."""
    return constraint.weight * max(
        sum(problem.rewards[tag, consensus] for tag in tags)
        + sum(count * problem.rewards[tag, consensus] for tag, count in constraint.observed.items())
        for consensus in range(problem.rewards.shape[1])
    )


def joint_score(problem: JointProblem, chosen: list[tuple[int, ...]], lifted: Sequence[int] = ()) -> float:
    """The score of a joint solution; lifted sentences have no constraints."""
    total = sum(model.score[choices] for model, choices in zip(problem.sentences, chosen, strict=True))
    for constraint in problem.constraints:
        tags = [int(problem.choice_tags[s][chosen[s][m - 1]]) for s, m in constraint.words if s not in lifted]
        total += constraint_score(problem, constraint, tags)
    return total


def best_joint_score(problem: JointProblem, lifted: list[int]) -> float:
    """The best score of all joint solutions there are."""
    return max(
        joint_score(problem, list(each), lifted) for each in product(*(model.score for model in problem.sentences))
    )
