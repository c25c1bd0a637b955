"""Features written in Python in a file that the user names."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest
from own_features import crc, emitted_codes, folded

from arcwalk import ArcwalkError, Parser, sample
from arcwalk.features.python_features import load_features, require
from arcwalk.training.progress import Silence
from arcwalk.treebank.sentence import Sentence

FILE = """
import arcwalk
from arcwalk import code, emit

@arcwalk.feature
def leaves(sentence, tree, features):
    for m in range(1, len(sentence.form)):
        if tree.size[m] == 1:
            emit(features, sentence.upos[m], CONSTANT)

CONSTANT = {constant}
"""


def test_features_are_loaded_from_a_file_the_user_names(tmp_path: Path) -> None:
    with pytest.raises(ArcwalkError, match=r"not loaded: tails:leaves; .*: features_from='tails\.py'$"):
        require(["own_features:subjects", "tails:leaves"])
    (tmp_path / "tails.py").write_text(FILE.format(constant=1))
    loaded = load_features(tmp_path / "tails.py")
    assert [one.name for one in loaded] == ["tails:leaves"]
    features = require(["tails:leaves"])
    assert features.names == ["tails:leaves"]
    sentence = Sentence.from_columns(["a", "b"], upos=["X", "Y"], heads=[2, 0], deprels=["obj", "root"])
    assert emitted_codes(features, sentence) == [folded("tails:leaves", crc("X"), 1)]
    assert "tails" not in sys.modules


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\ny = (\n", r"bad\.py:2: cannot load features: SyntaxError"),
        ("x = 1\nimport no_such_module\n", r"bad\.py:2: cannot load features: ModuleNotFoundError"),
        ("x = 1\n", r"bad\.py: no features found; decorate them with @arcwalk.feature"),
        ("import arcwalk\narcwalk.feature(3)\n", r"bad\.py: @arcwalk.feature decorates a function"),
    ],
)
def test_files_without_usable_features(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "bad.py").write_text(text)
    with pytest.raises(ArcwalkError, match=message):
        load_features(tmp_path / "bad.py")


@pytest.mark.parametrize("name", ["none.py", "none.txt", "."])
def test_files_that_are_not_there(tmp_path: Path, name: str) -> None:
    with pytest.raises(ArcwalkError, match="cannot load features; pass a Python file"):
        load_features(tmp_path / name)


MISTAKES = {
    "a name": ("emit(features, cod('x'))", r"own\.py:{line}: 'cod' is not defined \(in feature own:wrong\)"),
    "a name after what Numba cannot do": (
        "sorted({1: [1, 'x']}); emit(features, cod)",
        r"own\.py:{line}: 'cod' is not",
    ),
    "a field": ("emit(features, sentence.fomr[0])", r"own\.py:{line}: a SentenceView has no 'fomr'"),
    "a field of the tree": ("emit(features, tree.labels[0])", r"own\.py:{line}: a TreeView has no 'labels'"),
    "a name in a function": ("emit(features, helper(1))", r"own\.py:{helper}: 'undefined' is not defined"),
    "a name in an inner function": ("emit(features, [cod for x in tree.head][0])", r"own\.py:{line}: 'cod' is not"),
}


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="about compiled features")
@pytest.mark.parametrize("kind", MISTAKES)
def test_wrong_names_are_errors_before_any_training(
    kind: str, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    body, message = MISTAKES[kind]
    lines = [
        "import arcwalk, numba",
        "from arcwalk import emit",
        "@numba.njit",
        "def helper(x):",
        "    return x + undefined",
        "@arcwalk.feature",
        "def wrong(sentence, tree, features):",
        "    if len(sentence.form) > 100:",
        f"        {body}",
    ]
    (tmp_path / "own.py").write_text("\n".join(lines) + "\n")
    stages = Stages()
    with pytest.raises(ArcwalkError, match=message.format(line=9, helper=5)):
        Parser.train(sample(5), features_from=tmp_path / "own.py", tags="predicted", progress=stages)
    assert not stages.titles
    assert not recwarn.list


class Stages(Silence):
    def __init__(self) -> None:
        self.titles: list[str] = []

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:  # noqa: ARG002
        self.titles.append(title)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="about compiled features")
def test_a_file_is_compiled_once_as_long_as_it_stays_the_same(tmp_path: Path) -> None:
    file = tmp_path / "tails.py"
    file.write_text(FILE.format(constant=1))
    (first,) = load_features(file)
    assert load_features(file) == [first]
    file.write_text(FILE.format(constant=2))
    (second,) = load_features(file)
    assert second is not first
    file.write_text(FILE.format(constant=1))
    load_features(file)
    assert require(["tails:leaves"]).features == (first,)


SCRIPT = """
import sys
sys.path.insert(0, {shared!r})
from own_features import Searched
from arcwalk.features.python_features import load_features, require
from arcwalk.scoring.moves import start_from
searched = Searched(0, require([one.name for one in load_features({file!r})]))
print(start_from(searched.scorer, searched.tree()))
print("arcwalk.compiled.compilation" in sys.modules)
"""


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled here")
def test_kernels_stay_compiled_when_features_change(tmp_path: Path) -> None:
    shared = Path(__file__).parents[1] / "shared"
    scores = []
    for constant in (0, 0, 1):  # kernels may be compiled the first time
        (tmp_path / "tails.py").write_text(FILE.format(constant=constant))
        code = SCRIPT.format(shared=str(shared), file=str(tmp_path / "tails.py"))
        done = subprocess.run(
            [sys.executable, "-c", code], env=os.environ, capture_output=True, text=True, timeout=120, check=False
        )
        score, compiles = done.stdout.splitlines()
        scores.append(score)
    assert compiles == "False"
    assert scores[0] == scores[1] != scores[2]
