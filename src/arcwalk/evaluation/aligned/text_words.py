"""A treebank as words on a text: where each stands among its characters, of which spaces are none."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.written_tokens import WrittenToken, written_tokens

Span = tuple[int, int]
"""The first character, and the one after the last."""

ROOT, UNALIGNED, MISSING = -1, -2, -3
"""What stands in the place of the number of a head: the root, a word that the other side lacks, or no head at all."""

_NO_SPACES = dict.fromkeys([0x20, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000])  # Unicode's Zs


@dataclass(frozen=True, eq=False)
class TextWords:
    """The text of a treebank, without spaces, and the spans in it of tokens, sentences and words.

    The span of a word in a multiword token is that of the token. Words are numbered from 0 throughout the text.
    """

    file: str
    sentences: Sequence[Sentence]
    text: str
    tokens: list[Span]
    sentence_spans: list[Span]
    forms: list[str]  # of words, in lower case
    starts: list[int]  # of words
    ends: list[int]
    in_multiword: list[bool]

    def __len__(self) -> int:
        """The number of words."""
        return len(self.forms)

    def heads(self) -> list[int]:
        """The head of each word, as the number of a word of the text, `ROOT` or `MISSING`."""
        heads: list[int] = []
        for sentence in self.sentences:
            numbers = [
                ROOT,
                *range(len(heads), len(heads) + len(sentence)),
                MISSING,
            ]  # in the order of 0, 1, ..., n, -1
            heads += [numbers[head] for head in sentence.heads]
        return heads

    def column(self, name: str) -> list[str]:
        """`lemmas`, `upos`, `xpos`, `feats` or `deprels` of all words."""
        return [value for sentence in self.sentences for value in getattr(sentence, name)]

    def line_at(self, character: int) -> tuple[Sentence, int]:
        """The sentence that a character belongs to, and the line of its token in the file."""
        number = bisect_right([end for _, end in self.sentence_spans], character)
        sentence, end = self.sentences[number], self.sentence_spans[number][0]
        for token in written_tokens(sentence):
            end += len(without_spaces(token.form))
            if character < end:
                break
        return sentence, sentence.line + token.place


def text_words(sentences: Sequence[Sentence], name: str) -> TextWords:
    """Place the words of a treebank on its text; `name` is for messages if it is in no file."""
    if not sentences:
        raise ArcwalkError(f"{name}: there are no sentences", "give a treebank that has some")
    texts: list[str] = []
    tokens: list[Span] = []
    sentence_spans: list[Span] = []
    forms: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    in_multiword: list[bool] = []
    end = 0
    for sentence in sentences:
        first = end
        for token in written_tokens(sentence):
            text = without_spaces(token.form)
            if not text:
                raise _only_spaces(sentence, token)
            start, end = end, end + len(text)
            texts.append(text)
            tokens.append((start, end))
            # What is within a multiword token is compared with its spaces, as the shared task did.
            forms += [sentence.forms[word].lower() for word in token.words] if token.is_multiword else [text.lower()]
            starts += [start] * len(token.words)
            ends += [end] * len(token.words)
            in_multiword += [token.is_multiword] * len(token.words)
        sentence_spans.append((first, end))
    file = sentences[0].source or name
    return TextWords(file, sentences, "".join(texts), tokens, sentence_spans, forms, starts, ends, in_multiword)


def without_spaces(form: str) -> str:
    """A form without the spaces that some languages have within words."""
    return form.translate(_NO_SPACES) if " " in form or not form.isascii() else form


def _only_spaces(sentence: Sentence, token: WrittenToken) -> TreebankError:
    message = "FORM has nothing but spaces"
    return TreebankError(sentence.finding(token.place, "only-spaces", message, "write a word, or remove the line"))
