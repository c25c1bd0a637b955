"""Forms of nouns and names."""

from arcwalk.sample.lexicon import Noun
from arcwalk.sample.morphology import Word


def common_noun(noun: Noun, plural: bool) -> Word:
    """A form of a common noun."""
    if noun.kind == "plural":
        return Word(noun.plural, noun.lemma, "NOUN", "NNS", "Number=Ptan")
    if plural:
        return Word(noun.plural, noun.lemma, "NOUN", "NNS", "Number=Plur")
    return Word(noun.lemma, noun.lemma, "NOUN", "NN", "Number=Sing")


def proper_noun(form: str) -> Word:
    """A name."""
    return Word(form, form, "PROPN", "NNP", "Number=Sing")


def bare_noun(token: str) -> Word:
    """A noun without an article, as `scenes.txt` writes it: Name, mass, plural/word or plural+."""
    form, _, lemma = token.partition("/")
    if lemma:
        return Word(form, lemma, "NOUN", "NNS", "Number=Plur")
    if form.endswith("+"):
        return Word(form[:-1], form[:-1], "NOUN", "NNS", "Number=Ptan")
    if form[0].isupper():
        return proper_noun(form)
    return Word(form, form, "NOUN", "NN", "Number=Sing")
