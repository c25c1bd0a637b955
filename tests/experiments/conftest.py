"""The scripts of experiments, run in this process on tiny treebanks and with parsers that learn in about a second."""

import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from pages import ROOT
from quick_training import QUICK

from arcwalk import Parser, Sentence, Tagger, sample, write

EXPERIMENTS = ROOT / "experiments"
GENRES = ("weblog", "newsgroup", "answers", "reviews", "email")  # of the English treebank, in its sentences' names

Run = Callable[..., None]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a script with arguments, and with other values of its constants."""
    monkeypatch.syspath_prepend(EXPERIMENTS)

    def run(name: str, *words: str | Path, **constants: object) -> None:
        script = import_module(name)
        for constant, value in constants.items():
            monkeypatch.setattr(script, constant, value)
        monkeypatch.setattr(sys, "argv", [f"{name}.py", *map(str, words)])
        script.main()

    return run


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever is trained learns quickly, in this process, and nothing is kept in the repository."""
    train, train_tagger = Parser.train, Tagger.train

    def quick_parser(*words: Any, system: str = "sampling", **options: Any) -> Parser:
        own = QUICK[system] if options.get("tags", "gold") == "gold" else QUICK[system] | _QUICK_TAGS
        return train(*words, system=system, **{**options, **own})

    def quick_tagger(*words: Any, **options: Any) -> Tagger:
        return train_tagger(*words, **{**options, "shuffles": 1, "epochs": 1})

    monkeypatch.setattr(Parser, "train", quick_parser)
    monkeypatch.setattr(Tagger, "train", quick_tagger)
    monkeypatch.syspath_prepend(EXPERIMENTS)
    kept_parses = import_module("kept_parses")
    monkeypatch.setattr(kept_parses, "BUILD", tmp_path / "build")
    monkeypatch.setattr(kept_parses, "ProcessPoolExecutor", _Here)


_QUICK_TAGS = {"tag_folds": 2, "tag_shuffles": 1, "tag_epochs": 1}


class _Here(Executor):
    """In place of processes: does everything at once, in this one."""

    def __init__(self, *_: object, **__: object) -> None:
        """There is nothing to start."""

    def submit(self, work: Callable[..., Any], /, *words: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(work(*words, **named))
        return done


@pytest.fixture
def treebanks(tmp_path: Path) -> Path:
    """Three tiny treebanks."""
    folder = tmp_path / "treebanks"
    for name in ("czech", "danish", "english"):
        (folder / name).mkdir(parents=True)
        for part, size, seed in (("train", 40, 0), ("test", 12, 1)):
            write(folder / name / f"{part}.conllu.gz", map(_of_a_genre, range(size), sample(size, seed=seed)))
    return folder


def _of_a_genre(number: int, sentence: Sentence) -> Sentence:
    return sentence.with_comment("sent_id", f"{GENRES[number % len(GENRES)]}-{number}")
