"""The kernels are plain Python: the same tests pass, slowly, where nothing is compiled."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent
TOO_SLOW = (  # thousands of samples, long sentences, learning until nothing is wrong
    "trees/search/test_sampling_chains.py",
    "components/pruner/test_pruning.py",
    "learning/test_tree_learners.py",
    "learning/test_network_learner.py",
    "learning/test_network_gradient.py",
    "learning/test_tag_network_gradient.py",
)
ROOMS = ("features", "scoring", "neural", "trees", "learning", "consistency")
KERNELS = (
    "components/segmenter/test_few_sentences.py",
    "components/labeler/test_labeling.py",
    "components/tagger/test_viterbi.py",
    "systems/vine/test_chart.py",
    "systems/joint_tags/test_tagged_tree.py",
)


def test_kernels_run_as_plain_python() -> None:
    options = ["-p", "no:cacheprovider", "-p", "no:warnings"]  # integers that overflow warn here, and are meant to
    left_out = [f"--ignore={name}" for name in TOO_SLOW]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *left_out, *ROOMS, *KERNELS],
        cwd=TESTS,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
