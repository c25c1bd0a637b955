"""The epochs of a network, whose state is in the checkpoint after each."""

from collections.abc import Callable

from arcwalk.learning.network_run import NetworkRun
from arcwalk.training.checkpoint import Checkpoint


def learn_epochs(
    run: NetworkRun,
    learn: Callable[[], None],
    epochs: int,
    name: str,
    checkpoint: Checkpoint,
    after_epoch: Callable[[], None],
) -> None:
    """Call `learn`, which is one epoch, until there were so many; those kept under the name count."""
    if result := checkpoint.get(name):
        run.resume(*result)
    while run.epochs < epochs:
        learn()
        metadata, arrays = run.kept()
        checkpoint.keep(name, metadata, **arrays)
        after_epoch()
