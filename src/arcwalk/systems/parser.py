"""`Parser`: the public interface to a trained parser, whatever its system."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, fields
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, TypeVar, overload

from arcwalk.components.tagger.options import NAME as TAGGER
from arcwalk.errors import ArcwalkError
from arcwalk.features.python_features import feature_files, load_features, load_missing
from arcwalk.files.paths import FilePath
from arcwalk.models.model_file import ModelFile, StoredModel, model_bytes, model_from, read_model, write_model
from arcwalk.models.options import changed_options, make_options
from arcwalk.models.protocol import System
from arcwalk.representations.word_table import Words
from arcwalk.safe_reading.source import PICKLED
from arcwalk.systems.parsing_options import ParsingOptions
from arcwalk.systems.registry import system_named
from arcwalk.systems.sentence_parsing import Alternative, SentenceParsing
from arcwalk.systems.sentence_pieces import Pieces
from arcwalk.systems.system_choice import choose_system
from arcwalk.systems.tag_source import Tagging
from arcwalk.systems.tag_source_options import GOLD, PREDICT_TAGS, TaggingOptions, Tags
from arcwalk.threads import in_threads
from arcwalk.treebank.raw_text import Segmenter, chosen_segmenter, sentences_in
from arcwalk.treebank.reader import Treebank
from arcwalk.treebank.sentence import Sentence, require_sentence

if TYPE_CHECKING:
    from arcwalk.systems.system_choice import SystemOptions
    from arcwalk.training.checkpoint import Checkpoint
    from arcwalk.training.progress import Progress

MOST_ALTERNATIVES = 1000

Result = TypeVar("Result")


_OWN_OPTIONS = tuple(item.name for item in fields(ParsingOptions))


class Parser:
    """A trained parser: `Parser.train` learns one from a treebank, `Parser.load` reads one from a file.

    A parser is immutable, so one can serve many threads.
    """

    def __init__(self, system: System, options: ParsingOptions | None = None, tagging: Tagging | None = None) -> None:
        self.system = system
        self.options = options or ParsingOptions()
        self.tagging = tagging or Tagging()
        self.parsing = SentenceParsing(system, self.options, self.tagging)

    @classmethod
    def train(
        cls,
        treebank: Treebank,
        *,
        system: str | None = None,
        options: "SystemOptions | None" = None,
        tags: Tags = GOLD,
        tag_options: TaggingOptions | None = None,
        words: FilePath | Words | None = None,
        dev: Treebank | None = None,
        all_sentences: bool = False,
        seed: int = 0,
        jobs: int = 1,
        progress: "Progress | None" = None,
        checkpoint: "Checkpoint | None" = None,
        **keywords: object,
    ) -> "Parser":
        """Train on a file, or on sentences with trees, as `arcwalk train` does.

        Options are an object, `options=SamplingOptions(epochs=3)`, which also says which system to train; or keyword
        arguments, `system="vine", rerank=False`. The default system is `sampling`.

        With `tags="predicted"`, the parser gets its own tagger and learns from tags as the tagger assigns them to new
        sentences; the same goes for lemmas. It then needs neither in its input, and replaces them. With `tags="joint"`,
        it also learns to correct those tags.

        Sentences with arcs that a parser predicted and nobody has confirmed (`Token.is_predicted`) are left out, also
        of `dev`, unless `all_sentences` are to be used.

        `words` is a file of word clusters or vectors, whose format is recognized; the model keeps what it needs.

        An interrupted run raises `TrainingStopped` with the parser so far, if there is one; `checkpoint` then holds
        what another run needs to continue.
        """
        from arcwalk.systems.parser_training import train_parser  # parsing does not load these
        from arcwalk.training.checkpoint import TrainingStopped

        choice = choose_system(system, options, tags, tag_options, keywords)
        try:
            trained = train_parser(
                choice,
                treebank,
                dev,
                all_sentences=all_sentences,
                words=words,
                seed=seed,
                jobs=jobs,
                progress=progress,
                checkpoint=checkpoint,
            )
        except TrainingStopped as stopped:
            stopped.parser = cls(stopped.system, tagging=stopped.tagging)
            raise
        return cls(trained.system, tagging=trained.tagging)

    @property
    def segmenter(self) -> Segmenter | None:
        """What finds words and sentences in raw text, if the parser has learned that; see `arcwalk.read_raw`."""
        return None if self.tagging.tagger is None else self.tagging.tagger.segmenter

    @classmethod
    def load(cls, path: FilePath, *, features_from: FilePath = "", **options: object) -> "Parser":
        """Read a parser from a model file, with options as in `with_options`.

        `features_from` is the Python file that defines your own features, if it was trained with any.
        """
        model = read_model(path)
        if model.system == TAGGER:
            raise ArcwalkError(f"{path}: this model is a tagger, not a parser", "use arcwalk tag, or Tagger.load(path)")
        if features_from:
            load_features(features_from)
        return cls._restored(model).with_options(**options)

    @classmethod
    def _restored(cls, model: StoredModel) -> "Parser":
        with model.source.reading():
            entry = system_named(model.system)
        model = model.laid_out()
        tagging = Tagging.restore(model)
        with model.source.reading():
            implementation = entry.implementation(corrects_tags=tagging.corrects)
        return cls(implementation.parser.load().restore(model), tagging=tagging)

    def save(self, path: FilePath) -> None:
        """Write the parser to a model file."""
        write_model(path, self._model())

    def _model(self) -> ModelFile:
        return self.tagging.joined_to(self.system.model())

    def __reduce__(self) -> tuple[Callable[..., "Parser"], tuple[object, ...]]:
        model = self._model()
        files = feature_files(model.metadata.get("features", []))
        return _unpickled, (model_bytes(model), asdict(self.options), files)

    def with_options(self, /, **values: object) -> "Parser":
        """The same parser with different parsing options: `longest`, and those of its system."""
        own = {name: value for name, value in values.items() if name in _OWN_OPTIONS}
        others = {name: value for name, value in values.items() if name not in own}
        options = make_options(ParsingOptions, {**asdict(self.options), **own})
        system = self.system
        if others:
            system = system.with_options(changed_options(system.options, others, _OWN_OPTIONS))
        return Parser(system, options, self.tagging)

    @overload
    def __call__(self, given: str, *, confidence: bool = False, language: str = ...) -> list[Sentence]: ...

    @overload
    def __call__(self, given: Sentence, *, confidence: bool = False) -> Sentence: ...

    @overload
    def __call__(self, given: Iterable[Sentence], *, confidence: bool = False) -> Iterator[Sentence]: ...

    def __call__(
        self, given: str | Sentence | Iterable[Sentence], *, confidence: bool = False, language: str = ""
    ) -> list[Sentence] | Sentence | Iterator[Sentence]:
        """Parse raw text into a list of sentences; for anything else, the same as `parse`.

        Raw text requires a parser with its own tagger, which also finds sentences and words; with a `language`, a code
        such as `da`, spaCy's rules do that, which needs the extra `arcwalk[text]`.
        """
        if not isinstance(given, str):
            return self.parse(given, confidence=confidence)
        if self.tagging.expected:
            raise ArcwalkError("raw text has no tags, which this parser needs", PREDICT_TAGS)
        return list(self.parse(self.tokenize(given, language=language), confidence=confidence))

    def tokenize(self, text: str, *, language: str = "") -> list[Sentence]:
        """The sentences and words of raw text, not parsed; see `arcwalk.read_raw` for what they know of the text."""
        has_tagger = self.tagging.tagger is not None
        return sentences_in(text, chosen_segmenter(self.segmenter, language, has_tagger=has_tagger))

    @overload
    def parse(
        self, sentences: Sentence, *, keep: bool = False, confidence: bool = False, jobs: int = 1
    ) -> Sentence: ...

    @overload
    def parse(
        self, sentences: Iterable[Sentence], *, keep: bool = False, confidence: bool = False, jobs: int = 1
    ) -> Iterator[Sentence]: ...

    def parse(
        self, sentences: Sentence | Iterable[Sentence], *, keep: bool = False, confidence: bool = False, jobs: int = 1
    ) -> Sentence | Iterator[Sentence]:
        """The sentence with heads and labels; or, for many sentences, a stream of them in the same order.

        A parser with its own tagger replaces the tags, too. Any other parser refuses sentences without tags, unless it
        was trained without them.

        `keep` keeps the heads and labels that a sentence already has, unless a parser chose them
        (`Token.is_predicted`). `confidence` records in MISC how sure the parser is of those that it chooses, see
        `Token.confidence`. `jobs` is the number of threads; results do not depend on it.
        """
        find = self.parsing.with_confidence if confidence else self.parsing.best
        return self._apply(find, sentences, keep, jobs)

    @overload
    def alternatives(
        self, sentences: Sentence, count: int, *, keep: bool = False, jobs: int = 1
    ) -> list[Alternative]: ...

    @overload
    def alternatives(
        self, sentences: Iterable[Sentence], count: int, *, keep: bool = False, jobs: int = 1
    ) -> Iterator[list[Alternative]]: ...

    def alternatives(
        self, sentences: Sentence | Iterable[Sentence], count: int, *, keep: bool = False, jobs: int = 1
    ) -> list[Alternative] | Iterator[list[Alternative]]:
        """The k-best list of a sentence, with scores: up to `count` distinct trees; or a stream of such lists.

        The first tree can score higher than that of `parse`, because looking for the others extends the search.
        """
        if not 1 <= count <= MOST_ALTERNATIVES:
            raise ValueError(f"cannot find {count} trees; count must be from 1 to {MOST_ALTERNATIVES}")
        return self._apply(partial(self.parsing.k_best, count), sentences, keep, jobs)

    def __repr__(self) -> str:
        return f"<Parser {self.system.name}, {len(self.system.label_set)} labels, {self.tagging}>"

    def _apply(
        self, find: Callable[[Pieces], Result], sentences: Sentence | Iterable[Sentence], keep: bool, jobs: int
    ) -> Result | Iterator[Result]:
        """Tag one sentence or many, and apply `find` to each."""
        corrects, parsing = self.tagging.corrects, self.parsing
        if corrects:
            find = partial(parsing.with_corrected_tags, find)
        if isinstance(sentences, Sentence):
            return find(parsing.prepare(sentences if corrects else self.tagging.tag_one(sentences), keep))
        if isinstance(sentences, str | PathLike):
            raise TypeError("parse takes sentences: read a file with arcwalk.read(path), or call parser(text)")
        known = map(require_sentence, sentences)
        tagged = known if corrects else self.tagging.tag(known, jobs=jobs)
        return in_threads(lambda sentence: find(parsing.prepare(sentence, keep)), tagged, jobs)


def _unpickled(data: bytes, options: dict[str, object], files: dict[str, str]) -> Parser:
    """The parser in the bytes of a model file, with its options, and its features written in Python from `files`."""
    load_missing(files)
    return Parser._restored(model_from(data, PICKLED)).with_options(**options)
