"""`Parser`: what users hold in their hands, whichever system is inside."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from functools import partial
from itertools import islice
from os import PathLike
from typing import Any, NamedTuple, TypeVar, cast, overload

import numpy as np

from arcwalk.arrays import Codes, Heads
from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.features.python_features import load_features
from arcwalk.systems.checkpoint import Checkpoint, TrainingStopped
from arcwalk.systems.model_file import ModelFile, read_model, write_model
from arcwalk.systems.options import Setting, make_options, option
from arcwalk.systems.progress import Progress, Silence
from arcwalk.systems.protocol import System, TagCorrector
from arcwalk.systems.registry import DEFAULT_SYSTEM, SYSTEMS, system_named
from arcwalk.systems.tagger.analyses import tagged_by
from arcwalk.systems.tagger.options import NAME as TAGGER
from arcwalk.systems.tagging import GOLD, JOINT, PREDICTED, TAGS, Tagging, TaggingOptions, filled_columns, split_options
from arcwalk.systems.threads import in_threads
from arcwalk.treebank.check import check
from arcwalk.treebank.confidence import HEAD_CONFIDENCE, with_confidences
from arcwalk.treebank.files import FilePath
from arcwalk.treebank.reader import read
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.splitting import merge, split

MOST_ALTERNATIVES = 1000

Tree = tuple[Heads, list[str]]  # the labels are those of words 1..n
Alternative = tuple[Sentence, float]
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsingOptions:
    """What can be set for parsing, whatever the system."""

    longest: int = option(0, "words that a sentence may have; longer ones are parsed in pieces, 0: never", least=0)


_OWN_OPTIONS = tuple(item.name for item in fields(ParsingOptions))


class Parser:
    """A trained parser. It never changes, so one can serve many threads."""

    def __init__(self, system: System, options: ParsingOptions | None = None, tagging: Tagging | None = None) -> None:
        self.system = system
        self.options = options or ParsingOptions()
        self.tagging = tagging or Tagging()

    @classmethod
    def train(
        cls,
        treebank: FilePath | Iterable[Sentence],
        *,
        system: str = DEFAULT_SYSTEM,
        tags: str = GOLD,
        dev: FilePath | Iterable[Sentence] | None = None,
        seed: int = 0,
        jobs: int = 1,
        progress: Progress | None = None,
        checkpoint: Checkpoint | None = None,
        **options: object,
    ) -> "Parser":
        """Train on a file or on sentences with trees. Same names and options as `arcwalk train`.

        With `tags="predicted"`, the parser gets a tagger of its own and learns from tags as that would give them to
        new sentences; it then needs no tags in its input, and looks at no lemmas unless `lemmas="given"`. With
        `tags="joint"`, it also learns to correct those tags.

        What an interrupted run has learned, if anything, is in the exception (`TrainingStopped`), and what another run
        needs to go on from there in the checkpoint.
        """
        from arcwalk.systems.tagging_training import learn_tagging  # whoever only parses does not wait for it

        if tags not in TAGS:
            raise ArcwalkError(f"tags={tags}: choose one of {', '.join(TAGS)}")
        kind = system_named(system)
        for_tags, others = split_options(tags, options)
        tagging_options = make_options(TaggingOptions, for_tags)
        chosen: Any = make_options(kind.options.load(), others)
        train = kind.train
        if tags == JOINT:
            if kind.train_joint is None or not chosen.corrects_tags:
                able = ", ".join(name for name, other in SYSTEMS.items() if other.train_joint)
                raise ArcwalkError(
                    f"tags={tags}: {system} with these options does not correct tags; "
                    f"train {able} with its own learner, or with tags={PREDICTED}"
                )
            train = kind.train_joint
        sentences = _sentences(treebank)
        if not sentences:
            raise ArcwalkError("there are no sentences to learn from; give at least one")
        dev_sentences = None if dev is None else _sentences(dev)
        setting = Setting(seed, jobs, checkpoint or Checkpoint())
        values = asdict(chosen) | ({} if tags == GOLD else {**asdict(tagging_options), "tags": tags})
        setting.checkpoint.start(system, [*sentences, *(dev_sentences or [])], values, seed)
        progress = progress or Silence()
        tagging = Tagging(expected=bool(filled_columns(sentences)))
        more = []
        if tags != GOLD:
            joint = tags == JOINT
            tagging, sentences, tag_choices = learn_tagging(sentences, tagging_options, setting, progress, joint=joint)
            if dev_sentences:
                dev_sentences = [tagging.seen(tagging.tag_one(sentence)) for sentence in dev_sentences]
            if joint:
                more = [tag_choices]
        try:
            return cls(train.load()(sentences, dev_sentences, chosen, setting, progress, *more), tagging=tagging)
        except TrainingStopped as stopped:
            stopped.parser = cls(stopped.system, tagging=tagging)
            raise

    @classmethod
    def load(cls, path: FilePath, *, features_from: FilePath = "", **options: object) -> "Parser":
        """The parser in a model file, with options as in `with_options`.

        Features of its own that it was trained with are in the Python file `features_from`.
        """
        model = read_model(path)
        if model.system == TAGGER:
            raise ArcwalkError(f"{path}: this model is a tagger, not a parser; use `arcwalk tag`, or train a parser")
        return cls.restore(model, features_from=features_from, **options)

    @classmethod
    def restore(cls, model: ModelFile, *, features_from: FilePath = "", **options: object) -> "Parser":
        """The parser that `model` came from, see `load`."""
        if features_from:
            load_features(features_from)
        kind, tagging = system_named(model.system), Tagging.restore(model)
        system = kind.joint_parser if tagging.corrects and kind.joint_parser else kind.parser
        return cls(system.load().restore(model), tagging=tagging).with_options(**options)

    def save(self, path: FilePath) -> None:
        """Write the parser to one file, whole or not at all."""
        write_model(path, self.tagging.joined_to(self.system.model()))

    def with_options(self, /, **values: object) -> "Parser":
        """The same parser with options set that matter in parsing only: `longest`, and some of its system's."""
        own = {name: value for name, value in values.items() if name in _OWN_OPTIONS}
        others = {name: value for name, value in values.items() if name not in own}
        allowed = self.system.parsing_options
        for name in others:
            if name not in allowed:
                names = ", ".join((*_OWN_OPTIONS, *allowed))
                raise ArcwalkError(f"option {name} cannot be set once a model is trained; there are {names}")
        options = make_options(ParsingOptions, {**asdict(self.options), **own})
        return Parser(self.system.with_options(others) if others else self.system, options, self.tagging)

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
        """The sentence with HEAD and DEPREL filled; or, for many sentences, a stream of them in the same order.

        A parser with a tagger of its own fills the tags first, whatever the sentence has there; one that was trained
        with `tags="joint"` corrects them while it looks for the tree.

        With `keep`, heads and labels that a sentence already has stay as they are. With `confidence`, MISC says
        how probable it is that they are right, see `arcwalk.treebank.confidence`.
        """
        find = self._find_with_confidence if confidence else self._find
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
        """The sentence with distinct trees, and their scores, best first; or a stream of such lists.

        There are fewer than `count` where no more were found. The first can score even better than what `parse`
        finds, because finding the others is a search too.
        """
        if not 1 <= count <= MOST_ALTERNATIVES:
            raise ValueError(f"{count} trees cannot be found; ask for 1 to {MOST_ALTERNATIVES}")
        return self._apply(partial(self._find_several, count), sentences, keep, jobs)

    def _apply(
        self, find: Callable[["ParserInput"], Found], sentences: Sentence | Iterable[Sentence], keep: bool, jobs: int
    ) -> Found | Iterator[Found]:
        tag, tag_one = self.tagging.tag, self.tagging.tag_one
        if self.tagging.corrects:
            find = partial(self._find_with_corrected_tags, find)
        if isinstance(sentences, Sentence):
            return find(self.prepare(sentences if self.tagging.corrects else tag_one(sentences), keep))
        if isinstance(sentences, str | PathLike):
            raise TypeError("sentences are needed; read a file with arcwalk.read(path)")
        tagged = sentences if self.tagging.corrects else tag(sentences, jobs=jobs)
        return in_threads(lambda sentence: find(self.prepare(sentence, keep)), tagged, jobs)

    def prepare(self, sentence: Sentence, keep: bool) -> "ParserInput":
        """A tagged sentence as systems are asked about it."""
        longest = self.options.longest
        pieces = split(sentence, longest, keep=keep) if longest else [sentence]
        return ParserInput(sentence, pieces, keep)

    def _find_with_corrected_tags(self, find: Callable[["ParserInput"], Found], given: "ParserInput") -> Found:
        """Let trees decide on tags, then find what is asked for: anew, unless that is the best tree."""
        system, columns = cast(TagCorrector, self.system), self.tagging.columns
        pieces, trees, codes, every_tag = [], [], [], []
        with given.blamed():
            every_analysis = iter(self.tagging.analyze(given.sentence))
            for piece, heads, labels in given.tasks():
                analyses = list(islice(every_analysis, len(piece)))
                tagged = self.tagging.seen(tagged_by(piece, columns, [own[0].tags for own in analyses]))
                choices = system.encode_analyses(tagged, columns, analyses)
                found = system.parse_and_tag(system.encode(tagged), choices, heads, labels)
                tags = [own[taken].tags for own, taken in zip(analyses, found.analyses, strict=True)]
                pieces.append(tagged_by(piece, columns, tags))
                trees.append((found.heads, found.labels))
                codes.append(found.codes)
                every_tag += tags
        return find(ParserInput(tagged_by(given.sentence, columns, every_tag), pieces, given.keep, codes, trees))

    def _find(self, given: "ParserInput") -> Sentence:
        trees = given.trees
        if trees is None:
            with given.blamed():
                trees = [self.system.parse(*task) for task in self.encoded(given)]
        return self.join(given, trees)

    def encoded(self, given: "ParserInput") -> Iterator[tuple[Codes, Heads | None, list[str] | None]]:
        """What systems are asked, piece by piece: its codes, and the heads and labels to keep."""
        codes = given.codes or (self.system.encode(self.tagging.seen(piece)) for piece in given.pieces)
        for own, (_, heads, labels) in zip(codes, given.tasks(), strict=True):
            yield own, heads, labels

    def _find_with_confidence(self, given: "ParserInput") -> Sentence:
        with given.blamed():
            found = [self.system.parse_with_confidence(*task) for task in self.encoded(given)]
        joined = self.join(given, [(tree.heads, tree.labels) for tree in found])
        in_heads = np.concatenate([tree.head_confidence for tree in found]).tolist()
        in_arcs = [
            confidence
            for tree in found
            if tree.arc_confidence is not None
            for confidence in tree.arc_confidence.tolist()
        ]
        if in_arcs:
            return with_confidences(joined, in_heads, in_arcs)
        return joined.with_misc(HEAD_CONFIDENCE, [f"{confidence:.2f}" for confidence in in_heads])

    def _find_several(self, count: int, given: "ParserInput") -> list[Alternative]:
        with given.blamed():
            found = [self.system.k_best(*task, count) for task in self.encoded(given)]
        best: list[tuple[list[Tree], float]] = [([], 0.0)]
        for trees in found:
            longer = [
                ([*some, (heads, labels)], total + score)
                for rank, (some, total) in enumerate(best, 1)
                for heads, labels, score in trees[: count // rank]  # worse ones have `count` better pairs before them
            ]
            best = sorted(longer, key=lambda item: -item[1])[:count]
        distinct: dict[tuple[str, ...], Alternative] = {}
        for joined, total in ((self.join(given, trees), total) for trees, total in best):
            distinct.setdefault(tuple(joined.lines), (joined, total))  # joining can give roots the same label
        return list(distinct.values())

    def join(self, given: "ParserInput", trees: Sequence[Tree]) -> Sentence:
        """The sentence with the trees of its pieces made one."""
        parsed = [
            piece.with_tree(heads[1:].tolist(), labels)
            for piece, (heads, labels) in zip(given.pieces, trees, strict=True)
        ]
        if len(parsed) == 1:
            return parsed[0]
        heads, labels = merge(given.sentence, parsed, self.system.labels, keep=given.keep)
        return given.sentence.with_tree(heads, labels)


class ParserInput(NamedTuple):
    """A sentence, the pieces in which it is parsed, and whether what they have stays.

    Where tags were corrected, pieces are encoded and have trees.
    """

    sentence: Sentence
    pieces: list[Sentence]
    keep: bool
    codes: list[Codes] | None = None
    trees: list[Tree] | None = None

    def tasks(self) -> Iterator[tuple[Sentence, Heads | None, list[str] | None]]:
        """Piece by piece, the heads and labels to keep."""
        for piece in self.pieces:
            if self.keep:
                yield piece, np.array([-1, *piece.heads], dtype=np.int32), piece.deprels
            else:
                yield piece, None, None

    @contextmanager
    def blamed(self, too_long: str = "split the sentence, or parse with --set longest=200") -> Iterator[None]:
        """Let an error name the sentence; `too_long` is what to do if there is not enough memory for it."""
        try:
            yield
        except ArcwalkError as error:
            message, _, remedy = str(error).rpartition("; ")
            raise TreebankError(self.sentence.finding(0, "parse", message, remedy)) from error
        except MemoryError as error:
            message = f"there is not enough memory for {len(self.sentence):,} words"
            raise TreebankError(self.sentence.finding(0, "parse", message, too_long)) from error


def _sentences(treebank: FilePath | Iterable[Sentence]) -> list[Sentence]:
    if isinstance(treebank, str | PathLike):
        return list(read(treebank, heads="gold"))
    sentences = list(treebank)
    for sentence in sentences:
        for finding in check(sentence, "gold"):
            raise TreebankError(finding)
    return sentences
