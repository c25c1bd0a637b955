"""Every system says in advance which stages its training has, whatever is left out, and what remains of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numba
import pytest
from quick_training import QUICK

from arcwalk import Parser, Tagger
from arcwalk.sample import sample
from arcwalk.systems import parser_training
from arcwalk.systems.registry import SYSTEMS
from arcwalk.training import forecast
from arcwalk.training.checkpoint import Checkpoint
from arcwalk.training.plan import PlannedStage
from arcwalk.training.progress import Silence

TRAIN, DEV = sample(80), sample(10, seed=1)
TAGGING = {"tag_folds": 2, "tag_shuffles": 1, "tag_epochs": 2}
TUNED = {"epochs": 0, "aggressiveness": 0.0}
RUNS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    **{system: (system, {}) for system in SYSTEMS},
    "tuned": ("sampling", TUNED),
    "tuned on dev": ("sampling", {**TUNED, "dev": DEV}),
    "one step size": ("sampling", {"epochs": 0}),
    "known epochs": ("sampling", {"aggressiveness": 0.0}),
    "no networks": ("sampling", {"neural": "no"}),
    "published": ("sampling", {"learner": "samplerank", "pruner": "samplerank"}),
    "several threads": ("sampling", {**TUNED, "jobs": 3}),
    "known decoder": ("bayes-point", {"projective": "yes"}),
    "decoder for dev": ("bayes-point", {"dev": DEV}),
    "one fold": ("mst", {"folds": 1}),
    "generative": ("vine", {"log_linear": "no", "rerank": "no"}),
    "fragments": ("vine", {"join": "no"}),
    "predicted": ("bayes-point", {"tags": "predicted", **TAGGING}),
    "perceptrons": ("bayes-point", {"tags": "predicted", "tag_network": "no", "segmenter": "no", **TAGGING}),
    "one column": ("mst", {"tags": "predicted", "tag_columns": "xpos", "lemmas": "given", **TAGGING}),
    "joint": ("sampling", {"tags": "joint", **TUNED, **TAGGING}),
}
SMALL_TREEBANKS = {
    **{f"{system} on {size}": (system, {}, size) for system in SYSTEMS for size in (1, 6)},
    "tuned on 1": ("sampling", TUNED, 1),
    "tuned on 6": ("sampling", TUNED, 6),
    "predicted on 1": ("bayes-point", {"tags": "predicted", **TAGGING}, 1),
    "predicted on 6": ("bayes-point", {"tags": "predicted", **TAGGING}, 6),
}

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")


class Follower(Silence):
    """The stages, and the seconds left after each of their steps; presses Ctrl-C in one of them."""

    def __init__(self, stop_in: str = "", after: int = 0) -> None:
        self.stages: list[tuple[str, int, int]] = []
        self.left_after: list[list[float | None]] = []
        self.seconds: float | None = None
        self.stop = stop_in, after

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:  # noqa: ARG002
        self.stages.append((title.partition(",")[0], steps, done))
        self.left_after.append([])
        self.seconds = None

    def left(self, seconds: float | None) -> None:
        self.seconds = seconds

    def advance(self) -> None:
        self.left_after[-1].append(self.seconds)
        if (self.stages[-1][0], len(self.left_after[-1])) == self.stop:
            raise KeyboardInterrupt


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[PlannedStage]]:
    """The plans that were made."""
    made: list[Sequence[PlannedStage]] = []

    class Foreseen(forecast.Forecast):
        def __init__(self, listener: Silence, plan: Sequence[PlannedStage], jobs: int) -> None:
            made.append(plan)
            super().__init__(listener, plan, jobs)

    monkeypatch.setattr(parser_training, "Forecast", Foreseen)
    monkeypatch.setattr(forecast, "Forecast", Foreseen)
    return made


def assert_foreseen(follower: Follower, plan: Sequence[PlannedStage]) -> None:
    """All stages were planned, with their steps, and after each step there is an estimate that ends at nothing."""
    planned = [(stage.name, sum(tasks.number * tasks.steps for tasks in stage.tasks)) for stage in plan]
    assert [name for name, _, _ in follower.stages] == [name for name, _ in planned]
    for (name, steps, done), (_, expected), left in zip(follower.stages, planned, follower.left_after, strict=True):
        assert done == 0
        assert steps == expected or (name == "trees" and steps < expected), name  # as many epochs as are tuned
        assert len(left) == steps, name
        assert all(seconds is not None and seconds >= 0 for seconds in left), name
    assert follower.left_after[-1][-1] == 0


@pytest.mark.parametrize("run", RUNS)
def test_the_stages_are_those_of_the_plan(run: str, plans: list[Sequence[PlannedStage]]) -> None:
    (system, options), follower = RUNS[run], Follower()
    Parser.train(TRAIN, system=system, progress=follower, **{**QUICK[system], **options})
    assert_foreseen(follower, plans[0])


@pytest.mark.parametrize("run", SMALL_TREEBANKS)
def test_those_of_small_treebanks_too(run: str, plans: list[Sequence[PlannedStage]]) -> None:
    (system, options, size), follower = SMALL_TREEBANKS[run], Follower()
    Parser.train(TRAIN[:size], system=system, progress=follower, **{**QUICK[system], **options})
    assert_foreseen(follower, plans[0])


@pytest.mark.parametrize("columns", ["auto", "xpos,feats", "feats,lemma"])
@pytest.mark.parametrize("network", ["yes", "no"])
def test_those_of_taggers_too(columns: str, network: str, plans: list[Sequence[PlannedStage]]) -> None:
    follower = Follower()
    options = {"shuffles": 2, "epochs": 2, "table_bits": 16}
    Tagger.train(sample(120), columns=columns, network=network, progress=follower, **options)
    assert_foreseen(follower, plans[0])


@pytest.mark.parametrize(
    ("run", "stage", "steps"),
    [
        ("sampling", "pruner heads and network", 1),
        ("tuned", "pruner labels", 5),
        ("tuned", "choosing step size and epochs", 3),
        ("sampling", "trees", 1),
        ("bayes-point", "labels", 1),
        ("mst", "trees and labels", 3),
        ("rerank", "k-best lists", 1),
        ("vine", "heads and labels", 2),
        ("vine", "k-best lists", 1),
        ("vine", "reranker", 2),
        ("joint", "networks of folds of UPOS", 3),
        ("joint", "tags", 5),
    ],
)
def test_resumed_runs_foresee_what_is_left(
    run: str, stage: str, steps: int, plans: list[Sequence[PlannedStage]]
) -> None:
    system, options = RUNS[run]
    shuffles = {} if system == "vine" else {"shuffles": 2}
    given: dict[str, Any] = {"system": system, **QUICK[system], **options, **shuffles}
    checkpoint, before, after = Checkpoint(), Follower(stage, steps), Follower()
    with pytest.raises(KeyboardInterrupt):
        Parser.train(TRAIN, progress=before, checkpoint=checkpoint, **given)
    Parser.train(TRAIN, progress=after, checkpoint=checkpoint, **given)
    names = [planned.name for planned in plans[-1]]
    resumed = [name for name, _, _ in after.stages]
    assert resumed == [name for name in names if name in resumed]
    assert resumed[-1] == names[-1]
    assert names.index(resumed[0]) <= names.index(stage) + 1
    for (name, wanted, done), left in zip(after.stages, after.left_after, strict=True):
        assert done + len(left) == wanted, name
        assert all(seconds is not None and seconds >= 0 for seconds in left), name
    assert after.left_after[-1][-1:] in ([0], [])  # nothing if other threads made the last steps
