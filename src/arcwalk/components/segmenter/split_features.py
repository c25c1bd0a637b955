"""What the multiword splitter knows of a token, of a way to split it, and of its neighbors, as codes."""

from collections.abc import Iterable
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Numbers
from arcwalk.components.segmenter.splitting_scripts import SplittingScript, Words, lowered
from arcwalk.treebank.words import shape

Codes = NDArray[np.uint64]

_SUFFIXES, _PREFIXES, _ENDINGS = range(2, 7), range(1, 6), range(1, 5)  # lengths in characters
_LONGEST = 8  # lengths from here on are the same
_MIXING = np.uint64(0x9E3779B97F4A7C15)


def token_codes(token: str, *, hidden: bool = False) -> Codes:
    """The token itself, as an unknown one if `hidden`."""
    small = lowered(token)
    features = ["token", f"form {'' if hidden else small}", f"shape {shape(token)}", f"length {_length(token)}"]
    features += [f"suffix {small[-length:]}" for length in _SUFFIXES if length <= len(small)]
    features += [f"prefix {small[:length]}" for length in _PREFIXES if length <= len(small)]
    return _codes(features)


def words_codes(words: Words) -> Codes:
    """A way to split the token: what its first and last words look like."""
    first, last = lowered(words[0]), lowered(words[-1])
    features = [f"first {_length(first)}", f"last {_length(last)}", f"start of last {last[:1]}"]
    return _codes(features + [f"end of first {length} {first[-length:]}" for length in _ENDINGS])


def context_codes(token: str, before: str, after: str) -> Codes:
    """The tokens before and after; empty at the start and at the end of a sentence."""
    small, previous, following = lowered(token), lowered(before), lowered(after)
    features = [f"before {previous}", f"end before {previous[-3:]}", f"shape before {shape(before)}"]
    features += [f"after {following}", f"end after {following[-3:]}", f"shape after {shape(after)}"]
    features += [f"start after {following[:2]}"]
    return _codes([*features, *(f"{small} {feature}" for feature in features)])


def salt(script: SplittingScript | None) -> int:
    """A number that tells features of different scripts apart; None is no split."""
    return crc32("\n".join(script or ()).encode()) << 32


def indices(codes: Codes, salts: Codes, size: int) -> Numbers:
    """The places of features with salts in a table of 2^k weights."""
    shift = np.uint64(64 - (size.bit_length() - 1))
    found: Numbers = ((codes + salts) * _MIXING >> shift).astype(np.int64)
    return found


def _length(text: str) -> int:
    return min(len(text), _LONGEST)


def _codes(features: Iterable[str]) -> Codes:
    return np.array([crc32(feature.encode(errors="surrogatepass")) for feature in features], dtype=np.uint64)
