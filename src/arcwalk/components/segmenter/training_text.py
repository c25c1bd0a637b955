"""The texts that a treebank was made from: paragraphs, with their tokens and sentences."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from arcwalk.errors import ArcwalkError, Option, Wording
from arcwalk.treebank.boundaries import begins_paragraph
from arcwalk.treebank.raw_text.contact import usual_contact
from arcwalk.treebank.raw_text.segmenter import tokens_of
from arcwalk.treebank.raw_text.white_space import SPACE_AFTER, SPACES_AFTER
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.written_tokens import written_tokens

_MOST_SENTENCES = 25  # of a paragraph; longer ones are cut
_LEAST_INNER = 0.2  # share of sentences within paragraphs; with fewer, paragraphs say nothing of where sentences end


class KnownParagraph(NamedTuple):
    """A text whose tokens and sentences are known."""

    text: str
    tokens: list[tuple[int, int]]  # where they start and end
    ends: list[bool]  # whether a sentence ends with each
    tags: list[str]  # UPOS of the first word of each
    weight: int  # how often it counts in training


class _KnownSentence(NamedTuple):
    forms: list[str]
    tags: list[str]
    touches: list[bool]  # whether the next token follows without a space
    begins_paragraph: bool
    weight: int


def known_paragraphs(sentences: Sequence[Sentence], random: Random) -> tuple[list[KnownParagraph], bool]:
    """The paragraphs of a treebank, and whether it tells where spaces are.

    Where the treebank says that no space follows the last token of a sentence, half of the sentences get one all the
    same: some treebanks of languages written without spaces never have any, the texts that people parse do.
    """
    written = [own for sentence in sentences if (own := _written(sentence)).forms]
    if not written:
        raise ArcwalkError("no word to learn a segmenter from", Wording("train with ", Option("segmenter", "no")))
    tells = any(any(sentence.touches[:-1]) for sentence in written)
    if not tells:
        written = [sentence._replace(touches=usual_contact(sentence.forms)) for sentence in written]
    if sum(not sentence.begins_paragraph for sentence in written) < _LEAST_INNER * len(written):
        written = [sentence._replace(begins_paragraph=False) for sentence in written]
    return list(_paragraphs(written, random)), tells


def _written(sentence: Sentence) -> _KnownSentence:
    """The tokens as they are in the comment `# text`; if they are not, as MISC tells. White space is no token."""
    tokens = [token for token in written_tokens(sentence) if token.form.strip()]
    forms = [token.form.strip() for token in tokens]
    miscs = [sentence.misc_at(token.place) for token in tokens]
    touches = [misc.get(SPACE_AFTER) == "No" and SPACES_AFTER not in misc for misc in miscs]
    try:
        if sentence.text != " ".join(sentence.forms):  # which it is if there is no such comment
            places = list(tokens_of(forms, sentence.text))
            inner = [place.end == following.start for place, following in itertools.pairwise(places)]
            touches = [*inner, *touches[-1:]]
    except ValueError:
        pass
    tags = [sentence.upos[token.words.start] for token in tokens]
    return _KnownSentence(forms, tags, touches, begins_paragraph(sentence), sentence.weight)


def _paragraphs(sentences: Iterable[_KnownSentence], random: Random) -> Iterator[KnownParagraph]:
    paragraph: list[_KnownSentence] = []
    for sentence in sentences:
        begins = sentence.begins_paragraph or (paragraph and sentence.weight != paragraph[0].weight)
        if paragraph and (begins or len(paragraph) == _MOST_SENTENCES):
            yield _joined(paragraph, random)
            paragraph = []
        paragraph.append(sentence)
    if paragraph:
        yield _joined(paragraph, random)


def _joined(sentences: Sequence[_KnownSentence], random: Random) -> KnownParagraph:
    pieces: list[str] = []
    tokens, ends, tags = [], [], []
    length = 0
    for sentence in sentences:
        tags += sentence.tags
        for place, (form, touches) in enumerate(zip(sentence.forms, sentence.touches, strict=True), 1):
            is_last = place == len(sentence.forms)
            tokens.append((length, length + len(form)))
            ends.append(is_last)
            space = "" if touches and not (is_last and random.random() < 0.5) else " "
            pieces += form, space
            length += len(form) + len(space)
    return KnownParagraph("".join(pieces), tokens, ends, tags, sentences[0].weight)
