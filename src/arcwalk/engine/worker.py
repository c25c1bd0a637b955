"""What a worker does with a batch, be it this process, another one or one on another machine."""

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from arcwalk.engine.graph_changes import GraphChanges
from arcwalk.engine.request import LoadedModel, Request
from arcwalk.errors import ArcwalkError, Option, Wording
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_lines import SentenceLines

_lock = Lock()


class AnnotatedBatch(NamedTuple):
    """The text of annotated sentences, to be joined with that of the batches before and after, and its size."""

    text: bytes
    sentences: int
    words: int
    seconds: float  # how long the worker took, without loading the model
    graph_changes: int = 0  # words with another value of DEPS


class _Counter:
    """Counts sentences and words on their way, and knows which lines were the last."""

    sentences = words = 0
    last: SentenceLines | None = None

    def follow(self, unread: Iterable[SentenceLines]) -> Iterator[SentenceLines]:
        """The same lines, remembered."""
        for self.last in unread:
            yield self.last

    def watch(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """The same sentences, counted."""
        for sentence in sentences:
            self.sentences += 1
            self.words += len(sentence)
            yield sentence


def annotate(request: Request, unread: Sequence[SentenceLines]) -> AnnotatedBatch | ArcwalkError:
    """Annotate the sentences with these lines, or say what is wrong with the first that cannot be."""
    model = loaded(request)
    started = time.perf_counter()
    counter, changes = _Counter(), GraphChanges()
    try:
        given = counter.watch(request.form.sentences(counter.follow(unread), model.segmenter))
        annotated = changes.after(model.annotate(changes.before(given)))
        declared = unread[0].format if unread else None
        text = "".join(request.lines(annotated, declared)).encode("utf-8", "surrogateescape")
    except ArcwalkError as error:
        return error
    except MemoryError:
        failure = ArcwalkError("not enough memory for this sentence", Wording("parse with ", Option("longest", 200)))
        return failure.at(f"{counter.last.source}:{counter.last.line}") if counter.last else failure
    return AnnotatedBatch(text, counter.sentences, counter.words, time.perf_counter() - started, len(changes))


def loaded(request: Request) -> LoadedModel:
    """The model of a request, which a process loads once, whatever the number of batches and threads."""
    with _lock:
        return load_once(request)


@lru_cache(maxsize=2)
def load_once(request: Request) -> LoadedModel:
    """`Request.load` with a memory for the last models, for `loaded`."""
    return request.load()
