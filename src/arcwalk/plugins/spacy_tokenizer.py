"""`arcwalk.Tokenizer.v1`: the segmenter of a model as the tokenizer of a spaCy pipeline.

spaCy finds it by the entry point `spacy_tokenizers`. It sets sentences, too, which other components keep.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import registry
from spacy.vocab import Vocab

from arcwalk.components.segmenter.segmenter import LearnedSegmenter
from arcwalk.components.tagger.segmenter_file import load_segmenter, segmenter_bytes, segmenter_from
from arcwalk.errors import ArcwalkError
from arcwalk.plugins.token_words import WORDS, cuts
from arcwalk.treebank.raw_text.segmenter import RawSentence, Segmenter

NAME = "arcwalk.Tokenizer.v1"
_META = "arcwalk_tokenizer"  # in the metadata of a pipeline: the model that it has a copy of
_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")


@registry.tokenizers(NAME)  # type: ignore[untyped-decorator]
def make_tokenizer(model: str = "") -> Callable[[Language], "ArcwalkTokenizer"]:
    """What makes the tokenizer of a pipeline, with the segmenter of the parser or tagger in the file `model`.

    As for the component, a wrong path is an error at once, except in a saved pipeline.
    """

    def make(nlp: Language) -> ArcwalkTokenizer:
        is_saved = nlp.meta.get(_META) == model
        nlp.meta[_META] = model
        return ArcwalkTokenizer(nlp.vocab, load_segmenter(model) if model and not is_saved else None)

    return make


class ArcwalkTokenizer:
    """Makes Docs of texts, without losing a character.

    The words of a multiword token are tokens of the Doc if they are written one after the other in the text. Otherwise
    the multiword token is, and `token._.arcwalk_words` has its words.
    """

    def __init__(self, vocab: Vocab, segmenter: Segmenter | None = None) -> None:
        self.vocab = vocab
        self.segmenter = segmenter

    def __call__(self, text: str) -> Doc:
        """The tokens of a text."""
        pieces = _Pieces()
        end = 0
        for sentence in self._sentences(text):
            pieces.sentence_starts = True
            for token in sentence:
                pieces.add_gap(text[end : token.start])
                end = token.end
                pieces.add_token(text[token.start : end], token.words)
        pieces.add_gap(text[end:])
        return pieces.doc(self.vocab)

    def _sentences(self, text: str) -> Iterator[RawSentence]:
        if self.segmenter is None:
            config = f'config={{"nlp": {{"tokenizer": {{"@tokenizers": "{NAME}", "model": FILE}}}}}}'
            raise ArcwalkError("the tokenizer has no model", f"make the pipeline with {config}, or load a saved one")
        bounds = [0, *(found.end() for found in _BLANK_LINES.finditer(text)), len(text)]
        for start, end in pairwise(bounds):
            for sentence in self.segmenter.sentences(text[start:end]):
                yield [token.moved(start) for token in sentence]

    def pipe(self, texts: Iterable[str], batch_size: int = 1000) -> Iterator[Doc]:  # noqa: ARG002
        """The same for a stream of texts."""
        return map(self, texts)

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:  # noqa: ARG002
        """The segmenter as it is in a file; nothing if there is none."""
        return segmenter_bytes(self.segmenter) if isinstance(self.segmenter, LearnedSegmenter) else b""

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> "ArcwalkTokenizer":  # noqa: ARG002
        """The inverse of `to_bytes`."""
        self.segmenter = segmenter_from(data) if data else None
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:  # noqa: ARG002
        """Save the segmenter to a file."""
        Path(path).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> "ArcwalkTokenizer":  # noqa: ARG002
        """Load the segmenter from a file."""
        return self.from_bytes(Path(path).read_bytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.vocab, self.to_bytes())


def _restored(vocab: Vocab, data: bytes) -> ArcwalkTokenizer:
    """The inverse of pickling."""
    return ArcwalkTokenizer(vocab).from_bytes(data)


@dataclass
class _Pieces:
    """The tokens of a Doc, one after the other."""

    texts: list[str] = field(default_factory=list)
    spaces: list[bool] = field(default_factory=list)
    starts: list[bool] = field(default_factory=list)
    words: dict[int, tuple[str, ...]] = field(default_factory=dict)
    sentence_starts: bool = False  # with the next token

    def add_gap(self, text: str) -> None:
        """Add what is between two tokens: a space belongs to the one before, other white space is a token."""
        if text.startswith(" ") and self.texts:
            self.spaces[-1] = True
            text = text[1:]
        if text and self.texts:
            self._add(text, is_start=False)
        elif text:  # white space before the first sentence is part of it
            self._add_next(text)

    def add_token(self, text: str, words: tuple[str, ...]) -> None:
        """Add a token, or the words that are written in it."""
        parts = cuts(text, words)
        if len(parts) < len(words):
            self.words[len(self.texts)] = words
        for part in parts:
            self._add_next(part)

    def _add_next(self, text: str) -> None:
        self._add(text, is_start=self.sentence_starts)
        self.sentence_starts = False

    def _add(self, text: str, *, is_start: bool) -> None:
        self.texts.append(text)
        self.spaces.append(False)
        self.starts.append(is_start)

    def doc(self, vocab: Vocab) -> Doc:
        """The Doc that they make."""
        doc = Doc(vocab, words=self.texts, spaces=self.spaces, sent_starts=self.starts or None)
        for i, words in self.words.items():
            doc[i]._.set(WORDS, words)
        return doc
