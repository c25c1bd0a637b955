"""Work in the background, one task after the other; whoever asked comes back for the result."""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from arcwalk.errors import ArcwalkError
from arcwalk.messages import one_line
from arcwalk.service.errors import Refusal, busy

MOST_WAITING = 64  # tasks
MOST_KEPT = 200  # tasks, of which the oldest that are finished are forgotten

Work = Callable[[], dict[str, Any]]


@dataclass
class Task:
    """What was asked for, and what came of it."""

    work: Work
    result: dict[str, Any] | None = None
    problem: str = ""

    @property
    def is_finished(self) -> bool:
        """Whether there is a result, or a problem."""
        return self.result is not None or bool(self.problem)


class Tasks:
    """All tasks by their names, which nobody can guess."""

    def __init__(self) -> None:
        self._tasks: OrderedDict[str, Task] = OrderedDict()
        self._queue: SimpleQueue[Task] = SimpleQueue()
        self._lock = Lock()
        Thread(target=self._run, daemon=True).start()

    def start(self, work: Work) -> str:
        """Do this when all others are done; the name of the task."""
        task, name = Task(work), secrets.token_hex(16)
        with self._lock:
            waiting = sum(not each.is_finished for each in self._tasks.values())
            if waiting >= MOST_WAITING:
                raise busy()
            for old in [each for each, known in self._tasks.items() if known.is_finished][: -MOST_KEPT or None]:
                del self._tasks[old]
            self._tasks[name] = task
        self._queue.put(task)
        return name

    def find(self, name: str) -> Task:
        """The task of that name."""
        task = self._tasks.get(name)
        if task is None:
            raise Refusal(404, "there is no such task; it was forgotten, or the service has been started again")
        return task

    def _run(self) -> None:
        while True:
            task = self._queue.get()
            try:
                task.result = task.work()
            except (ArcwalkError, Refusal, OSError, MemoryError) as error:
                task.problem = one_line(error) or "there was not enough memory"
            except Exception as error:  # a text could be in the message
                task.problem = f"something went wrong in arcwalk ({type(error).__name__}); please report it"
