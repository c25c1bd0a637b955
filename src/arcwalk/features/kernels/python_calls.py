"""How features written in Python are called: what they see, how they emit, and the call itself.

A feature is compiled separately and called through its address, so that the kernels of search and learning need not be
recompiled when it changes. (Numba's own function type would do the same, but passing a function into a kernel takes
70 µs every time.) Without compilation, or with an untested Numba, the address is a key of `PLAIN`.

`emit` and `code` work in plain Python too; `overload` defines them for compiled features.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import TypingError, types
from numba.extending import overload

from arcwalk.arrays import Codes, Integers, IntegerTable, Numbers, NumberTable
from arcwalk.compiled import inline
from arcwalk.compiled.tested_numba import is_tested
from arcwalk.errors import ArcwalkError
from arcwalk.features.kernels.hashing import scramble
from arcwalk.features.kernels.sentence_rows import word_count
from arcwalk.treebank.codes import HASHED, code

FORM_ROW, LEMMA_ROW, UPOS_ROW, XPOS_ROW, FEATS_ROW, LABEL_ROW, CHILD_ROW, NEXT_ROW = range(8)
STRING_ROWS = 8
ADDRESS, SALT, FAILED = range(3)  # columns of calls
COUNT, NAME, CODES = range(3)  # layout of emitted codes: their number, the salt of the current feature, the first code
CODES_PER_WORD = 64  # a tree may have this many codes per word of the sentence

Strings = IntegerTable  # (STRING_ROWS, n + 1): hashed strings, then workspace for labels and children
Calls = NumberTable  # (features, 3)


class SentenceView(NamedTuple):
    """What a feature sees of a sentence: strings hashed by `code`, at positions 0 to n; 0 at the root."""

    form: Integers
    lemma: Integers
    upos: Integers
    xpos: Integers
    feats: Integers


class TreeView(NamedTuple):
    """What a feature sees of a tree, at positions 0 to n; -1 means none. Valid only during the call."""

    head: Integers
    label: Integers  # hashed like the strings of the sentence, 0 at the root
    child: Integers  # the first child of a word, in sentence order
    next: Integers  # the next child of the same head
    first: Integers  # the first word of the subtree
    last: Integers
    size: Integers  # the number of words in the subtree


_ROW = types.Array(types.int32, 1, "C", readonly=True)  # features may not write
_COLUMN = types.Array(types.int32, 1, "A", readonly=True)
FEATURE_SIGNATURE = types.void(
    types.NamedUniTuple(_ROW, 5, SentenceView),
    types.NamedTuple([_COLUMN, _ROW, _ROW, _ROW, _COLUMN, _COLUMN, _COLUMN], TreeView),
    numba.int64[::1],
)
TOO_MANY = f"more than {CODES_PER_WORD} codes per word were emitted for one tree"
PLAIN: dict[int, Callable[..., None]] = {}


@overload(code, prefer_literal=True, strict=False)
def _code_compiled(text: Any) -> Callable[..., int]:
    if not isinstance(text, types.StringLiteral):
        raise TypingError("code() needs a string literal, as in code('nsubj')")
    number = code(text.literal_value)
    return lambda text: number  # noqa: ARG005


def _fold(key: np.uint32, values: tuple[Any, ...]) -> np.uint32:
    """A key that depends on all values and on their order."""
    for value in values:
        if not isinstance(value, int | np.integer | np.bool_):
            raise TypeError(f"emit takes integers, not {value!r}; bin other numbers, and pass strings through code()")
        key = scramble(int(value), key)
    return key


@overload(_fold, strict=False)
def _fold_compiled(key: Any, values: Any) -> Callable[..., Any]:  # noqa: ARG001
    if len(values) == 0:
        return lambda key, values: key  # noqa: ARG005
    if not isinstance(values[0], types.Integer | types.Boolean):
        raise TypingError(f"emit takes integers, not {values[0]}; bin other numbers, and pass strings through code()")
    return lambda key, values: _fold(scramble(np.int64(values[0]), key), values[1:])


def emit(features: Numbers, *values: int) -> None:
    """Emit a feature of the tree: the function's name conjoined with these integers.

    Only the lower 32 bits of each integer count. A feature emitted twice counts twice.
    """
    slot = features[COUNT] + CODES
    if slot >= len(features):
        raise ArcwalkError(TOO_MANY)
    features[slot] = np.int64(_fold(np.uint32(features[NAME]), values))
    features[COUNT] += 1


@overload(emit, strict=False)
def _emit_compiled(features: Any, *values: Any) -> Callable[..., None]:  # noqa: ARG001
    return emit


def borrowed(array: Any) -> Any:
    """The same array, cheap to pass on; valid while someone else holds it."""
    return array


@overload(borrowed, strict=False)
def _borrowed_compiled(array: Any) -> Callable[..., Any]:  # noqa: ARG001
    if not is_tested():
        return lambda array: array
    from arcwalk.compiled.numba_internals import borrowed_array

    return lambda array: borrowed_array(array)


def call(address: int, failed: Numbers, sentence: SentenceView, tree: TreeView, features: Numbers) -> None:
    """Call a feature."""
    try:
        PLAIN[int(address)](sentence, tree, features)
    except Exception:
        failed[0] = 1
        raise


@overload(call, strict=False)
def _call_compiled(address: Any, failed: Any, sentence: Any, tree: Any, features: Any) -> Callable[..., None]:  # noqa: ARG001
    if not is_tested():
        return _call_plain
    from arcwalk.compiled.numba_internals import call_of

    call_feature = call_of(FEATURE_SIGNATURE)
    return lambda address, failed, sentence, tree, features: call_feature(address, failed, sentence, tree, features)


def _call_plain(address: Any, failed: Any, sentence: Any, tree: Any, features: Any) -> None:
    with numba.objmode():
        call(address, failed, sentence, tree, features)


@inline
def hashed_strings(sentence: Codes) -> Strings:
    """The hashed strings of an encoded sentence, row by row, with workspace for what depends on the tree."""
    n, first = word_count(sentence), sentence.shape[1] - HASHED
    strings = np.zeros((STRING_ROWS, n + 1), dtype=np.int32)
    for row in range(HASHED):
        for word in range(1, n + 1):
            strings[row, word] = sentence[word, first + row]
    return strings
