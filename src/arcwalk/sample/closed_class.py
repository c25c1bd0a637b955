"""The closed classes: articles, pronouns, conjunctions, numerals, punctuation and other small words."""

from arcwalk.sample.morphology import WordForm, features, listed

THE = WordForm("the", "the", "DET", "DT", "Definite=Def|PronType=Art")
A = WordForm("a", "a", "DET", "DT", "Definite=Ind|PronType=Art")
SOME = WordForm("some", "some", "DET", "DT", "PronType=Ind")
ANOTHER = WordForm("another", "another", "DET", "DT", "PronType=Ind")
EVERY = WordForm("every", "every", "DET", "DT", "PronType=Tot")
THIS = WordForm("this", "this", "DET", "DT", "Number=Sing|PronType=Dem")
THAT = WordForm("that", "that", "DET", "DT", "Number=Sing|PronType=Dem")
THESE = WordForm("these", "this", "DET", "DT", "Number=Plur|PronType=Dem")
WHICH = WordForm("which", "which", "DET", "WDT", "PronType=Int")

AND = WordForm("and", "and", "CCONJ", "CC")
BUT = WordForm("but", "but", "CCONJ", "CC")

NOT = WordForm("not", "not", "PART", "RB", "Polarity=Neg")
N_T = WordForm("n't", "not", "PART", "RB", "Polarity=Neg")
TO = WordForm("to", "to", "PART", "TO")
POSSESSIVE = WordForm("'s", "'s", "PART", "POS")
THERE = WordForm("there", "there", "PRON", "EX")
PLEASE = WordForm("please", "please", "INTJ", "UH")

COMMA = WordForm(",", ",", "PUNCT", ",")
PERIOD = WordForm(".", ".", "PUNCT", ".")
QUESTION_MARK = WordForm("?", "?", "PUNCT", ".")
EXCLAMATION_MARK = WordForm("!", "!", "PUNCT", ".")
OPENING_QUOTE = WordForm('"', '"', "PUNCT", "``")
CLOSING_QUOTE = WordForm('"', '"', "PUNCT", "''")

WHO = WordForm("who", "who", "PRON", "WP", "PronType=Int")
WHAT = WordForm("what", "what", "PRON", "WP", "PronType=Int")
REL_WHO = WordForm("who", "who", "PRON", "WP", "PronType=Rel")
REL_WHICH = WordForm("which", "which", "PRON", "WDT", "PronType=Rel")
REL_THAT = WordForm("that", "that", "PRON", "WDT", "PronType=Rel")
REL_WHOSE = WordForm("whose", "whose", "PRON", "WP$", "Poss=Yes|PronType=Rel")

MODALS = {
    form: WordForm(form, lemma, "AUX", "MD", "VerbForm=Fin")
    for forms, lemma in (
        ("will would", "will"),
        ("can could", "can"),
        ("must", "must"),
        ("should", "shall"),
        ("might", "may"),
    )
    for form in listed(forms)
}
CA = WordForm("ca", "can", "AUX", "MD", "VerbForm=Fin")  # as in "can't"

NUMERALS = tuple(
    WordForm(form, form, "NUM", "CD", "NumForm=Word|NumType=Card")
    for form in listed("two three four five six seven eight ten twelve twenty")
)
MANY = WordForm("many", "many", "ADJ", "JJ", "Degree=Pos")
SEVERAL = WordForm("several", "several", "ADJ", "JJ", "Degree=Pos")
QUANTIFIERS = (MANY, SEVERAL)
MORE = WordForm("more", "more", "ADJ", "JJR", "Degree=Cmp")

INDEFINITE_PRONOUNS = {
    form: WordForm(form, form, "PRON", "NN", features(Number="Sing", PronType=kind))
    for form, kind in (("somebody", "Ind"), ("nobody", "Neg"), ("everybody", "Tot"))
}


def digits(number: int) -> WordForm:
    """A number in figures."""
    return WordForm(str(number), str(number), "NUM", "CD", "NumForm=Digit|NumType=Card")


def adposition(form: str) -> WordForm:
    """A preposition."""
    return WordForm(form, form, "ADP", "IN")


def particle(form: str) -> WordForm:
    """The particle of a phrasal verb."""
    return WordForm(form, form, "ADP", "RP")


def subordinator(form: str) -> WordForm:
    """A conjunction that opens a subordinate clause."""
    return WordForm(form, form, "SCONJ", "IN")


def adverb(form: str) -> WordForm:
    """An adverb."""
    feats = {"never": "PronType=Neg", "always": "PronType=Tot"}
    if form in ("where", "when", "why", "how"):
        return WordForm(form, form, "ADV", "WRB", "PronType=Int")
    return WordForm(form, form, "ADV", "RB", feats.get(form, "_"))


def adjective(form: str) -> WordForm:
    """An adjective of the lexicon, which lists most in the positive."""
    if form == "older":
        return WordForm(form, "old", "ADJ", "JJR", "Degree=Cmp")
    return WordForm(form, form, "ADJ", "JJ", "Degree=Pos")


# person, plural, gender: nominative, accusative, possessive
_PERSONAL = {
    (1, False, "n"): ("I", "me", "my"),
    (2, False, "n"): ("you", "you", "your"),
    (3, False, "m"): ("he", "him", "his"),
    (3, False, "f"): ("she", "her", "her"),
    (3, False, "n"): ("it", "it", "its"),
    (1, True, "n"): ("we", "us", "our"),
    (3, True, "n"): ("they", "them", "their"),
}


def personal_pronoun(person: int, plural: bool, gender: str, case: str) -> WordForm:
    """The personal pronoun in case "Nom" or "Acc", or the possessive one for "Gen"; gender is m, f or n."""
    forms = _PERSONAL[person, plural, gender if person == 3 and not plural else "n"]
    form = forms[("Nom", "Acc", "Gen").index(case)]
    genders = {"m": "Masc", "f": "Fem", "n": "Neut"}
    feats = features(
        Case=case,
        Gender=genders[gender] if person == 3 and not plural else "",
        Number="" if person == 2 else "Plur" if plural else "Sing",
        Person=str(person),
        Poss="Yes" if case == "Gen" else "",
        PronType="Prs",
    )
    if case == "Gen":
        return WordForm(form, form, "PRON", "PRP$", feats)
    return WordForm(form, forms[0], "PRON", "PRP", feats)
