"""The page of an evaluation: tables, plots, a confusion matrix, and the worst trees."""

from collections.abc import Iterable
from html import escape

from arcwalk.drawing.arc_marks import wrong_words
from arcwalk.drawing.display_text import printable
from arcwalk.drawing.document import document
from arcwalk.drawing.language import language_of
from arcwalk.drawing.page import legend, tree_figure
from arcwalk.drawing.palette import GROUND, LINE
from arcwalk.drawing.report import plots, tables
from arcwalk.drawing.report.score_plots import score_plots
from arcwalk.evaluation.confusion import label_confusion
from arcwalk.evaluation.report import EvaluatedSystem, Report
from arcwalk.evaluation.tables import LEGEND, ScoreTable
from arcwalk.treebank.sentence import Sentence

CONFUSED = 20  # labels with a row of their own
WORST = 10  # trees

STYLE = f"""
h2 {{ margin: 2.5rem 0 1rem; font-size: 1.2rem; font-weight: 600; }}
section > p {{ max-width: 46rem; }}
.verdict {{ font-weight: 600; }}
.cards {{ display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }}
.card {{ margin: 0; padding: 0.75rem 1rem; max-width: 100%; box-sizing: border-box; background: {GROUND[0]};
  border: 1px solid {LINE[0]}; border-radius: 8px; }}
.card .note {{ max-width: 36rem; }}
.columns {{ columns: 32rem; column-gap: 1rem; }}
.columns .card {{ display: inline-block; margin: 0 0 1rem; vertical-align: top; }}
figure.card {{ width: {plots.WIDTH + 34}px; }}
.card .legend {{ margin: 0; font-size: 0.8rem; }}
.card figcaption {{ font-size: 0.9rem; font-weight: 600; }}
@media (prefers-color-scheme: dark) {{ .card {{ background: {GROUND[1]}; border-color: {LINE[1]}; }} }}
@media print {{ .card {{ break-inside: avoid; }} h2 {{ break-after: avoid; }} }}
"""


def report_page(report: Report, gold_file: str, *, language: str = "") -> str:
    """A self-contained page on one system, or on two and their comparison.

    The sentences it shows are marked as being in `language`, or else in the one that their script suggests.
    """
    language = language_of((form for sentence in report.gold for form in sentence.forms), language)
    names = " and ".join(system.file for system in report.systems)
    title = f"Evaluation of {names}"
    sections = [_scores(report, gold_file), _plots(report), _breakdown(report), _confusion(report)]
    sections += [_worst(system, report.gold, language) for system in report.systems if system.scores is not None]
    return document(title, "\n".join(filter(None, sections)), tables.STYLE + plots.STYLE + STYLE)


def _scores(report: Report, gold_file: str) -> str:
    cards = _table_cards([*report.comparison_tables(), *report.score_tables()])
    verdicts = "".join(f'<p class="verdict">{escape(printable(each))}</p>\n' for each in report.verdicts())
    words = sum(map(len, report.gold))
    data = f"<p>{len(report.gold):,} sentences with {words:,} words of {escape(printable(gold_file))}.</p>\n"
    note = f'<p class="note">{LEGEND}</p>\n' if report.systems[0].scores is not None else ""
    return f"<section>\n{data}{verdicts}{_cards(cards)}{note}</section>"


def _plots(report: Report) -> str:
    cards = [
        f'<figure class="card"><figcaption>{escape(printable(plot.title))}</figcaption>\n{plot.html()}</figure>\n'
        for plot in score_plots(report.systems)
    ]
    return _section("Plots", "In percent. Point at a marker for its value.", _cards(cards)) if cards else ""


def _breakdown(report: Report) -> str:
    cards = _table_cards(report.breakdown_tables())
    about = "Of trees, without punctuation and label subtypes." if report.systems[0].scores is not None else ""
    return _section("Breakdown", about, _cards(cards, "columns")) if cards else ""


def _confusion(report: Report) -> str:
    cards = [
        _card(tables.html_confusion(label_confusion(system.scores, CONFUSED), f"Labels of {system.file}"))
        for system in report.systems
        if system.scores is not None
    ]
    about = (
        "How often words with a gold label (row) got a system label (column), whatever their head; without punctuation "
        f"and label subtypes. The {CONFUSED} most frequent labels have their own rows; all others share one."
    )
    return _section("Confusion of labels", about, _cards(cards)) if cards else ""


def _worst(system: EvaluatedSystem, gold: list[Sentence], language: str) -> str:
    """The trees with the most wrong arcs, as drawings mark them."""
    trees = list(zip(system.sentences, gold, strict=True))
    errors = [len(wrong_words(*tree)) for tree in trees]
    worst = sorted(range(len(trees)), key=lambda index: (-errors[index], len(trees[index][0])))[:WORST]
    shown = [index for index in worst if errors[index]]
    title = f"Worst trees of {system.file}"
    if not shown:
        return _section(title, "All trees are right.", "")
    about = "The trees with the most wrong arcs, counting punctuation and label subtypes."
    drawn = legend([trees[index] for index in shown]) + "\n".join(
        tree_figure(*trees[index], _errors(*trees[index], errors[index]), language=language) for index in shown
    )
    return _section(title, about, drawn)


def _errors(sentence: Sentence, gold: Sentence, wrong: int) -> str:
    heads = sum(head != gold_head for head, gold_head in zip(sentence.heads, gold.heads, strict=True))
    return f"{wrong} of {len(sentence)} arcs wrong, {heads} of them in the head"


def _section(title: str, about: str, content: str) -> str:
    return f"<section>\n<h2>{escape(printable(title))}</h2>\n{about and f'<p>{about}</p>'}\n{content}</section>"


def _table_cards(score_tables: Iterable[ScoreTable]) -> list[str]:
    """Tables as cards; one that continues another is on the same card."""
    cards: list[str] = []
    for table in score_tables:
        before = "" if table.title or not cards else cards.pop()
        cards.append(before + tables.html_table(table))
    return list(map(_card, cards))


def _cards(cards: list[str], kind: str = "cards") -> str:
    return f'<div class="{kind}">\n{"".join(cards)}</div>\n'


def _card(content: str) -> str:
    return f'<div class="card">\n{content}</div>\n'
