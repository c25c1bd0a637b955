"""Writing a treebank, all or nothing."""

from collections.abc import Iterable

from arcwalk.treebank.files import FilePath, text_output
from arcwalk.treebank.sentence import Sentence


def write(path: FilePath, sentences: Iterable[Sentence]) -> None:
    """Write sentences to `path`, `-` for standard output, compressed if it ends in .gz, .xz or .bz2.

    The file appears, or replaces an older one, when the last sentence is written; if anything goes wrong
    before that, the older one stays as it was. What was read is written back byte for byte; only a sentence
    that lacked its blank line at the end of its file gets one if another follows.
    """
    last = "\n"
    with text_output(path) as stream:
        for sentence in sentences:
            if not last.isspace():
                stream.write("\n" if last.endswith("\n") else "\n\n")
            stream.writelines(sentence.lines)
            last = sentence.lines[-1]
