"""What experiments share: where results go, and tables in Markdown."""

from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def markdown_table(header: list[str], rows: list[list[str]]) -> str:
    """A table with the header on top."""
    return "\n".join("| " + " | ".join(row) + " |" for row in (header, ["---"] * len(header), *rows))
