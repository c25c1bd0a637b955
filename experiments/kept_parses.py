"""Cached parses: train a system, parse, save the result, and reuse it when an experiment is repeated."""

import hashlib
import multiprocessing
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import arcwalk
from arcwalk import Parser, Sentence, read, write
from arcwalk.evaluation import AttachmentScores, evaluate
from arcwalk.evaluation.significance import compare
from arcwalk.evaluation.tables import verdict
from tables import BUILD, markdown_table

TEST, DEV, HELD_OUT = "test", "dev", "held out"


def folder_for(treebanks: Path) -> Path:
    """The cache folder for this version of the code and these treebanks, so that a table never mixes versions."""
    source = Path(arcwalk.__file__).parent
    files = [path for ending in ("py", "templates") for path in source.rglob(f"*.{ending}")]
    files += Path(__file__).parent.glob("*.py")
    digest = hashlib.sha256()
    for path in sorted(files) + sorted(treebanks.glob("*/*.conllu.gz")):
        digest.update(path.read_bytes())
    folder = BUILD / digest.hexdigest()[:12]
    folder.mkdir(parents=True, exist_ok=True)
    return folder


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
    """A system's parse of a language's test or dev file, or of the held-out last fifth of its training file."""

    path: Path
    language: Path
    system: str
    options: Mapping[str, Any] = field(default_factory=dict)
    part: str = TEST
    hidden: tuple[str, ...] = ()  # columns that neither training nor parsing looks at
    parsing: Mapping[str, Any] = field(default_factory=dict)  # options changed after training

    def sentences(self) -> tuple[list[Sentence], list[Sentence]]:
        """What to learn from, and what to parse."""
        train = self.language / "train.conllu.gz"
        if self.part == HELD_OUT:
            return train_and_held_out(train)
        return load(train), load(self.language / f"{self.part}.conllu.gz")

    @property
    def parser(self) -> Hashable:
        """A key that identifies its parser: parses with the same key share one training run."""
        return self.language, self.system, repr(self.options), self.part == HELD_OUT, self.hidden

    @property
    def exists(self) -> bool:
        """Whether it exists, from this run or an earlier one."""
        return self.path.exists()

    @property
    def scores(self) -> AttachmentScores:
        """Its attachment scores."""
        return pooled([self])


@cache
def parsed(path: Path) -> list[Sentence]:
    """The sentences of a kept parse."""
    return list(read(path))


def pooled(parses: Iterable[KeptParse]) -> AttachmentScores:
    """The scores of several parses as if they were one."""
    parses = list(parses)
    gold = chain.from_iterable(parse.sentences()[1] for parse in parses)
    return evaluate(gold, chain.from_iterable(parsed(parse.path) for parse in parses))


def make(parses: Sequence[KeptParse]) -> None:
    """Train the parser that these parses share, then parse and write each."""
    first = parses[0]
    train, _ = first.sentences()
    parser = Parser.train([sentence.hiding(first.hidden) for sentence in train], system=first.system, **first.options)
    for parse in parses:
        _, test = parse.sentences()
        found = parser.with_options(**parse.parsing).parse(sentence.hiding(parse.hidden) for sentence in test)
        write(parse.path, found)


def make_all(parses: Iterable[KeptParse], jobs: int, after_each: Callable[[KeptParse], None]) -> None:
    """Make those that are missing, test files and small treebanks first, each parser in a process of its own."""
    missing = [parse for parse in parses if not parse.exists]
    missing.sort(key=lambda parse: (parse.part != TEST, (parse.language / "train.conllu.gz").stat().st_size))
    by_parser: dict[Hashable, list[KeptParse]] = {}
    for parse in missing:
        by_parser.setdefault(parse.parser, []).append(parse)
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        running = {pool.submit(make, together): together for together in by_parser.values()}
        for done in as_completed(running):
            done.result()
            for parse in running[done]:
                after_each(parse)


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
