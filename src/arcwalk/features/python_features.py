"""Features written in Python: functions of a sentence and a tree that emit integers.

    import arcwalk
    from arcwalk import code, emit

    @arcwalk.feature
    def subjects(sentence, tree, features):
        for h in range(1, len(sentence.form)):
            count = 0
            m = tree.child[h]
            while m >= 0:
                count += tree.label[m] == code("nsubj")
                m = tree.next[m]
            if count > 1:
                emit(features, sentence.upos[h], count)

`sentence` is a `SentenceView`, `tree` a `TreeView`. The function is called for every tree that a search tries, so it is
compiled to machine code; what Numba cannot compile runs as plain Python, with a warning, unless it uses a name that
does not exist. Functions that it calls must be compiled too, with Numba's own decorator. A model stores the names of
its features, not their code: to load it, pass the file that defines them.
"""

import importlib.util
import inspect
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, update_wrapper
from os import PathLike
from pathlib import Path
from threading import get_ident
from typing import Any

import numba
import numpy as np

from arcwalk.arrays import Integers, Numbers
from arcwalk.compiled.user_functions import compile_feature, feature_address
from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.features.compile_errors import reason, wrong_name
from arcwalk.features.kernels.python_calls import (
    CODES,
    CODES_PER_WORD,
    COUNT,
    FAILED,
    FEATURE_SIGNATURE,
    NAME,
    PLAIN,
    Calls,
    SentenceView,
    TreeView,
    emit,
    hashed_strings,
)
from arcwalk.messages import quoted
from arcwalk.treebank.codes import code
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence

__all__ = ["Feature", "FeatureSet", "code", "emit", "feature", "hash_labels", "load_features", "require"]

FeatureFunction = Callable[..., None]

_known: dict[str, "Feature"] = {}
_loaded: dict[tuple[Path, bytes], list["Feature"]] = {}  # by file and contents, so that nothing is compiled twice


class Feature:
    """A function that emits features of trees, and its name in models."""

    def __init__(self, function: FeatureFunction) -> None:
        update_wrapper(self, function)
        self.function = function
        self.name = f"{_module_name(function)}:{function.__qualname__}"
        PLAIN[id(function)] = function

    def __call__(self, sentence: Any, tree: Any, features: Numbers) -> None:
        """Call the function, as plain Python."""
        self.function(sentence, tree, features)

    def __repr__(self) -> str:
        return f"<feature {self.name}>"

    @property
    def salt(self) -> int:
        """A number that distinguishes the features of this function from those of others."""
        return code(self.name)

    def codes(self, sentence: Sentence) -> list[int]:
        """What the function emits for a sentence and its tree, run as plain Python: for trying and debugging it."""
        strings = hashed_strings(Encoder([], [[]], "1", hashed=True).encode(sentence))
        emitted = np.zeros(CODES + CODES_PER_WORD * (len(sentence) + 1), dtype=np.int64)
        emitted[NAME] = self.salt
        self.function(SentenceView(*strings[: len(SentenceView._fields)]), view_of_tree(sentence), emitted)
        return [int(number) for number in emitted[CODES : CODES + emitted[COUNT]]]

    @cached_property
    def compiled(self) -> FeatureFunction:
        """The function as machine code, or as a slow wrapper of plain Python."""
        try:
            return compile_feature(FEATURE_SIGNATURE, self.function)
        except Exception as error:  # whatever the reason, plain Python still works, or else fails in the same place
            if mistake := wrong_name(self.function, error):
                raise ArcwalkError(f"{mistake} (in feature {self.name})", "correct the name") from error
            warnings.warn(
                f"feature {self.name} cannot be compiled and runs as plain Python, about a hundred times slower: "
                f"{reason(error)}",
                stacklevel=3,
            )
            return compile_feature(FEATURE_SIGNATURE, _interpreted(self.function))


def feature(function: FeatureFunction) -> Feature:
    """Make a function of (sentence, tree, features) a feature of trees; it replaces an earlier one of the same name."""
    if not inspect.isfunction(function) or len(inspect.signature(function).parameters) != 3:
        raise ArcwalkError(
            f"@arcwalk.feature decorates a function of three arguments (sentence, tree, features), not {function!r}"
        )
    made = Feature(function)
    _known[made.name] = made
    return made


