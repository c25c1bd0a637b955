"""With a version of Numba that was not tested, kernels are compiled by Numba itself, to the same effect."""

import os
import signal
from pathlib import Path

import numba
import pytest
from kernel_scripts import ONE_KERNEL, run_script

import arcwalk
from arcwalk.compiled import tested_numba
from arcwalk.compiled.ahead_of_time import compile_everything
from arcwalk.compiled.tested_numba import is_tested
from arcwalk.errors import ArcwalkError

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="about compiled kernels")

UNTESTED = "from arcwalk.compiled import tested_numba\ntested_numba.NEWEST_TESTED = (0, 1)\n"
INTERNALS = 'print("arcwalk.compiled.numba_internals" in sys.modules)\n'
TAGGER = """
import sys
import arcwalk
treebank = arcwalk.sample(30, 0)
tagger = arcwalk.Tagger.train(treebank, shuffles=1, epochs=2, network=False, segmenter=False)
tagger.save("tagger.arcwalk")
arcwalk.write("tagged.conllu", tagger.tag(treebank))
"""
INTERRUPTED = """
import signal, threading
from typing import NamedTuple
import numpy as np
from arcwalk.arrays import Integers, Scores
from arcwalk.compiled import kernel, plain_numba

class Pair(NamedTuple):
    heads: Integers
    scores: Scores

@kernel
def pair(n: int) -> Pair:
    return Pair(np.zeros(n, dtype=np.int32), np.ones(n, dtype=np.float64))

signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.1)
try:
    pair(1)
except KeyboardInterrupt:
    print(threading.active_count(), "threads, one of which compiles")
pair(1)
interrupts = 0
while interrupts < 300:
    try:
        signal.setitimer(signal.ITIMER_REAL, 1e-4)
        while True:
            assert pair(5).scores.sum() == 5
    except KeyboardInterrupt:
        interrupts += 1
print("done")
"""
PRODUCTS = """
import sys
import numpy as np
from arcwalk.neural.kernels.matrices import add_product, add_transposed_product
rng = np.random.default_rng(0)
left, right, out = (rng.normal(size=size).astype(np.float32) for size in ((11, 5), (5, 70), (11, 70)))
add_product(left, right, out)
add_transposed_product(np.ascontiguousarray(left.T), right, out)
out.tofile("products")
"""
FEATURE = """
import numpy as np
import arcwalk
from arcwalk.arrays import Integers, Numbers
from arcwalk.compiled import kernel
from arcwalk.features.kernels.python_calls import *
from arcwalk.features.python_features import FeatureSet, feature

@kernel
def emitted(calls: Calls, row: Integers, features: Numbers) -> None:
    row = borrowed(row)
    sentence, tree = SentenceView(row, row, row, row, row), TreeView(row, row, row, row, row, row, row)
    call(calls[0, ADDRESS], calls[0, FAILED:], sentence, tree, features)

@feature
def longest(sentence, tree, features):
    arcwalk.emit(features, max(map(len, sentence)))
    if len(tree.head) > 3:
        raise ValueError("too long")

chosen = FeatureSet([longest])
features = np.zeros(9, dtype=np.int64)
emitted(chosen.calls, np.zeros(3, dtype=np.int32), features)
print(features.tolist())
with chosen.errors():
    emitted(chosen.calls, np.zeros(4, dtype=np.int32), features)
"""


@pytest.mark.parametrize(
    ("version", "tested"),
    [("0.61.0", True), ("0.68.9", True), ("0.69.0rc1", False), ("1.0", False), ("0+unknown", False)],
)
def test_tested_versions(version: str, tested: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tested_numba, "NEWEST_TESTED", (0, 68))
    monkeypatch.setattr(numba, "__version__", version)
    assert is_tested() == tested


def test_the_installed_version_is_tested() -> None:
    assert is_tested()


def test_the_same_bytes_and_one_warning(tmp_path: Path) -> None:
    done = run_script(UNTESTED + TAGGER + INTERNALS, tmp_path)
    assert done.stdout == "False\n", done.stderr
    (warning,) = [line for line in done.stderr.splitlines() if "Warning" in line]
    assert f"Numba {numba.__version__} is newer than 0.1, the last that arcwalk was tested with" in warning
    assert warning.endswith('run: pip install "numba<0.2"')
    expected = tmp_path / "expected"
    treebank = arcwalk.sample(30, 0)
    tagger = arcwalk.Tagger.train(treebank, shuffles=1, epochs=2, network=False, segmenter=False)
    tagger.save(expected)
    assert (tmp_path / "tagger.arcwalk").read_bytes() == expected.read_bytes()
    arcwalk.write(expected, tagger.tag(treebank))
    assert (tmp_path / "tagged.conllu").read_bytes() == expected.read_bytes()


def test_products_have_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for start in (UNTESTED, ""):
        done = run_script(start + PRODUCTS + INTERNALS, tmp_path)
        assert done.stdout == f"{not start}\n", done.stderr
        made.append((tmp_path / "products").read_bytes())
    assert len(made[0]) == 4 * 11 * 70
    assert made[0] == made[1]


def test_numba_keeps_what_it_compiles_in_a_private_folder(tmp_path: Path) -> None:
    def kept() -> dict[Path, float]:
        return {path: path.stat().st_mtime for path in tmp_path.glob("cache/kernels-*/*/*.nbc")}

    assert run_script(UNTESTED + ONE_KERNEL, tmp_path).stdout == "42 False\n"
    (folder,) = (tmp_path / "cache").iterdir()
    assert os.name == "nt" or folder.stat().st_mode & 0o077 == 0
    before = kept()
    assert len(before) == 1
    assert run_script(UNTESTED + ONE_KERNEL, tmp_path).stdout == "42 False\n"
    assert kept() == before
    assert run_script(UNTESTED + ONE_KERNEL.replace("2 *", "x *"), tmp_path).stdout == "441 False\n"
    assert len(kept()) == 2


def test_kernels_work_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = run_script(UNTESTED + ONE_KERNEL, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "file" / "cache"))
    assert done.stdout == "42 False\n"
    assert "the cache folder for compiled code is not writable" in done.stderr


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer")
def test_interrupted_kernels_do_not_crash(tmp_path: Path) -> None:
    done = run_script(UNTESTED + INTERRUPTED, tmp_path)
    assert done.stdout == "2 threads, one of which compiles\ndone\n", done.stderr


def test_features_are_plain_python(tmp_path: Path) -> None:
    plain, compiled = run_script(UNTESTED + FEATURE, tmp_path), run_script(FEATURE, tmp_path)
    assert plain.stdout == compiled.stdout != "", plain.stderr
    for done in (plain, compiled):
        assert "feature script:longest failed: ValueError: too long" in done.stderr


def test_nothing_is_compiled_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tested_numba, "NEWEST_TESTED", (0, 1))
    with pytest.raises(ArcwalkError, match=r'nothing can be compiled ahead of time; run: pip install "numba<0.2"'):
        compile_everything()
