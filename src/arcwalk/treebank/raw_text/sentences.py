"""Sentences of raw text, which know their paragraphs, their white space and, on request, where each token is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import StringIO

from arcwalk.errors import ArcwalkError
from arcwalk.files.input import read_lines
from arcwalk.files.paths import FilePath, source_name
from arcwalk.treebank.raw_text.paragraphs import cut_paragraphs, paragraphs
from arcwalk.treebank.raw_text.segmenter import RawSentence, Segmenter
from arcwalk.treebank.raw_text.spacy_rules import SpacyRules
from arcwalk.treebank.raw_text.white_space import TOKEN_RANGE, contact, white_space
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_lines import SentenceLines
from arcwalk.treebank.tokenized_text import located
from arcwalk.treebank.values import require_values

_EMPTY_COLUMNS = "\t_" * 7


@dataclass(frozen=True)
class Segmentation:
    """How raw text becomes sentences, and what these tell of it."""

    segmenter: Segmenter = field(default_factory=SpacyRules)
    are_lines_sentences: bool = False
    ranges: bool = False  # write `TokenRange`, the positions of each token in the text, to MISC
    white_space: bool = True  # write all white space to MISC, rather than `SpaceAfter=No` only


def read_raw(path: FilePath, language: str = "", *, segmenter: Segmenter | None = None) -> Iterator[Sentence]:
    """Stream the sentences of a text file with blank lines between paragraphs.

    The `segmenter` of a parser or tagger finds sentences and words, or spaCy's rules for a `language`, a code such as
    `da`, or `xx` for any language. Sentences keep their text, white space reduced to single spaces, as the comment
    `# text`, and all white space in MISC (`SpaceAfter=No`, `SpacesAfter`, ...). Their IDs consist of the number of the
    paragraph and that of the sentence in it, as in `# sent_id = 3-1`; `# newdoc` and `# newpar` tell where the text and
    its paragraphs begin.
    """
    if segmenter is None and not language:
        remedy = "give the segmenter of a model that has one, or language='CODE' for spaCy's rules"
        raise ArcwalkError("nothing can find words and sentences in raw text", remedy)
    if segmenter is not None and language:
        raise ArcwalkError(f"language={language!r}: a segmenter is given, too", "omit language or segmenter")
    segmentation = Segmentation(segmenter or SpacyRules(language))
    return sentences_of_paragraphs(cut_paragraphs(read_lines(path), source_name(path)), segmentation)


def sentences_in(text: str, segmenter: Segmenter) -> list[Sentence]:
    """The sentences of a text in memory, see `read_raw`."""
    if not isinstance(text, str):
        remedy = "decode bytes, read a file with arcwalk.read_raw"
        raise TypeError(f"tokenize takes text, not {type(text).__name__}: {remedy}")
    return list(sentences_of_paragraphs(paragraphs(StringIO(text, newline="\n"), "<text>"), Segmentation(segmenter)))


def sentences_of_paragraphs(unread: Iterable[SentenceLines], segmentation: Segmentation) -> Iterator[Sentence]:
    """The sentences of paragraphs."""
    for paragraph in unread:
        text = "".join(paragraph.lines)
        for number, (line, tokens) in enumerate(_segments(paragraph, text, segmentation), paragraph.sentence):
            comments = []
            if number == 1:
                comments = ["# newdoc\n", "# newpar\n"] if paragraph.ordinal == 1 else ["# newpar\n"]
            written = " ".join(text[tokens[0].start : tokens[-1].end].split())
            comments += f"# sent_id = {paragraph.ordinal}-{number}\n", f"# text = {written}\n"
            before = text[: tokens[0].start] if number == 1 else ""
            rows = _rows(text, tokens, segmentation, paragraph.start, before)
            yield located(Sentence([*comments, *rows, "\n"]), paragraph.source, line, 0)


def _segments(paragraph: SentenceLines, text: str, segmentation: Segmentation) -> Iterator[tuple[int, RawSentence]]:
    """The tokens of each sentence and its line in the file; without lines for sentences, the line is the first."""
    segmenter = segmentation.segmenter
    if not segmentation.are_lines_sentences:
        for tokens in segmenter.sentences(text):
            yield paragraph.line, tokens
        return
    start = 0
    for number, line in enumerate(paragraph.lines, paragraph.line):
        tokens = segmenter.tokens(line)
        if tokens:
            yield number, [token.moved(start) for token in tokens]
        start += len(line)


def _rows(text: str, tokens: RawSentence, segmentation: Segmentation, start: int, before: str) -> Iterator[str]:
    """The lines of the words of a sentence, and those of its multiword tokens."""
    number = 0
    for token in tokens:
        form = " ".join(text[token.start : token.end].split())
        misc = white_space(text, token, form, before) if segmentation.white_space else contact(text, token)
        before = ""
        if segmentation.ranges:
            position = f"{TOKEN_RANGE}={start + token.start}:{start + token.end}"
            misc = f"{misc}|{position}" if misc else position
        if len(token.words) > 1:
            require_values(token.words)
            yield f"{number + 1}-{number + len(token.words)}\t{form}{_EMPTY_COLUMNS}\t{misc or '_'}\n"
            form, misc = "", ""
        for word in token.words:
            number += 1
            yield f"{number}\t{form or word}{_EMPTY_COLUMNS}\t{misc or '_'}\n"
