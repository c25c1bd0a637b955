"""Which column of a word line holds what; the number of columns determines the format."""

from typing import NamedTuple

FORM = 1


class Format(NamedTuple):
    """Column numbers, from 0; ID and FORM are 0 and 1 in every format."""

    lemma: int
    upos: int
    xpos: int
    feats: int
    head: int
    deprel: int
    predicted: tuple[int, ...] = ()  # columns whose right neighbor holds the prediction of a tagger
    misc: int | None = None


# CoNLL-X (2006) differs from CoNLL-U in its last two columns only; its coarse tag is in the place of UPOS.
CONLL_U = Format(lemma=2, upos=3, xpos=4, feats=5, head=6, deprel=7, misc=9)

# CoNLL-2009 has one tag, read as coarse and as fine. Its blind test files fill PLEMMA, PPOS and PFEAT only.
CONLL_2009 = Format(lemma=2, upos=4, xpos=4, feats=6, head=8, deprel=10, predicted=(2, 4, 6))

CONLL_U_WIDTH = 10
CONLL_2009_LEAST_WIDTH = 14  # plus one for each predicate of the sentence


def is_known(width: int) -> bool:
    """Whether some format has word lines of `width` columns."""
    return width == CONLL_U_WIDTH or width >= CONLL_2009_LEAST_WIDTH


def format_of(width: int) -> Format:
    """The format of a sentence whose word lines have `width` columns."""
    return CONLL_2009 if width >= CONLL_2009_LEAST_WIDTH else CONLL_U
