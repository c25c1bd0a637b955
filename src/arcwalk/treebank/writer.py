"""Writing a treebank."""

from collections.abc import Iterable

from arcwalk.treebank.files import FilePath, text_output
from arcwalk.treebank.sentence import Sentence


def write(path: FilePath, sentences: Sentence | Iterable[Sentence]) -> None:
    """Write sentences to `path`, `-` for standard output, compressed if it ends in .gz, .xz or .bz2.

    The file appears, or replaces an older one, only when the last sentence is written. Sentences are written byte for
    byte as they were read; a sentence without its final blank line gets one if another follows.
    """
    last = "\n"
    with text_output(path) as stream:
        for sentence in [sentences] if isinstance(sentences, Sentence) else sentences:
            if not last.isspace():
                stream.write("\n" if last.endswith("\n") else "\n\n")
            stream.writelines(sentence.lines)
            last = sentence.lines[-1]
