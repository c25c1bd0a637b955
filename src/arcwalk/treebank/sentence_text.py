"""The text of one sentence, byte for byte, and its words as columns."""

import copy
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import repeat, zip_longest
from typing import Self

from arcwalk.errors import Finding, TreebankError
from arcwalk.treebank.formats import FORM, Format, format_of, is_known
from arcwalk.treebank.key_values import KeyValues, with_value

TAG_COLUMNS = ("upos", "xpos", "feats")
LEMMA = "lemma"  # the column that depends on tags
BYTE_ORDER_MARK = "\ufeff"


class SentenceText:
    """The lines of one sentence, and its words as columns; `Sentence` is what users see of it.

    `lines` is the text, line endings included. The columns (`forms`, `lemmas`, `upos`, `xpos`, `feats`, `heads`,
    `deprels`) are read from it once and have one item per syntactic word, the first at index 0; multiword tokens and
    empty nodes are in `lines` only. A head is in 0..n, or -1 where HEAD is `_` or not a word of the sentence
    (`arcwalk.treebank.check` tells the two apart). The `with_` methods return changed copies.
    """

    __slots__ = (
        "deprels",
        "feats",
        "format",
        "forms",
        "heads",
        "is_regular",
        "lemmas",
        "line",
        "lines",
        "ordinal",
        "places",
        "source",
        "upos",
        "xpos",
    )

    lines: list[str]
    source: str  # name of the file
    line: int  # number of the first line in that file, from 1
    ordinal: int  # number of the sentence in that file, from 1; 0 if it was made in memory
    places: list[int]  # indices of the word lines in `lines`
    format: Format
    is_regular: bool  # words are numbered from 1 and have as many columns as a format: no need to check each
    forms: list[str]
    lemmas: list[str]
    upos: list[str]
    xpos: list[str]
    feats: list[str]
    heads: list[int]
    deprels: list[str]

    def __init__(self, lines: list[str], source: str = "", line: int = 1, ordinal: int = 0) -> None:
        self.lines = lines
        self.source = source
        self.line = line
        self.ordinal = ordinal
        rows = [text.split("\t") for text in without_mark(lines)]
        self.places = [place for place, row in enumerate(rows) if row[0].isdecimal()]
        words = [rows[place] for place in self.places]
        try:
            columns = list(zip(*words, strict=True))
            self.is_regular = is_known(len(columns)) and columns[0] == numerals(len(words))
        except ValueError:
            columns = list(zip_longest(*words, fillvalue="_"))
            self.is_regular = False
        self.format = format = format_of(len(columns))
        if len(columns) <= format.deprel:  # malformed: missing columns read as "_"
            columns += [("_",) * len(words)] * (1 + format.deprel - len(columns))
        for column in format.predicted:
            if set(columns[column]) == {"_"}:
                columns[column] = columns[column + 1]
        self.forms = list(columns[FORM])
        self.lemmas = list(columns[format.lemma])
        self.upos = list(columns[format.upos])
        self.xpos = list(columns[format.xpos])
        self.feats = list(columns[format.feats])
        self.deprels = list(columns[format.deprel])
        self.heads = list(map(numbers(len(words)).get, columns[format.head], repeat(-1)))

    def __len__(self) -> int:
        return len(self.places)

    @property
    def id(self) -> str:
        """The value of the `sent_id` comment, or an empty string."""
        return self._comment("sent_id") or ""

    @property
    def text(self) -> str:
        """The value of the `text` comment, or else the forms joined by spaces."""
        text = self._comment("text")
        return " ".join(self.forms) if text is None else text

    def with_tree(self, heads: Sequence[int], labels: Sequence[str]) -> Self:
        """Copy the sentence with the heads and labels of all words replaced, and no other byte changed.

        A head of -1 is written as `_`.
        """
        if "" in labels:
            raise ValueError("a label may not be empty; write _ for none")
        refuse_breaks(set(labels))
        head_values = _head_values(len(self))
        tree = copy.copy(self)
        tree.heads = [int(head) for head in heads]
        tree.deprels = list(labels)
        tree.lines = self.lines.copy()
        column, most = self.format.head, -1
        if self.is_regular:  # no need to split what comes before HEAD
            column, most = 1, self.lines[self.places[0]].count("\t") - self.format.head + 1
        label_column = column + self.format.deprel - self.format.head
        for place, head, label in zip(self.places, tree.heads, tree.deprels, strict=True):
            if head not in head_values:
                raise ValueError(f"head {head} is neither in 0..{len(self)} nor -1 (no head)")
            row = self.lines[place].rsplit("\t", most)
            row[column] = head_values[head]
            row[label_column] = label
            tree.lines[place] = "\t".join(row)
        return tree

    def tags(self, column: str) -> list[str]:
        """The column named `upos`, `xpos`, `feats` or `lemma`."""
        return {"upos": self.upos, "xpos": self.xpos, "feats": self.feats, LEMMA: self.lemmas}[column]

    def with_tags(
        self,
        *,
        upos: Sequence[str] | None = None,
        xpos: Sequence[str] | None = None,
        feats: Sequence[str] | None = None,
        lemmas: Sequence[str] | None = None,
    ) -> Self:
        """Copy the sentence with the given columns replaced, and no other byte changed.

        CoNLL-2009 has one tag per word, which is both UPOS and XPOS; if both are given, XPOS is written.
        """
        columns_given = (("upos", upos), ("xpos", xpos), ("feats", feats), ("lemmas", lemmas))
        given = {name: list(tags) for name, tags in columns_given if tags is not None}
        for tags in given.values():
            if "" in tags:
                raise ValueError("a tag or a lemma may not be empty; write _ for none")
            refuse_breaks(set(tags))
        tagged = copy.copy(self)
        for name, tags in given.items():
            setattr(tagged, name, tags)
        if self.format.upos == self.format.xpos and ("upos" in given or "xpos" in given):
            tagged.upos = tagged.xpos = given.get("xpos", tagged.upos)
        columns = [getattr(self.format, LEMMA if name == "lemmas" else name) for name in given]
        tagged.lines = self.lines.copy()
        for place, *tags in zip(self.places, *given.values(), strict=True):
            row = self.lines[place].split("\t")
            for column, tag in zip(columns, tags, strict=True):
                row[column] = tag
            tagged.lines[place] = "\t".join(row)
        return tagged

    def hiding(self, columns: Iterable[str]) -> Self:
        """Copy the sentence with these columns of lemmas and tags read as `_`; its text stays the same."""
        view = copy.copy(self)
        for column in columns:
            setattr(view, column, ["_"] * len(self))
        return view

    def misc(self, key: str) -> list[str]:
        """The value of `key` in MISC of each word; empty where there is none."""
        return [self.misc_at(place).get(key, "") for place in self.places]

    def misc_at(self, place: int) -> KeyValues:
        """MISC of the word at `lines[place]`; empty in a format without it."""
        column = self.format.misc
        return KeyValues("_" if column is None else _without_ending(self.lines[place].split("\t")[column]))

    def with_misc(self, key: str, values: Sequence[str]) -> Self:
        """Copy the sentence with `key` in MISC of all words set, and no other byte changed.

        An empty value removes the key. Raises `TreebankError` for a format without MISC.
        """
        column = self.format.misc
        if column is None:
            message = f"cannot write {key}: CoNLL-2009 has no MISC column"
            raise TreebankError(self.finding(0, "no-misc", message, f"convert the file to CoNLL-U, or omit {key}"))
        refuse_breaks((key, *set(values)))
        marked = copy.copy(self)
        marked.lines = self.lines.copy()
        for place, value in zip(self.places, values, strict=True):
            row = self.lines[place].split("\t")
            misc = _without_ending(row[column])
            row[column] = with_value(misc, key, value) + row[column][len(misc) :]
            marked.lines[place] = "\t".join(row)
        return marked

    def with_comment(self, key: str, value: str) -> Self:
        """Copy the sentence with the comment `# key = value` above its words, and no other byte changed.

        It replaces the last comment with this key, or else comes right before the first word line.
        """
        refuse_breaks((key, value))
        if not key or key != key.strip() or "=" in key:
            raise ValueError(f"{key!r} cannot be the key of a comment; use a name without '='")
        commented = copy.copy(self)
        commented.lines = lines = without_mark(self.lines).copy()
        place = self._comment_place(key)
        if place is None:
            place = next(place for place, line in enumerate(lines) if is_row(line))
            lines.insert(place, "# \r\n" if lines[place].endswith("\r\n") else "# \n")
            commented.places = [word + 1 for word in self.places]
        ending = lines[place][len(_without_ending(lines[place])) :]
        lines[place] = f"# {key} = {value}{ending}"
        if self.lines[0].startswith(BYTE_ORDER_MARK):
            lines[0] = BYTE_ORDER_MARK + lines[0]
        return commented

    def finding(self, place: int, test: str, message: str, remedy: str) -> Finding:
        """A problem at `lines[place]`; a sentence without `sent_id` is named by its number or its text."""
        name = self.id or (str(self.ordinal) if self.ordinal else repr(self.text[:40]))
        name = name.encode("utf-8", "backslashreplace").decode()
        return Finding(self.source or "<memory>", self.line + place, name, test, message, remedy)

    def _comment(self, key: str) -> str | None:
        """The value of the last comment `# key = value` above the words."""
        place = self._comment_place(key)
        return None if place is None else self.lines[place].partition("=")[2].strip()

    def _comment_place(self, key: str) -> int | None:
        """The index of that comment in `lines`."""
        before_words = self.lines[: self.places[0]] if self.places else self.lines
        lines = without_mark(before_words)
        for place in reversed(range(len(lines))):
            if lines[place].startswith("#"):
                name, equals, _ = lines[place][1:].partition("=")
                if equals and name.strip() == key:
                    return place
        return None


