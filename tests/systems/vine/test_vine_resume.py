"""An interrupted training of the vine parser resumes at the stage it reached."""

from pathlib import Path

import numba
import pytest
from interruptions import Interruption

from arcwalk import Parser
from arcwalk.sample import sample
from arcwalk.training.checkpoint import Checkpoint
from arcwalk.training.progress import Progress

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")


def train(path: Path, checkpoint: Checkpoint | None = None, progress: Progress | None = None) -> bytes:
    options = {"folds": 2, "trees": 5, "k": 10}
    Parser.train(sample(60), system="vine", checkpoint=checkpoint, progress=progress, **options).save(path)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("stage", "steps", "kept"),
    [("heads", 2, "heads and labels 0"), ("k-best", 1, "fragments"), ("reranker", 2, "reranker of 10 families")],
)
def test_resumed_training_gives_the_same_bytes(stage: str, steps: int, kept: str, tmp_path: Path) -> None:
    checkpoint = Checkpoint()
    with pytest.raises(KeyboardInterrupt):
        train(tmp_path / "stopped", checkpoint, Interruption(stage, steps))
    assert checkpoint.get(kept)
    checkpoint.write(tmp_path / "unfinished")
    resumed = train(tmp_path / "resumed", Checkpoint.read(tmp_path / "unfinished"))
    assert resumed == train(tmp_path / "whole")
