"""Statements about events: simple, coordinated, and with adverbial clauses."""

from arcwalk.treebank.sample import closed_class as words
from arcwalk.treebank.sample.clauses import Clause, event, infinitive, passive, second_verb
from arcwalk.treebank.sample.context import Context, Nominal
from arcwalk.treebank.sample.dice import Dice
from arcwalk.treebank.sample.frames import pick_frame
from arcwalk.treebank.sample.states import feeling, weather
from arcwalk.treebank.sample.tree import Node
from arcwalk.treebank.sample.verb_groups import FUTURE, PAST, PLUPERFECT, PRESENT, Tense


def base_tense(dice: Dice) -> Tense:
    """Whether the sentence is about the past, the present or the future."""
    return dice.weighted([(70, PAST), (19, PRESENT), (11, FUTURE)])


def simple(context: Context) -> Node | None:
    """One event, active or passive."""
    base = base_tense(context.dice)
    clause = passive(context, base) if context.dice.chance(0.16) else event(context, base)
    return clause.head if clause else None


def purpose(context: Context) -> Node | None:
    """ "Anna went to the market to buy bread"."""
    frame = pick_frame(context, lambda frame: frame.purpose)
    clause = event(context, base_tense(context.dice), frame=frame, lean=True) if frame else None
    aim = infinitive(context, clause.subject) if clause else None
    if clause is None or aim is None:
        return None
    aim.front(words.TO, "mark")
    clause.head.right(aim, "advcl")
    return clause.head


def coordinated_verbs(context: Context) -> Node | None:
    """One subject that does two or three things."""
    dice = context.dice
    clause = event(context, base_tense(dice), lean=dice.chance(0.5), negation=0)
    if clause is None or clause.closed:
        return None
    for rest in range(2 if dice.chance(0.2) else 1, 0, -1):
        verb = second_verb(context, clause)
        if verb is None:
            return None
        if rest > 1:
            verb.head.front(words.COMMA, "punct")
        else:
            verb.head.front(words.AND, "cc")
        clause.head.right(verb.head, "conj")
    return clause.head


def coordinated_clauses(context: Context) -> Node | None:
    """Two clauses joined by "and" or "but", the second with its own subject."""
    dice = context.dice
    base = base_tense(dice)
    first = event(context, base, lean=dice.chance(0.6))
    second = event(context, base, lean=dice.chance(0.6))
    if first is None or second is None or _same_pronoun(first.subject, second.subject):
        return None
    contrast = first.tense.negative != second.tense.negative
    second.head.front(words.BUT if contrast or dice.chance(0.15) else words.AND, "cc")
    if dice.chance(0.6):
        second.head.front(words.COMMA, "punct")
    first.head.right(second.head, "conj")
    return first.head


def subordinated(context: Context) -> Node | None:
    """A main clause with an adverbial clause before or after it."""
    dice = context.dice
    base = base_tense(dice)
    main = event(context, base, lean=dice.chance(0.6))
    clause = _adverbial_clause(context, main, base) if main else None
    if main is None or clause is None:
        return None
    if main.closed or dice.chance(0.35):
        main.head.front(words.COMMA, "punct")
        main.head.front(clause, "advcl")
    else:
        main.head.right(clause, "advcl")
    return main.head


def _same_pronoun(first: Nominal, second: Nominal) -> bool:
    return first.node.word.upos == "PRON" and first.node.word == second.node.word


def _adverbial_clause(context: Context, main: Clause, base: Tense) -> Node | None:
    dice = context.dice
    if base.modal:
        conjunction, told = dice.pick(("if", "when", "before", "after")), PRESENT
    elif base.time == "past":
        conjunction = dice.pick(
            ("when", "while", "before", "after", "because", "because", "although", "until")
        )
        told = PLUPERFECT if conjunction == "after" and dice.chance(0.5) else PAST
    else:
        conjunction, told = dice.pick(("because", "although", "when")), PRESENT
    if conjunction in ("because", "although"):
        reason = feeling if main.subject.is_person and dice.chance(0.7) else None
        head = reason(context, main.subject, told) if reason else weather(context, told)
    elif conjunction in ("if", "until") and dice.chance(0.5):
        head = weather(context, told)
    else:
        told = Tense(told.time, progressive=True) if conjunction == "while" else told
        frame = pick_frame(context, lambda frame: not frame.state)
        inner = event(context, told, frame=frame, lean=True, exact=True) if frame else None
        if inner is None or _same_pronoun(inner.subject, main.subject):
            return None
        head = inner.head
    if conjunction == "when":
        head.front(words.adverb("when"), "advmod")
    else:
        head.front(words.subordinator(conjunction), "mark")
    return head
