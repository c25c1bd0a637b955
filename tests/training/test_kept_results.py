"""Stages whose results are kept one by one."""

from pathlib import Path

import pytest
from interruptions import Interruption

from arcwalk.training.checkpoint import Checkpoint
from arcwalk.training.kept_results import save_each
from arcwalk.training.setting import Setting


def test_what_takes_one_step_is_on_disk_when_that_is_over(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "unfinished")
    checkpoint.start("vine", [], {}, 0, [], None)
    stage = save_each(["first", "second"], lambda i: ({"place": i}, {}), len, checkpoint)
    with pytest.raises(KeyboardInterrupt):
        stage.run("lists", Setting(checkpoint=checkpoint, progress=Interruption("lists", 1)))
    kept = Checkpoint.read(tmp_path / "unfinished")
    kept.start("vine", [], {}, 0, [], None)
    result = kept.get("first")
    assert result
    assert result.metadata.whole("place") == 0
