"""Strings that break programs."""

from random import Random

_NUMBERS = ["0", "-1", "1", "2", "99", "007", "1.5", "1-2", "2-1", "0-0", "1e3", "³", "١", "+1", "٣-٤", "9" * 30]
_SPACE = ["", " ", "a b", " a", "a ", "\r", "a\rb", "\x0b", "\x0c", "\x85", "\u2028", "\u2029", "\u00a0"]
_CONTROL = ["\x00", "\x07", "\x7f", "\x1b[31mred", "\ufeff", "\u200b", "\u202eabc", "\ufffe", "\U0010ffff"]
_LETTERS = ["e\u0301", "é", "ﬁ", "İ", "ß", "\u0301", "א", "مرحبا", "漢字", "👩‍👩‍👧", "🇩🇰"]
_MARKUP = ["<script>alert(1)</script>", "&amp;", "%s", "{}", "{0!r}", "$(x)", "../../x", "nul", "None", "NaN", "inf"]
_COLUMNS = ["_", "__", "#", "|", "=", "a|b", "A=1|A=2", "A=1|B", "a:b:c", "root", "ROOT", "SpaceAfter=No"]
_CONFIDENCES = ["HeadConfidence=2", "HeadConfidence=x"]
_LONG = ["9" * 5000, "a" * 300, "\u0301" * 500]
VALUES = [*_NUMBERS, *_SPACE, *_CONTROL, *_LETTERS, *_MARKUP, *_COLUMNS, *_CONFIDENCES, *_LONG]


def value(random: Random) -> str:
    """A string from the list, or one made of several, or of random characters."""
    kind = random.random()
    if kind < 0.8:
        return random.choice(VALUES)
    if kind < 0.9:
        return random.choice(VALUES) + random.choice(VALUES)
    return "".join(chr(random.choice((random.randrange(32, 127), random.randrange(0xD800)))) for _ in range(8))
