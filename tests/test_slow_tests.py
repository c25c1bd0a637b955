"""What `make check` leaves out is read off the code of tests."""

import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from commands import arcwalk
from corpora import small_parser
from slow_tests import does_something_slow

from arcwalk import Parser, read, sample


def training() -> None:
    Parser.train(sample(1))


def training_by_a_command() -> None:
    arcwalk("train", "treebank", "-m", "model")


def training_in_a_function() -> list[Path]:
    return [small_parser(Path(name)) for name in "ab"]


class Processes:
    def __init__(self) -> None:
        self.first = subprocess.Popen(["true"])


def starting_processes() -> Processes:
    return Processes()


@cache
def remembered() -> Processes:
    return starting_processes()


def using_what_is_remembered() -> object:
    return remembered().first


def recursive(n: int) -> int:
    return recursive(n - 1) if n else len(list(read("train.conllu")))


@pytest.mark.parametrize(
    "function",
    [training, training_by_a_command, training_in_a_function, starting_processes, using_what_is_remembered],
)
def test_slow(function: Callable[..., object]) -> None:
    assert does_something_slow([recursive, function])


def test_not_slow() -> None:
    assert not does_something_slow([recursive])
