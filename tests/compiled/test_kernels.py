"""Kernels, as their callers see them. The cache of each test is empty."""

import pickle
from pathlib import Path

import numba
import numpy as np
import pytest
from kernel_scripts import run_script

from arcwalk.compiled import kernel
from arcwalk.compiled.functions import with_callees
from arcwalk.compiled.kernels import Kernel
from arcwalk.trees.shape import is_projective

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="about compiled kernels")

KERNELS = """
from typing import NamedTuple
import numpy as np
from arcwalk.arrays import Integers, Scores
from arcwalk.compiled import inline, kernel

class Pair(NamedTuple):
    heads: Integers
    scores: Scores

@inline
def half(x: float) -> float:
    return x / 2

@kernel
def halves(pair: Pair) -> Pair:
    if len(pair.heads) == 0:
        raise ValueError("no heads")
    scores = np.empty(len(pair.scores), dtype=np.float64)
    for i in range(len(scores)):
        scores[i] = half(pair.scores[i])
    return Pair(pair.heads, scores)

@kernel
def total(pair: Pair) -> float:
    return halves(halves(pair)).scores.sum()

@kernel
def divided(x: float, y: float) -> float:
    return x / y

@kernel
def unused(x: int) -> int:
    return no_such_function(x)

def pair(*heads):
    return Pair(np.array(heads, dtype=np.int32), np.arange(4.0))
"""


def test_kernels_call_each_other(tmp_path: Path) -> None:
    code = "print(total(pair(1, 2)), halves(pair(3)), half(3.0), divided(1.0, 0.0))"
    done = run_script(KERNELS + code, tmp_path)
    assert done.stdout == "1.5 Pair(heads=array([3], dtype=int32), scores=array([0. , 0.5, 1. , 1.5])) 1.5 inf\n"
    assert done.stderr == ""


def test_an_exception_passes_through_all_callers(tmp_path: Path) -> None:
    done = run_script(KERNELS + "try: total(pair())\nexcept ValueError as error: print(error)", tmp_path)
    assert done.stdout == "no heads\n", done.stderr


def test_arguments_of_other_types_are_refused(tmp_path: Path) -> None:
    code = """
for wrong in ((np.array([1, 2]), np.arange(4.0)), (np.zeros(2, np.int32), np.arange(8.0)[::2])):
    try: total(Pair(*wrong))
    except TypeError as error: print(str(error).splitlines()[0])
print(divided(1, 2))
"""
    done = run_script(KERNELS + code, tmp_path)
    first, second, last = done.stdout.splitlines()
    assert first.startswith("No matching definition")
    assert second.startswith("No matching definition")
    assert last == "0.5"


def test_only_what_is_called_is_compiled(tmp_path: Path) -> None:
    run_script(KERNELS + "divided(1.0, 2.0)", tmp_path)
    assert sorted(path.name for path in tmp_path.glob("cache/*/*")) == ["__main__.divided", "__main__.divided.python"]


def test_many_threads_call_a_kernel_first(tmp_path: Path) -> None:
    code = """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(16) as threads:
    print({found for found in threads.map(lambda _: total(pair(1, 2)), range(64))})
"""
    assert run_script(KERNELS + code, tmp_path).stdout == "{1.5}\n"


def test_memory_is_released(tmp_path: Path) -> None:
    code = """
import sys
big = Pair(np.zeros(1, np.int32), np.zeros(1_000_000))
def resident(): return int(open("/proc/self/statm").read().split()[1]) * 4096
for _ in range(20): total(big), halves(big)
before = resident()
for _ in range(100): total(big), halves(big)
print(resident() - before < 20_000_000, sys.getrefcount(big.scores))
"""
    if not Path("/proc/self/statm").exists():
        pytest.skip("reads /proc")
    assert run_script(KERNELS + code, tmp_path).stdout == "True 2\n"


def test_a_kernel_cannot_call_itself(tmp_path: Path) -> None:
    code = """
@kernel
def factorial(n: int) -> int:
    return n * factorial(n - 1) if n else 1
factorial(3)
"""
    assert "TypeError: __main__.factorial: a kernel cannot call itself" in run_script(KERNELS + code, tmp_path).stderr


def test_features_cannot_call_kernels(tmp_path: Path) -> None:
    code = """
import arcwalk
@arcwalk.feature
def shape(sentence, tree, features):
    arcwalk.emit(features, divided(1.0, 2.0) < 1.0)
@arcwalk.feature
def halved(sentence, tree, features):
    arcwalk.emit(features, half(1.0) < 1.0)
shape.compiled, halved.compiled
"""
    done = run_script(KERNELS + code, tmp_path)
    assert "script:shape cannot be compiled" in done.stderr
    assert "is a kernel of arcwalk, which only kernels can call" in done.stderr
    assert "halved cannot" not in done.stderr


def test_kernels_are_pickled_by_name() -> None:
    assert pickle.loads(pickle.dumps(is_projective)) is is_projective


def test_callees_of_callees() -> None:
    names = {each.function.__name__ for each in with_callees([_kernel(is_projective)])}
    assert {"is_projective", "_preorder"} <= names


def test_annotations_are_required() -> None:
    @kernel
    def untyped(x, y: int) -> int:  # type: ignore[no-untyped-def]
        return int(x + y)

    with pytest.raises(TypeError, match="no annotation for x"):
        untyped(1, 2)


def _kernel(function: object) -> Kernel:
    assert isinstance(function, Kernel)
    return function


def test_kernels_agree_with_plain_python() -> None:
    heads = np.array([-1, 2, 0, 2], dtype=np.int32)
    assert is_projective(heads) == _kernel(is_projective).function(heads)
