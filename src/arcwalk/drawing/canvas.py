"""A rectangle of terminal cells to draw on, where a text takes as many cells as a terminal gives it."""

from rich.cells import cell_len


class Canvas:
    """Cells that hold one character each; a text stands in its first cell and leaves the others empty."""

    def __init__(self, rows: int, columns: int) -> None:
        self._cells = [[" "] * columns for _ in range(rows)]

    def put(self, row: int, column: int, text: str) -> None:
        """Write a text from a cell on; over a longer text only its own cells are safe to write to."""
        width = cell_len(text)
        if width:
            self._cells[row][column : column + width] = [text, *[""] * (width - 1)]

    def at(self, row: int, column: int) -> str:
        """What stands in a cell."""
        return self._cells[row][column]

    def lines(self) -> list[str]:
        """The rows as text, without spaces at their ends."""
        return ["".join(row).rstrip() for row in self._cells]
