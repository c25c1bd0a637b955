"""`--system tagger` and `Tagger`: fills UPOS, XPOS and FEATS, each with its own sequence model, and LEMMA.

After Toutanova, Klein, Manning and Singer (2003), "Feature-Rich Part-of-Speech Tagging with a Cyclic Dependency
Network": words, their neighbors, affixes of up to ten characters and shapes, with the two previous tags. The weights
are averaged perceptrons, averaged over several shuffles. Each column is tagged given those before it, and a word gets
only tags that occur with them in the treebank. Lemmas depend on the tags of the word.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from os import PathLike
from typing import TYPE_CHECKING, overload

from arcwalk.arrays import Scores
from arcwalk.components.segmenter.segmenter import NAME as SEGMENTER
from arcwalk.components.segmenter.segmenter import LearnedSegmenter
from arcwalk.components.tagger.column import ColumnTagger, entries_of, join_tags
from arcwalk.components.tagger.lemmatizer import Lemmatizer
from arcwalk.components.tagger.options import NAME, TaggerOptions
from arcwalk.errors import ArcwalkError
from arcwalk.files.paths import FilePath
from arcwalk.models.model_file import ModelFile, StoredModel, model_bytes, model_from, read_model, write_model
from arcwalk.models.options import make_options, restore_options
from arcwalk.representations.word_table import Words
from arcwalk.safe_reading.source import PICKLED
from arcwalk.threads import in_threads
from arcwalk.treebank.annotation.state import with_confirmed_tags
from arcwalk.treebank.check import require_words
from arcwalk.treebank.raw_text import chosen_segmenter, sentences_in
from arcwalk.treebank.reader import Treebank, sentences_of
from arcwalk.treebank.sentence import Sentence, require_sentence
from arcwalk.treebank.sentence_text import LEMMA, TAG_COLUMNS

if TYPE_CHECKING:
    from arcwalk.training.checkpoint import Checkpoint
    from arcwalk.training.progress import Progress


class Tagger:
    """A trained tagger: `Tagger.train` learns one from a treebank, `Tagger.load` reads one from a file.

    A tagger is immutable, so one can serve many threads.
    """

    def __init__(
        self, options: TaggerOptions, columns: Sequence[ColumnTagger], segmenter: LearnedSegmenter | None = None
    ) -> None:
        self.options = options
        self.segmenter = segmenter
        self.columns = {column.name: column for column in columns if column.name != LEMMA}
        self.lemmatizer = next((Lemmatizer(column) for column in columns if column.name == LEMMA), None)

    @classmethod
    def train(
        cls,
        treebank: Treebank,
        *,
        options: TaggerOptions | None = None,
        words: FilePath | Words | None = None,
        seed: int = 0,
        jobs: int = 1,
        progress: "Progress | None" = None,
        checkpoint: "Checkpoint | None" = None,
        **keywords: object,
    ) -> "Tagger":
        """Train on a file, or on tagged sentences with or without trees, as `arcwalk train --system tagger` does.

        Options are an object, `options=TaggerOptions(columns="upos,xpos")`, or keyword arguments. `words` is a file of
        word clusters or vectors. If training is interrupted, `checkpoint` holds what another run needs to continue.
        Sentences with predicted tags, as `arcwalk annotate` records them, are left out.
        """
        from arcwalk.components.tagger.plan import plan_tagger  # tagging does not load these
        from arcwalk.components.tagger.training import train_parts
        from arcwalk.training.checkpoint import Checkpoint
        from arcwalk.training.forecast import Forecast
        from arcwalk.training.progress import Silence
        from arcwalk.training.setting import Setting
        from arcwalk.training.treebank_words import words_for

        if options is not None and keywords:
            raise ArcwalkError(f"options and {', '.join(keywords)}=... are both given", "use one or the other")
        chosen = make_options(TaggerOptions, keywords if options is None else asdict(options))
        sentences = with_confirmed_tags(sentences_of(treebank))
        chosen = chosen.for_treebank(sentences)
        progress = progress or Silence()
        table = None if words is None else words_for(sentences, words, seed, progress)
        forecast = Forecast(progress, plan_tagger(sentences, chosen), jobs)
        setting = Setting(seed, jobs, checkpoint or Checkpoint(), table, forecast)
        setting.checkpoint.start(NAME, sentences, asdict(chosen), seed, words=table)
        return cls(chosen, *train_parts(sentences, chosen, setting))

    @classmethod
    def load(cls, path: FilePath) -> "Tagger":
        """Read a tagger from a model file; if the file holds a parser, read the parser's tagger."""
        return cls._restored(read_model(path))

    @classmethod
    def _restored(cls, model: StoredModel) -> "Tagger":
        own = model if model.system == NAME else model.part(NAME, NAME)
        if own is None:
            raise ArcwalkError(
                f"{model.source.name}: this model is a parser, not a tagger", "use arcwalk parse, or Parser.load(path)"
            )
        return cls.restore(own.laid_out())

    def save(self, path: FilePath) -> None:
        """Write the tagger to a model file."""
        write_model(path, self.model())

    def tokenize(self, text: str, *, language: str = "") -> list[Sentence]:
        """The sentences and words of raw text, not tagged; with a `language`, by spaCy's rules."""
        return sentences_in(text, chosen_segmenter(self.segmenter, language, has_tagger=True))

    def tags(self, column: str) -> list[str]:
        """All tags of a column (`upos`, `xpos` or `feats`), most frequent first."""
        return self.columns[column].tags

    def lemmas(self, sentence: Sentence, tags: Sequence[str]) -> list[str] | None:
        """The lemmas of words with these tags, those of all columns joined by tabs; None if it fills no LEMMA."""
        return None if self.lemmatizer is None else self.lemmatizer.lemmas(entries_of(sentence, tags))

    def require_columns(self, sentence: Sentence) -> Sentence:
        """The same sentence; raises if its file has none of the columns that are filled."""
        sentence.column(*map(str.upper, self.columns), *([LEMMA.upper()] if self.lemmatizer else []))
        return sentence

    @overload
    def tag(
        self, sentences: Sentence, *, adjustments: Mapping[str, Scores] | None = None, jobs: int = 1
    ) -> Sentence: ...

    @overload
    def tag(
        self, sentences: Iterable[Sentence], *, adjustments: Mapping[str, Scores] | None = None, jobs: int = 1
    ) -> Iterator[Sentence]: ...

    def tag(
        self,
        sentences: Sentence | Iterable[Sentence],
        *,
        adjustments: Mapping[str, Scores] | None = None,
        jobs: int = 1,
    ) -> Sentence | Iterator[Sentence]:
        """The sentence with its columns filled; or, for many sentences, a stream of them in the same order.

        Tags already there are replaced. For a single sentence, `adjustments` are added to the scores of tags: for each
        column an array (n, tags), see `ColumnTagger.lattice`. `jobs` is the number of threads.
        """
        if isinstance(sentences, Sentence):
            self._check_columns(adjustments)
            return self._tag(sentences, adjustments)
        if isinstance(sentences, str | PathLike):
            raise TypeError("tag takes sentences: read a file with arcwalk.read(path)")
        if adjustments is not None:
            raise TypeError("adjustments are for one sentence: tag sentences one by one")
        return in_threads(self._tag, map(require_sentence, sentences), jobs)

    def probabilities(
        self, sentence: Sentence, *, adjustments: Mapping[str, Scores] | None = None
    ) -> dict[str, list[dict[str, float]]]:
        """For each column and word, the probabilities of its candidate tags; other tags are not considered.

        Each column is conditioned on the best tags of those before it.
        """
        self._check_columns(adjustments)
        by_column = {}
        earlier: Sequence[str] = [""] * len(sentence)
        for name, column in self.columns.items():
            lattice = column.lattice(entries_of(sentence, earlier), (adjustments or {}).get(name))
            probabilities = column.probabilities(lattice).tolist()
            tags = [column.tags[tag] for tag in lattice.tags]
            bounds = lattice.start[1:].tolist()
            by_column[name] = [
                dict(zip(tags[first:last], probabilities[first:last], strict=True)) for first, last in pairwise(bounds)
            ]
            earlier = join_tags(earlier, column.best(lattice)[0])
        return by_column

    def _tag(self, sentence: Sentence, adjustments: Mapping[str, Scores] | None = None) -> Sentence:
        require_words(sentence)
        tags: dict[str, list[str]] = {}
        earlier: Sequence[str] = [""] * len(sentence)
        for name, column in self.columns.items():
            lattice = column.lattice(entries_of(sentence, earlier), adjustments.get(name) if adjustments else None)
            tags[name], _ = column.best(lattice)
            if self.lemmatizer or len(tags) < len(self.columns):
                earlier = join_tags(earlier, tags[name])
        return sentence.with_tags(**tags, lemmas=self.lemmas(sentence, earlier))

    def _check_columns(self, adjustments: Mapping[str, Scores] | None) -> None:
        for name in adjustments or ():
            if name not in self.columns:
                raise ArcwalkError(f"the tagger has no column {name!r}", f"choose one of {', '.join(self.columns)}")

    def __reduce__(self) -> tuple[Callable[[bytes], "Tagger"], tuple[bytes]]:
        return _unpickled, (model_bytes(self.model()),)

    def __repr__(self) -> str:
        columns = ", ".join(f"{name} ({len(column.tags)} tags)" for name, column in self.columns.items())
        return f"<Tagger {columns}{', lemmas' if self.lemmatizer else ''}>"

    def model(self) -> ModelFile:
        """The contents of a model file."""
        columns = [*self.columns.values(), *([self.lemmatizer.column] if self.lemmatizer else [])]
        metadata = {"options": asdict(self.options), "columns": [column.metadata() for column in columns]}
        arrays = {name: array for column in columns for name, array in column.arrays().items()}
        model = ModelFile(NAME, metadata, arrays, columns[0].lexicon.words)
        return model if self.segmenter is None else model.with_part(SEGMENTER, self.segmenter.model())

    @classmethod
    def restore(cls, model: StoredModel) -> "Tagger":
        """The inverse of `model`."""
        options, metadata = restore_options(TaggerOptions, model.metadata), model.metadata.parts("columns")
        names, arrays = options.column_names, model.arrays
        if [own.text("name", (*TAG_COLUMNS, LEMMA)) for own in metadata] != names:
            raise model.metadata.wrong("columns", f"about {', '.join(names)}")
        columns = [
            ColumnTagger.restore(name, own, arrays, arrays.table(name), model.words)
            for name, own in zip(names, metadata, strict=True)
        ]
        if any(column.network is not None for column in columns[1:]):
            raise model.metadata.source.damaged("there is a network for another column than the first")
        part = model.part(SEGMENTER, SEGMENTER)
        return cls(options, columns, None if part is None else LearnedSegmenter.restore(part))


def _unpickled(data: bytes) -> Tagger:
    """The tagger in the bytes of a model file."""
    return Tagger._restored(model_from(data, PICKLED))
