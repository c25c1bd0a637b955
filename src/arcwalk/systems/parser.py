"""`Parser`: the public interface to a trained parser, whatever its system."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, fields
from functools import cache, partial
from itertools import islice
from os import PathLike
from typing import TYPE_CHECKING, TypeVar, cast, overload

import numpy as np

from arcwalk.arrays import Codes, Heads
from arcwalk.contents.source import PICKLED
from arcwalk.errors import ArcwalkError
from arcwalk.features.python_features import feature_files, load_features, load_missing
from arcwalk.systems.checkpoint import Checkpoint, TrainingStopped
from arcwalk.systems.confirmed_sentences import gold_sentences
from arcwalk.systems.model_file import ModelFile, StoredModel, model_bytes, model_from, read_model, write_model
from arcwalk.systems.options import Setting, make_options
from arcwalk.systems.parsing_options import ParsingOptions
from arcwalk.systems.progress import Progress, Silence
from arcwalk.systems.protocol import System, TagCorrector
from arcwalk.systems.registry import SYSTEMS, system_named
from arcwalk.systems.sentence_pieces import MOST_WORDS, PARSE_PIECES, Labeling, Pieces, best_combinations
from arcwalk.systems.system_choice import choose_system
from arcwalk.systems.tag_source import Tagging, has_tags
from arcwalk.systems.tag_source_options import GOLD, JOINT, TaggingOptions, Tags
from arcwalk.systems.tagger.options import NAME as TAGGER
from arcwalk.threads import apart, in_threads
from arcwalk.treebank.check import require_words
from arcwalk.treebank.confidence import with_confidences
from arcwalk.treebank.files import FilePath
from arcwalk.treebank.raw_text import ANY_LANGUAGE, sentences_in
from arcwalk.treebank.reader import Treebank
from arcwalk.treebank.representations.word_table import Words
from arcwalk.treebank.sentence import Sentence, require_sentence

if TYPE_CHECKING:
    from arcwalk.systems.system_choice import SystemOptions

MOST_ALTERNATIVES = 1000

Alternative = tuple[Sentence, float]
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
        progress: Progress | None = None,
        checkpoint: Checkpoint | None = None,
        **keywords: object,
    ) -> "Parser":
        """Train on a file, or on sentences with trees, as `arcwalk train` does.

        Options are an object, `options=SamplingOptions(epochs=3)`, which also says which system to train; or keyword
        arguments with the names that `arcwalk train --set` knows, `system="vine", rerank="no"`. The default system is
        `sampling`.

        With `tags="predicted"`, the parser gets its own tagger and learns from tags as the tagger assigns them to new
        sentences; the same goes for lemmas. It then needs neither in its input, and replaces them. With `tags="joint"`,
        it also learns to correct those tags.

        Sentences with arcs that a parser predicted and nobody has confirmed (`Token.is_predicted`) are left out, also
        of `dev`, unless `all_sentences` are to be used.

        `words` is a file of word clusters or vectors, whose format is recognized; the model keeps what it needs.

        An interrupted run raises `TrainingStopped` with the parser so far, if there is one; `checkpoint` then holds
        what another run needs to continue.
        """
        from arcwalk.systems.treebank_words import words_for  # parsing does not load it

        choice = choose_system(system, options, tags, tag_options, keywords)
        progress = progress or Silence()
        sentences = gold_sentences(treebank, all_sentences, progress)
        if not sentences:
            raise ArcwalkError("the treebank has no sentences; give at least one")
        dev_sentences = None if dev is None else gold_sentences(dev, all_sentences, progress)
        choice.refuse_long([*sentences, *(dev_sentences or ())])
        table = None if words is None else words_for(sentences, words, seed, progress)
        setting = Setting(seed, jobs, checkpoint or Checkpoint(), table)
        setting.checkpoint.start(choice.name, sentences, choice.values(), seed, dev_sentences or [], table)
        tagging, more = Tagging(expected=all(map(has_tags, sentences))), []
        if tags != GOLD:
            from arcwalk.systems.tag_source_training import learn_tagging

            joint = tags == JOINT
            tagging, sentences, tag_choices = learn_tagging(sentences, choice.tagging, setting, progress, joint=joint)
            if dev_sentences:
                dev_sentences = [tagging.visible(tagging.tag_one(sentence)) for sentence in dev_sentences]
            if joint:
                more = [tag_choices]
        try:
            trained = choice.train(sentences, dev_sentences, choice.options, setting, progress, *more)
        except TrainingStopped as stopped:
            stopped.parser = cls(stopped.system, tagging=tagging)
            raise
        return cls(trained, tagging=tagging)

    @classmethod
    def load(cls, path: FilePath, *, features_from: FilePath = "", **options: object) -> "Parser":
        """Read a parser from a model file, with options as in `with_options`.

        `features_from` is the Python file that defines your own features, if it was trained with any.
        """
        model = read_model(path)
        if model.system == TAGGER:
            raise ArcwalkError(f"{path}: this model is a tagger, not a parser; use arcwalk tag, or Tagger.load(path)")
        if features_from:
            load_features(features_from)
        return cls._restored(model).with_options(**options)

    @classmethod
    def _restored(cls, model: StoredModel) -> "Parser":
        with model.source.reading():
            entry = system_named(model.system)
        model = model.laid_out()
        tagging = Tagging.restore(model)
        system = entry.joint_parser if tagging.corrects else entry.parser
        if system is None:
            raise model.source.damaged(f"{model.system} does not correct tags")
        return cls(system.load().restore(model), tagging=tagging)

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
        allowed = self.system.parsing_options
        for name in others:
            if name not in allowed:
                names = ", ".join((*_OWN_OPTIONS, *allowed))
                raise ArcwalkError(f"option {name} cannot be set for a trained model; parsing options: {names}")
        options = make_options(ParsingOptions, {**asdict(self.options), **own})
        return Parser(self.system.with_options(others) if others else self.system, options, self.tagging)

    @overload
    def __call__(self, given: str, *, confidence: bool = False, language: str = ...) -> list[Sentence]: ...

    @overload
    def __call__(self, given: Sentence, *, confidence: bool = False) -> Sentence: ...

    @overload
    def __call__(self, given: Iterable[Sentence], *, confidence: bool = False) -> Iterator[Sentence]: ...

    def __call__(
        self, given: str | Sentence | Iterable[Sentence], *, confidence: bool = False, language: str = ANY_LANGUAGE
    ) -> list[Sentence] | Sentence | Iterator[Sentence]:
        """Parse raw text into a list of sentences; for anything else, the same as `parse`.

        Raw text requires a parser with its own tagger. It is split into sentences and words by spaCy's rules for
        `language` (a code such as `da`), which needs the extra `arcwalk[text]`.
        """
        if not isinstance(given, str):
            return self.parse(given, confidence=confidence)
        if self.tagging.expected:
            raise ArcwalkError("raw text has no tags, which this parser needs; train one with tags='predicted'")
        return list(self.parse(sentences_in(given, language), confidence=confidence))

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
        find = self._parse_with_confidence if confidence else self._parse
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
        return self._apply(partial(self._parse_alternatives, count), sentences, keep, jobs)

    def __repr__(self) -> str:
        return f"<Parser {self.system.name}, {len(self.system.label_set)} labels, {self.tagging}>"

    def prepare(self, sentence: Sentence, keep: bool, remedy: str = PARSE_PIECES) -> Pieces:
        """A tagged sentence in the pieces in which it is parsed; `remedy` helps if one of them is too long."""
        require_words(sentence)
        self.tagging.require_tags(sentence)
        pieces = Pieces.of(sentence, self.options.longest, keep, self.system.label_set.roots, remedy)
        if len(sentence) > MOST_WORDS and not SYSTEMS[self.system.name].is_linear:
            pieces.refuse_long()
        return pieces

    def encoded(self, pieces: Pieces) -> Iterator[tuple[Codes, Heads | None, Sequence[str] | None]]:
        """The arguments of `System.parse` for each piece: its codes, and the heads and labels to keep."""
        codes = pieces.codes or (self.system.encode(self.tagging.visible(piece)) for piece in pieces.pieces)
        for own, (heads, labels) in zip(codes, pieces.given_arcs(), strict=True):
            yield own, heads, labels

    def _apply(
        self, find: Callable[[Pieces], Result], sentences: Sentence | Iterable[Sentence], keep: bool, jobs: int
    ) -> Result | Iterator[Result]:
        """Tag one sentence or many, and apply `find` to each."""
        corrects = self.tagging.corrects
        if corrects:
            find = partial(self._find_with_corrected_tags, find)
        if isinstance(sentences, Sentence):
            return find(self.prepare(sentences if corrects else self.tagging.tag_one(sentences), keep))
        if isinstance(sentences, str | PathLike):
            raise TypeError("parse takes sentences: read a file with arcwalk.read(path), or call parser(text)")
        known = map(require_sentence, sentences)
        tagged = known if corrects else self.tagging.tag(known, jobs=jobs)
        return in_threads(lambda sentence: find(self.prepare(sentence, keep)), tagged, jobs)

    def _find_with_corrected_tags(self, find: Callable[[Pieces], Result], given: Pieces) -> Result:
        """Choose tags together with the trees of all pieces, then apply `find` to the pieces with those tags."""
        from arcwalk.systems.tagger.analyses import tagged_by

        system, columns = cast(TagCorrector, self.system), self.tagging.columns
        pieces, trees, codes, all_chosen = [], [], [], []
        with given.locating_errors():
            analyses_left = iter(self.tagging.analyze(given.sentence))
            for piece, (heads, labels) in zip(given.pieces, given.given_arcs(), strict=True):
                analyses = list(islice(analyses_left, len(piece)))
                tagged = self.tagging.visible(tagged_by(piece, columns, [own[0] for own in analyses]))
                choices = system.encode_analyses(tagged, columns, analyses)
                found = apart(len(piece), system.parse_and_tag, system.encode(tagged), choices, heads, labels)
                chosen = [own[taken] for own, taken in zip(analyses, found.analyses, strict=True)]
                pieces.append(tagged_by(piece, columns, chosen))
                trees.append((found.heads, found.labels))
                codes.append(found.codes)
                all_chosen += chosen
        return find(Pieces(tagged_by(given.sentence, columns, all_chosen), pieces, given.keep, codes, trees))

    def _parse(self, pieces: Pieces) -> Sentence:
        trees = pieces.trees
        if trees is None:
            with pieces.locating_errors():
                trees = self._each(self.system.parse, pieces)
        return pieces.merged(trees, self._labeling(pieces))

    def _parse_with_confidence(self, pieces: Pieces) -> Sentence:
        with pieces.locating_errors():
            found = self._each(self.system.parse_with_confidence, pieces)
        parsed = pieces.merged([(tree.heads, tree.labels) for tree in found], self._labeling(pieces))
        in_heads = np.concatenate([tree.head_confidence for tree in found]).tolist()
        kept = [pieces.keep and head >= 0 for head in pieces.sentence.heads]
        heads = [None if is_kept else confidence for is_kept, confidence in zip(kept, in_heads, strict=True)]
        arcs = [own for tree in found if tree.arc_confidence is not None for own in tree.arc_confidence.tolist()]
        return with_confidences(parsed, heads, arcs or None)

    def _parse_alternatives(self, count: int, pieces: Pieces) -> list[Alternative]:
        with pieces.locating_errors():
            found = self._each(self.system.k_best, pieces, count)
        distinct, label = dict[Sentence, float](), self._labeling(pieces)
        for trees, score in best_combinations(found, count):
            distinct.setdefault(pieces.merged(trees, label), score)  # merging can make two trees the same
        return list(distinct.items())

    def _each(self, find: Callable[..., Result], pieces: Pieces, *more: object) -> list[Result]:
        """What the system finds for each piece."""
        tasks = zip(pieces.pieces, self.encoded(pieces), strict=True)
        return [apart(len(piece), find, *task, *more) for piece, task in tasks]

    def _labeling(self, pieces: Pieces) -> Labeling:
        """Labels arcs between pieces as arcs of the whole sentence, which is encoded once, if there are any."""
        codes = cache(lambda: self.system.encode(self.tagging.visible(pieces.sentence)))
        return lambda heads, labels: self.system.label(codes(), heads, labels)


def _unpickled(data: bytes, options: dict[str, object], files: dict[str, str]) -> Parser:
    """The parser in the bytes of a model file, with its options, and its features written in Python from `files`."""
    load_missing(files)
    return Parser._restored(model_from(data, PICKLED)).with_options(**options)
