"""What kernels return to Python."""

import signal
from pathlib import Path

import numba
import pytest
from kernel_scripts import run_script

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="about compiled kernels")

KERNELS = """
from typing import NamedTuple
import signal, sys
import numpy as np
from arcwalk.arrays import Integers, Scores
from arcwalk.compiled import kernel

class Pair(NamedTuple):
    heads: Integers
    score: float

class Nested(NamedTuple):
    pair: Pair
    scores: Scores

@kernel
def nested(n: int) -> tuple[Nested, int]:
    if n < 0:
        raise ValueError("negative")
    return Nested(Pair(np.zeros(n, dtype=np.int32), 0.5), np.ones(n, dtype=np.float64)), n

found, n = nested(2)
"""


def test_results_have_their_types(tmp_path: Path) -> None:
    done = run_script(KERNELS + "print(found, type(found).__name__, found.pair.heads.base is None, n)", tmp_path)
    pair = "Pair(heads=array([0, 0], dtype=int32), score=0.5)"
    assert done.stdout == f"Nested(pair={pair}, scores=array([1., 1.])) Nested False 2\n", done.stderr


def test_results_do_not_leak(tmp_path: Path) -> None:
    code = """
counts = []
for calls in (10, 1000):
    for _ in range(calls): nested(3)
    counts.append([sys.getrefcount(each) for each in (Pair, Nested, np.ndarray)])
print(counts[0] == counts[1], sys.getrefcount(nested(3)[0].pair))
"""
    assert run_script(KERNELS + code, tmp_path).stdout == "True 1\n"


def test_no_python_is_run_while_a_result_is_made(tmp_path: Path) -> None:
    code = """
called = []
sys.setprofile(lambda frame, event, _: called.append(frame.f_code.co_name) if event == "call" else None)
nested(2)
sys.setprofile(None)
print(called)
"""
    assert run_script(KERNELS + code, tmp_path).stdout == "['__call__', 'nested']\n"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer")
def test_interrupted_kernels_do_not_crash(tmp_path: Path) -> None:
    code = """
interrupts = 0
signal.signal(signal.SIGALRM, signal.default_int_handler)
while interrupts < 300:
    try:
        signal.setitimer(signal.ITIMER_REAL, 1e-4)
        while True:
            found, n = nested(5)
            assert found.pair.heads.sum() == 0 and found.scores.sum() == n
    except KeyboardInterrupt:
        interrupts += 1
print("done")
"""
    done = run_script(KERNELS + code, tmp_path)
    assert done.stdout == "done\n", done.stderr
