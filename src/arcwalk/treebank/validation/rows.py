"""The rows of a sentence, column by column."""

from collections.abc import Sequence

from arcwalk.treebank.formats import CONLL_U
from arcwalk.treebank.values import is_row, without_mark

COLUMNS = CONLL_U.names
WIDTH = len(COLUMNS)


class Rows:
    """The rows of a CoNLL-U sentence that have ten columns: words, multiword tokens and empty nodes."""

    places: list[int]  # where each row is in the lines of the sentence
    is_plain: bool  # no cell contains whitespace or is empty: no need to look at each
    words: Sequence[int]  # indices of rows
    multiword_tokens: Sequence[int]
    empty_nodes: Sequence[int]

    def __init__(self, lines: Sequence[str]) -> None:
        texts = [(line_index, line) for line_index, line in enumerate(without_mark(lines)) if is_row(line)]
        if any(line.count("\t") != WIDTH - 1 for _, line in texts):
            texts = [(line_index, line) for line_index, line in texts if line.count("\t") == WIDTH - 1]
        self.places = [line_index for line_index, _ in texts]
        body = "".join([line for _, line in texts]).replace("\r\n", "\n")
        cells = body.split()
        whitespace = len(body) - len("".join(cells))  # in plain rows, one character ends each cell
        self.is_plain = len(cells) == whitespace == WIDTH * len(texts)
        if not self.is_plain:
            cells = body.removesuffix("\n").replace("\n", "\t").split("\t") if texts else []
        self._columns = {name: cells[index::WIDTH] for index, name in enumerate(COLUMNS)}
        self._sort()

    def _sort(self) -> None:
        ids = self["ID"]
        if all(map(str.isdecimal, ids)):
            self.words, self.multiword_tokens, self.empty_nodes = range(len(ids)), (), ()
        else:
            self.multiword_tokens = [row for row, identifier in enumerate(ids) if "-" in identifier]
            self.empty_nodes = [row for row, identifier in enumerate(ids) if "." in identifier]
            others = {*self.multiword_tokens, *self.empty_nodes}
            self.words = [row for row in range(len(ids)) if row not in others]

    def __getitem__(self, column: str) -> list[str]:
        return self._columns[column]

    def __len__(self) -> int:
        return len(self.places)

    def nodes(self) -> Sequence[int]:
        """The rows of words and empty nodes, in order: the nodes of the enhanced graph."""
        return sorted([*self.words, *self.empty_nodes]) if self.empty_nodes else self.words

    def tokens(self) -> Sequence[int]:
        """The rows whose forms make up the text, in order: multiword tokens, and words that are not in one."""
        if not self.multiword_tokens:
            return self.words
        inside = self.inside_tokens()
        return sorted([*self.multiword_tokens, *(row for row in self.words if row not in inside)])

    def inside_tokens(self) -> set[int]:
        """The rows of words that belong to a multiword token."""
        inside: set[int] = set()
        for token in self.multiword_tokens:
            first, _, last = self["ID"][token].partition("-")
            inside.update(self.words[int(first) - 1 : int(last)])
        return inside
