"""What an engine is: something that annotates batches, in order, and never holds more than a few of them."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from arcwalk.engine.batches import Batch
from arcwalk.engine.request import Request
from arcwalk.engine.worker import AnnotatedBatch
from arcwalk.errors import ArcwalkError

Result = AnnotatedBatch | ArcwalkError
"""The text that a batch became, or what is wrong with it."""
Outcome = tuple[Batch, Result]


class EngineError(ArcwalkError):
    """A problem with the workers rather than with a file; it ends the run."""


class Engine(Protocol):
    """Runs batches somewhere."""

    batch_words: int
    """The size of batches: large enough that sending one costs little, small enough that all workers end together."""

    def run(self, request: Request, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """The outcome of each batch, in order; batches are cut only as fast as workers need them."""
        ...


class Pending(Protocol):
    """A batch at work: a future of `concurrent.futures` or of Dask."""

    def done(self) -> bool:
        """Whether the worker is done with it."""
        ...

    def result(self) -> Any:
        """Wait for the result; raises if there is something wrong with the worker."""
        ...


def in_order(
    batches: Iterable[Batch],
    submit: Callable[[Batch], Pending],
    result: Callable[[Batch, Pending], Result],
    most: Callable[[], int],
) -> Iterator[Outcome]:
    """Submit batches and collect their results in order, with at most `most()` between the two.

    A batch that takes long holds up the results of the ones after it, but not the workers, until there are too many.
    """
    pending: deque[tuple[Batch, Pending]] = deque()
    for batch in batches:
        pending.append((batch, submit(batch)))
        while pending and (len(pending) >= most() or pending[0][1].done()):
            yield _outcome(*pending.popleft(), result)
    while pending:
        yield _outcome(*pending.popleft(), result)


def _outcome(batch: Batch, pending: Pending, result: Callable[[Batch, Pending], Result]) -> Outcome:
    return batch, batch.error or result(batch, pending)
