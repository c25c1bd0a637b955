"""The language of sentences, which decides how browsers write, break and pronounce them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from arcwalk.errors import ArcwalkError

_LANGUAGES = {
    "ARABIC": "ar",
    "ARMENIAN": "hy",
    "BENGALI": "bn",
    "CHEROKEE": "chr",
    "CJK": "zh",
    "COPTIC": "cop",
    "DEVANAGARI": "hi",
    "ETHIOPIC": "am",
    "GEORGIAN": "ka",
    "GOTHIC": "got",
    "GREEK": "el",
    "GUJARATI": "gu",
    "GURMUKHI": "pa",
    "HANGUL": "ko",
    "HEBREW": "he",
    "HIRAGANA": "ja",
    "KANNADA": "kn",
    "KATAKANA": "ja",
    "KHMER": "km",
    "LAO": "lo",
    "MALAYALAM": "ml",
    "MYANMAR": "my",
    "ORIYA": "or",
    "SINHALA": "si",
    "TAMIL": "ta",
    "TELUGU": "te",
    "THAANA": "dv",
    "THAI": "th",
    "TIBETAN": "bo",
}
"""The language most often written in a script; Latin and Cyrillic letters are those of too many languages."""

_LEAST_KANA = 0.1  # of all letters: Chinese texts may have a few


def language_of(texts: Iterable[str], given: str = "") -> str:
    """The code of the language, such as `ta`: the given one, or what the script of most letters suggests, if it does.

    It is empty where nothing is known. Raises if what is given is no code.
    """
    if given:
        check_language(given)
        return given
    letters = Counter(_script(character) for text in texts for character in text if character.isalpha())
    if letters["HIRAGANA"] + letters["KATAKANA"] > _LEAST_KANA * letters.total():
        return "ja"
    return _LANGUAGES.get(max(letters, key=letters.__getitem__, default=""), "")


def _script(letter: str) -> str:
    """The script of a letter: the first word of its name in Unicode."""
    return unicodedata.name(letter, "?").split()[0]


def check_language(code: str) -> None:
    """Raise if this does not look like the code of a language."""
    if not re.fullmatch("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", code):
        raise ArcwalkError(f"language {code!r} is not a code", "give one such as da or zh-Hant")
