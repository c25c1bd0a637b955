"""`Parser`: what users hold in their hands, whichever system is inside."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from os import PathLike
from typing import overload

import numpy as np

from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.systems.model_file import read_model, write_model
from arcwalk.systems.options import Setting, make_options
from arcwalk.systems.progress import Progress, Silence
from arcwalk.systems.registry import DEFAULT_SYSTEM, TreeFinder, system_named
from arcwalk.treebank.check import check
from arcwalk.treebank.encoding import Codes
from arcwalk.treebank.files import FilePath
from arcwalk.treebank.reader import read
from arcwalk.treebank.sentence import Sentence

_AHEAD = 64  # sentences read ahead for each thread, so that none waits and a stream stays a stream


class Parser:
    """A trained parser. It never changes, so one can serve many threads."""

    def __init__(self, system: TreeFinder) -> None:
        self.system = system

    @classmethod
    def train(
        cls,
        treebank: FilePath | Iterable[Sentence],
        *,
        system: str = DEFAULT_SYSTEM,
        dev: FilePath | Iterable[Sentence] | None = None,
        seed: int = 0,
        jobs: int = 1,
        progress: Progress | None = None,
        **options: object,
    ) -> "Parser":
        """Train on a file or on sentences with trees. Same names and options as `arcwalk train`."""
        kind = system_named(system)
        chosen: object = make_options(kind.options, options)
        sentences = _sentences(treebank)
        if not sentences:
            raise ArcwalkError("there are no sentences to learn from; give at least one")
        dev_sentences = None if dev is None else _sentences(dev)
        return cls(kind.train(sentences, dev_sentences, chosen, Setting(seed, jobs), progress or Silence()))

    @classmethod
    def load(cls, path: FilePath) -> "Parser":
        """The parser in a model file."""
        model = read_model(path)
        return cls(system_named(model.system).restore(model))

    def save(self, path: FilePath) -> None:
        """Write the parser to one file, whole or not at all."""
        write_model(path, self.system.model())

    @overload
    def parse(self, sentences: Sentence, *, keep: bool = False, jobs: int = 1) -> Sentence: ...

    @overload
    def parse(self, sentences: Iterable[Sentence], *, keep: bool = False, jobs: int = 1) -> Iterator[Sentence]: ...

    def parse(
        self, sentences: Sentence | Iterable[Sentence], *, keep: bool = False, jobs: int = 1
    ) -> Sentence | Iterator[Sentence]:
        """The sentence with HEAD and DEPREL filled; or, for many sentences, a stream of them in the same order.

        With `keep`, heads and labels that a sentence already has stay as they are.
        """
        if isinstance(sentences, Sentence):
            (parsed,) = self._stream([sentences], keep, 1)
            return parsed
        if isinstance(sentences, str | PathLike):
            raise TypeError("parse takes sentences; read a file with arcwalk.read(path)")
        return self._stream(sentences, keep, jobs)

    def _stream(self, sentences: Iterable[Sentence], keep: bool, jobs: int) -> Iterator[Sentence]:
        if jobs == 1:
            for sentence in sentences:
                yield self._find(sentence, self.system.encode(sentence), keep)
            return
        source = iter(sentences)
        with ThreadPoolExecutor(jobs) as pool:
            while batch := list(islice(source, _AHEAD * jobs)):
                codes = [self.system.encode(sentence) for sentence in batch]
                yield from pool.map(self._find, batch, codes, [keep] * len(batch))

    def _find(self, sentence: Sentence, codes: Codes, keep: bool) -> Sentence:
        try:
            if keep:
                given = np.array([-1, *sentence.heads], dtype=np.int32)
                heads, labels = self.system.find_tree(codes, given, sentence.deprels)
            else:
                heads, labels = self.system.find_tree(codes)
        except ArcwalkError as error:
            message, _, remedy = str(error).partition("; ")
        except MemoryError:
            message, remedy = f"there is not enough memory for {len(sentence):,} words", "split the sentence"
        else:
            return sentence.with_tree(heads[1:].tolist(), labels)
        raise TreebankError(sentence.finding(0, "parse", message, remedy))


def _sentences(treebank: FilePath | Iterable[Sentence]) -> list[Sentence]:
    if isinstance(treebank, str | PathLike):
        return list(read(treebank, heads="gold"))
    sentences = list(treebank)
    for sentence in sentences:
        for finding in check(sentence, "gold"):
            raise TreebankError(finding)
    return sentences
