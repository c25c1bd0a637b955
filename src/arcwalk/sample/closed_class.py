"""The closed classes: articles, pronouns, conjunctions, numerals, punctuation and other small words."""

from arcwalk.sample.morphology import Word, features, listed

THE = Word("the", "the", "DET", "DT", "Definite=Def|PronType=Art")
A = Word("a", "a", "DET", "DT", "Definite=Ind|PronType=Art")
SOME = Word("some", "some", "DET", "DT", "PronType=Ind")
ANOTHER = Word("another", "another", "DET", "DT", "PronType=Ind")
EVERY = Word("every", "every", "DET", "DT", "PronType=Tot")
THIS = Word("this", "this", "DET", "DT", "Number=Sing|PronType=Dem")
THAT = Word("that", "that", "DET", "DT", "Number=Sing|PronType=Dem")
THESE = Word("these", "this", "DET", "DT", "Number=Plur|PronType=Dem")
WHICH = Word("which", "which", "DET", "WDT", "PronType=Int")

AND = Word("and", "and", "CCONJ", "CC")
BUT = Word("but", "but", "CCONJ", "CC")

NOT = Word("not", "not", "PART", "RB", "Polarity=Neg")
N_T = Word("n't", "not", "PART", "RB", "Polarity=Neg")
TO = Word("to", "to", "PART", "TO")
POSSESSIVE = Word("'s", "'s", "PART", "POS")
THERE = Word("there", "there", "PRON", "EX")
PLEASE = Word("please", "please", "INTJ", "UH")

COMMA = Word(",", ",", "PUNCT", ",")
PERIOD = Word(".", ".", "PUNCT", ".")
QUESTION_MARK = Word("?", "?", "PUNCT", ".")
EXCLAMATION_MARK = Word("!", "!", "PUNCT", ".")
OPENING_QUOTE = Word('"', '"', "PUNCT", "``")
CLOSING_QUOTE = Word('"', '"', "PUNCT", "''")

WHO = Word("who", "who", "PRON", "WP", "PronType=Int")
WHAT = Word("what", "what", "PRON", "WP", "PronType=Int")
REL_WHO = Word("who", "who", "PRON", "WP", "PronType=Rel")
REL_WHICH = Word("which", "which", "PRON", "WDT", "PronType=Rel")
REL_THAT = Word("that", "that", "PRON", "WDT", "PronType=Rel")
REL_WHOSE = Word("whose", "whose", "PRON", "WP$", "Poss=Yes|PronType=Rel")

MODALS = {
    form: Word(form, lemma, "AUX", "MD", "VerbForm=Fin")
    for forms, lemma in (
        ("will would", "will"),
        ("can could", "can"),
        ("must", "must"),
        ("should", "shall"),
        ("might", "may"),
    )
    for form in listed(forms)
}
CA = Word("ca", "can", "AUX", "MD", "VerbForm=Fin")  # as in "can't"

NUMERALS = tuple(
    Word(form, form, "NUM", "CD", "NumForm=Word|NumType=Card")
    for form in listed("two three four five six seven eight ten twelve twenty")
)
MANY = Word("many", "many", "ADJ", "JJ", "Degree=Pos")
SEVERAL = Word("several", "several", "ADJ", "JJ", "Degree=Pos")
QUANTIFIERS = (MANY, SEVERAL)
MORE = Word("more", "more", "ADJ", "JJR", "Degree=Cmp")

INDEFINITE_PRONOUNS = {
    form: Word(form, form, "PRON", "NN", features(Number="Sing", PronType=kind))
    for form, kind in (("somebody", "Ind"), ("nobody", "Neg"), ("everybody", "Tot"))
}


def digits(number: int) -> Word:
    """A number in figures."""
    return Word(str(number), str(number), "NUM", "CD", "NumForm=Digit|NumType=Card")


def adposition(form: str) -> Word:
    """A preposition."""
    return Word(form, form, "ADP", "IN")


def particle(form: str) -> Word:
    """The particle of a phrasal verb."""
    return Word(form, form, "ADP", "RP")


def subordinator(form: str) -> Word:
    """A conjunction that opens a subordinate clause."""
    return Word(form, form, "SCONJ", "IN")


def adverb(form: str) -> Word:
    """An adverb."""
    feats = {"never": "PronType=Neg", "always": "PronType=Tot"}
    if form in ("where", "when", "why", "how"):
        return Word(form, form, "ADV", "WRB", "PronType=Int")
    return Word(form, form, "ADV", "RB", feats.get(form, "_"))


def adjective(form: str) -> Word:
    """An adjective of the lexicon, which lists most in the positive."""
    if form == "older":
        return Word(form, "old", "ADJ", "JJR", "Degree=Cmp")
    return Word(form, form, "ADJ", "JJ", "Degree=Pos")


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


def personal_pronoun(person: int, plural: bool, gender: str, case: str) -> Word:
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
        return Word(form, form, "PRON", "PRP$", feats)
    return Word(form, forms[0], "PRON", "PRP", feats)
