"""Requests are annotated in threads, so many at a time; others wait, and beyond that they are refused.

A thread cannot be stopped from outside. It looks between sentences whether anybody still waits for its answer, and
keeps its place until it ends.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from arcwalk.service.errors import ClientGone, Refusal, busy
from arcwalk.service.limits import Limits
from arcwalk.treebank.sentence import Sentence

Answer = TypeVar("Answer")
Task = Callable[[], None]


class Progress:
    """How far the thread of a request has come, and whether it should go on."""

    def __init__(self) -> None:
        self.sentences = self.words = 0
        self.since = time.monotonic()  # when the current sentence was begun
        self.is_stopped = False
        self.model = ""  # its name, once it is known

    def follow(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """The same sentences, counted when they are done."""
        self.since = time.monotonic()
        for sentence in sentences:
            if self.is_stopped:
                raise ClientGone
            yield sentence
            self.sentences += 1
            self.words += len(sentence)
            self.since = time.monotonic()


class Workload:
    """The threads, and who waits for them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.running = self.waiting = 0
        self._places = asyncio.Semaphore(limits.jobs)
        self._tasks: SimpleQueue[Task] = SimpleQueue()
        for _ in range(limits.jobs):
            Thread(target=self._work, daemon=True).start()  # a stuck sentence must not keep the process from ending

    async def run(self, work: Callable[[], Answer], progress: Progress, gone: "asyncio.Future[None]") -> Answer:
        """The answer of `work`, in a thread; `gone` is done when the client is."""
        await self._place(gone)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Answer] = loop.create_future()
        self.running += 1

        def deliver(value: Answer | None, error: BaseException | None) -> None:
            self.running -= 1
            self._places.release()
            if not answer.done():
                if error is None:
                    answer.set_result(value)  # type: ignore[arg-type]
                else:
                    answer.set_exception(error)

        def task() -> None:
            value: Answer | None = None
            failure: BaseException | None = None
            progress.since = time.monotonic()
            try:
                value = work()
            except BaseException as error:  # whatever it is, its request must hear of it
                failure = error
            with suppress(RuntimeError):  # the service has stopped meanwhile
                loop.call_soon_threadsafe(deliver, value, failure)

        progress.since = time.monotonic()
        self._tasks.put(task)
        try:
            return await self._answer(answer, progress, gone)
        finally:
            progress.is_stopped = True
            answer.cancel()

    async def _place(self, gone: "asyncio.Future[None]") -> None:
        """Wait for a place."""
        if self._places.locked() and self.waiting >= self.limits.queue:
            raise busy()
        self.waiting += 1
        turn = asyncio.ensure_future(self._places.acquire())
        is_taken = False
        try:
            await _first({turn, gone})
            if gone.done():
                raise ClientGone
            is_taken = True
        finally:
            self.waiting -= 1
            if not is_taken and not turn.cancel():
                self._places.release()  # the place became free just now

    async def _answer(
        self, answer: "asyncio.Future[Answer]", progress: Progress, gone: "asyncio.Future[None]"
    ) -> Answer:
        limit = self.limits.sentence_seconds
        while not answer.done():
            left = progress.since + limit - time.monotonic()
            if left <= 0:
                remedy = "split it, or ask for less (confidence, nbest)"
                raise Refusal(422, f"sentence {progress.sentences + 1} takes longer than {limit:g} s; {remedy}")
            await _first({answer, gone}, left)
            if gone.done() and not answer.done():
                raise ClientGone
        return answer.result()

    def _work(self) -> None:
        while True:
            self._tasks.get()()


async def _first(futures: "set[asyncio.Future[Any]]", seconds: float | None = None) -> None:
    """Wait for one of these, but not longer."""
    await asyncio.wait(futures, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
