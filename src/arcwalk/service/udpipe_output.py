"""The output formats of UDPipe: what a sentence becomes in the `result` of a reply."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from arcwalk.treebank.boundaries import begins_paragraph
from arcwalk.treebank.raw_text.white_space import normalized_text, original_text
from arcwalk.treebank.sentence import Sentence

_NO_BREAK_SPACE = "\u00a0"  # stands for a space within a word where spaces separate words


class Output(NamedTuple):
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
    "conllu": Output(_conllu),
    "horizontal": Output(_horizontal),
    "horizontal=paragraphs": Output(_horizontal, has_paragraphs=True),
    "vertical": Output(_vertical),
    "vertical=paragraphs": Output(_vertical, has_paragraphs=True),
    "plaintext": Output(original_text),
    "plaintext=normalized_spaces": Output(_sentence_per_line, has_paragraphs=True),
}
