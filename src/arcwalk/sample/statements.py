"""Statements about events: simple, coordinated, and with adverbial clauses."""

from arcwalk.sample import closed_class as words
from arcwalk.sample.clauses import Clause, event, infinitive, passive, second_verb
from arcwalk.sample.context import Context
from arcwalk.sample.dice import Dice
from arcwalk.sample.frames import pick_frame
from arcwalk.sample.noun_phrases import pronoun_for
from arcwalk.sample.states import EXCUSES, OBSTACLES, REASONS, feeling, weather
from arcwalk.sample.tree import Node
from arcwalk.sample.verb_groups import FUTURE, PAST, PLUPERFECT, PRESENT, Tense


def base_tense(dice: Dice) -> Tense:
    """Whether the sentence is about the past, the present or the future."""
    return dice.weighted([(70, PAST), (19, PRESENT), (11, FUTURE)])


def simple(context: Context) -> Node | None:
    """One event, active or passive."""
    base = base_tense(context.dice)
    if context.dice.chance(0.16):
        clause = passive(context, PAST if base is PRESENT else base)
    else:
        clause = event(context, base)
    return clause.head if clause else None


def purpose(context: Context) -> Node | None:
    """ "Anna went to the market to buy bread"."""
    frame = pick_frame(context, lambda frame: frame.purpose)
    clause = event(context, base_tense(context.dice), frame=frame, lean=True) if frame else None
    aim = infinitive(context, clause.subject, transitive=True) if clause else None
    if clause is None or aim is None:
        return None
    aim.front(words.TO, "mark")
    clause.head.right(aim, "advcl")
    return clause.head


def coordinated_verbs(context: Context) -> Node | None:
    """One subject that does two or three things."""
    dice = context.dice
    clause = event(context, base_tense(dice), lean=dice.chance(0.5), negation=0)
    if clause is None or clause.closed or clause.frame is None or not clause.frame.is_deed:
        return None
    previous = clause
    for rest in range(2 if dice.chance(0.2) else 1, 0, -1):
        verb = second_verb(context, previous)
        if verb is None:
            return None
        if rest > 1:
            verb.head.front(words.COMMA, "punct")
        else:
            verb.head.front(words.AND, "cc")
        clause.head.right(verb.head, "conj")
        previous = verb
    return clause.head


def coordinated_clauses(context: Context) -> Node | None:
    """Two clauses joined by "and" or "but", the second with its own subject."""
    dice = context.dice
    base = base_tense(dice)
    first = event(context, base, lean=dice.chance(0.7))
    second = other_event(context, first, base, lean=dice.chance(0.7)) if first else None
    if first is None or second is None:
        return None
    contrast = first.tense.negative != second.tense.negative
    second.head.front(words.BUT if contrast or dice.chance(0.15) else words.AND, "cc")
    if dice.chance(0.4):
        second.head.front(words.COMMA, "punct")
    first.head.right(second.head, "conj")
    return first.head


def subordinated(context: Context) -> Node | None:
    """A main clause with an adverbial clause before or after it."""
    dice = context.dice
    base = base_tense(dice)
    main = event(context, base, lean=dice.chance(0.7))
    clause = _adverbial_clause(context, main, base) if main else None
    if main is None or clause is None:
        return None
    if main.head.before[0].relation == "nsubj" and (main.closed or dice.chance(0.35)):
        main.head.front(words.COMMA, "punct")
        main.head.front(clause, "advcl")
    else:
        main.head.right(clause, "advcl")
    return main.head


def other_event(
    context: Context, first: Clause, tense: Tense, *, lean: bool = True, exact: bool = False
) -> Clause | None:
    """Another clause, in which someone else is named or a pronoun refers back to the first subject."""
    again = first.subject.is_person and first.subject.gender != "p" and context.dice.chance(0.25)
    subject = pronoun_for(first.subject) if again else None
    return event(context, tense, subject=subject, lean=lean, exact=exact, pronouns=False)


def _adverbial_clause(context: Context, main: Clause, base: Tense) -> Node | None:
    dice = context.dice
    if base.modal:
        conjunction, told = dice.pick(("if", "when", "before", "after")), PRESENT
    elif base.time == "past":
        conjunction, told = (
            dice.pick(("when", "while", "before", "after", "because", "because", "although", "until")),
            PAST,
        )
    else:
        conjunction, told = dice.pick(("because", "although")), PRESENT
    deed = main.frame is not None and main.frame.is_deed
    if conjunction == "because" and not (main.subject.is_person and deed):
        conjunction = "although"
    if conjunction == "after" and base.time == "past" and dice.chance(0.5):
        told = PLUPERFECT
    if conjunction in ("because", "although"):
        if main.subject.is_person and dice.chance(0.7):
            feelings = OBSTACLES if conjunction == "although" else EXCUSES if main.tense.negative else REASONS
            head = feeling(context, main.subject, told, feelings)
        else:
            head = weather(context, told)
    elif conjunction == "if" and dice.chance(0.5):
        head = weather(context, told, progressive=False)
    else:
        told = Tense(told.time, progressive=True) if conjunction == "while" else told
        inner = other_event(context, main, told, exact=True)
        if inner is None:
            return None
        head = inner.head
    if conjunction == "when":
        head.front(words.adverb("when"), "advmod")
    else:
        head.front(words.subordinator(conjunction), "mark")
    return head
