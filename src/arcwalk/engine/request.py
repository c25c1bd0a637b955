"""What to do with each sentence of a corpus, as data that can be sent to other processes and machines."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import arcwalk
from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.treebank.boundaries import not_beginning
from arcwalk.treebank.formats import Format
from arcwalk.treebank.input_format import InputFormat
from arcwalk.treebank.output_format import OUTPUTS, TokenizedName
from arcwalk.treebank.raw_text import Segmenter
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.writer import lines_of

if TYPE_CHECKING:
    from arcwalk.systems.parser import Parser
    from arcwalk.systems.sentence_parsing import Alternative

Annotate = Callable[[Iterable[Sentence]], Iterator[Sentence]]


class LoadedModel(NamedTuple):
    """What a model does with sentences, and what finds them if the input is raw text."""

    annotate: Annotate
    segmenter: Segmenter | None


@dataclass(frozen=True, kw_only=True)
class Request:
    """A model file, and the format of the sentences to annotate with it."""

    model: str
    form: InputFormat
    content: str = ""  # digest of the files, see `identified`

    def load(self) -> LoadedModel:
        """Load the model; raises if it cannot do what is requested."""
        raise NotImplementedError

    @property
    def extension(self) -> str:
        """That of the file which an input that is no treebank becomes."""
        return ".conllu"

    def lines(self, annotated: Iterable[Sentence], declared: Format | None) -> Iterator[str]:
        """What annotated sentences become in a file that has `declared` its columns."""
        return lines_of(annotated, declared)

    def files(self) -> dict[str, Path]:
        """The files to load, by the names of their fields."""
        return {"model": Path(self.model)}

    def in_folder(self, folder: Path) -> Self:
        """The same request with its files in another folder, each under its own name in a folder of its own."""
        moved: dict[str, Any] = {field: str(folder / field / path.name) for field, path in self.files().items()}
        return replace(self, **moved)

    def identified(self) -> Self:
        """The same request with a digest of its files, so that it is another one when a model is saved anew."""
        digest = hashlib.sha256()
        for path in self.files().values():
            if path.is_file():  # loading will say what is wrong with others
                with suppress(OSError), path.open("rb") as stream:
                    digest.update(hashlib.file_digest(stream, "sha256").digest())
        return replace(self, content=digest.hexdigest())

    def fingerprint(self) -> str:
        """The same for identified requests with the same results, wherever their files are."""
        return hashlib.sha256(f"{arcwalk.__version__} {self.in_folder(Path())}".encode()).hexdigest()


@dataclass(frozen=True, kw_only=True)
class TaggingRequest(Request):
    """Fill in tags and lemmas."""

    def load(self) -> LoadedModel:
        """Load a tagger."""
        from arcwalk.components.tagger.tagger import Tagger  # loads kernels, which requests do without

        tagger = Tagger.load(self.model)
        segmenter = self.form.segmenter(tagger.segmenter, self.model, has_tagger=True)
        return LoadedModel(lambda sentences: tagger.tag(map(tagger.require_columns, sentences)), segmenter)


@dataclass(frozen=True, kw_only=True)
class TokenizingRequest(Request):
    """Find sentences and words in raw text."""

    output: TokenizedName = "conllu"

    def __post_init__(self) -> None:
        if self.form.ranges and self.output != "conllu":
            raise ArcwalkError(Wording(Argument("ranges", True), f": {self.output} has no MISC"), "write CoNLL-U")

    def load(self) -> LoadedModel:
        """Load the segmenter of a parser or tagger."""
        from arcwalk.components.tagger.segmenter_file import stored_segmenter  # loads kernels

        own, has_tagger = stored_segmenter(self.model)
        return LoadedModel(iter, self.form.segmenter(own, self.model, has_tagger=has_tagger))

    @property
    def extension(self) -> str:
        """Only CoNLL-U has one of its own."""
        return ".conllu" if self.output == "conllu" else ".txt"

    def lines(self, annotated: Iterable[Sentence], _: Format | None) -> Iterator[str]:
        """Sentences or words a line, or CoNLL-U."""
        return OUTPUTS[self.output].texts(annotated)


@dataclass(frozen=True, kw_only=True)
class ParsingRequest(Request):
    """Fill in heads and labels."""

    features_from: str = ""
    options: tuple[tuple[str, object], ...] = ()  # as in `Parser.with_options`
    keep: bool = False
    confidence: bool = False
    nbest: int | None = None  # None: the best tree only

    def __post_init__(self) -> None:
        for name, value in self.options:
            try:
                hash(value)
            except TypeError:
                raise ArcwalkError(f"option {name}: {value!r} is not a number or a word", "give one") from None

    def load(self) -> LoadedModel:
        """Load a parser."""
        from arcwalk.systems.parser import MOST_ALTERNATIVES, Parser

        if self.nbest is not None and not 1 <= self.nbest <= MOST_ALTERNATIVES:
            raise ArcwalkError(Wording(Argument("nbest", self.nbest), f": must be between 1 and {MOST_ALTERNATIVES}"))
        parser = Parser.load(self.model, features_from=self.features_from).with_options(**dict(self.options))
        if self.nbest is None:
            annotate: Annotate = partial(_best, parser, self.keep, self.confidence)
        else:
            annotate = partial(_n_best, parser, self.nbest, self.keep)
        has_tagger = parser.tagging.tagger is not None
        return LoadedModel(annotate, self.form.segmenter(parser.segmenter, self.model, has_tagger=has_tagger))

    def files(self) -> dict[str, Path]:
        """The model, and the file with its own features if there is one."""
        own = {"features_from": Path(self.features_from)} if self.features_from else {}
        return {**super().files(), **own}


def _best(parser: "Parser", keep: bool, confidence: bool, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    return parser.parse(sentences, keep=keep, confidence=confidence)


def _n_best(parser: "Parser", count: int, keep: bool, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    return chain.from_iterable(map(ranked, parser.alternatives(sentences, count, keep=keep)))


def ranked(alternatives: "list[Alternative]") -> Iterator[Sentence]:
    """The trees of a sentence, best first, each with its rank, its score and a `sent_id` of its own."""
    for rank, (sentence, score) in enumerate(alternatives, 1):
        ranked = sentence.with_comment("alternative", str(rank)).with_comment("score", f"{score:.4f}")
        if rank > 1:
            if sentence.id:
                ranked = ranked.with_comment("sent_id", f"{sentence.id}-alt{rank}")
            ranked = not_beginning(ranked.without_file_start())
        yield ranked
