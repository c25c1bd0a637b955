"""All that is to say of one system's output, or of several systems' outputs, for the same gold sentences."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.evaluation.alignment import has_heads
from arcwalk.evaluation.attachment import AttachmentScores, evaluate
from arcwalk.evaluation.calibration import Calibration, calibrations
from arcwalk.evaluation.significance import Comparison, compare
from arcwalk.evaluation.systems import SystemsComparison, compare_systems
from arcwalk.evaluation.tables import (
    ScoreTable,
    breakdown_tables,
    comparison_table,
    confidence_tables,
    each_tag_tables,
    mean_tags_table,
    scores_table,
    systems_tables,
    systems_verdicts,
    tags_tables,
    verdict,
)
from arcwalk.evaluation.tagging import TagScores, score_tags
from arcwalk.treebank.sentence import Sentence


@dataclass(frozen=True, slots=True)
class EvaluatedSystem:
    """A system's output, the scores of its trees and tags, and the calibration of its confidences."""

    file: str
    sentences: list[Sentence]
    scores: AttachmentScores | None  # None if there are no trees
    tags: list[TagScores]
    calibrations: list[Calibration]

    def tables(self, with_tags: bool) -> list[ScoreTable]:
        """The scores of trees; those of tags on request, or if there are errors, or if there are no trees."""
        tables = []
        if self.scores is not None:
            tables += [scores_table(self.scores, self.file), *confidence_tables(self.calibrations, self.file)]
        if with_tags or self.scores is None or any(row.right < row.words for row in self.tags):
            tables += tags_tables(self.tags, self.file)
        return tables


@dataclass(frozen=True, slots=True)
class Report:
    """One system, or two and the comparison of their trees."""

    gold: list[Sentence]
    systems: list[EvaluatedSystem]
    comparison: Comparison | None
    with_tags: bool  # scores of tags were asked for
    with_each_tag: bool  # and those of each tag

    def score_tables(self) -> list[ScoreTable]:
        """The scores of each system."""
        return [table for system in self.systems for table in system.tables(self.with_tags)]

    def comparison_tables(self) -> list[ScoreTable]:
        """The paired comparison, if there is one."""
        names = [system.file for system in self.systems]
        return [] if self.comparison is None else [comparison_table(self.comparison, *names)]

    def verdicts(self) -> list[str]:
        """What the comparison comes to."""
        if self.comparison is None:
            return []
        names = [system.file for system in self.systems]
        return [verdict(test, *names) for test in (self.comparison.uas, self.comparison.las)]

    def breakdown_tables(self) -> list[ScoreTable]:
        """Where the errors are; not for two systems."""
        if len(self.systems) > 1:
            return []
        (system,) = self.systems
        trees = breakdown_tables(system.scores) if system.scores is not None else []
        return trees + (each_tag_tables(system.tags) if self.with_each_tag else [])


@dataclass(frozen=True, slots=True)
class SystemsReport:
    """Several systems, each with one run or several, and the comparison of their trees, if all have trees."""

    runs: Mapping[str, Sequence[EvaluatedSystem]]  # by the name of the system
    comparison: SystemsComparison | None
    with_tags: bool

    @classmethod
    def of(cls, runs: Mapping[str, Sequence[EvaluatedSystem]], with_tags: bool) -> "SystemsReport":
        """Compare the systems."""
        scores = {name: [run.scores for run in own if run.scores is not None] for name, own in runs.items()}
        have_trees = all(len(scores[name]) == len(own) for name, own in runs.items())
        return cls(runs, compare_systems(scores) if have_trees else None, with_tags)

    def tables(self) -> list[ScoreTable]:
        """Scores and differences; those of tags on request, or if there are no trees."""
        tables = [] if self.comparison is None else systems_tables(self.comparison)
        if self.with_tags or self.comparison is None:
            tables.append(mean_tags_table({name: self.tag_accuracies(name) for name in self.runs}))
        return tables

    def verdicts(self) -> list[str]:
        """What the comparison comes to."""
        return [] if self.comparison is None else systems_verdicts(self.comparison)

    def tag_accuracies(self, name: str) -> dict[str, float]:
        """The mean accuracy of a system's runs by column; of the columns that all runs have."""
        by_run = [{row.column: row.accuracy for row in run.tags} for run in self.runs[name]]
        return {
            column: fmean(own[column] for own in by_run) for column in by_run[0] if all(column in own for own in by_run)
        }


def report(gold: list[Sentence], systems: list[EvaluatedSystem], with_tags: bool, with_each_tag: bool) -> Report:
    """The report on one system, or on two, which are compared if both have trees."""
    scores = [system.scores for system in systems if system.scores is not None]
    comparison = compare(*scores) if len(scores) == 2 else None
    return Report(gold, systems, comparison, with_tags, with_each_tag)


def evaluate_system(
    file: str, sentences: list[Sentence], gold: list[Sentence], known: Collection[str] | None, with_tags: bool
) -> EvaluatedSystem:
    """Score the sentences of a file; `known` are the forms of the training data. There must be something to score."""
    tags = score_tags(gold, sentences, known)
    has_trees = has_heads(gold) and has_heads(sentences)
    if has_heads(gold) and not has_trees and not with_tags:
        remedy = Wording("parse it first, or add ", Argument("with_tags", True), " to score tags only")
        raise ArcwalkError(f"{file}: no word has a head", remedy)
    if not has_trees and not tags:
        raise ArcwalkError(f"{file}: no trees or tags to score", "fill in HEAD or UPOS in both files")
    scores = evaluate(gold, sentences) if has_trees else None
    return EvaluatedSystem(file, sentences, scores, tags, calibrations(scores, sentences) if scores is not None else [])