@lru_cache(maxsize=256)
def numerals(n: int) -> tuple[str, ...]:
    """The IDs of `n` words."""
    return tuple(map(str, range(1, n + 1)))


@lru_cache(maxsize=256)
def numbers(n: int) -> dict[str, int]:
    """The values of HEAD in a sentence of `n` words, as numbers."""
    return {"0": 0, **{numeral: word for word, numeral in enumerate(numerals(n), 1)}}


@lru_cache(maxsize=256)
def _head_values(n: int) -> dict[int, str]:
    """The heads in a sentence of `n` words, as values of HEAD."""
    return {-1: "_", **{word: numeral for numeral, word in numbers(n).items()}}


def is_row(line: str) -> bool:
    """Whether a line has columns: it is neither a comment nor blank."""
    if line[0] not in "#\r\n\t \ufeff":  # nearly always: this is called for every line of every file
        return True
    text = line.removeprefix(BYTE_ORDER_MARK)
    return not text.startswith("#") and text.strip(" \t\r\n") != ""


def without_mark(lines: list[str]) -> list[str]:
    """The lines without the byte order mark that some editors write at the start of a file."""
    if lines and lines[0].startswith(BYTE_ORDER_MARK):
        return [lines[0].removeprefix(BYTE_ORDER_MARK), *lines[1:]]
    return lines


def _without_ending(text: str) -> str:
    """The end of a line, or all of it, without the line break."""
    return text.rstrip("\r\n")


def refuse_breaks(values: Iterable[str]) -> None:
    """Raise for a value that would break the lines or columns of a file."""
    for value in values:
        if "\t" in value or "\n" in value or "\r" in value:
            raise ValueError(f"{value!r}: a value may not contain a tab or a line break")
