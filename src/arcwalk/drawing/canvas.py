"""A grid of terminal cells to draw on."""

from rich.cells import cell_len


class Canvas:
    """Terminal cells. A text is kept in the first cell it occupies; the others are empty."""

    def __init__(self, rows: int, columns: int) -> None:
        self._cells = [[" "] * columns for _ in range(rows)]

    def put(self, row: int, column: int, text: str) -> None:
        """Write a text that starts at a cell; it must not overwrite part of another text."""
        width = cell_len(text)
        if width:
            self._cells[row][column : column + width] = [text, *[""] * (width - 1)]

    def rule(self, row: int, start: int, end: int) -> None:
        """Draw a horizontal line over the cells from `start` up to, but not including, `end`."""
        self._cells[row][start:end] = "─" * (end - start)

    def at(self, row: int, column: int) -> str:
        """The text in a cell."""
        return self._cells[row][column]

    def lines(self) -> list[str]:
        """The rows as text, without trailing spaces."""
        return ["".join(row).rstrip() for row in self._cells]
