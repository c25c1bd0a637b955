"""The output formats of UDPipe: CoNLL-U, sentences or words a line, and the text itself."""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple, get_args

from arcwalk.treebank.boundaries import begins_paragraph
from arcwalk.treebank.raw_text.white_space import normalized_text, original_text
from arcwalk.treebank.sentence import Sentence

TokenizedName = Literal["conllu", "horizontal", "vertical"]
"""What tokenized text is written as: CoNLL-U, a sentence a line, or a word a line."""

TOKENIZED: tuple[TokenizedName, ...] = get_args(TokenizedName)

_NO_BREAK_SPACE = "\u00a0"  # stands for a space within a word where spaces separate words


class OutputFormat(NamedTuple):
    """How a sentence is written, and whether a blank line separates paragraphs."""

    text_of: Callable[[Sentence], str]
    has_paragraphs: bool = False

    def texts(self, sentences: Iterable[Sentence]) -> Iterator[str]:
        """The text of each sentence."""
        for number, sentence in enumerate(sentences):
            separator = "\n" if self.has_paragraphs and number and begins_paragraph(sentence) else ""
            yield separator + self.text_of(sentence)


def _conllu(sentence: Sentence) -> str:
    """The sentence as it is written to a file, with a blank line after it."""
    text = "".join(sentence.lines).rstrip("\n")
    return f"{text}\n\n"


def _horizontal(sentence: Sentence) -> str:
    return " ".join(form.replace(" ", _NO_BREAK_SPACE) for form in sentence.forms) + "\n"


def _vertical(sentence: Sentence) -> str:
    return "".join(f"{form}\n" for form in sentence.forms) + "\n"


def _sentence_per_line(sentence: Sentence) -> str:
    return f"{normalized_text(sentence)}\n"


OUTPUTS = {
    "conllu": OutputFormat(_conllu),
    "horizontal": OutputFormat(_horizontal),
    "horizontal=paragraphs": OutputFormat(_horizontal, has_paragraphs=True),
    "vertical": OutputFormat(_vertical),
    "vertical=paragraphs": OutputFormat(_vertical, has_paragraphs=True),
    "plaintext": OutputFormat(original_text),
    "plaintext=normalized_spaces": OutputFormat(_sentence_per_line, has_paragraphs=True),
}
