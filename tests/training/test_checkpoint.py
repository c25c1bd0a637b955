"""An interrupted training run keeps what it has learned; once resumed, it ends as if nothing had happened."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from arcwalk import Parser, Sentence
from arcwalk.errors import ArcwalkError
from arcwalk.models.model_file import CHECKPOINT, ModelFile, read_checkpoint, write_model
from arcwalk.sample import sample
from arcwalk.systems.sampling.learner import RunState, learned
from arcwalk.systems.sampling.options import SamplingOptions
from arcwalk.systems.sampling.parser import SamplingParser
from arcwalk.training.checkpoint import Checkpoint, TrainingStopped
from arcwalk.training.progress import Silence

SENTENCES = sample(20, seed=1)
CROSSING = Sentence.from_columns(
    ["a", "hearing", "is", "scheduled", "today"],
    upos=["DET", "NOUN", "AUX", "VERB", "ADV"],
    heads=[2, 4, 4, 0, 2],
    deprels=["det", "nsubj", "aux", "root", "advmod"],
)
NONPROJECTIVE = [CROSSING, *SENTENCES]
OPTIONS = {"shuffles": 2, "pruner_shuffles": 1, "neural_epochs": 1, "table_bits": 16, "folds": 2}


class Interruption(Silence):
    """Someone who presses Ctrl-C after some epochs of a stage."""

    def __init__(self, stage: str, epochs: int) -> None:
        self.wanted, self.epochs, self.at_work = stage, epochs, False

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:  # noqa: ARG002
        self.at_work = title.startswith(self.wanted)

    def advance(self) -> None:
        self.epochs -= self.at_work
        if self.at_work and self.epochs == 0:
            raise KeyboardInterrupt


def train(checkpoint: Checkpoint | None = None, interruption: Silence | None = None, **options: object) -> Parser:
    given = OPTIONS | {"epochs": 3, "aggressiveness": 0.01} | options
    return Parser.train(SENTENCES, system="sampling", progress=interruption, checkpoint=checkpoint, **given)


@cache
def whole(learner: str) -> Parser:
    return train(learner=learner)


@pytest.mark.parametrize("learner", ["max-violation", "samplerank"])
@pytest.mark.parametrize("epochs", [1, 4])
def test_resumed_training_ends_where_it_would_have_ended(learner: str, epochs: int, tmp_path: Path) -> None:
    whole(learner).save(tmp_path / "whole")
    checkpoint = Checkpoint()
    with pytest.raises(TrainingStopped) as stopped:
        train(checkpoint, Interruption("trees", epochs), learner=learner)
    assert isinstance(stopped.value.system, SamplingParser)
    assert np.any(stopped.value.system.weights != 0)
    checkpoint.write(tmp_path / "unfinished")
    train(Checkpoint.read(tmp_path / "unfinished"), learner=learner).save(tmp_path / "resumed")
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "resumed").read_bytes()


@pytest.mark.parametrize(("stage", "steps"), [("pruner heads", 7), ("pruner labels", 7), ("choosing", 3)])
def test_before_any_tree_is_learned_there_is_no_model_but_a_way_to_go_on(
    stage: str, steps: int, tmp_path: Path
) -> None:
    tuned = {"epochs": 0, "aggressiveness": 0}
    train(**tuned).save(tmp_path / "whole")
    checkpoint = Checkpoint()
    with pytest.raises(KeyboardInterrupt) as stopped:
        train(checkpoint, Interruption(stage, steps), **tuned)
    assert not isinstance(stopped.value, TrainingStopped)
    assert not checkpoint.is_empty
    checkpoint.write(tmp_path / "unfinished")
    train(Checkpoint.read(tmp_path / "unfinished"), **tuned).save(tmp_path / "resumed")
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "resumed").read_bytes()


SMALL = {"shuffles": 2, "epochs": 2, "table_bits": 16}
OTHERS = {
    "bayes-point": SMALL,
    "mst": {**SMALL, "folds": 2},
    "rerank": {**SMALL, "folds": 2, "mst_shuffles": 2, "mst_epochs": 1, "k": 5},
}


@cache
def other(system: str) -> Parser:
    return Parser.train(NONPROJECTIVE, system=system, **OTHERS[system])


@pytest.mark.parametrize(
    ("system", "stage", "steps", "kept"),
    [
        ("bayes-point", "arcs", 3, "decoder"),
        ("bayes-point", "arcs", 4, "arcs/0"),
        ("bayes-point", "labels", 3, "labels/runs"),
        ("mst", "pruner heads", 15, "pruner heads 0"),
        ("mst", "trees", 3, "trees/runs"),
        ("mst", "trees", 7, "trees"),
        ("rerank", "pruner heads", 5, "pruner heads 0/runs"),
        ("rerank", "mst for lists", 5, "fold 0 trees"),
        ("rerank", "mst,", 5, "trees"),
        ("rerank", "ranking", 3, "ranking/runs"),
    ],
)
def test_every_system_resumes(system: str, stage: str, steps: int, kept: str, tmp_path: Path) -> None:
    other(system).save(tmp_path / "whole")
    checkpoint = Checkpoint()
    with pytest.raises(KeyboardInterrupt):
        Parser.train(
            NONPROJECTIVE,
            system=system,
            progress=Interruption(stage, steps),
            checkpoint=checkpoint,
            **OTHERS[system],
        )
    assert checkpoint.get(kept)
    checkpoint.write(tmp_path / "unfinished")
    checkpoint = Checkpoint.read(tmp_path / "unfinished")
    Parser.train(NONPROJECTIVE, system=system, checkpoint=checkpoint, **OTHERS[system]).save(tmp_path / "resumed")
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "resumed").read_bytes()


def test_parts_of_a_finished_stage_are_dropped() -> None:
    checkpoint, weights = Checkpoint(), np.ones(2)
    for name in ("arcs/0", "arcs/1", "arcs 2"):
        checkpoint.keep(name, {}, weights=weights)
    checkpoint.keep("arcs", {"state": "done"}, average=weights)
    assert [name for name in ("arcs/0", "arcs/1", "arcs 2", "arcs") if checkpoint.get(name)] == ["arcs 2", "arcs"]
    kept = checkpoint.get("arcs")
    assert kept is not None
    assert (kept.metadata.text("state"), list(kept.arrays)) == ("done", ["average"])


def test_what_is_kept_does_not_change_while_the_run_goes_on() -> None:
    run, again = (
        RunState(SamplingOptions(table_bits=10), range(20), np.zeros(4, dtype=np.int64), Random(0)) for _ in range(2)
    )
    run.arrays["weights"][::7] = 0.1
    checkpoint = Checkpoint()
    run.keep(checkpoint, "run", finished=False)
    run.random.shuffle(run.order)
    run.arrays["weights"][:] = run.arrays["samples"][:] = 1
    kept = checkpoint.get("run")
    assert kept is not None
    again.resume(kept, (np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)))
    assert again.order == list(range(20)) != run.order
    assert not again.arrays["samples"].any()
    np.testing.assert_array_equal(again.arrays["weights"], np.where(np.arange(1024) % 7, 0, np.float32(0.1)))
    np.testing.assert_array_equal(learned(kept, 1024), again.average())


def test_another_run_is_not_resumed(tmp_path: Path) -> None:
    checkpoint = Checkpoint()
    with pytest.raises(TrainingStopped):
        train(checkpoint, Interruption("trees", 1))
    checkpoint.write(tmp_path / "unfinished")
    with pytest.raises(ArcwalkError, match="different sentences, options or seed; give the same ones"):
        train(Checkpoint.read(tmp_path / "unfinished"), word_dropout=2.0)
    with pytest.raises(ArcwalkError, match="no interrupted training run to resume; train without checkpoint"):
        Checkpoint.read(tmp_path / "nothing")
    train().save(tmp_path / "model")
    with pytest.raises(ArcwalkError, match="not an interrupted training run"):
        Checkpoint.read(tmp_path / "model")


def unfinished(folder: Path, system: str, stage: str, steps: int) -> Path:
    """The file of an interrupted run."""
    checkpoint, path = Checkpoint(), folder / "model.unfinished"
    with pytest.raises(KeyboardInterrupt):
        resume(system, checkpoint, Interruption(stage, steps))
    checkpoint.write(path)
    return path


def resume(system: str, checkpoint: Checkpoint, progress: Silence | None = None) -> None:
    options = OTHERS.get(system, OPTIONS | {"epochs": 3, "aggressiveness": 0.01})
    Parser.train(NONPROJECTIVE, system=system, checkpoint=checkpoint, progress=progress, **options)


@pytest.mark.parametrize(
    ("system", "stage", "steps", "change", "reason"),
    [
        (
            "bayes-point",
            "labels",
            3,
            ("labels/runs", "added", 7),
            "labels/runs/added is not a whole number from 0 to 1",
        ),
        ("bayes-point", "arcs", 3, ("decoder", "projective", "rm"), "decoder/projective is not true or false"),
        ("sampling", "trees", 1, ("shuffle 0", "order", [0] * 21), "shuffle 0/order is not an order of 21 items"),
        ("sampling", "trees", 1, ("shuffle 0", "random", [0]), "shuffle 0/random is not the state of a random"),
        ("sampling", "trees", 1, ("shuffle 0", "epochs", 9), "shuffle 0/epochs is not a whole number from 0 to 3"),
        ("sampling", "pruner labels", 2, ("network 1", "steps", "x"), "network 1/steps is not a whole number"),
    ],
)
def test_facts_of_a_wrong_run_are_refused(
    system: str, stage: str, steps: int, change: tuple[str, str, object], reason: str, tmp_path: Path
) -> None:
    path, (name, fact, value) = unfinished(tmp_path, system, stage, steps), change
    model = read_checkpoint(path)
    metadata = model.metadata.values()
    metadata["facts"][name][fact] = value
    write_model(path, ModelFile(CHECKPOINT, metadata, model.arrays.copies()))
    with pytest.raises(ArcwalkError, match=rf"{path}: the file of the interrupted training run is damaged \({reason}"):
        resume(system, Checkpoint.read(path))


@pytest.mark.parametrize(
    ("system", "stage", "steps", "name", "change"),
    [
        ("bayes-point", "labels", 1, "arcs/0/weights.values", lambda array: array[:-1]),
        ("bayes-point", "labels", 3, "labels/runs/sum", lambda array: array * np.nan),
        ("mst", "trees", 7, "pruner heads 0/weights.used", lambda array: array[: len(array) // 2]),
        ("mst", "trees", 7, "trees/weights.values", lambda array: array.astype(np.float32)),
        ("sampling", "trees", 1, "shuffle 0/weights.values", lambda array: array * np.inf),
        ("sampling", "trees", 1, "shuffle 0/samples", lambda array: array + 10**6),
        ("sampling", "trees", 1, "network 1/embeddings values", lambda array: array[:, :-1]),
    ],
)
def test_arrays_of_a_wrong_run_are_refused(
    system: str, stage: str, steps: int, name: str, change: Callable[[Any], Any], tmp_path: Path
) -> None:
    path = unfinished(tmp_path, system, stage, steps)
    model = read_checkpoint(path)
    arrays = model.arrays.copies()
    with np.errstate(invalid="ignore"):
        arrays[name] = change(arrays[name])
    write_model(path, ModelFile(CHECKPOINT, model.metadata.values(), arrays))
    with pytest.raises(
        ArcwalkError, match=r"interrupted training run is damaged \(the (array|weights) .*; train again"
    ):
        resume(system, Checkpoint.read(path))
