"""Small corpora in files, a small parser for them, and whoever watches a run over them."""

import os
from collections.abc import Callable
from pathlib import Path

from arcwalk import BayesPointOptions, Parser, TaggingOptions, read, sample, write
from arcwalk.engine.progress import NoProgress

SMALL = BayesPointOptions(epochs=1, shuffles=1, table_bits=16)
TAGGING = TaggingOptions(tag_folds=2, tag_shuffles=1, tag_epochs=1, tag_network=False)


def small_parser(path: Path) -> Path:
    """A parser with its own tagger."""
    Parser.train(sample(60), options=SMALL, tags="predicted", tag_options=TAGGING).save(path)
    return path


def corpus(folder: Path, sentences: int) -> Path:
    """A folder with three files, the first of which is large, and one of which is compressed."""
    (folder / "news").mkdir(parents=True)
    write(folder / "large.conllu", sample(sentences, seed=7))
    write(folder / "news" / "one.conllu.gz", sample(40, seed=8))
    write(folder / "news" / "two.conllu", sample(20, seed=9))
    return folder


def parsed_in_one_process(model: Path, source: Path, target: Path) -> Path:
    """The folder as parsed sentence by sentence."""
    parser = Parser.load(model)
    for file in source.rglob("*.conllu*"):
        output = target / file.relative_to(source)
        output.parent.mkdir(parents=True, exist_ok=True)
        write(output, parser.parse(read(file)))
    return target


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder, hidden ones too."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


class Watcher(NoProgress):
    """Counts, and does something once, after so many batches."""

    def __init__(self, batches: int = 0, action: Callable[[], object] = lambda: None) -> None:
        self.left, self.action = batches, action
        self.sentences = self.words = self.size = self.total = self.files = self.finished = 0

    def start(self, files: int, size: int) -> None:
        self.files, self.total = files, size

    def advance(self, sentences: int, words: int, size: int) -> None:
        self.sentences += sentences
        self.words += words
        self.size += size
        self.left -= 1
        if self.left == 0:
            self.action()

    def finish_file(self, size: int) -> None:
        self.size += size
        self.finished += 1


def interrupt() -> None:
    """What Ctrl-C does."""
    raise KeyboardInterrupt


def set_back(path: Path) -> None:
    """Make a file look older than it is."""
    facts = path.stat()
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns - 10**9))
