"""English inflection: word forms with their lemma, tags and features."""

from dataclasses import dataclass


def listed(text: str) -> tuple[str, ...]:
    """The words of a text, for readable word lists."""
    return tuple(text.split())


IRREGULAR_VERBS = """
be was been | beat beat beaten | begin began begun | break broke broken | bring brought brought
build built built | burn burnt burnt | buy bought bought | catch caught caught | come came come
cut cut cut | dig dug dug | do did done | draw drew drawn | drink drank drunk | drive drove driven
eat ate eaten | fall fell fallen | feed fed fed | find found found | fly flew flown
forget forgot forgotten | get got got | give gave given | go went gone | hang hung hung | have had had
hear heard heard | hide hid hidden | hurt hurt hurt | keep kept kept | know knew known | lead led led
leave left left | lend lent lent | lie lay lain | light lit lit | lose lost lost | meet met met
pay paid paid | put put put | read read read | ride rode ridden | run ran run | say said said
see saw seen | sell sold sold | send sent sent | show showed shown | sing sang sung | sink sank sunk
sit sat sat | sleep slept slept | smell smelt smelt | speak spoke spoken | steal stole stolen
swim swam swum | take took taken | teach taught taught | tell told told | think thought thought
throw threw thrown | wear wore worn | win won won | write wrote written
"""
IRREGULAR = {
    lemma: (past, participle)
    for line in IRREGULAR_VERBS.strip().split("\n")
    for lemma, past, participle in map(str.split, line.split(" | "))
}
DOUBLING = listed("begin cut dig drop forget get knit plan put run set sit spot step stir stop swim travel win wrap")
VOWELS = "aeiou"


@dataclass(frozen=True, slots=True)
class WordForm:
    """A word as in columns 2 to 6 of CoNLL-U."""

    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str = "_"


def features(**values: str) -> str:
    """FEATS from keyword arguments, sorted as in CoNLL-U, without those that are empty."""
    return "|".join(f"{name}={values[name]}" for name in sorted(values, key=str.lower) if values[name]) or "_"


def _ends_in_consonant_and_y(stem: str) -> bool:
    return stem.endswith("y") and stem[-2] not in VOWELS


def with_s(stem: str) -> str:
    """The regular plural of a noun, or the third person of a verb."""
    if _ends_in_consonant_and_y(stem):
        return stem[:-1] + "ies"
    if stem.endswith(("s", "x", "z", "ch", "sh")) or stem in ("go", "do", "tomato", "potato"):
        return stem + "es"
    return stem + "s"


def past_forms(lemma: str) -> tuple[str, str]:
    """Past tense and past participle."""
    if lemma in IRREGULAR:
        return IRREGULAR[lemma]
    if lemma.endswith("e"):
        regular = lemma + "d"
    elif _ends_in_consonant_and_y(lemma):
        regular = lemma[:-1] + "ied"
    else:
        regular = lemma + (lemma[-1] if lemma in DOUBLING else "") + "ed"
    return regular, regular


def with_ing(lemma: str) -> str:
    """The present participle."""
    if lemma.endswith("ie"):
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and not lemma.endswith(("ee", "be")):
        return lemma[:-1] + "ing"
    return lemma + (lemma[-1] if lemma in DOUBLING else "") + "ing"


def comparative(adjective: str) -> str:
    """The comparative of a short adjective."""
    if adjective.endswith("e"):
        return adjective + "r"
    if adjective.endswith("y"):
        return adjective[:-1] + "ier"
    if adjective in ("big", "fat", "thin", "hot"):
        return adjective + adjective[-1] + "er"
    return adjective + "er"


def finite(lemma: str, tense: str, person: int, plural: bool, upos: str = "VERB") -> WordForm:
    """A verb form that agrees with its subject; `tense` is "past" or "present"."""
    third = person == 3 and not plural
    feats = features(
        Mood="Ind",
        Number="Plur" if plural else "Sing",
        Person=str(person),
        Tense="Past" if tense == "past" else "Pres",
        VerbForm="Fin",
    )
    if tense == "past":
        form = past_forms(lemma)[0]
        if lemma == "be" and (plural or person == 2):
            form = "were"
        return WordForm(form, lemma, upos, "VBD", feats)
    if lemma == "be":
        form = "is" if third else "am" if person == 1 and not plural else "are"
    elif lemma == "have":
        form = "has" if third else "have"
    else:
        form = with_s(lemma) if third else lemma
    return WordForm(form, lemma, upos, "VBZ" if third else "VBP", feats)


def nonfinite(lemma: str, tag: str, upos: str = "VERB") -> WordForm:
    """An infinitive (VB), imperative (VB!), participle (VBG, VBN) or passive participle (VBN!)."""
    participle = features(Tense="Past", VerbForm="Part", Voice="Pass" if tag == "VBN!" else "")
    form, feats = {
        "VB": (lemma, "VerbForm=Inf"),
        "VB!": (lemma, "Mood=Imp|VerbForm=Fin"),
        "VBG": (with_ing(lemma), "Tense=Pres|VerbForm=Part"),
        "VBN": (past_forms(lemma)[1], participle),
        "VBN!": (past_forms(lemma)[1], participle),
    }[tag]
    return WordForm(form, lemma, upos, tag.rstrip("!"), feats)
