"""Writing a treebank."""

from collections.abc import Iterable, Iterator

from arcwalk.treebank.files import FilePath, text_output
from arcwalk.treebank.sentence import Sentence


def write(path: FilePath, sentences: Sentence | Iterable[Sentence]) -> None:
    """Write sentences to `path`, `-` for standard output, compressed if it ends in .gz, .xz or .bz2.

    The file appears, or replaces an older one, only when the last sentence is written. Sentences are written byte for
    byte as they were read; a sentence without its final blank line gets one if another follows.
    """
    with text_output(path) as stream:
        stream.writelines(lines_of([sentences] if isinstance(sentences, Sentence) else sentences))


def lines_of(sentences: Iterable[Sentence]) -> Iterator[str]:
    """The lines of a file with these sentences."""
    last = "\n"
    for sentence in sentences:
        if not last.isspace():
            yield "\n" if last.endswith("\n") else "\n\n"
        yield from sentence.lines
        last = sentence.lines[-1]
