"""Forms of nouns and names."""

from arcwalk.sample.lexicon import Noun
from arcwalk.sample.morphology import WordForm


def common_noun(noun: Noun, plural: bool) -> WordForm:
    """A form of a common noun."""
    if noun.kind == "plural":
        return WordForm(noun.plural, noun.lemma, "NOUN", "NNS", "Number=Ptan")
    if plural:
        return WordForm(noun.plural, noun.lemma, "NOUN", "NNS", "Number=Plur")
    return WordForm(noun.lemma, noun.lemma, "NOUN", "NN", "Number=Sing")


def proper_noun(form: str) -> WordForm:
    """A name."""
    return WordForm(form, form, "PROPN", "NNP", "Number=Sing")


def bare_noun(token: str) -> WordForm:
    """A noun without an article, as `scenes.txt` writes it: Name, mass, plural/word or plural+."""
    form, _, lemma = token.partition("/")
    if lemma:
        return WordForm(form, lemma, "NOUN", "NNS", "Number=Plur")
    if form.endswith("+"):
        return WordForm(form[:-1], form[:-1], "NOUN", "NNS", "Number=Ptan")
    if form[0].isupper():
        return proper_noun(form)
    return WordForm(form, form, "NOUN", "NN", "Number=Sing")
