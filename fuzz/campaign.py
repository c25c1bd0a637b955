"""Tries many seeds of a scenario in processes that may crash or hang without stopping the campaign."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

ROOT = Path(__file__).parent.parent
PATIENCE = 120.0  # seconds for one input
MOST_FAILURES = 25  # then a scenario is given up
START = 600.0  # seconds for models to be trained and kernels to be compiled


@dataclass
class Outcome:
    """What came of a scenario."""

    tried: int = 0
    failed: dict[int, str] = field(default_factory=dict)  # seeds, and what happened
    seconds: float = 0.0


class Process:
    """A worker that is started again whenever it dies."""

    def __init__(self, scenario: str, folder: Path) -> None:
        self.scenario, self.folder = scenario, folder
        self._process: subprocess.Popen[str] | None = None
        self._answers: SimpleQueue[str] = SimpleQueue()

    def attempt(self, seed: int) -> str:
        """`ok`, or what went wrong."""
        if self._process is None and (problem := self._start()) != "ready":
            raise RuntimeError(f"{self.scenario} cannot be prepared ({problem}); see {self.folder}/{self.scenario}.log")
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seed}\n")
        self._process.stdin.flush()
        return self._answer(PATIENCE)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _start(self) -> str:
        command = [sys.executable, "-X", "faulthandler", "-m", "fuzz.worker", self.scenario]
        paths = (str(ROOT / "src"), str(ROOT / "tests" / "shared"), str(ROOT), os.environ.get("PYTHONPATH", ""))
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / f"{self.scenario}.log").open("a", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [*command, str(self.folder / "shared" / self.scenario), str(self.folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
            )
        self._answers = SimpleQueue()
        Thread(target=_forward, args=(self._process, self._answers), daemon=True).start()
        return self._answer(START)

    def _answer(self, patience: float) -> str:
        assert self._process is not None
        try:
            answer = self._answers.get(timeout=patience)
        except Empty:
            self.close()
            return f"hangs: no answer within {patience:g} s"
        if answer:
            return answer
        code = self._process.wait()
        self.close()
        return f"crashes: the process ended with {code}"


def _forward(process: "subprocess.Popen[str]", answers: "SimpleQueue[str]") -> None:
    """Pass on what a process says, and an empty string once it has ended."""
    assert process.stdout is not None
    for line in process.stdout:
        answers.put(line.strip())
    answers.put("")


def attack(scenario: str, folder: Path, seeds: range, jobs: int, deadline: float = inf) -> Outcome:
    """Try the seeds until the deadline, by the clock of `time.monotonic`."""
    outcome = Outcome()
    left = iter(seeds)  # which threads share
    processes = [Process(scenario, folder) for _ in range(jobs)]
    started = time.monotonic()

    def work(process: Process) -> None:
        for seed in left:
            _note(outcome, seed, process.attempt(seed))
            if time.monotonic() > deadline or len(outcome.failed) >= MOST_FAILURES:
                return

    try:
        for seed in islice(left, 1):  # the first process prepares what all of them share
            _note(outcome, seed, processes[0].attempt(seed))
        started = time.monotonic()

        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(work, processes))
    finally:
        for process in processes:
            process.close()
    outcome.seconds = time.monotonic() - started
    return outcome


def _note(outcome: Outcome, seed: int, answer: str) -> None:
    outcome.tried += 1
    if answer != "ok":
        outcome.failed[seed] = "breaks a promise" if answer == "broken" else answer
