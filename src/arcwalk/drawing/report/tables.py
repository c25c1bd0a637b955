"""Tables of scores, and the confusion of labels, as HTML."""

from collections.abc import Sequence
from html import escape

from arcwalk.drawing.display_text import printable
from arcwalk.drawing.palette import GROUND, LINE
from arcwalk.evaluation.confusion import LabelConfusion
from arcwalk.evaluation.tables import ScoreTable

_RIGHT, _WRONG = "26, 127, 55", "207, 34, 46"  # red, green, blue; the share of words decides how opaque

STYLE = f"""
.table {{ overflow-x: auto; }}
.table + .table {{ margin-top: 1rem; }}
table {{ border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }}
caption {{ padding: 0.25rem 0; text-align: start; font-weight: 600; }}
th, td {{ padding: 0.15rem 0.6rem; text-align: end; border-bottom: 1px solid {LINE[0]}; }}
thead th {{ vertical-align: bottom; white-space: pre; font-weight: 600; }}
tbody th, thead th:first-child {{ position: sticky; left: 0; padding-inline-start: 0; text-align: start;
  background: {GROUND[0]}; }}
tbody th {{ white-space: pre-wrap; font-weight: normal; }}
.main > * {{ font-weight: 600; }}
.confusion th, .confusion td {{ padding: 0.15rem 0.35rem; }}
.confusion thead th:not(:first-child) {{ writing-mode: vertical-rl; transform: rotate(180deg); font-weight: normal;
  text-align: start; vertical-align: middle; border: none; }}
@media (prefers-color-scheme: dark) {{
  tbody th, thead th:first-child {{ background: {GROUND[1]}; }}
  th, td {{ border-color: {LINE[1]}; }}
}}
@media print {{
  table {{ font-size: 0.7rem; }}
  tr {{ break-inside: avoid; }}
  th, td, .confusion th, .confusion td {{ padding: 0.1rem 0.25rem; print-color-adjust: exact; }}
}}
"""


def html_table(table: ScoreTable) -> str:
    """A table of scores with its note."""
    rows = [
        _row(row, ' class="main"' if table.has_main_row and index == 0 else "") for index, row in enumerate(table.rows)
    ]
    caption = f"<caption>{_text(table.title)}</caption>\n" if table.title else ""
    note = f'<p class="note">{_text(table.note)}</p>\n' if table.note else ""
    return f'<div class="table"><table>\n{caption}{_head(table.columns)}{_body(rows)}</table></div>\n{note}'


def html_confusion(confusion: LabelConfusion, title: str) -> str:
    """Gold labels as rows, system labels as columns, and the share of each row that is right."""
    rows = []
    for row, (label, counts) in enumerate(zip(confusion.labels, confusion.counts.tolist(), strict=True)):
        total = sum(counts)
        colors = [_WRONG] * len(counts)
        colors[row] = _RIGHT if label in confusion.single else ""  # among several labels, right and wrong are mixed
        cells = [_cell(count, total, color) for count, color in zip(counts, colors, strict=True)]
        right = f"{100 * counts[row] / total:.1f}" if total and label in confusion.single else ""
        rows.append(f'<tr><th scope="row">{_text(label)}</th>{"".join(cells)}<td>{right}</td></tr>\n')
    head = _head(["gold \\ system", *confusion.labels, "right (%)"])
    caption = f"<caption>{_text(title)}</caption>\n"
    return f'<div class="table"><table class="confusion">\n{caption}{head}{_body(rows)}</table></div>\n'


def _cell(count: int, total: int, color: str) -> str:
    if not count or not color:
        return f"<td>{count or ''}</td>"
    return f'<td style="background: rgba({color}, {min(0.6, 0.08 + count / total):.2f})">{count:,}</td>'


def _head(columns: Sequence[str]) -> str:
    cells = "".join(f'<th scope="col">{_text(column)}</th>' for column in columns)
    return f"<thead><tr>{cells}</tr></thead>\n"


def _body(rows: list[str]) -> str:
    return f"<tbody>\n{''.join(rows)}</tbody>\n"


def _row(cells: Sequence[str], attributes: str) -> str:
    name, *numbers = map(_text, cells)
    values = "".join(f"<td>{number}</td>" for number in numbers)
    return f'<tr{attributes}><th scope="row">{name}</th>{values}</tr>\n'


def _text(text: str) -> str:
    return "\n".join(escape(printable(line)) for line in text.split("\n"))
