"""Which column of a word line holds what: CoNLL-U, CoNLL-X, CoNLL-2009, or what the header of CoNLL-U Plus says."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from arcwalk.errors import Finding, TreebankError

_HEADER = re.compile(r"\ufeff?#\s*global\.columns\s*=(.*)")
_NEEDED = ("ID", "FORM")
UPOS_TAGS = frozenset(
    "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split()  # noqa: SIM905
)
"""The tags of Universal Dependencies."""


class Format(NamedTuple):
    """The names of the columns, and the numbers, from 0, of those that are read or written; None for one not there."""

    names: tuple[str, ...]
    id: int
    form: int
    lemma: int | None
    upos: int | None
    xpos: int | None
    feats: int | None
    head: int | None
    deprel: int | None
    deps: int | None
    misc: int | None
    predicted: tuple[int, ...] = ()  # columns whose right neighbor holds the prediction of a tagger
    is_open: bool = False  # whether more columns may follow
    is_declared: bool = False  # whether the header of the file names the columns

    @classmethod
    def of(cls, *names: str, is_declared: bool = False) -> "Format":
        """The format whose columns have these names, with those of CoNLL-U where it has them."""
        places = {name: index for index, name in enumerate(names)}
        return cls(
            names,
            id=places["ID"],
            form=places["FORM"],
            lemma=places.get("LEMMA"),
            upos=places.get("UPOS"),
            xpos=places.get("XPOS"),
            feats=places.get("FEATS"),
            head=places.get("HEAD"),
            deprel=places.get("DEPREL"),
            deps=places.get("DEPS"),
            misc=places.get("MISC"),
            is_declared=is_declared,
        )

    @property
    def has_one_tag(self) -> bool:
        """Whether UPOS and XPOS are the same column."""
        return self.upos is not None and self.upos == self.xpos

    @property
    def header(self) -> str:
        """The line that declares the columns; none for a format that is told by its columns."""
        return f"# global.columns = {' '.join(self.names)}\n" if self.is_declared else ""

    def fits(self, width: int) -> bool:
        """Whether word lines can have so many columns."""
        return width == len(self.names) or (self.is_open and width > len(self.names))

    def name(self, column: int) -> str:
        """What to call a column."""
        return self.names[column] if column < len(self.names) else f"column {column + 1}"


# CoNLL-X (2006) differs from CoNLL-U in its last two columns only; its coarse tag is in the place of UPOS.
CONLL_U = Format.of("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")

# CoNLL-2009 has one tag, read as coarse and as fine. Its blind test files fill PLEMMA, PPOS and PFEAT only. One more
# column follows for each predicate of the sentence.
CONLL_2009 = Format(
    names=(
        *("ID", "FORM", "LEMMA", "PLEMMA", "POS", "PPOS", "FEAT", "PFEAT"),
        *("HEAD", "PHEAD", "DEPREL", "PDEPREL", "FILLPRED", "PRED"),
    ),
    id=0,
    form=1,
    lemma=2,
    upos=4,
    xpos=4,
    feats=6,
    head=8,
    deprel=10,
    deps=None,
    misc=None,
    predicted=(2, 4, 6),
    is_open=True,
)


def is_known(width: int) -> bool:
    """Whether some format that needs no header has word lines of `width` columns."""
    return CONLL_U.fits(width) or CONLL_2009.fits(width)


def format_of(columns: Sequence[Collection[str]]) -> Format:
    """The format of a sentence with these columns, in a file without header."""
    is_wide = len(columns) >= len(CONLL_2009.names)
    return CONLL_2009 if is_wide and _are_of_conll_2009(columns) else CONLL_U


def _are_of_conll_2009(columns: Sequence[Collection[str]]) -> bool:
    """Tell CoNLL-2009 from CoNLL-U with more columns, which has DEPS and MISC in the place of HEAD and PHEAD.

    Where there is no head, a blind test file has no label either, and no value that would be one of CoNLL-U.
    """
    *_, plemma, _, _, feat, _, head, phead, deprel, pdeprel, fillpred, _ = columns[: len(CONLL_2009.names)]
    numbers = {*head, *phead} - {"_"}
    if not all(map(str.isdecimal, numbers)) or not {"Y", "_"}.issuperset(fillpred):
        return False
    if numbers:
        return True
    tags = {*plemma} - {"_"}
    is_conll_u = all(map(str.isdecimal, feat)) or (tags and tags <= UPOS_TAGS)
    return {*deprel, *pdeprel} <= {"_"} and not is_conll_u


def declared_format(line: str, number: int, source: str, before: Format | None) -> Format | None:
    """The format that a comment declares; `before` is the one so far, which no comment but the first line can change.

    Raises `TreebankError` for a header that cannot be followed.
    """
    match = _HEADER.match(line)
    if match is None:
        return before
    names = match[1].split()
    if number > 1:
        if before is not None and before.names == tuple(names):
            return before  # files that were put together
        message = "global.columns is declared in the middle of the file"
        raise _unusable(source, number, message, "make it the first line; other columns need a file of their own")
    for name in _NEEDED:
        if name not in names:
            message = f"global.columns has no column {name}"
            raise _unusable(source, number, message, "name all columns, as in # global.columns = ID FORM HEAD DEPREL")
    for name, count in Counter(names).items():
        if count > 1 and name != "_":
            raise _unusable(source, number, f"global.columns has {name[:40]!r} twice", "give every column its own name")
    return Format.of(*names, is_declared=True)


def _unusable(source: str, line: int, message: str, remedy: str) -> TreebankError:
    return TreebankError(Finding(source, line, "", "global-columns", message, remedy))
