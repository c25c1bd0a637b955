"""Adverbs and expressions of time and place, to attach to a verb."""

from collections.abc import Callable

from arcwalk.sample import closed_class as words
from arcwalk.sample.dice import Dice
from arcwalk.sample.draft import Draft
from arcwalk.sample.morphology import WordForm, listed
from arcwalk.sample.noun_phrases import prepositional_phrase
from arcwalk.sample.nouns import proper_noun
from arcwalk.sample.tree import Node

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = ("January", "March", "April", "May", "June", "July", "August", "September", "October", "November")
SEASONS = ("spring", "summer", "autumn", "winter")
DAY_PARTS = ("morning", "afternoon", "evening")
MANNER = {
    verb: listed(adverbs)
    for verbs, adverbs in (
        ("cut peel stir measure repair fix clean wash examine wrap paint mend draw", "carefully slowly quickly"),
        ("open close carry pick serve put hang light", "carefully quickly quietly"),
        ("read write study answer explain", "carefully slowly quickly"),
        ("play sing practise speak talk laugh", "loudly happily quietly"),
        ("wait sit sleep listen", "quietly patiently"),
        ("eat drink run walk swim jump climb cross", "slowly quickly happily"),
        ("sign announce promise show", "proudly publicly"),
    )
    for verb in listed(verbs)
}
SENTENCE_ADVERBS = {
    "past": ("finally", "soon", "also"),
    "habit": ("often", "usually", "always", "never", "sometimes", "rarely"),
    "now": ("still", "probably"),
    "future": ("probably", "soon", "certainly"),
    "none": ("already", "also"),
}

Adverbial = tuple[Node, str]  # with its relation
TimeExpression = Callable[[Dice], Adverbial]


def _noun(form: str, lemma: str = "") -> WordForm:
    plural = bool(lemma)
    return WordForm(form, lemma or form, "NOUN", "NNS" if plural else "NN", "Number=Plur" if plural else "Number=Sing")


def _phrase(preposition: str, noun: WordForm, *modifiers: tuple[WordForm, str]) -> Adverbial:
    """A noun with its modifiers, behind a preposition if there is one."""
    node = Node(noun)
    if preposition:
        node.left(words.adposition(preposition), "case")
    for word, relation in modifiers:
        node.left(word, relation)
    return node, "obl" if preposition else "obl:unmarked"


def year(dice: Dice) -> Adverbial:
    """ "In 1987"."""
    return _phrase("in", words.digits(1950 + dice.pick(range(70))))


def _date(dice: Dice) -> Adverbial:
    month = proper_noun(dice.pick(MONTHS))
    return _phrase("on", month, (words.digits(1 + dice.pick(range(28))), "nummod"))


def _near(which: str) -> TimeExpression:
    """ "Last week", "next Monday"."""

    def expression(dice: Dice) -> Adverbial:
        unit = dice.pick(("week", "month", "year", "summer", *WEEKDAYS[:5]))
        noun = proper_noun(unit) if unit[0].isupper() else _noun(unit)
        return _phrase("", noun, (words.adjective(which), "amod"))

    return expression


def _ago(dice: Dice) -> Adverbial:
    unit = dice.pick(("day", "week", "month", "year"))
    span, relation = _phrase("", _noun(unit + "s", unit), (dice.pick(words.NUMERALS[:6]), "nummod"))
    node = Node(words.adverb("ago"))
    node.left(span, relation)
    return node, "advmod"


def _this_day(dice: Dice) -> Adverbial:
    determiner = dice.pick((words.THAT, words.THIS))
    return _phrase("", _noun(dice.pick(DAY_PARTS)), (determiner, "det"))


EXPRESSIONS: dict[str, TimeExpression] = {
    "on Monday": lambda dice: _phrase("on", proper_noun(dice.pick(WEEKDAYS))),
    "at two o'clock": lambda dice: _phrase("at", _noun("o'clock"), (dice.pick(words.NUMERALS[:8]), "nummod")),
    "in the morning": lambda dice: _phrase("in", _noun(dice.pick(DAY_PARTS)), (words.THE, "det")),
    "on May 3": _date,
    "in May": lambda dice: _phrase("in", proper_noun(dice.pick(MONTHS))),
    "in spring": lambda dice: _phrase("in", _noun(dice.pick(SEASONS))),
    "yesterday": lambda _: _phrase("", _noun("yesterday")),
    "tomorrow": lambda dice: _phrase("", _noun(dice.pick(("tomorrow", "tomorrow", "tonight")))),
    "last week": _near("last"),
    "next week": _near("next"),
    "two days ago": _ago,
    "this morning": _this_day,
    "every day": lambda dice: _phrase("", _noun(dice.pick((*DAY_PARTS, "day", "week", "year"))), (words.EVERY, "det")),
}
TIMES = {
    "past": (
        (14, "yesterday"), (12, "on Monday"), (10, "last week"), (10, "this morning"), (8, "at two o'clock"),
        (8, "in the morning"), (7, "two days ago"), (6, "on May 3"), (3, "in May"), (4, "in spring"),
    ),
    "habit": ((12, "every day"), (5, "in the morning"), (4, "in spring"), (3, "at two o'clock")),
    "future": ((13, "tomorrow"), (6, "on Monday"), (6, "next week"), (4, "at two o'clock")),
}  # fmt: skip


def time_expression(dice: Dice, kind: str) -> Adverbial | None:
    """When it happened (past), happens (habit) or will happen (future); nothing for other kinds."""
    return EXPRESSIONS[dice.weighted(TIMES[kind])](dice) if kind in TIMES else None


def sentence_adverb(dice: Dice, kind: str) -> WordForm:
    """An adverb before the verb that fits the tense."""
    return words.adverb(dice.pick(SENTENCE_ADVERBS[kind]))


def place_expression(draft: Draft) -> Adverbial:
    """Where the scene is."""
    return prepositional_phrase(draft, draft.dice.pick(draft.scene.places), simple=True).node, "obl"
