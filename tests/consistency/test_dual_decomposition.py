from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import NoReturn

import numpy as np
import pytest
from tiny_problems import TableSentence, best_joint_score, constraint_score, joint_score, tiny_problem

from arcwalk.consistency import dual_decomposition
from arcwalk.consistency.dual_decomposition import decode_jointly
from arcwalk.consistency.joint_problem import Constraint, JointProblem, rewards_of

SETTINGS = {"step": 0.3, "iterations": 60}


@pytest.mark.parametrize("overlapping", [False, True])
@pytest.mark.parametrize("pruned", [0.2, dual_decomposition.SLACK])
def test_a_certificate_is_never_given_wrongly(
    overlapping: bool, pruned: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dual_decomposition, "SLACK", pruned)
    lifted = 0
    for seed in range(60):
        problem = tiny_problem(Random(seed), overlapping=overlapping)
        solution = decode_jointly(problem, **SETTINGS)
        assert solution.is_exact
        chosen = [tuple(choices.tolist()) for choices in solution.joint]
        score = joint_score(problem, chosen, solution.lifted)
        assert score == pytest.approx(best_joint_score(problem, solution.lifted), abs=1e-6)
        for sentence in solution.lifted:
            assert (solution.joint[sentence] == solution.independent[sentence]).all()
        lifted += len(solution.lifted)
    assert lifted < 30


def test_some_sentences_do_change() -> None:
    changed = 0
    for seed in range(20):
        solution = decode_jointly(tiny_problem(Random(seed)), **SETTINGS)
        changed += sum((a != b).any() for a, b in zip(solution.independent, solution.joint, strict=True))
    assert changed > 5


def test_the_dual_bounds_every_solution() -> None:
    """Weak duality: at no iteration is the dual less than the best joint score."""
    for seed in range(20):
        problem = tiny_problem(Random(seed))
        best = best_joint_score(problem, [])
        solution = decode_jointly(problem, **SETTINGS)
        if not solution.lifted:
            assert all(each.dual >= best - 1e-6 for each in solution.iterations)
            assert solution.iterations[-1].dual == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize("overlapping", [False, True])
def test_lazy_is_eager(overlapping: bool) -> None:
    saved = 0
    for seed in range(30):
        lazy, eager = (tiny_problem(Random(seed), overlapping=overlapping) for _ in range(2))
        solution, other = decode_jointly(lazy, **SETTINGS), decode_jointly(eager, **SETTINGS, lazily=False)
        assert [a.tolist() for a in solution.joint] == [b.tolist() for b in other.joint]
        assert solution.consensus.tolist() == other.consensus.tolist()
        assert solution.lifted == other.lifted
        assert [each.disagreeing for each in solution.iterations] == [each.disagreeing for each in other.iterations]
        saved += sum(b.calls - a.calls for a, b in zip(lazy.sentences, eager.sentences, strict=True))
    assert saved > 0


def test_threads_change_nothing() -> None:
    for seed in range(10):
        alone, shared = (decode_jointly(tiny_problem(Random(seed)), **SETTINGS, jobs=jobs) for jobs in (1, 3))
        assert [a.tolist() for a in alone.joint] == [b.tolist() for b in shared.joint]
        assert alone.consensus.tolist() == shared.consensus.tolist()
        assert [each.dual for each in alone.iterations] == [each.dual for each in shared.iterations]


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_error_names_its_sentence(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def blamed(sentence: int) -> Iterator[None]:
        try:
            yield
        except MemoryError:
            raise MemoryError(f"sentence {sentence}") from None

    def fail(*_: object) -> NoReturn:
        raise MemoryError

    for method in ("decode", "prune", "decode_unpruned"):
        problem = replace(tiny_problem(Random(0)), blamed=blamed)
        monkeypatch.setattr(dual_decomposition, "SLACK", 0.2)
        monkeypatch.setattr(problem.sentences[1], method, fail)
        with pytest.raises(MemoryError, match="sentence 1"):
            decode_jointly(problem, **SETTINGS, jobs=jobs)


def test_pruning_of_a_sentence_is_confirmed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left out of a sentence from then on."""
    monkeypatch.setattr(dual_decomposition, "SLACK", 0.2)
    confirmed = 0
    for seed in range(60):
        problem = tiny_problem(Random(seed))
        decode_jointly(problem, **SETTINGS)
        counts = [model.confirmations for model in problem.sentences]
        assert max(counts) <= 1
        confirmed += sum(counts)
    assert confirmed > 0


def single(words: int) -> list[TableSentence]:
    """Sentences of one word, whose choices score the same."""
    return [TableSentence(Random(seed), 1, spread=0.0) for seed in range(words)]


def test_the_best_consensus_equals_brute_force() -> None:
    """With one option a word, the first dual is the score of the best consensus."""
    for seed in range(50):
        random = Random(seed)
        tags, words = random.randrange(2, 5), random.randrange(1, 6)
        own = [random.randrange(tags) for _ in range(words)]
        rewards = rewards_of(list("xxyy")[:tags], 1.0, 0.5, random.choice((0.0, 0.4)))
        constraint = Constraint([(s, 1) for s in range(words)], {random.randrange(tags): random.randrange(4)})
        sentences = single(words)
        choice_tags = [np.full(s.start[-1], tag, dtype=np.int32) for s, tag in zip(sentences, own, strict=True)]
        problem = JointProblem(sentences, choice_tags, [constraint], rewards)
        solution = decode_jointly(problem, **SETTINGS)
        assert solution.iterations[-1].dual == pytest.approx(constraint_score(problem, constraint, own))
        score = sum(rewards[tag, solution.consensus[0]] for tag in own)
        score += sum(count * rewards[tag, solution.consensus[0]] for tag, count in constraint.observed.items())
        assert score == pytest.approx(constraint_score(problem, constraint, own))


def test_words_stay_where_options_are_equal() -> None:
    """All options of a word earn the same, so that nothing has to move."""
    sentences = single(3)
    choice_tags = [np.arange(s.start[-1], dtype=np.int32) for s in sentences]
    problem = JointProblem(
        sentences, choice_tags, [Constraint([(s, 1) for s in range(3)], {})], rewards_of(["a", "b", "c"], 1, 0, 1)
    )
    assert len(decode_jointly(problem, **SETTINGS).iterations) == 1


def test_a_sentence_that_cannot_be_decoded_exactly_is_lifted() -> None:
    problem = tiny_problem(Random(3))
    for model in problem.sentences[:1]:
        assert isinstance(model, TableSentence)
        model.is_exact = False
    solution = decode_jointly(problem, **SETTINGS)
    assert 0 in solution.lifted
    chosen = [tuple(choices.tolist()) for choices in solution.joint]
    assert joint_score(problem, chosen, solution.lifted) == pytest.approx(best_joint_score(problem, solution.lifted))


def test_no_certificate_for_approximate_models() -> None:
    problem = tiny_problem(Random(4))
    approximate = JointProblem(
        problem.sentences, problem.choice_tags, problem.constraints, problem.rewards, is_exact=False
    )
    assert not decode_jointly(approximate, **SETTINGS).is_exact


def test_nothing_to_agree_on() -> None:
    problem = tiny_problem(Random(0))
    solution = decode_jointly(JointProblem(problem.sentences, problem.choice_tags, [], problem.rewards), **SETTINGS)
    assert len(solution.iterations) == 1
    assert [a.tolist() for a in solution.independent] == [b.tolist() for b in solution.joint]
    empty = decode_jointly(JointProblem([], [], [], problem.rewards), **SETTINGS)
    assert (empty.joint, empty.lifted) == ([], [])
