"""`--system tagger` and `Tagger`: fills UPOS, XPOS and FEATS, each with a sequence model of its own.

After Toutanova, Klein, Manning and Singer (2003), "Feature-Rich Part-of-Speech Tagging with a Cyclic Dependency
Network": words, their neighbors, affixes of up to ten characters and shapes, with the two tags before. Weights are
averaged perceptrons, averaged again over several shuffles. Each column uses the tags of the columns before it, and
gives a word only tags that occur with them in the treebank.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from os import PathLike
from typing import overload

from arcwalk.arrays import Scores
from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.systems.checkpoint import Checkpoint
from arcwalk.systems.model_file import ModelFile, read_model, write_model
from arcwalk.systems.options import Setting, make_options
from arcwalk.systems.progress import Progress, Silence
from arcwalk.systems.tagger.column import ColumnTagger, entries_of, join_tags
from arcwalk.systems.tagger.options import NAME, TaggerOptions
from arcwalk.systems.threads import in_threads
from arcwalk.treebank.check import check
from arcwalk.treebank.files import FilePath
from arcwalk.treebank.reader import read
from arcwalk.treebank.sentence import Sentence


class Tagger:
    """A trained tagger. It is immutable, so threads can share it."""

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
        checkpoint: Checkpoint | None = None,
        **options: object,
    ) -> "Tagger":
        """Train on a file or on tagged sentences, with or without trees. Same options as `arcwalk train`.

        If training is interrupted, `checkpoint` has all that another run needs to resume it.
        """
        from arcwalk.systems.tagger.training import train_columns  # tagging does not need it

        chosen = make_options(TaggerOptions, options)
        sentences = _sentences(treebank)
        setting = Setting(seed, jobs, checkpoint or Checkpoint())
        setting.checkpoint.start(NAME, sentences, asdict(chosen), seed)
        return cls(chosen, train_columns(sentences, chosen, setting, progress or Silence()))

    @classmethod
    def load(cls, path: FilePath) -> "Tagger":
        """The tagger in a model file: a tagger's own, or that of a parser with predicted tags."""
        model = read_model(path)
        own = model if model.system == NAME else model.part(NAME)
        if own is None:
            raise ArcwalkError(f"{path}: this model is a parser ({model.system}), not a tagger; use `arcwalk parse`")
        return cls.restore(own)

    def save(self, path: FilePath) -> None:
        """Write the tagger to one file, whole or not at all."""
        write_model(path, self.model())

    def tags(self, column: str) -> list[str]:
        """The tag set of a column, in the order of adjustments."""
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

        Tags that a sentence already has in these columns are ignored. For a single sentence, `adjustments` are added
        to the scores of tags: an array (n, tags) by column, see `ColumnTagger.lattice`.
        """
        if isinstance(sentences, Sentence):
            self._check_columns(adjustments)
            return self._tag(sentences, adjustments)
        if isinstance(sentences, str | PathLike):
            raise TypeError("sentences are needed; read a file with arcwalk.read(path)")
        if adjustments is not None:
            raise TypeError("adjustments are for a single sentence; tag sentences one by one to adjust each")
        return in_threads(self._tag, sentences, jobs)

    def probabilities(
        self, sentence: Sentence, *, adjustments: Mapping[str, Scores] | None = None
    ) -> dict[str, list[dict[str, float]]]:
        """The probabilities of the candidate tags of each word, by column; other tags have none.

        Later columns are conditioned on the best tags of earlier ones.
        """
        self._check_columns(adjustments)
        found = {}
        earlier: Sequence[str] = [""] * len(sentence)
        for name, column in self.columns.items():
            lattice = column.lattice(entries_of(sentence, earlier), (adjustments or {}).get(name))
            probabilities = column.probabilities(lattice).tolist()
            tags = [column.tags[tag] for tag in lattice.tags]
            bounds = lattice.start[1:].tolist()
            found[name] = [
                dict(zip(tags[first:last], probabilities[first:last], strict=True)) for first, last in pairwise(bounds)
            ]
            earlier = join_tags(earlier, column.best(lattice)[0])
        return found

    def _tag(self, sentence: Sentence, adjustments: Mapping[str, Scores] | None = None) -> Sentence:
        found: dict[str, list[str]] = {}
        earlier: Sequence[str] = [""] * len(sentence)
        for name, column in self.columns.items():
            lattice = column.lattice(entries_of(sentence, earlier), adjustments.get(name) if adjustments else None)
            found[name], _ = column.best(lattice)
            if len(found) < len(self.columns):
                earlier = join_tags(earlier, found[name])
        return sentence.with_tags(**found)

    def _check_columns(self, adjustments: Mapping[str, Scores] | None) -> None:
        for name in adjustments or ():
            if name not in self.columns:
                raise ArcwalkError(f"the tagger has no column {name!r}; its columns are {', '.join(self.columns)}")

    def model(self) -> ModelFile:
        """The contents of a model file."""
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
