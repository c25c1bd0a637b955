"""What pages of an evaluation consist of: sections of cards, with tables and plots on them."""

from collections.abc import Iterable
from html import escape

from arcwalk.drawing.display_text import printable
from arcwalk.drawing.palette import GROUND, LINE
from arcwalk.drawing.report import plots, tables
from arcwalk.evaluation.tables import ScoreTable

STYLE = f"""{tables.STYLE}{plots.STYLE}
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


def section(title: str, about: str, content: str) -> str:
    """A section with a heading; `about`, which is HTML, says what it shows."""
    return f"<section>\n<h2>{escape(printable(title))}</h2>\n{about and f'<p>{about}</p>'}\n{content}</section>"


def table_cards(found: Iterable[ScoreTable]) -> list[str]:
    """Tables as cards; one that continues another is on the same card."""
    contents: list[str] = []
    for table in found:
        before = "" if table.title or not contents else contents.pop()
        contents.append(before + tables.html_table(table))
    return list(map(card, contents))


def cards(found: list[str], kind: str = "cards") -> str:
    """Cards beside each other, or in columns."""
    return f'<div class="{kind}">\n{"".join(found)}</div>\n'


def card(content: str) -> str:
    """A card."""
    return f'<div class="card">\n{content}</div>\n'