class FeatureSet:
    """The features of a model, ready to be called by kernels of this process.

    Failures are recorded among the calls, so each thread has its own copy.
    """

    def __init__(self, features: Sequence[Feature]) -> None:
        self.features = tuple(features)
        rows = [[feature_address(one.compiled, FEATURE_SIGNATURE), one.salt, 0] for one in self.features]
        self._rows: Calls = np.array(rows, dtype=np.int64).reshape(-1, 3)
        self._calls: dict[int, Calls] = {}  # unlike threading.local, it can be pickled

    @property
    def calls(self) -> Calls:
        """The calls for this thread."""
        return self._calls.setdefault(get_ident(), self._rows.copy())

    @property
    def names(self) -> list[str]:
        """The names of the features, for `require`."""
        return [one.name for one in self.features]

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Turn an exception of a feature, within kernels of this thread, into an error that names the feature."""
        calls = self.calls
        calls[:, FAILED] = 0
        try:
            yield
        except Exception as error:
            failed = [one for one, row in zip(self.features, calls, strict=True) if row[FAILED]]
            if not failed:
                raise
            reason = str(error) if isinstance(error, ArcwalkError) else f"{type(error).__name__}: {error}"
            raise ArcwalkError(
                f"{_place(failed[0], error)}feature {failed[0].name} failed: {reason}",
                "fix it, and test it with its codes(sentence) method",
            ) from error


def require(names: Iterable[str], model: str = "<memory>") -> FeatureSet:
    """The features of these names, which a model file uses, compiled; they must have been imported or loaded."""
    wanted = list(names)
    missing = [name for name in wanted if name not in _known]
    if missing:
        file = quoted(f"{missing[0].partition(':')[0]}.py")
        raise ArcwalkError(
            f"{model}: the model uses features written in Python that are not loaded: {quoted(', '.join(missing))}",
            Wording("pass the file that defines them: ", Argument("features_from", file)),
        )
    return FeatureSet([_known[name] for name in wanted])


def load_features(path: str | PathLike[str]) -> list[Feature]:
    """Run a Python file, unless the same one has been, and return the features it defines or imports."""
    file = Path(path)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise ArcwalkError(f"{path}: cannot load features", "pass a Python file (.py) that defines them")
    module = importlib.util.module_from_spec(spec)
    try:
        key = file.resolve(), file.read_bytes()
        if key in _loaded:
            _known.update({one.name: one for one in _loaded[key]})  # another file may have taken the names
            return _loaded[key]
        spec.loader.exec_module(module)
    except ArcwalkError as error:
        raise error.at(str(path)) from error
    except Exception as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == spec.origin]
        line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else 0
        raise ArcwalkError(f"{path}:{line}: cannot load features: {type(error).__name__}: {error}") from error
    features = list(dict.fromkeys(value for value in vars(module).values() if isinstance(value, Feature)))
    if not features:
        raise ArcwalkError(f"{path}: no features found", "decorate them with @arcwalk.feature")
    _loaded[key] = features
    return features


def feature_files(names: Iterable[str]) -> dict[str, str]:
    """The file that defines each of these features, for `load_missing` in another process."""
    return {name: _known[name].function.__code__.co_filename for name in names}


def load_missing(files: Mapping[str, str]) -> None:
    """Run the files of those features that this process does not know."""
    for name, file in files.items():
        if name not in _known:
            load_features(file)


def hash_labels(labels: Iterable[str]) -> Integers:
    """The labels as features see them, by code; a zero at the end for a missing label."""
    return np.array([*map(code, labels), 0], dtype=np.int32)


def view_of_tree(sentence: Sentence) -> TreeView:
    """The tree of a sentence as features see it."""
    n = len(sentence)
    head = np.array([-1, *sentence.heads], dtype=np.int32)
    child, following = np.full((2, n + 1), -1, dtype=np.int32)
    for m in range(n, 0, -1):
        following[m], child[head[m]] = child[head[m]], m
    first, last, size = np.arange(n + 1, dtype=np.int32), np.arange(n + 1, dtype=np.int32), np.ones(n + 1, np.int32)
    for m in range(1, n + 1):
        above = head[m]
        while above >= 0:
            first[above], last[above], size[above] = min(first[above], m), max(last[above], m), size[above] + 1
            above = head[above]
    label = np.array([0, *map(code, sentence.deprels)], dtype=np.int32)
    return TreeView(head, label, child, following, first, last, size)


def _module_name(function: FeatureFunction) -> str:
    """The name of the file without folders: the same whether it is run, imported or loaded by its path."""
    name = function.__module__
    if name == "__main__":
        name = Path(getattr(sys.modules[name], "__file__", None) or name).stem
    return name.rpartition(".")[2]


def _interpreted(function: FeatureFunction) -> FeatureFunction:
    """A wrapper that Numba can compile, for a function that it cannot."""

    def call(sentence: Any, tree: Any, features: Numbers) -> None:
        with numba.objmode():
            function(sentence, tree, features)

    return call


def _place(one: Feature, error: Exception) -> str:
    """File and line of the exception, if known: compiled code does not report them for all exceptions."""
    file = one.function.__code__.co_filename
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return f"{file}:{frames[-1].lineno}: " if frames and frames[-1].name == one.function.__name__ else ""
