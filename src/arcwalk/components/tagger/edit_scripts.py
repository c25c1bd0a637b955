"""Edit scripts: how to get from a form to its lemma, so that what one word teaches applies to others.

A script is a casing and an edit tree (Chrupała 2008, "Towards a Machine-Learning Architecture for Lexical Functional
Grammar Parsing"). An edit tree keeps the longest substring that form and lemma share, and has an edit tree for what is
before it and one for what is after it; where nothing is shared, one string replaces the other. Positions are counted
from both ends, so trees describe prefixes (`gesagt`, `sagen`), suffixes (`walking`, `walk`), changes of the stem
(`Häuser`, `Haus`) and the vowel patterns of Arabic, in words of any length.
"""

import json
from collections.abc import Callable
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any, NamedTuple

from arcwalk.errors import ArcwalkError
from arcwalk.safe_reading.json_text import parse_json
from arcwalk.treebank.values import require_text

NO_LEMMA = "_"  # also the text of the script of a word without a lemma
_MOST_REMEMBERED = 100_000


class Stem(NamedTuple):
    """An edit tree that keeps what is between the first `before` and the last `after` characters."""

    before: int
    after: int
    left: "Tree"
    right: "Tree"


class Replacement(NamedTuple):
    """An edit tree that replaces a string by another."""

    old: str
    new: str


Tree = Stem | Replacement

_LONGEST = 100  # characters of a word that can teach others; matching takes the square of that
_NOTHING = Replacement("", "")


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


# A tree applies to the lowercased form, and its result is capitalized or not; in lemmas like `McDonald`, it applies to
# the form as written.
_AS_WRITTEN = "as written"
_CASINGS: dict[str, Callable[[str], str]] = {"lower": str, "title": _capitalized, "upper": str.upper}


class EditScript(NamedTuple):
    """A script that can be applied to forms."""

    casing: str
    tree: Tree | None  # None: there is no lemma

    @classmethod
    def parse(cls, text: str) -> "EditScript":
        """The script with this text; an error if it has none."""
        if text == NO_LEMMA:
            return cls("", None)
        try:
            casing, tree = parse_json(text)
            if casing not in (_AS_WRITTEN, *_CASINGS):
                raise ValueError
            return cls(casing, _tree(tree, _LONGEST))
        except (TypeError, ValueError):
            raise ArcwalkError(f"not an edit script: {text!r}", "train again") from None

    def apply(self, form: str) -> str | None:
        """The lemma of the form; None if the script does not fit it."""
        if self.tree is None:
            return NO_LEMMA
        if self.casing == _AS_WRITTEN:
            return _apply(self.tree, form) or None
        lemma = _apply(self.tree, form.lower())
        return _CASINGS[self.casing](lemma) if lemma else None

    @property
    def ending(self) -> str:
        """How a form must end, in lower case, for the script to fit it."""
        tree = self.tree
        while isinstance(tree, Stem):
            tree = tree.right
        return "" if tree is None else tree.old.lower()


@lru_cache(_MOST_REMEMBERED)
def script_text(form: str, lemma: str) -> str:
    """The text of the script that turns the form into the lemma."""
    if lemma == NO_LEMMA:
        return NO_LEMMA
    casing, old, new = _AS_WRITTEN, form, lemma
    for name, capitalize in _CASINGS.items():
        if capitalize(lemma.lower()) == lemma:
            casing, old, new = name, form.lower(), lemma.lower()
            break
    return json.dumps([casing, _edit_tree(old, new)], ensure_ascii=False, separators=(",", ":"))


def _edit_tree(old: str, new: str) -> Tree:
    if max(len(old), len(new)) > _LONGEST:
        return Stem(0, 0, _NOTHING, _NOTHING) if old == new else Replacement(old, new)
    match = SequenceMatcher(None, old, new, autojunk=False).find_longest_match()
    if match.size == 0:
        return Replacement(old, new)
    end, new_end = match.a + match.size, match.b + match.size
    left, right = _edit_tree(old[: match.a], new[: match.b]), _edit_tree(old[end:], new[new_end:])
    return Stem(match.a, len(old) - end, left, right)


def _apply(tree: Tree, text: str) -> str | None:
    if isinstance(tree, Replacement):
        return tree.new if text == tree.old else None
    end = len(text) - tree.after
    if end <= tree.before:
        return None
    right = _apply(tree.right, text[end:])
    if right is None:
        return None
    left = _apply(tree.left, text[: tree.before])
    return None if left is None else left + text[tree.before : end] + right


def _tree(items: Any, depth: int) -> Tree:
    """The tree whose fields were read from JSON, at most so deep."""
    match items:
        case [str(old), str(new)]:
            require_text((new,))
            return Replacement(old, new)
        case [int(before), int(after), left, right] if min(before, after, depth) >= 0:
            return Stem(before, after, _tree(left, depth - 1), _tree(right, depth - 1))
    raise ValueError
