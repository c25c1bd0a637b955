"""`--weight FILE=N`: how often the sentences of each treebank count in training."""

import argparse
import os
import re
from collections.abc import Iterable, Sequence

from arcwalk.errors import ArcwalkError
from arcwalk.treebank.sentence import WEIGHTS, Sentence


def add_weights(parser: argparse._ActionsContainer) -> None:
    """Add --weight."""
    parser.add_argument(
        "--weight",
        dest="weights",
        type=_weight,
        action="append",
        default=[],
        metavar="FILE=N",
        help="learn from the sentences of a file of TRAIN as if each were there N times, "
        f"N from {WEIGHTS[0]} to {WEIGHTS[-1]}; repeatable",
    )


def weights_of(files: Sequence[str], weights: Iterable[tuple[str, int]]) -> list[int]:
    """The weight of each file of TRAIN, given what --weight says."""
    known: dict[str, int] = {}
    for file, weight in weights:
        path = _real(file)
        if path not in map(_real, files):
            raise ArcwalkError(f"--weight {file}={weight}: not a file of TRAIN", f"name {' or '.join(files)}")
        if path in known:
            raise ArcwalkError(f"--weight {file}={weight}: this file already has a weight", "give each file one weight")
        known[path] = weight
    return [known.get(_real(file), 1) for file in files]


def weighted(treebanks: Iterable[Iterable[Sentence]], weights: Iterable[int]) -> list[Sentence]:
    """The sentences of all treebanks, each with the weight of its treebank."""
    pairs = zip(treebanks, weights, strict=True)
    return [sentence.with_weight(weight) for treebank, weight in pairs for sentence in treebank]


def _weight(text: str) -> tuple[str, int]:
    """A file and its weight."""
    file, equals, weight = text.rpartition("=")
    if not equals or not file:
        raise argparse.ArgumentTypeError(f"{text!r}: write it as FILE=N")
    if not re.fullmatch("[0-9]{1,9}", weight) or int(weight) not in WEIGHTS:
        raise argparse.ArgumentTypeError(f"{text!r}: N is not a whole number from {WEIGHTS[0]} to {WEIGHTS[-1]}")
    return file, int(weight)


def _real(file: str) -> str:
    """One name for each file, however its path is written."""
    return file if file == "-" else os.path.realpath(file)
