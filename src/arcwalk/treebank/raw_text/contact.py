"""Which words usually touch, for treebanks that do not tell."""

import unicodedata
from collections.abc import Sequence

_LEFT = frozenset(".,;:!?%…。、，；：！？।؟،؛")  # as is all that closes a bracket
_WITHOUT_SPACES = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN")


def usual_contact(forms: Sequence[str]) -> list[bool]:
    """Whether each word touches the next, by the punctuation of most languages; the last word does not."""
    touches = [False] * len(forms)
    is_open = False
    for place, form in enumerate(forms):
        to_left = all(map(_is_closing, form))
        to_right = len(form) == 1 and unicodedata.category(form) in ("Ps", "Pi")
        if form in ('"', "'", "''", "``"):
            to_left, to_right, is_open = is_open, not is_open, not is_open
        if to_left and place:
            touches[place - 1] = True
        if (to_right or _has_no_spaces(form)) and place + 1 < len(forms):
            touches[place] |= to_right or _has_no_spaces(forms[place + 1])
    return touches


def _is_closing(character: str) -> bool:
    return character in _LEFT or unicodedata.category(character) in ("Pe", "Pf")


def _has_no_spaces(form: str) -> bool:
    """Whether the script of the word has no spaces between words."""
    return unicodedata.name(form[0], "").startswith(_WITHOUT_SPACES) or form[0] in "。、，；：！？「」『』（）"
