"""The text of one sentence, byte for byte, and its words as columns."""

import copy
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat, zip_longest
from typing import Self

from arcwalk.errors import Finding, TreebankError
from arcwalk.files.flaws import without_ending
from arcwalk.treebank.arcs.enhanced import has_entries, with_basic_arc
from arcwalk.treebank.arcs.prediction import has_records, without_record
from arcwalk.treebank.formats import Format, declared_format, format_of
from arcwalk.treebank.key_values import KeyValues, with_value
from arcwalk.treebank.values import (
    BYTE_ORDER_MARK,
    cells,
    head_values,
    identifier,
    is_row,
    numbers,
    numerals,
    require_text,
    require_values,
    without_mark,
)

TAG_COLUMNS = ("upos", "xpos", "feats")
LEMMA = "lemma"  # the column that depends on tags


class SentenceText:
    """The lines of one sentence, and its words as columns; `Sentence` is what users see of it.

    `lines` is the text, line endings included. The columns (`forms`, `lemmas`, `upos`, `xpos`, `feats`, `heads`,
    `deprels`) are read from it once and have one item per syntactic word, the first at index 0; multiword tokens and
    empty nodes are in `lines` only. A head is in 0..n, or -1 where HEAD is `_` or not a word of the sentence
    (`arcwalk.treebank.check` tells the two apart). All of them are tuples, so that lines and columns always agree. The
    `with_` methods return changed copies.
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
        "weight",
        "xpos",
    )

    lines: tuple[str, ...]
    source: str  # name of the file
    line: int  # number of the first line in that file, from 1
    ordinal: int  # number of the sentence in that file, from 1; 0 if it was made in memory
    weight: int  # how often it counts in training; not in its text
    places: tuple[int, ...]  # indices of the word lines in `lines`
    format: Format
    is_regular: bool  # words are numbered from 1 and have as many columns as a format: no need to check each
    forms: tuple[str, ...]
    lemmas: tuple[str, ...]
    upos: tuple[str, ...]
    xpos: tuple[str, ...]
    feats: tuple[str, ...]
    heads: tuple[int, ...]
    deprels: tuple[str, ...]

    def __init__(
        self, lines: Iterable[str], source: str = "", line: int = 1, ordinal: int = 0, format: Format | None = None
    ) -> None:
        """`format` is the one that the header of the file declares; without it, the columns tell."""
        self.lines = lines = tuple(lines)
        self.source = source
        self.line = line
        self.ordinal = ordinal
        self.weight = 1
        if format is None:  # the ID comes first, and the end of a line is in a column that is not read
            rows = [text.split("\t") for text in without_mark(lines)]
            self.places = tuple([line_index for line_index, row in enumerate(rows) if row[0].isdecimal()])
        else:
            rows = [cells(text) for text in without_mark(lines)]
            ids = [identifier(line, format) if is_row(line) else "" for line in lines]
            self.places = tuple([line_index for line_index, name in enumerate(ids) if name.isdecimal()])
        words = [rows[line_index] for line_index in self.places]
        try:
            columns = list(zip(*words, strict=True))
            is_even = True
        except ValueError:
            columns = list(zip_longest(*words, fillvalue="_"))
            is_even = False
        self.format = format = format or format_of(columns)
        names, id, form, lemma, upos, xpos, feats, head, deprel, *_ = format
        self.is_regular = is_even and format.fits(len(columns)) and columns[id] == numerals(len(words))
        blank = ("_",) * len(words)
        if len(columns) < len(names):  # malformed: missing columns read as "_"
            columns += [blank] * (len(names) - len(columns))
        for column in format.predicted:
            if set(columns[column]) == {"_"}:
                columns[column] = columns[column + 1]
        self.forms = columns[form]
        self.lemmas = blank if lemma is None else columns[lemma]
        self.upos = blank if upos is None else columns[upos]
        self.xpos = blank if xpos is None else columns[xpos]
        self.feats = blank if feats is None else columns[feats]
        self.deprels = blank if deprel is None else columns[deprel]
        heads = blank if head is None else columns[head]
        self.heads = tuple(map(numbers(len(words)).get, heads, repeat(-1)))

    def __copy__(self) -> Self:
        made = object.__new__(type(self))  # several times as fast as what `copy.copy` does by default
        for name in SentenceText.__slots__:
            setattr(made, name, getattr(self, name))
        return made

    def __len__(self) -> int:
        return len(self.places)

    @property
    def id(self) -> str:
        """The value of the `sent_id` comment, or an empty string."""
        return self.comment("sent_id") or ""

    @property
    def text(self) -> str:
        """The value of the `text` comment, or else the forms joined by spaces."""
        text = self.comment("text")
        return " ".join(self.forms) if text is None else text

    def comment(self, key: str) -> str | None:
        """The value of the last comment `# key = value` above the words; None if there is none."""
        line_index = self._comment_place(key)
        return None if line_index is None else self.lines[line_index].partition("=")[2].strip()

    def with_tree(self, heads: Sequence[int], labels: Sequence[str]) -> Self:
        """Copy the sentence with the heads and labels of all words replaced, and no other byte changed.

        A head of -1 is written as `_`. Where an arc changes, the copy does not keep what was said of the old one: its
        confidences in MISC are removed and, in an enhanced graph, the new arc takes its place in DEPS.
        """
        require_values(labels)
        values = head_values(len(self))
        tree = copy.copy(self)
        tree.heads = tuple(map(int, heads))
        tree.deprels = tuple(labels)
        try:
            written = [values[head] for head in tree.heads]
        except KeyError as error:
            raise ValueError(f"head {error} is neither in 0..{len(self)} nor -1 (no head)") from None
        head, deprel = self.column("HEAD"), self.column("DEPREL")
        others = self._following(head, deprel, zip(written, tree.deprels, strict=True))
        tree.lines = self._with_columns({head: written, deprel: tree.deprels, **others})
        return tree

    def tags(self, column: str) -> tuple[str, ...]:
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

        CoNLL-2009 has one tag per word, which is both UPOS and XPOS; if both are given, XPOS is written. A file with a
        header need not have all these columns: one that it lacks is in the copy, but not in its text.
        """
        columns_given = (("upos", upos), ("xpos", xpos), ("feats", feats), ("lemmas", lemmas))
        given = {name: tuple(tags) for name, tags in columns_given if tags is not None}
        for tags in given.values():
            require_values(tags)
        tagged = copy.copy(self)
        for name, tags in given.items():
            setattr(tagged, name, tags)
        if self.format.has_one_tag and ("upos" in given or "xpos" in given):
            tagged.upos = tagged.xpos = given.get("xpos", tagged.upos)
        columns = {getattr(self.format, LEMMA if name == "lemmas" else name): tags for name, tags in given.items()}
        columns.pop(None, None)
        tagged.lines = self._with_columns(columns)
        return tagged

    def hiding(self, columns: Iterable[str]) -> Self:
        """Copy the sentence with these columns of lemmas and tags read as `_`; its text stays the same."""
        view = copy.copy(self)
        for column in columns:
            setattr(view, column, ("_",) * len(self))
        return view

    def reading(self, heads: Iterable[int], labels: Iterable[str]) -> Self:
        """Copy the sentence with these heads and labels in its columns; its text stays the same."""
        view = copy.copy(self)
        view.heads, view.deprels = tuple(heads), tuple(labels)
        return view

    def misc(self, key: str) -> list[str]:
        """The value of `key` in MISC of each word; empty where there is none."""
        return [self.misc_at(line_index).get(key, "") for line_index in self.places]

    def misc_at(self, line_index: int) -> KeyValues:
        """MISC of the word at `lines[place]`; empty in a format without it."""
        column = self.format.misc
        return KeyValues("_" if column is None else cells(self.lines[line_index])[column])

    def with_misc(self, key: str, values: Sequence[str]) -> Self:
        """Copy the sentence with `key` in MISC of all words set, and no other byte changed.

        An empty value removes the key. Raises `TreebankError` for a format without MISC.
        """
        require_text((key, *set(values)))
        column = self.column("MISC", content=key)
        pairs = zip(self.places, values, strict=True)
        marked = copy.copy(self)
        marked.lines = self._with_columns(
            {column: [with_value(cells(self.lines[line_index])[column], key, value) for line_index, value in pairs]}
        )
        return marked

    def column(self, *names: str, content: str = "") -> int:
        """The number of a column such as HEAD, the first of several; `TreebankError` if `content` cannot be written."""
        for name in names:
            column: int | None = getattr(self.format, name.lower())
            if column is not None:
                return column
        column_name = " or ".join(names)
        message = f"cannot write {content or column_name}: the file has no {column_name} column"
        remedy = f"convert the file to CoNLL-U, or omit {content}"
        if self.format.is_declared:
            remedy = f"add {column_name} to # global.columns and to all words"
        raise TreebankError(self.finding(0, f"no-{names[0].lower()}", message, remedy))

    def with_comment(self, key: str, value: str) -> Self:
        """Copy the sentence with the comment `# key = value` above its words, and no other byte changed.

        It replaces the last comment with this key, or else comes right before the first word line.
        """
        require_text((key, value))
        if not key or key != key.strip() or "=" in key:
            raise ValueError(f"{key!r} cannot be the key of a comment; use a name without '='")
        commented = copy.copy(self)
        lines = list(without_mark(self.lines))
        line_index = self._comment_place(key)
        if line_index is None:
            line_index = next(line_index for line_index, line in enumerate(lines) if is_row(line))
            lines.insert(line_index, "# \r\n" if lines[line_index].endswith("\r\n") else "# \n")
            commented.places = tuple(word + 1 for word in self.places)
        ending = lines[line_index][len(without_ending(lines[line_index])) :]
        lines[line_index] = f"# {key} = {value}{ending}"
        if self.lines[0].startswith(BYTE_ORDER_MARK):
            lines[0] = BYTE_ORDER_MARK + lines[0]
        commented.lines = tuple(lines)
        return commented

    def without_comment(self, key: str) -> Self:
        """Copy the sentence without the comments `# key = value` above its words, and no other byte changed."""
        bare = self
        while (line_index := bare._comment_place(key)) is not None:
            shorter = copy.copy(bare)
            lines = list(without_mark(bare.lines))
            del lines[line_index]
            if bare.lines[0].startswith(BYTE_ORDER_MARK):
                lines[0] = BYTE_ORDER_MARK + lines[0]
            shorter.lines = tuple(lines)
            shorter.places = tuple(word - 1 for word in bare.places)
            bare = shorter
        return bare

    def finding(self, line_index: int, test: str, message: str, remedy: str, column: str = "") -> Finding:
        """A problem at `lines[place]`; a sentence without `sent_id` is named by its number or its text."""
        return self.findings([(line_index, test, message, remedy, column)])[0]

    def findings(self, problems: Iterable[tuple[int, str, str, str, str]]) -> list[Finding]:
        """The same for many problems."""
        listed = list(problems)
        if not listed:  # nearly always
            return []
        name = self.id or (str(self.ordinal) if self.ordinal else repr(self.text[:40]))
        name = name.encode("utf-8", "backslashreplace").decode()
        source = self.source or "<memory>"
        return [
            Finding(source, self.line + line_index, name, test, message, remedy, column)
            for line_index, test, message, remedy, column in listed
        ]

    def without_file_start(self) -> Self:
        """Copy the sentence without what belongs at the start of a file only: byte order mark and header."""
        inner = copy.copy(self)
        inner.lines = tuple(without_mark(self.lines))
        if self.has_header:
            inner.lines = inner.lines[1:]
            inner.places = tuple(line_index - 1 for line_index in self.places)
        return inner

    @property
    def has_header(self) -> bool:
        """Whether the header of the file, which declares its columns, is among the lines."""
        return self.format.is_declared and declared_format(self.lines[0], 1, self.source, None) == self.format

    def _following(self, head: int, deprel: int, arcs: Iterable[tuple[str, str]]) -> dict[int, Sequence[str]]:
        """DEPS and MISC once these arcs stand in the columns `head` and `deprel`; nothing if neither is about arcs."""
        deps, misc = self.format.deps, self.format.misc
        if not self.is_regular or not (has_entries(self.lines) or has_records(self.lines)):
            return {}
        rows = [cells(self.lines[line_index]) for line_index in self.places]
        for row, new in zip(rows, arcs, strict=True):
            old = row[head], row[deprel]
            if old != new and deps is not None:
                row[deps] = with_basic_arc(row[deps], old, new)
            if old != new and misc is not None:
                row[misc] = without_record(row[misc])
        return {column: [row[column] for row in rows] for column in (deps, misc) if column is not None}

    def _with_columns(self, columns: Mapping[int, Sequence[str]]) -> tuple[str, ...]:
        """The lines with these columns of the words replaced, and no other byte changed."""
        first, most = 0, -1
        if self.is_regular and columns:  # no need to split what comes before
            first = max(min(columns) - 1, 0)
            most = self.lines[self.places[0]].count("\t") - first
        rows = [self.lines[line_index].rsplit("\t", most) for line_index in self.places]
        for column, values in columns.items():
            target = column - first
            for row, value in zip(rows, values, strict=True):
                row[target] = value
        lines = list(self.lines)
        for line_index, line in zip(self.places, map("\t".join, rows), strict=True):
            lines[line_index] = line
        if len(self.format.names) - 1 in columns:  # the line ended there
            for line_index in self.places:
                lines[line_index] += self.lines[line_index][len(without_ending(self.lines[line_index])) :]
        return tuple(lines)

    def _comment_place(self, key: str) -> int | None:
        """The index of that comment in `lines`."""
        before_words = self.lines[: self.places[0]] if self.places else self.lines
        lines = without_mark(before_words)
        for line_index in reversed(range(len(lines))):
            if lines[line_index].startswith("#"):
                name, equals, _ = lines[line_index][1:].partition("=")
                if equals and name.strip() == key:
                    return line_index
        return None
