"""What a run over many files tells whoever is watching."""

from typing import Protocol


class CorpusProgress(Protocol):
    """Follows a run."""

    def start(self, files: int, size: int) -> None:
        """So many files, of so many bytes, are to be annotated; 0 bytes if their size is unknown."""
        ...

    def advance(self, sentences: int, words: int, size: int) -> None:
        """So many sentences and words, from so many bytes of a file, are written."""
        ...

    def finish_file(self, size: int) -> None:
        """One more file is complete, or given up with so many bytes left."""
        ...


class NoProgress:
    """Discards all progress."""

    def start(self, files: int, size: int) -> None:
        """Ignore it."""

    def advance(self, sentences: int, words: int, size: int) -> None:
        """Ignore it."""

    def finish_file(self, size: int) -> None:
        """Ignore it."""
