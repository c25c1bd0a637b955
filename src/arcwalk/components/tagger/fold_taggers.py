"""Out-of-fold tags: what a tagger gives to sentences of its treebank as to new ones."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from arcwalk.components.tagger.analyses import Ambiguity, Analysis, WordAnalyses, analyze
from arcwalk.components.tagger.column import ColumnTagger
from arcwalk.components.tagger.kept_analyses import pack_analyses, take_analyses
from arcwalk.components.tagger.kernels.viterbi import Lattice
from arcwalk.components.tagger.options import TaggerOptions, filled_columns, has_lemmas
from arcwalk.components.tagger.tagger import Tagger
from arcwalk.components.tagger.training import train_columns
from arcwalk.training.checkpoint import Packed, StageResult
from arcwalk.training.folds import Folds
from arcwalk.training.kept_results import keep_each
from arcwalk.training.progress import Silence
from arcwalk.training.setting import Setting
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_text import LEMMA


class FirstColumn(NamedTuple):
    """The first column of a tagger, and its lattices of all sentences, out of fold."""

    column: ColumnTagger
    lattices: Sequence[Lattice]


@dataclass(frozen=True)
class FoldTaggers:
    """One tagger for each fold, trained on the others: its options, its temperatures, the analyses it looks for.

    If out-of-fold lattices of the first column are known, the taggers only learn the other columns.
    """

    options: TaggerOptions
    temperatures: Mapping[str, float]
    ambiguity: Ambiguity
    folds: Folds
    first: FirstColumn | None = None

    def analyze(self, sentences: Sequence[Sentence], setting: Setting) -> list[list[WordAnalyses]]:
        """The analyses of every sentence by the tagger of its fold; taggers are trained in parallel threads."""

        def analyze_fold(fold: int, after_step: Callable[[], None]) -> Packed:
            alone = Setting(setting.seed, words=setting.words, progress=_Epochs(after_step))  # its own checkpoint
            analyses = self._of_fold(sentences, fold, alone)
            after_step()
            return pack_analyses(analyses)

        def in_order(results: list[StageResult]) -> list[list[WordAnalyses]]:
            members = [_chosen(sentences, self.folds.members(fold)) for fold in self.folds]
            columns = len([name for name in self.options.column_names if name != LEMMA])
            pairs = zip(results, members, strict=True)
            return self.folds.in_order([take_analyses(*result, own, columns) for result, own in pairs])

        columns = len(self.options.column_names) - (self.first is not None)
        steps = columns * self.options.shuffles * self.options.epochs + 1  # the last step is to tag the fold
        names = [f"tags of fold {fold}" for fold in self.folds]
        stage = keep_each(names, analyze_fold, steps, in_order, setting.checkpoint)
        return stage.run(f"tags, {self.folds.count} folds", setting, "steps")

    def _of_fold(self, sentences: Sequence[Sentence], fold: int, setting: Setting) -> list[list[WordAnalyses]]:
        """The analyses of one fold. A column that no sentence of the other folds has stays empty."""
        others, own = _chosen(sentences, self.folds.others(fold)), _chosen(sentences, self.folds.members(fold))
        filled = filled_columns(others) if self.first is None else [self.first.column.name, *filled_columns(others)]
        wanted = [name for name in self.options.column_names if name != LEMMA]
        columns = [name for name in wanted if name in filled]
        no_lemma = "_" if LEMMA in self.options.column_names else None
        if not columns:
            nothing = Analysis(("_",) * len(wanted), 0.0, no_lemma)
            return [[[nothing] for _ in sentence.forms] for sentence in own]
        lemmas = [LEMMA] if no_lemma and has_lemmas(others) else []
        learning = replace(self.options, columns=",".join(columns + lemmas), network=False)
        first = None if self.first is None else self.first.column
        trained = train_columns(others, learning, setting, calibrate=False, first=first)
        calibrated = [
            replace(column, temperature=self.temperatures.get(column.name, column.temperature)) for column in trained
        ]
        tagger = Tagger(learning, calibrated)
        indices = [columns.index(name) if name in columns else -1 for name in wanted]

        def completed(analysis: Analysis) -> Analysis:
            tags = tuple(analysis.tags[index] if index >= 0 else "_" for index in indices)
            return Analysis(tags, analysis.log_ratio, analysis.lemma or no_lemma)

        places = self.folds.members(fold)
        known = [None if self.first is None else self.first.lattices[i] for i in places]
        return [
            [
                [completed(analysis) for analysis in words]
                for words in analyze(tagger, sentence, self.ambiguity, lattice)
            ]
            for sentence, lattice in zip(own, known, strict=True)
        ]


class _Epochs(Silence):
    """Progress of one tagger among several: only its epochs count."""

    def __init__(self, after_epoch: Callable[[], None]) -> None:
        self.after_epoch = after_epoch

    def advance(self) -> None:
        """One epoch is over."""
        self.after_epoch()


def _chosen(sentences: Sequence[Sentence], places: Sequence[int]) -> list[Sentence]:
    return [sentences[i] for i in places]
