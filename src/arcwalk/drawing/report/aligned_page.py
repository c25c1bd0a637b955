"""The page of two annotations whose words are aligned: tables, and the sentences that differ, side by side."""

from collections.abc import Sequence
from html import escape
from itertools import islice

from arcwalk.drawing.display_text import is_right_to_left, printable
from arcwalk.drawing.document import document
from arcwalk.drawing.language import language_of
from arcwalk.drawing.palette import MUTED, ORANGE
from arcwalk.drawing.report.sections import STYLE, cards, section, table_cards
from arcwalk.evaluation.aligned.aligned_tables import alignment_summary
from arcwalk.evaluation.aligned.differences import ComparedSentence, ComparedToken, differences
from arcwalk.evaluation.aligned.word_alignment import WordAlignment
from arcwalk.evaluation.tables import ScoreTable

MOST_SHOWN = 200  # places where words differ

_STYLE = f"""
.differences {{ width: 100%; table-layout: fixed; }}
.differences thead th, .differences td {{ padding: 0.5rem 0.75rem; text-align: start; vertical-align: top; }}
.differences p {{ margin: 0 0 0.25rem; font-size: 1rem; }}
.differences .line {{ font-size: 0.75rem; color: {MUTED[0]}; }}
.differences mark {{ color: inherit; background: none; border-bottom: 2px solid {ORANGE[0]}; }}
.differences small {{ color: {MUTED[0]}; }}
@media (prefers-color-scheme: dark) {{
  .differences .line, .differences small {{ color: {MUTED[1]}; }}
  .differences mark {{ border-color: {ORANGE[1]}; }}
}}
"""


def aligned_page(alignment: WordAlignment, score_tables: Sequence[ScoreTable], *, language: str = "") -> str:
    """A self-contained page; the words it shows are marked as being in `language`, or else as their script suggests."""
    language = language_of((form for sentence in alignment.first.sentences for form in sentence.forms), language)
    summary = f"<section>\n<p>{escape(printable(alignment_summary(alignment)))}</p>\n"
    body = f"{summary}{cards(table_cards(score_tables))}</section>\n{_differences(alignment, language)}"
    return document(score_tables[0].title, body, STYLE + _STYLE)


def _differences(alignment: WordAlignment, language: str) -> str:
    found = differences(alignment)
    shown = list(islice(found, MOST_SHOWN))
    if not shown:
        return ""
    more = sum(1 for _ in found)
    about = (
        "Sentences of the same text, as short as both files allow. Marked: what only one file has as a word or token."
    )
    if more:
        about += f" The first {MOST_SHOWN} of {MOST_SHOWN + more:,}."
    names = "".join(
        f'<th scope="col">{escape(printable(side.file))}</th>' for side in (alignment.first, alignment.second)
    )
    rows = "".join(f"<tr>{_cell(each.first, language)}{_cell(each.second, language)}</tr>\n" for each in shown)
    table = f'<table class="differences">\n<thead><tr>{names}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n'
    return section("Where words or sentences differ", about, f'<div class="card">\n{table}</div>\n')


def _cell(sentences: Sequence[ComparedSentence], language: str) -> str:
    """One side: its sentences, each with the number of its first line."""
    return f"<td>{''.join(_sentence(sentence, language) for sentence in sentences)}</td>"


def _sentence(compared: ComparedSentence, language: str) -> str:
    direction = "rtl" if is_right_to_left(compared.sentence.forms) else "ltr"
    words = " ".join(map(_token, compared.tokens))
    line = f'<span class="line">line {compared.sentence.line:,}</span>'
    return f'{line}\n<p lang="{language}" dir="{direction}">{words}</p>'


def _token(token: ComparedToken) -> str:
    text = escape(printable(token.form))
    if token.words:
        text += f" <small>({escape(printable(' '.join(token.words)))})</small>"
    return f"<mark>{text}</mark>" if token.differs else text
