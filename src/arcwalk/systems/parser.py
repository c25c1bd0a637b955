"""`Parser`: what users hold in their hands, whichever system is inside."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from os import PathLike
from typing import overload

import numpy as np

from arcwalk.errors import ArcwalkError, Finding, TreebankError
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

        With `keep`, heads that a sentence already has, and the labels that go with them, stay as they are.
        """
        if isinstance(sentences, Sentence):
            return self._find(sentences, self.system.encode(sentences), keep)
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
        if not keep:
            heads, labels = self.system.find_tree(codes)
            return sentence.with_tree(heads[1:].tolist(), labels)
        try:
            heads, labels = self.system.find_tree(codes, np.array([-1, *sentence.heads], dtype=np.int32))
        except ArcwalkError as error:
            message, _, remedy = str(error).partition("; ")
            finding = Finding(sentence.source, sentence.line, sentence.id, "keep", message, remedy)
            raise TreebankError(finding) from None
        kept = [
            old if head >= 0 and old != "_" else new
            for head, old, new in zip(sentence.heads, sentence.deprels, labels, strict=True)
        ]
        return sentence.with_tree(heads[1:].tolist(), kept)


def _sentences(treebank: FilePath | Iterable[Sentence]) -> list[Sentence]:
    if isinstance(treebank, str | PathLike):
        return list(read(treebank, heads="gold"))
    sentences = list(treebank)
    for sentence in sentences:
        for finding in check(sentence, "gold"):
            raise TreebankError(finding)
    return sentences
