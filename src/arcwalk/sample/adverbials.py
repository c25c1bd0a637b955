"""Adverbs and expressions of time and place, each ready to hang on a verb."""

from collections.abc import Callable

from arcwalk.sample import closed_class as words
from arcwalk.sample.context import Context
from arcwalk.sample.dice import Dice
from arcwalk.sample.morphology import Word, listed
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
        (
            "cut peel stir measure repair fix clean wash examine wrap paint mend draw",
            "carefully slowly quickly",
        ),
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

Adverbial = tuple[Node, str]


def _noun(form: str, lemma: str = "") -> Word:
    plural = bool(lemma)
    return Word(form, lemma or form, "NOUN", "NNS" if plural else "NN", "Number=Plur" if plural else "Number=Sing")


def _with(node: Node, word: Word, relation: str) -> Node:
    node.left(word, relation)
    return node


def _weekday(dice: Dice) -> Adverbial:
    return _with(Node(proper_noun(dice.pick(WEEKDAYS))), words.adposition("on"), "case"), "obl"


def _clock(dice: Dice) -> Adverbial:
    node = _with(Node(_noun("o'clock")), words.adposition("at"), "case")
    return _with(node, dice.pick(words.NUMERALS[:8]), "nummod"), "obl"


def _day_part(dice: Dice) -> Adverbial:
    node = _with(Node(_noun(dice.pick(DAY_PARTS))), words.adposition("in"), "case")
    return _with(node, words.THE, "det"), "obl"


def _date(dice: Dice) -> Adverbial:
    node = _with(Node(proper_noun(dice.pick(MONTHS))), words.adposition("on"), "case")
    return _with(node, words.digits(1 + int(dice.pick(range(28)))), "nummod"), "obl"


def _month(dice: Dice) -> Adverbial:
    return _with(Node(proper_noun(dice.pick(MONTHS))), words.adposition("in"), "case"), "obl"


def year(dice: Dice) -> Adverbial:
    """ "In 1987"."""
    return _with(Node(words.digits(1950 + dice.pick(range(70)))), words.adposition("in"), "case"), "obl"


def _season(dice: Dice) -> Adverbial:
    return _with(Node(_noun(dice.pick(SEASONS))), words.adposition("in"), "case"), "obl"


def _yesterday(_: Dice) -> Adverbial:
    return Node(_noun("yesterday")), "obl:unmarked"


def _tomorrow(dice: Dice) -> Adverbial:
    return Node(_noun(dice.pick(("tomorrow", "tomorrow", "tonight")))), "obl:unmarked"


def _near_unit(dice: Dice, which: str) -> Adverbial:
    unit = dice.pick(("week", "month", "year", "summer", *WEEKDAYS[:5]))
    noun = proper_noun(unit) if unit[0].isupper() else _noun(unit)
    return _with(Node(noun), words.adjective(which), "amod"), "obl:unmarked"


def _last(dice: Dice) -> Adverbial:
    return _near_unit(dice, "last")


def _next(dice: Dice) -> Adverbial:
    return _near_unit(dice, "next")


def _ago(dice: Dice) -> Adverbial:
    unit = dice.pick(("day", "week", "month", "year"))
    span = _with(Node(_noun(unit + "s", unit)), dice.pick(words.NUMERALS[:6]), "nummod")
    node = Node(words.adverb("ago"))
    node.left(span, "obl:unmarked")
    return node, "advmod"


def _that_day(dice: Dice) -> Adverbial:
    determiner = dice.pick((words.THAT, words.THIS))
    return _with(Node(_noun(dice.pick(DAY_PARTS))), determiner, "det"), "obl:unmarked"


def _every(dice: Dice) -> Adverbial:
    return _with(Node(_noun(dice.pick((*DAY_PARTS, "day", "week", "year")))), words.EVERY, "det"), "obl:unmarked"


TIMES: dict[str, tuple[tuple[int, Callable[[Dice], Adverbial]], ...]] = {
    "past": (
        (14, _yesterday), (12, _weekday), (10, _last), (10, _that_day), (8, _clock), (8, _day_part),
        (7, _ago), (6, _date), (3, _month), (4, _season),
    ),
    "habit": ((12, _every), (5, _day_part), (4, _season), (3, _clock)),
    "future": ((13, _tomorrow), (6, _weekday), (6, _next), (4, _clock)),
}  # fmt: skip


def time_expression(dice: Dice, kind: str) -> Adverbial | None:
    """When it happened (past), happens (habit) or will happen (future); nothing for other kinds."""
    return dice.weighted(TIMES[kind])(dice) if kind in TIMES else None


def sentence_adverb(dice: Dice, kind: str) -> Word:
    """An adverb that stands before the verb and goes with the tense."""
    return words.adverb(dice.pick(SENTENCE_ADVERBS[kind]))


def place_expression(context: Context) -> Adverbial:
    """Where the scene is."""
    return prepositional_phrase(context, context.dice.pick(context.scene.places), simple=True).node, "obl"
