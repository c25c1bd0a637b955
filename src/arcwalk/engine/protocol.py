"""What an engine is: something that annotates batches, in order, and never holds more than a few of them."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Any, Protocol

from arcwalk.engine.batches import Batch
from arcwalk.engine.request import Request
from arcwalk.engine.worker import AnnotatedBatch
from arcwalk.errors import ArcwalkError

Result = AnnotatedBatch | ArcwalkError
"""The text that a batch became, or what is wrong with it."""
Outcome = tuple[Batch, Result]
Outcomes = Generator[Outcome, None, None]
"""A stream that can be closed before its end, which ends the workers."""

_NOTHING = AnnotatedBatch(b"", 0, 0, 0.0)


class EngineError(ArcwalkError):
    """A problem with the workers rather than with a file; it ends the run."""


class Engine(Protocol):
    """Runs batches somewhere."""

    batch_words: int
    """The size of batches: large enough that sending one costs little, small enough that all workers end together."""

    def run(self, request: Request, batches: Iterable[Batch]) -> Outcomes:
        """The outcome of each batch, in order; batches are cut only as fast as workers need them."""
        ...


def known(batch: Batch) -> Result | None:
    """The result of a batch without sentences, which no worker has to see."""
    return None if batch.unread else batch.error or _NOTHING


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
) -> Outcomes:
    """Submit batches and collect their results in order, with at most `most()` between the two.

    A batch that takes long holds up the results of the ones after it, but not the workers, until there are too many.
    """
    waiting: deque[tuple[Batch, Pending | Result]] = deque()

    def next_outcome() -> Outcome:
        batch, pending = waiting.popleft()
        return batch, pending if isinstance(pending, Result) else result(batch, pending)

    for batch in batches:
        waiting.append((batch, known(batch) or submit(batch)))
        while waiting and (len(waiting) >= most() or isinstance(waiting[0][1], Result) or waiting[0][1].done()):
            yield next_outcome()
    while waiting:
        yield next_outcome()
