"""Tables of scores in the terminal; plain text when piped."""

from collections.abc import Iterable
from textwrap import wrap

from rich import box
from rich.console import Console
from rich.table import Table

from arcwalk.evaluation.tables import ScoreTable
from arcwalk.messages import one_line

_WIDTH_WHEN_PIPED = 100


def report_console() -> Console:
    """A console on stdout that prints names verbatim; when piped, its width is fixed."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = _WIDTH_WHEN_PIPED
    return console


def print_tables(console: Console, tables: Iterable[ScoreTable]) -> None:
    """Print tables under their titles, with their notes."""
    for table in tables:
        if table.title:
            console.print(one_line(table.title), style="bold")
        console.print(_drawn(table))
        console.print()
        if table.note:
            console.print("\n".join(wrap(table.note, console.width)), style="dim")
            console.print()


def _drawn(table: ScoreTable) -> Table:
    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    drawn.add_column(table.columns[0])
    for column in table.columns[1:]:
        drawn.add_column("\n".join(map(one_line, column.split("\n"))), justify="right")
    for index, row in enumerate(table.rows):
        drawn.add_row(*map(one_line, row), style="bold" if table.has_main_row and index == 0 else "")
    return drawn
