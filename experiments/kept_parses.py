"""Parses that experiments keep: train a system, parse, write it down, and find it there when the run is repeated."""

import hashlib
import multiprocessing
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import arcwalk
from arcwalk import Parser, Sentence, read, write
from arcwalk.evaluation import Scores, evaluate
from arcwalk.evaluation.report import verdict
from arcwalk.evaluation.significance import compare
from tables import markdown_table

BUILD = Path(__file__).parent / "build"


def folder_for(treebanks: Path) -> Path:
    """Where to keep what this very code makes of these treebanks, so that a table never mixes two versions."""
    source = Path(arcwalk.__file__).parent
    files = [path for ending in ("py", "templates") for path in source.rglob(f"*.{ending}")]
    files += Path(__file__).parent.glob("*.py")
    digest = hashlib.sha256()
    for path in sorted(files) + sorted(treebanks.glob("*/*.conllu.gz")):
        digest.update(path.read_bytes())
    return BUILD / digest.hexdigest()[:12]


@cache
def load(path: Path) -> list[Sentence]:
    """The sentences of a gold treebank."""
    return list(read(path, heads="gold"))


def train_and_held_out(train: Path) -> tuple[list[Sentence], list[Sentence]]:
    """The first four fifths of a training file, and the last one."""
    sentences = load(train)
    fifth = len(sentences) // 5
    return sentences[:-fifth], sentences[-fifth:]


@dataclass(frozen=True)
class KeptParse:
    """What a system makes of a language's test file, or of the last fifth of its training file without it."""

    path: Path
    language: Path
    system: str
    options: Mapping[str, Any] = field(default_factory=dict)
    held_out: bool = False

    def sentences(self) -> tuple[list[Sentence], list[Sentence]]:
        """What to learn from, and what to parse."""
        train = self.language / "train.conllu.gz"
        return train_and_held_out(train) if self.held_out else (load(train), load(self.language / "test.conllu.gz"))

    def make(self) -> None:
        """Train, parse, write."""
        train, test = self.sentences()
        write(self.path, Parser.train(train, system=self.system, **self.options).parse(test))

    @property
    def exists(self) -> bool:
        """Whether it was made, in this run or in one before."""
        return self.path.exists()

    @property
    def scores(self) -> Scores:
        """How good it is."""
        return pooled([self])


@cache
def parsed(path: Path) -> list[Sentence]:
    """The sentences of a kept parse."""
    return list(read(path))


def pooled(parses: Iterable[KeptParse]) -> Scores:
    """The scores of several parses as if they were one."""
    parses = list(parses)
    gold = chain.from_iterable(parse.sentences()[1] for parse in parses)
    return evaluate(gold, chain.from_iterable(parsed(parse.path) for parse in parses))


def make_all(parses: Iterable[KeptParse], jobs: int, after_each: Callable[[KeptParse], None]) -> None:
    """Make those that are missing, small treebanks first, each in a process of its own."""
    missing = [parse for parse in parses if not parse.exists]
    missing.sort(key=lambda parse: (parse.language / "train.conllu.gz").stat().st_size)
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        running = {pool.submit(parse.make): parse for parse in missing}
        for done in as_completed(running):
            done.result()
            after_each(running[done])


def comparison(system: Sequence[KeptParse], other: Sequence[KeptParse], names: tuple[str, str]) -> str:
    """The paired tests of a system against another, over all their parses, as Markdown."""
    result = compare(pooled(system), pooled(other))
    tests = (result.uas, result.las)
    header = ["", "difference", "95% interval", "words won : lost", "p, sign test on words", "p, bootstrap"]
    rows = [
        [
            test.metric,
            f"{test.difference:+.2f}",
            f"{test.bootstrap.low:+.2f} to {test.bootstrap.high:+.2f}",
            f"{test.words.wins:,} : {test.words.losses:,}",
            f"{test.words.p_value:.2g}",
            f"{test.bootstrap.p_value:.2g}",
        ]
        for test in tests
    ]
    claims = " ".join(verdict(test, *names) for test in tests)
    return f"{claims}\n\n{markdown_table(header, rows)}"
