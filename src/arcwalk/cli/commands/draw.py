"""`arcwalk draw`: the trees of a file in the terminal, on an HTML page, or as SVG images."""

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from arcwalk.cli.arguments import add_drawn_language, add_output, check_drawn_language, check_stdin
from arcwalk.cli.display import count
from arcwalk.drawing import html_page, svg_tree, svg_trees, terminal_tree
from arcwalk.drawing.arc_marks import DOUBTFUL, UNSURE, ArcMarks, Tree, trees_of
from arcwalk.drawing.display_text import printable
from arcwalk.drawing.language import language_of
from arcwalk.errors import ArcwalkError
from arcwalk.evaluation.alignment import paired
from arcwalk.evaluation.terminal import report_console
from arcwalk.files.output import check_target, explained, text_output
from arcwalk.files.paths import source_name
from arcwalk.messages import one_line
from arcwalk.treebank import Sentence, read

_LONGEST_NAME = 60  # characters of a sent_id in a file name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk draw`."""
    parser.usage = "arcwalk draw FILE [--compare GOLD] [-o FILE] [--language CODE]"
    parser.description = "Draw trees; arcs are marked if the file has confidences, or if there is a gold file."
    parser.add_argument("file", metavar="FILE", help="treebank to draw, - for standard input")
    parser.add_argument("--compare", metavar="GOLD", help="gold trees of the same sentences, to mark wrong arcs")
    add_output(
        parser,
        "page.html: all trees on one page; image.svg: all trees in one image; FOLDER/: one SVG image per sentence; "
        "-: the terminal (default)",
    )
    add_drawn_language(parser, "pages and images")
    parser.epilog = (
        f"In the terminal, ? after a label means that the confidence in the head is below {UNSURE}, ?? below\n"
        f"{DOUBTFUL}, and ✗ that head or label are wrong."
    )


def run(arguments: argparse.Namespace) -> int:
    """Draw all trees of a file."""
    check_stdin([arguments.file, arguments.compare])
    output: str = arguments.output
    check_drawn_language(arguments, output != "-", "add -o FILE")
    write = _writer(output)
    trees = _trees(arguments.file, arguments.compare)
    if output == "-":
        _print(trees)
        return 0
    everything = list(trees)
    for tree in everything:
        ArcMarks(*tree)  # finds a confidence that is none before anything is written
    sentences = [sentence for sentence, _ in everything]
    gold = [tree for _, tree in everything if tree is not None] if arguments.compare is not None else None
    language = language_of((form for sentence in sentences for form in sentence.forms), arguments.language)
    write(output, sentences, gold, source_name(arguments.file), language)
    print(one_line(f"{output}: {count(len(everything), 'tree')}"), file=sys.stderr)
    return 0


def _writer(output: str) -> Callable[[str, list[Sentence], list[Sentence] | None, str, str], None]:
    """How trees are written to an output, which must be one of those that help names."""
    if output.endswith("/") or Path(output).is_dir():
        return _write_folder
    check_target(output)
    suffix = Path(output).suffix
    if output != "-" and suffix not in (".html", ".svg"):
        raise ArcwalkError(
            f"{output}: not clear what to draw",
            "give a name that ends in .html or .svg, a folder ending in /, or - for the terminal",
        )
    return _write_image if suffix == ".svg" else _write_page


def _trees(file: str, gold: str | None) -> Iterator[Tree]:
    """The trees of a file; each with its gold tree, if there is a gold file."""
    sentences = read(file, heads="given")
    if gold is None:
        return ((sentence, None) for sentence in sentences)
    return ((sentence, gold_tree) for gold_tree, sentence in paired(read(gold, heads="gold"), sentences))


def _print(trees: Iterator[Tree]) -> None:
    width = report_console().width
    with text_output("-") as stream:
        blank = ""
        for sentence, gold in trees:
            name = f"{printable(sentence.id)}: " if sentence.id else ""
            tree = terminal_tree(sentence, width, gold=gold)
            stream.write(f"{blank}{name}{printable(sentence.text)}\n\n{tree}\n")
            blank = "\n"


def _write_page(output: str, sentences: list[Sentence], gold: list[Sentence] | None, title: str, language: str) -> None:
    with text_output(output) as stream:
        stream.write(html_page(sentences, title, gold=gold, language=language))


def _write_image(
    output: str, sentences: list[Sentence], gold: list[Sentence] | None, title: str, language: str
) -> None:
    with text_output(output) as stream:
        stream.write(svg_trees(sentences, title, gold=gold, language=language))


def _write_folder(output: str, sentences: list[Sentence], gold: list[Sentence] | None, _: str, language: str) -> None:
    """Write one image per sentence, named by its number and id."""
    folder = Path(output)
    with explained(output, "choose another folder"):
        folder.mkdir(parents=True, exist_ok=True)
    digits = len(str(len(sentences)))
    for number, (sentence, gold_tree) in enumerate(trees_of(sentences, gold), 1):
        name = "-".join(filter(None, (f"{number:0{digits}}", _file_name(sentence.id))))
        with text_output(folder / f"{name}.svg") as stream:
            stream.write(svg_tree(sentence, gold=gold_tree, language=language))


def _file_name(sentence_id: str) -> str:
    """A sentence id with nothing in it that means something to a file system."""
    return re.sub(r"[^\w.]+", "-", sentence_id).strip("-.")[:_LONGEST_NAME]
