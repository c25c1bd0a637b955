"""What a training run has learned when it ends early, or when its model cannot be written: kept for `--resume`."""

import shlex
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from arcwalk.errors import ArcwalkError
from arcwalk.files.paths import FilePath
from arcwalk.models.model_file import UNFINISHED
from arcwalk.training.checkpoint import Checkpoint, TrainingStopped


def beside(model: FilePath) -> Path:
    """The file of the interrupted run that was to write this model."""
    return Path(f"{model}{UNFINISHED}")


def checkpoint_of(model: FilePath, *, resume: bool) -> Checkpoint:
    """That of an interrupted run, or a new one, which is on disk after each stage if the model is a file."""
    path = beside(model)
    if resume:
        return Checkpoint.read(path)
    return Checkpoint(path if _is_file(model) else None)


def save_or_keep(save: Callable[[FilePath], None], checkpoint: Checkpoint, model: str, more: str = "") -> None:
    """Save a model; if there is no room for it, an error says where progress is kept, and how to continue.

    Whoever continues the run has to do `more`, as in `interrupted`.
    """
    try:
        save(model)
    except ArcwalkError as error:
        raise ArcwalkError(error.problem, _kept(checkpoint, model, more)) from error


def interrupted(stopped: KeyboardInterrupt, checkpoint: Checkpoint, model: str, more: str = "") -> KeyboardInterrupt:
    """Keep the progress of an interrupted run, then the model so far; the interrupt then says how to continue."""
    if checkpoint.is_empty:
        return stopped
    kept, written = _kept(checkpoint, model, more), ""
    if isinstance(stopped, TrainingStopped):
        with suppress(ArcwalkError):
            stopped.parser.save(model)
            written = f"best model so far written to {model}, "
    return KeyboardInterrupt(f"interrupted; {written}{kept}")


def _kept(checkpoint: Checkpoint, model: str, more: str) -> str:
    """Write a checkpoint beside the model or, if it does not fit there, to the user's temporary folder; tells where."""
    if _is_file(model) and _is_written(checkpoint, beside(model)):
        return f"progress saved to {beside(model)}, rerun with --resume{more} to continue"
    try:
        folder = Path(mkdtemp(prefix="arcwalk-training-"))  # nobody else can write there
    except OSError:
        return "progress could not be saved either"
    elsewhere = folder / Path(model).name
    if _is_written(checkpoint, beside(elsewhere)):
        how = f"with -m {shlex.quote(str(elsewhere))} --resume{more}"
        return f"progress saved to {beside(elsewhere)}, rerun {how} to continue"
    folder.rmdir()
    if _is_file(model) and beside(model).exists():
        return f"the progress of an earlier stage is in {beside(model)}, rerun with --resume{more} to continue"
    return f"progress could not be saved in {folder.parent} either"


def _is_written(checkpoint: Checkpoint, path: Path) -> bool:
    try:
        checkpoint.write(path)
    except ArcwalkError:
        return False
    return True


def _is_file(model: FilePath) -> bool:
    """Not a device, which has no files beside it."""
    return not Path(model).exists() or Path(model).is_file()
