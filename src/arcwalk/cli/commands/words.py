"""`arcwalk words`: learn word vectors from raw text, for `arcwalk train --words`."""

import argparse
import time
from collections.abc import Iterator, Sequence

from arcwalk.cli.arguments import add_output, check_stdin
from arcwalk.cli.display import ProgressBars, count, seconds
from arcwalk.errors import ArcwalkError
from arcwalk.files.output import check_target, text_output
from arcwalk.representations.vector_learning import EPOCHS, learn_vectors
from arcwalk.treebank.input_format import InputFormat
from arcwalk.treebank.raw_text import ANY_LANGUAGE, Segmentation, SpacyRules, sentences_of_paragraphs, text_lines

_LARGEST = 1_000  # dimensions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk words`."""
    parser.usage = "arcwalk words TEXT... [-o FILE] [--size N] [OPTIONS]"
    parser.add_argument("text", nargs="+", metavar="TEXT", help="file to learn from, - for standard input")
    add_output(parser, "file of vectors to write, in word2vec's text format (default: standard output)")
    parser.add_argument("--size", type=int, default=100, metavar="N", help="dimensions (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="random seed (default: %(default)s)")
    group = parser.add_argument_group("input format")
    group.add_argument(
        "--input",
        dest="form",
        metavar="FORMAT",
        choices=("text", "lines", "words", "conllu"),
        default="text",
        help="text: raw text, a paragraph or a sentence per line; lines: one tokenized sentence per line; "
        "words: one word per line; conllu: treebanks (default: %(default)s)",
    )
    group.add_argument(
        "--language", metavar="CODE", help=f"language of raw text (default: {ANY_LANGUAGE}, language-independent)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Learn vectors, write them and print a summary."""
    if not 1 <= arguments.size <= _LARGEST:
        raise ArcwalkError(f"--size {arguments.size}: this must be from 1 to {_LARGEST:,}")
    if arguments.language and arguments.form != "text":
        raise ArcwalkError(f"--language {arguments.language}: only for raw text", "omit --language or --input")
    check_target(arguments.output)
    check_stdin(arguments.text)
    started = time.perf_counter()
    corpus = _Corpus(arguments)
    with ProgressBars() as progress:
        progress.stage("vectors", EPOCHS)
        vectors = learn_vectors(corpus, arguments.size, arguments.seed, progress.advance)
        with text_output(arguments.output) as stream:
            vectors.write(stream)
        text = f"{count(corpus.sentences, 'sentence')}, {count(corpus.words, 'word')}"
        duration = seconds(time.perf_counter() - started)
        target = "standard output" if arguments.output == "-" else arguments.output
        progress.say(f"{target}: vectors of {count(len(vectors), 'word')} learned from {text} in {duration}")
    return 0


class _Corpus:
    """The sentences of all files, and how much text has been read."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.sentences = self.words = 0

    def __iter__(self) -> Iterator[Sequence[str]]:
        for path in self.arguments.text:
            if self.arguments.form == "text":
                language = self.arguments.language or ANY_LANGUAGE
                sentences = sentences_of_paragraphs(text_lines(path), Segmentation(SpacyRules(language)))
            else:
                sentences = InputFormat(self.arguments.form).read(path)
            for sentence in sentences:
                self.sentences += 1
                self.words += len(sentence)
                yield sentence.forms
