"""Commands in processes of their own, interrupted at random moments, and what is wrong with how they end."""

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from commands import PROCESS, heed_signals

OLD = b"what was there before\n"
_PATIENCE = 60  # seconds
_NEVER = ("Traceback", "Exception ignored", "Fatal", "Error", "leaked", "terminate called")


class Ending(NamedTuple):
    """How a command ended."""

    signal: str  # that was sent, "" if the command was faster
    moment: float  # seconds after the command had taken its signals
    problems: list[str]  # empty if it ended as it should

    def __str__(self) -> str:
        return f"{self.signal or 'no signal'} after {self.moment:.3f} s: {'; '.join(self.problems) or 'clean'}"


def interrupt_at(
    seed: int, words: Sequence[str | Path], output: Path, longest: float, patience: float = _PATIENCE
) -> Ending:
    """Run a command that writes `output`, alone in its folder, and interrupt it within `longest` seconds.

    The seed determines the moment, the signal, whether all processes of the command get it, as from a terminal, or only
    the first one, and whether a second signal follows.
    """
    random = Random(seed)
    number = random.choice([signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    send = random.choice([os.kill, os.killpg])
    moment = random.uniform(0, longest)
    soon = random.choice([None, random.uniform(0, 0.05)])
    output.write_bytes(OLD)
    with subprocess.Popen(
        [*PROCESS, *map(str, words)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_signals,
    ) as process:
        _wait_for_handlers(process)
        time.sleep(moment)
        is_sent = process.poll() is None
        if is_sent:
            send(process.pid, number)
        if is_sent and soon is not None:
            time.sleep(soon)
            if process.poll() is None:
                send(process.pid, number)
        try:
            out, err = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGABRT)
            return Ending(number.name, moment, ["it hangs"])
    problems = [f"printed {out!r}"] if out else []
    problems += [f"said {line!r}" for line in err.splitlines() if any(word in line for word in _NEVER)]
    if process.returncode and is_sent:
        problems += _problems_of_interrupted(process.returncode, 128 + number, err, output)
    elif process.returncode:
        problems.append(f"exit code {process.returncode}: {err}")
    allowed = {output.name, f"{output.name}.unfinished"}
    problems += [f"left {path.name}" for path in output.parent.iterdir() if path.name not in allowed]
    if _is_alive(process.pid):
        problems.append("left a process")
    return Ending(number.name if is_sent else "", moment, problems)


def _problems_of_interrupted(code: int, expected: int, err: str, output: Path) -> list[str]:
    """What is wrong with a command that a signal has ended."""
    problems = [] if code == expected else [f"exit code {code}"]
    own = [line for line in err.splitlines() if line.startswith("arcwalk: ")]
    if len(own) != 1 or not own[0].startswith(("arcwalk: interrupted", "arcwalk: terminated")):
        problems.append(f"said {err!r}")
    if output.read_bytes() != OLD and "best model so far written" not in err:
        problems.append("the old output is gone")
    return problems


def _wait_for_handlers(process: "subprocess.Popen[str]") -> None:
    """Wait until the command has taken its signals: what comes earlier is up to Python."""
    status = Path(f"/proc/{process.pid}/status")
    mask = 1 << (signal.SIGTERM - 1)
    while process.poll() is None and not _caught(status) & mask:
        time.sleep(0.001)


def _caught(status: Path) -> int:
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("SigCgt"))
    return int(line.split()[1], 16)


def _is_alive(group: int) -> bool:
    """Whether processes of a command outlive it; those that compile need a moment to notice."""
    last = time.monotonic() + _PATIENCE
    while time.monotonic() < last:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.01)
    return True
