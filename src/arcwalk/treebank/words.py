"""Properties of a single word: form, lemma, tags, affixes, shape, and word class."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable

from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.remembered import remembered
from arcwalk.representations.word_table import CLUSTERS, Words
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.word_classes import ADPOSITION, CONJUNCTION, OTHER, PUNCTUATION, VERB

_CONJUNCTIONS = {"CCONJ", "CONJ", "CC", "KON", "C"}  # in UPOS and in common tag sets of CoNLL-X
_ADPOSITIONS = {"ADP", "IN", "APPR", "APPRART", "PREP", "PRP", "P", "R", "SP", "VZ"}

Word = tuple[str, str, str, str, str]
"""FORM, LEMMA, UPOS, XPOS and FEATS as in the file."""

CHINESE = "chinese"  # the back-off form of `chinese_backoff`
_REMEMBERED = 1024  # the same string is needed several times in a row
_NUMBER = re.compile(r"^[+-]?\d+([.,:/-]\d+)*$")
_NUMERALS = "0-9０-９〇零一二三四五六七八九十百千万亿兩两"
_CHINESE_NUMBER = re.compile(f"^[{_NUMERALS}]+([年月日号號])?$")
_CHINESE_NUMBERS = {"年": "<year>", "月": "<month>", "日": "<date>", "号": "<date>", "號": "<date>", None: "<number>"}
_RUN = re.compile(r"(.)\1+")
_AFFIX = re.compile(r"^(prefix|suffix)([1-9])$")


@remembered(_REMEMBERED)
def normalize(form: str) -> str:
    """Lower case, and one token for all numbers (the Bayes point paper, section 5)."""
    if not form.isalpha() and _NUMBER.match(form):
        return "<number>"
    return form.lower()


def chinese_backoff(form: str) -> str:
    """The first character; one token each for years, months, dates and other numbers (ibid.)."""
    if match := _CHINESE_NUMBER.match(form):
        return _CHINESE_NUMBERS[match[1]]
    word = normalize(form)
    return word if word == "<number>" else word[:1]


class _Kinds(dict[int, str]):
    """The kind of each character seen so far, for `str.translate`."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        kind = "X" if character.isupper() else "x" if character.isalpha() else "9" if character.isdigit() else character
        self[code] = kind
        return kind


_KINDS = _Kinds()


def shape(form: str) -> str:
    """The outline of a word: runs of upper case, lower case, digits and other characters."""
    if form.isalpha() and form.islower():  # most words
        return "x"
    return _RUN.sub(r"\1", form.translate(_KINDS))[:8]


_PROPERTIES: dict[str, Callable[[Word], str]] = {
    "form": lambda word: normalize(word[0]),
    "lemma": lambda word: normalize(word[1] if word[1] != "_" else word[0]),
    "pos": lambda word: word[2] if word[2] != "_" else word[3],
    "tag": lambda word: word[3] if word[3] != "_" else word[2],
    "feats": lambda word: word[4],
    "shape": lambda word: shape(word[0]),
}


def is_punctuation(form: str) -> bool:
    """Whether every character is Unicode punctuation (category P), the definition of CoNLL-X."""
    if form.isalnum():  # most words
        return False
    return form != "" and all(unicodedata.category(character)[0] == "P" for character in form)


def words_of(sentence: Sentence) -> Iterable[Word]:
    """The columns that describe each word."""
    return zip(sentence.forms, sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats, strict=True)


def word_class(word: Word) -> int:
    """Verb, punctuation, conjunction, adposition or other, from UPOS or else by the conventions of common tag sets."""
    return PUNCTUATION if is_punctuation(word[0]) else class_of_tags(word)


def class_of_tags(word: Word) -> int:
    """The same for any word with these tags that is not made of punctuation."""
    tag = (word[2] if word[2] != "_" else word[3]).upper()
    if tag == "AUX" or tag.startswith("V"):
        return VERB
    if tag in _CONJUNCTIONS:
        return CONJUNCTION
    if tag in _ADPOSITIONS:
        return ADPOSITION
    return PUNCTUATION if tag == "PUNCT" else OTHER


def property_reader(name: str, backoff: str, words: Words | None = None) -> Callable[[Word], str]:
    """A function that gives the named property of a word.

    `form`, `lemma`, `pos`, `tag`, `feats`, `shape`, `backoff`, `prefix1` to `suffix9`; a name with a capital
    (`Case`, `Number`) is the value of that key in FEATS. The clusters of a word (`cluster4`) are those in `words`.
    """
    if name in CLUSTERS:
        if words is None:
            remedy = Wording("give ", Argument("words", "FILE"))
            raise ArcwalkError(f"the property {name} needs word clusters or vectors", remedy)
        return _cluster_reader(words, CLUSTERS.index(name))
    if name in _PROPERTIES:
        return _PROPERTIES[name]
    if name == "backoff":
        if backoff == "lemma":
            return _PROPERTIES["lemma"]
        if backoff == CHINESE:
            return lambda word: chinese_backoff(word[0])
        if not re.fullmatch("[1-9]", backoff):
            choices = f"auto, lemma, {CHINESE} or a number of characters from 1 to 9"
            raise ArcwalkError(f"option backoff={backoff}: choose {choices}")
        return lambda word: normalize(word[0])[: int(backoff)]
    if match := _AFFIX.match(name):
        length = int(match[2])
        if match[1] == "prefix":
            return lambda word: normalize(word[0])[:length]
        return lambda word: normalize(word[0])[-length:]
    if name[:1].isupper():
        return lambda word: _features(word[4]).get(name, "_")
    known = ", ".join([*_PROPERTIES, "backoff", "prefix1-9", "suffix1-9", *CLUSTERS])
    raise ArcwalkError(f"words have no property {name!r}", f"choose one of {known}, or a key of FEATS such as Case")


def check_property(name: str) -> None:
    """Raise if words have no property of that name, whatever is known about them."""
    if name not in CLUSTERS:
        property_reader(name, "lemma")


def _cluster_reader(words: Words, column: int) -> Callable[[Word], str]:
    def read(word: Word) -> str:
        row = words.row(word[0])
        return str(words.clusters[row, column]) if row >= 0 else "_"

    return read


@remembered(_REMEMBERED)
def _features(feats: str) -> dict[str, str]:
    """FEATS as a dictionary."""
    return dict(pair.split("=", 1) for pair in feats.split("|") if "=" in pair)


def backoff_rule(words: Iterable[Word]) -> str:
    """The back-off form for this language (section 5): `chinese_backoff` for Chinese, the lemma, if there is one, for
    Arabic, five characters otherwise. The language is guessed from the script of most letters, so that Japanese
    text in mostly kanji is treated like Chinese.
    """
    scripts: Counter[str] = Counter()
    has_lemmas = False
    for form, lemma, *_ in words:
        scripts.update(unicodedata.name(character, "?").split()[0] for character in form if character.isalpha())
        has_lemmas = has_lemmas or lemma != "_"
    script = scripts.most_common(1)[0][0] if scripts else "?"
    return {"CJK": CHINESE, "ARABIC": "lemma" if has_lemmas else "5"}.get(script, "5")
