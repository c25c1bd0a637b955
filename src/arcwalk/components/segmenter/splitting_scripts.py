"""Splitting scripts: how to get from a multiword token to its words, so that what one teaches applies to others.

A script keeps the middle of a token and says what becomes of its start and of its end: in Spanish `sentarse`, `se`
becomes a word of its own, and in `ampliándose`, `ándose` becomes `ando` and `se`. Any token with that start and that
end can be split the same way. Case does not matter, and the words get that of the token: French `Du` is `De` and `le`,
`DU` is `DE` and `LE`. Only where the treebank has another case, scripts apply to tokens as they are written.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import NamedTuple

from arcwalk.errors import ArcwalkError
from arcwalk.treebank.values import require_text

Words = tuple[str, ...]

FIELDS = 5  # of a script in a model file
LONGEST = 100  # characters of a token that can teach others, or of its words; matching takes the square of that

_GAP = "\t"  # between words: no word has one
_ANY_CASE, _AS_WRITTEN = "any case", "as written"


class SplittingScript(NamedTuple):
    """A script that can be applied to tokens. What the start and the end become has tabs between words."""

    casing: str
    start: str
    new_start: str
    end: str
    new_end: str

    @classmethod
    def of(cls, token: str, words: Words) -> "SplittingScript":
        """The script that splits this token into these words."""
        joined = _GAP.join(words)
        script = cls(_ANY_CASE, *_changes(lowered(token), lowered(joined)))
        return script if script.split(token) == words else cls(_AS_WRITTEN, *_changes(token, joined))

    @classmethod
    def parse(cls, fields: Sequence[str]) -> "SplittingScript":
        """The script with these fields; an error if there is none."""
        try:
            script = cls(*fields)
            require_text(field.replace(_GAP, "") for field in script)
        except (TypeError, ValueError):
            raise ArcwalkError(f"not a splitting script: {fields!r}; train again") from None
        if script.casing not in (_ANY_CASE, _AS_WRITTEN) or max(map(len, fields)) > LONGEST:
            raise ArcwalkError(f"not a splitting script: {fields!r}; train again")
        return script

    def split(self, token: str) -> Words | None:
        """The words of the token; None if the script does not fit it."""
        small = token if self.casing == _AS_WRITTEN else lowered(token)
        middle, end = len(self.start), len(token) - len(self.end)
        if middle > end or not small.startswith(self.start) or not small.endswith(self.end):
            return None
        new_start, new_end = self.new_start, self.new_end
        if self.casing == _ANY_CASE:
            new_start = _recased(self.start, new_start, token[:middle], token)
            new_end = _recased(self.end, new_end, token[end:], token)
            if self.start and token[0].isupper():
                new_start = new_start[:1].upper() + new_start[1:]
        words = tuple(f"{new_start}{token[middle:end]}{new_end}".split(_GAP))
        return words if len(words) > 1 and all(words) else None


def lowered(text: str) -> str:
    """The text in lower case, character by character."""
    return text.replace("İ", "i").lower()  # the one character for which lower case has two


def _recased(old: str, new: str, written: str, token: str) -> str:
    """What the old text becomes in the case in which it is written in the token."""
    pieces = new.split(_GAP)
    if "".join(pieces) != old:
        return new.upper() if len(token) > 1 and token.isupper() else new
    ends = accumulate(map(len, pieces))  # it is only cut
    return _GAP.join(written[end - len(piece) : end] for piece, end in zip(pieces, ends, strict=True))


def _changes(old: str, new: str) -> tuple[str, str, str, str]:
    """Start, new start, end and new end, where the longest common substring is kept."""
    match = SequenceMatcher(None, old, new, autojunk=False).find_longest_match()
    if match.size == 0:
        return old, new, "", ""
    return old[: match.a], new[: match.b], old[match.a + match.size :], new[match.b + match.size :]
