"""What to say of aligned words, of the scores of a system, and of the agreement of annotators."""

import math

from arcwalk.evaluation.aligned.agreement import Agreement, ColumnAgreement
from arcwalk.evaluation.aligned.conll_2018 import AlignedScores, MetricScore
from arcwalk.evaluation.aligned.word_alignment import WordAlignment
from arcwalk.evaluation.tables import ScoreTable, rounded

MOST_DISAGREEMENTS = 10
_ABOUT_SCORES = (
    "As in the CoNLL 2018 shared task. UFeats: universal features. AllTags: UPOS, XPOS and UFeats. CLAS: LAS of "
    "content words. MLAS: with the right tags and function words, too. BLEX: with the right lemma, too."
)
_ABOUT_AGREEMENT = (
    "Chance: what to expect of annotators who choose each value as often, but at random; of HEAD, each direction and "
    "distance. Kappa: (agreement - chance) / (100 - chance). Words without a value in one file are not counted."
)


def alignment_summary(alignment: WordAlignment) -> str:
    """What two annotations have in common, and whether words had to be aligned."""
    first, second = alignment.first, alignment.second
    missing = {side.file: len(side) - len(alignment) for side in (first, second)}
    different = ["words"] * any(missing.values()) + ["sentences"] * (first.sentence_spans != second.sentence_spans)
    different = different or ["tokens"] * (first.tokens != second.tokens)
    if not different:
        return f"Words and sentences are the same: {len(alignment):,} words."
    only = ", ".join(f"{words:,} only in {file}" for file, words in missing.items())
    what = " and ".join(different).capitalize()
    return f"{what} differ, so words are aligned by characters: {len(alignment):,} in both files, {only}."


def aligned_scores_table(scores: AlignedScores) -> ScoreTable:
    """The scores of a system, as the script of the shared task prints them, and the counts they come from."""
    columns = ("", "gold", "system", "correct", "precision", "recall", "F1", "accuracy of\naligned words")
    rows = [(name, *_cells(score)) for name, score in scores.metrics.items()]
    about = _ABOUT_SCORES if "UAS" in scores.metrics else "Trees are not scored: one of the files has none."
    return ScoreTable(f"Scores of {scores.alignment.second.file}", columns, rows, note=about)


def agreement_tables(agreement: Agreement) -> list[ScoreTable]:
    """The agreement of two annotators in all columns, and what they disagree on most in tags and labels."""
    names = agreement.alignment.first.file, agreement.alignment.second.file
    rows = [
        (
            name,
            f"{column.words:,}",
            f"{column.same:,}",
            *map(rounded, (column.agreement, column.chance)),
            "-" if math.isnan(column.kappa) else f"{column.kappa:.3f}",
        )
        for name, column in agreement.columns.items()
    ]
    title = f"Agreement of {names[0]} and {names[1]}"
    columns = ("", "words", "same", "agreement", "chance", "kappa")
    return [
        ScoreTable(title, columns, rows, note=_ABOUT_AGREEMENT),
        *(
            _disagreements_table(name, agreement.columns[name], names)
            for name in ("UPOS", "DEPREL")
            if name in agreement.columns and agreement.columns[name].disagreements
        ),
    ]


def _cells(score: MetricScore) -> tuple[str, ...]:
    counts = (f"{count:,}" for count in (score.gold, score.system, score.correct))
    accuracy = "-" if score.aligned_accuracy is None else rounded(score.aligned_accuracy)
    return (*counts, *map(rounded, (score.precision, score.recall, score.f1)), accuracy)


def _disagreements_table(name: str, column: ColumnAgreement, files: tuple[str, str]) -> ScoreTable:
    rows = [(each.first, each.second, f"{each.words:,}") for each in column.disagreements[:MOST_DISAGREEMENTS]]
    return ScoreTable(f"Most frequent disagreements in {name}", (*files, "words"), rows)
