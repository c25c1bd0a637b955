"""Writing a treebank."""

from collections.abc import Iterable, Iterator

from arcwalk.errors import TreebankError
from arcwalk.files.output import text_output
from arcwalk.files.paths import FilePath
from arcwalk.treebank.formats import Format
from arcwalk.treebank.sentence import Sentence, require_sentence


def write(path: FilePath, sentences: Sentence | Iterable[Sentence]) -> None:
    """Write sentences to `path`, `-` for standard output, compressed if it ends in .gz, .xz or .bz2.

    The file appears, or replaces an older one, only when the last sentence is written. Sentences are written byte for
    byte as they were read; a sentence without its final blank line gets one if another follows, and the columns of
    CoNLL-U Plus are declared in the first line.
    """
    with text_output(path) as stream:
        stream.writelines(lines_of([sentences] if isinstance(sentences, Sentence) else sentences))


def lines_of(sentences: Iterable[Sentence], declared: Format | None = None) -> Iterator[str]:
    """The lines of a file with these sentences, or of the rest of a file that has `declared` its columns."""
    last = "\n"
    header = None if declared is None else declared.header
    for sentence in map(require_sentence, sentences):
        if sentence.format.header != header:
            if header is not None:
                message = "the columns of this sentence are not those of the sentences before"
                raise TreebankError(sentence.finding(0, "columns", message, "write it to a file of its own"))
            header = sentence.format.header
            if header and not sentence.has_header:
                yield header
        if not last.isspace():
            yield "\n" if last.endswith("\n") else "\n\n"
        yield from sentence.lines
        last = sentence.lines[-1]
