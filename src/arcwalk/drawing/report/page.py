"""The page of an evaluation: tables, plots, a confusion matrix, and the worst trees."""

from html import escape

from arcwalk.drawing.arc_marks import wrong_words
from arcwalk.drawing.display_text import printable
from arcwalk.drawing.document import document
from arcwalk.drawing.language import language_of
from arcwalk.drawing.page import legend, tree_figure
from arcwalk.drawing.report import tables
from arcwalk.drawing.report.score_plots import score_plots
from arcwalk.drawing.report.sections import STYLE, card, cards, section, table_cards
from arcwalk.evaluation.confusion import label_confusion
from arcwalk.evaluation.report import EvaluatedSystem, Report
from arcwalk.evaluation.tables import LEGEND
from arcwalk.treebank.sentence import Sentence

CONFUSED = 20  # labels with a row of their own
WORST = 10  # trees


def report_page(report: Report, gold_file: str, *, language: str = "") -> str:
    """A self-contained page on one system, or on two and their comparison.

    The sentences it shows are marked as being in `language`, or else in the one that their script suggests.
    """
    language = language_of((form for sentence in report.gold for form in sentence.forms), language)
    names = " and ".join(system.file for system in report.systems)
    title = f"Evaluation of {names}"
    sections = [_scores(report, gold_file), _plots(report), _breakdown(report), _confusion(report)]
    sections += [_worst(system, report.gold, language) for system in report.systems if system.scores is not None]
    return document(title, "\n".join(filter(None, sections)), STYLE)


def _scores(report: Report, gold_file: str) -> str:
    content = table_cards([*report.comparison_tables(), *report.score_tables()])
    verdicts = "".join(f'<p class="verdict">{escape(printable(each))}</p>\n' for each in report.verdicts())
    words = sum(map(len, report.gold))
    data = f"<p>{len(report.gold):,} sentences with {words:,} words of {escape(printable(gold_file))}.</p>\n"
    note = f'<p class="note">{LEGEND}</p>\n' if report.systems[0].scores is not None else ""
    return f"<section>\n{data}{verdicts}{cards(content)}{note}</section>"


def _plots(report: Report) -> str:
    content = [
        f'<figure class="card"><figcaption>{escape(printable(plot.title))}</figcaption>\n{plot.html()}</figure>\n'
        for plot in score_plots(report.systems)
    ]
    return section("Plots", "In percent. Point at a marker for its value.", cards(content)) if content else ""


def _breakdown(report: Report) -> str:
    content = table_cards(report.breakdown_tables())
    about = "Of trees, without punctuation and label subtypes." if report.systems[0].scores is not None else ""
    return section("Breakdown", about, cards(content, "columns")) if content else ""


def _confusion(report: Report) -> str:
    content = [
        card(tables.html_confusion(label_confusion(system.scores, CONFUSED), f"Labels of {system.file}"))
        for system in report.systems
        if system.scores is not None
    ]
    about = (
        "How often words with a gold label (row) got a system label (column), whatever their head; without punctuation "
        f"and label subtypes. The {CONFUSED} most frequent labels have their own rows; all others share one."
    )
    return section("Confusion of labels", about, cards(content)) if content else ""


def _worst(system: EvaluatedSystem, gold: list[Sentence], language: str) -> str:
    """The trees with the most wrong arcs, as drawings mark them."""
    trees = list(zip(system.sentences, gold, strict=True))
    errors = [len(wrong_words(*tree)) for tree in trees]
    worst = sorted(range(len(trees)), key=lambda index: (-errors[index], len(trees[index][0])))[:WORST]
    shown = [index for index in worst if errors[index]]
    title = f"Worst trees of {system.file}"
    if not shown:
        return section(title, "All trees are right.", "")
    about = "The trees with the most wrong arcs, counting punctuation and label subtypes."
    drawn = legend([trees[index] for index in shown]) + "\n".join(
        tree_figure(*trees[index], _errors(*trees[index], errors[index]), language=language) for index in shown
    )
    return section(title, about, drawn)


def _errors(sentence: Sentence, gold: Sentence, wrong: int) -> str:
    heads = sum(head != gold_head for head, gold_head in zip(sentence.heads, gold.heads, strict=True))
    return f"{wrong} of {len(sentence)} arcs wrong, {heads} of them in the head"
