"""`--system tagger` and `Tagger`: fills UPOS, XPOS and FEATS, each with a sequence model of its own.

After Toutanova, Klein, Manning and Singer (2003), "Feature-Rich Part-of-Speech Tagging with a Cyclic Dependency
Network": words, their neighbours, affixes of up to ten characters and shapes, with the two tags before. Here weights
are averaged perceptrons on several shuffles, averaged again. Each column knows the tags of those before it, and gives
a word only tags that the treebank has beside them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from os import PathLike
from typing import overload

from arcwalk.arrays import Scores
from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.systems.model_file import ModelFile, read_model, write_model
from arcwalk.systems.options import Setting, make_options
from arcwalk.systems.progress import Progress, Silence
from arcwalk.systems.tagger.column import ColumnTagger, join_given, words_given
from arcwalk.systems.tagger.options import NAME, TaggerOptions
from arcwalk.systems.threads import in_threads
from arcwalk.treebank.check import check
from arcwalk.treebank.files import FilePath
from arcwalk.treebank.reader import read
from arcwalk.treebank.sentence import Sentence


class Tagger:
    """A trained tagger. It never changes, so one can serve many threads."""

    def __init__(self, options: TaggerOptions, columns: Sequence[ColumnTagger]) -> None:
        self.options = options
        self.columns = {column.name: column for column in columns}

    @classmethod
    def train(
        cls,
        treebank: FilePath | Iterable[Sentence],
        *,
        seed: int = 0,
        jobs: int = 1,
        progress: Progress | None = None,
        **options: object,
    ) -> "Tagger":
        """Train on a file or on tagged sentences, with or without trees. Same options as `arcwalk train`."""
        from arcwalk.systems.tagger.training import train_columns  # whoever only tags does not wait for it

        chosen = make_options(TaggerOptions, options)
        return cls(chosen, train_columns(_sentences(treebank), chosen, Setting(seed, jobs), progress or Silence()))

    @classmethod
    def load(cls, path: FilePath) -> "Tagger":
        """The tagger in a model file, or that of the parser in it."""
        model = read_model(path)
        own = model if model.system == NAME else model.part(NAME)
        if own is None:
            raise ArcwalkError(f"{path}: this model is a parser ({model.system}), not a tagger; use `arcwalk parse`")
        return cls.restore(own)

    def save(self, path: FilePath) -> None:
        """Write the tagger to one file, whole or not at all."""
        write_model(path, self.model())

    def tags(self, column: str) -> list[str]:
        """The tags of a column, in the order of adjustments."""
        return self.columns[column].tags

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

        What a sentence already has in these columns is not looked at. For a single sentence, `adjustments` are added
        to the scores of tags: for each column named an array (n, tags), see `ColumnTagger.lattice`.
        """
        if isinstance(sentences, Sentence):
            self._check_columns(adjustments)
            return self._tag(sentences, adjustments)
        if isinstance(sentences, str | PathLike):
            raise TypeError("sentences are needed; read a file with arcwalk.read(path)")
        if adjustments is not None:
            raise TypeError("adjustments are for one sentence; tag sentences one by one to adjust each")
        return in_threads(self._tag, sentences, jobs)

    def probabilities(
        self, sentence: Sentence, *, adjustments: Mapping[str, Scores] | None = None
    ) -> dict[str, list[dict[str, float]]]:
        """For each column and each word, how probable its candidate tags are; the others are out of the question.

        Later columns are asked about with the best tags of those before them.
        """
        self._check_columns(adjustments)
        found = {}
        given: Sequence[str] = [""] * len(sentence)
        for name, column in self.columns.items():
            lattice = column.lattice(words_given(sentence, given), (adjustments or {}).get(name))
            probabilities = column.probabilities(lattice).tolist()
            tags = [column.tags[tag] for tag in lattice.tags]
            bounds = lattice.start[1:].tolist()
            found[name] = [
                dict(zip(tags[first:last], probabilities[first:last], strict=True)) for first, last in pairwise(bounds)
            ]
            given = join_given(given, column.best(lattice)[0])
        return found

    def _tag(self, sentence: Sentence, adjustments: Mapping[str, Scores] | None = None) -> Sentence:
        found: dict[str, list[str]] = {}
        given: Sequence[str] = [""] * len(sentence)
        for name, column in self.columns.items():
            lattice = column.lattice(words_given(sentence, given), adjustments.get(name) if adjustments else None)
            found[name], _ = column.best(lattice)
            if len(found) < len(self.columns):
                given = join_given(given, found[name])
        return sentence.with_tags(**found)

    def _check_columns(self, adjustments: Mapping[str, Scores] | None) -> None:
        for name in adjustments or ():
            if name not in self.columns:
                raise ArcwalkError(f"the tagger has no column {name!r}; there are {', '.join(self.columns)}")

    def model(self) -> ModelFile:
        """Everything a model file keeps."""
        facts = {"options": asdict(self.options), "columns": [column.facts() for column in self.columns.values()]}
        arrays = {name: array for column in self.columns.values() for name, array in column.arrays().items()}
        return ModelFile(NAME, facts, arrays)

    @classmethod
    def restore(cls, model: ModelFile) -> "Tagger":
        """The tagger that `model` came from."""
        columns = [ColumnTagger.restore(facts, model.arrays) for facts in model.metadata["columns"]]
        return cls(TaggerOptions(**model.metadata["options"]), columns)


def _sentences(treebank: FilePath | Iterable[Sentence]) -> list[Sentence]:
    if isinstance(treebank, str | PathLike):
        return list(read(treebank))
    sentences = list(treebank)
    for sentence in sentences:
        for finding in check(sentence):
            raise TreebankError(finding)
    return sentences
