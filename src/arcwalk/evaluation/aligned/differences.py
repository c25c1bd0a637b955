"""Where two annotations of a text differ in tokens, words or sentences: the sentences concerned, side by side."""

from collections.abc import Iterator
from dataclasses import dataclass

from arcwalk.evaluation.aligned.text_words import Span, TextWords
from arcwalk.evaluation.aligned.word_alignment import WordAlignment
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.written_tokens import written_tokens


@dataclass(frozen=True, slots=True)
class ComparedToken:
    """A token as it is written, the words of a multiword token, and whether the other side has the same."""

    form: str
    words: tuple[str, ...]  # empty if the token is one word
    differs: bool


@dataclass(frozen=True, slots=True)
class ComparedSentence:
    """A sentence of one side."""

    sentence: Sentence
    tokens: tuple[ComparedToken, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A stretch of the text, as short as can be, that is whole sentences on both sides."""

    first: tuple[ComparedSentence, ...]
    second: tuple[ComparedSentence, ...]


def differences(alignment: WordAlignment) -> Iterator[Difference]:
    """Where tokens, words or sentences differ, in the order of the text."""
    first = _Sentences(alignment.first, set(alignment.first_words.tolist()), set(alignment.second.tokens))
    second = _Sentences(alignment.second, set(alignment.second_words.tolist()), set(alignment.first.tokens))
    ends = {end for _, end in alignment.first.sentence_spans} & {end for _, end in alignment.second.sentence_spans}
    for end in sorted(ends):
        found = Difference(tuple(first.until(end)), tuple(second.until(end)))
        if len(found.first) + len(found.second) > 2 or any(
            token.differs for sentence in (*found.first, *found.second) for token in sentence.tokens
        ):
            yield found


class _Sentences:
    """The sentences of one side, taken in order."""

    def __init__(self, words: TextWords, aligned: set[int], others: set[Span]) -> None:
        self.tokens = iter(words.tokens)
        self.sentences = iter(zip(words.sentences, words.sentence_spans, strict=True))
        self.aligned = aligned
        self.others = others
        self.word = 0  # the next one

    def until(self, end: int) -> Iterator[ComparedSentence]:
        """The next sentences, up to a character where one ends."""
        for sentence, span in self.sentences:
            yield ComparedSentence(sentence, tuple(self._compared(sentence)))
            if span[1] == end:
                return

    def _compared(self, sentence: Sentence) -> Iterator[ComparedToken]:
        for token in written_tokens(sentence):
            words = range(self.word, self.word + len(token.words))
            self.word = words.stop
            differs = next(self.tokens) not in self.others or not self.aligned.issuperset(words)
            forms = tuple(sentence.forms[word] for word in token.words) if token.is_multiword else ()
            yield ComparedToken(token.form, forms, differs)
