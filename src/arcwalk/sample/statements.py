"""Statements about events: simple, coordinated, and with adverbial clauses."""

from arcwalk.sample import closed_class as words
from arcwalk.sample.clauses import Clause, event, infinitive, passive, second_verb
from arcwalk.sample.dice import Dice
from arcwalk.sample.draft import DeadEnd, Draft
from arcwalk.sample.frames import pick_frame
from arcwalk.sample.noun_phrases import pronoun_for
from arcwalk.sample.states import EXCUSES, OBSTACLES, REASONS, feeling, weather
from arcwalk.sample.tree import Node
from arcwalk.sample.verb_groups import FUTURE, PAST, PLUPERFECT, PRESENT, Tense


def base_tense(dice: Dice) -> Tense:
    """Whether the sentence is about the past, the present or the future."""
    return dice.weighted([(70, PAST), (19, PRESENT), (11, FUTURE)])


def simple(draft: Draft) -> Node:
    """One event, active or passive."""
    base = base_tense(draft.dice)
    if draft.dice.chance(0.16):
        clause = passive(draft, PAST if base is PRESENT else base)
    else:
        clause = event(draft, base)
    return clause.head


def purpose(draft: Draft) -> Node:
    """ "Anna went to the market to buy bread"."""
    frame = pick_frame(draft, lambda frame: frame.purpose)
    clause = event(draft, base_tense(draft.dice), frame=frame, lean=True)
    aim = infinitive(draft, clause.subject, transitive=True)
    aim.front(words.TO, "mark")
    clause.head.right(aim, "advcl")
    return clause.head


def coordinated_verbs(draft: Draft) -> Node:
    """One subject that does two or three things."""
    dice = draft.dice
    clause = event(draft, base_tense(dice), lean=dice.chance(0.5), negation=0)
    if clause.closed or clause.frame is None or not clause.frame.is_deed:
        raise DeadEnd
    previous = clause
    for rest in range(2 if dice.chance(0.2) else 1, 0, -1):
        verb = second_verb(draft, previous)
        if rest > 1:
            verb.head.front(words.COMMA, "punct")
        else:
            verb.head.front(words.AND, "cc")
        clause.head.right(verb.head, "conj")
        previous = verb
    return clause.head


def coordinated_clauses(draft: Draft) -> Node:
    """Two clauses joined by "and" or "but", the second with its own subject."""
    dice = draft.dice
    base = base_tense(dice)
    first = event(draft, base, lean=dice.chance(0.7))
    second = other_event(draft, first, base, lean=dice.chance(0.7))
    contrast = first.tense.negative != second.tense.negative
    second.head.front(words.BUT if contrast or dice.chance(0.15) else words.AND, "cc")
    if dice.chance(0.4):
        second.head.front(words.COMMA, "punct")
    first.head.right(second.head, "conj")
    return first.head


def subordinated(draft: Draft) -> Node:
    """A main clause with an adverbial clause before or after it."""
    dice = draft.dice
    base = base_tense(dice)
    main = event(draft, base, lean=dice.chance(0.7))
    clause = _adverbial_clause(draft, main, base)
    if main.head.before[0].relation == "nsubj" and (main.closed or dice.chance(0.35)):
        main.head.front(words.COMMA, "punct")
        main.head.front(clause, "advcl")
    else:
        main.head.right(clause, "advcl")
    return main.head


def other_event(draft: Draft, first: Clause, tense: Tense, *, lean: bool = True, exact: bool = False) -> Clause:
    """Another clause, whose subject is someone else or a pronoun for the first subject."""
    again = first.subject.is_person and first.subject.gender != "p" and draft.dice.chance(0.25)
    subject = pronoun_for(first.subject) if again else None
    return event(draft, tense, subject=subject, lean=lean, exact=exact, pronouns=False)


def _adverbial_clause(draft: Draft, main: Clause, base: Tense) -> Node:
    dice = draft.dice
    if base.modal:
        conjunction, told = dice.pick(("if", "when", "before", "after")), PRESENT
    elif base.time == "past":
        conjunctions = ("when", "while", "before", "after", "because", "because", "although", "until")
        conjunction, told = dice.pick(conjunctions), PAST
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
            head = feeling(draft, main.subject, told, feelings)
        else:
            head = weather(draft, told)
    elif conjunction == "if" and dice.chance(0.5):
        head = weather(draft, told, progressive=False)
    else:
        told = Tense(told.time, progressive=True) if conjunction == "while" else told
        head = other_event(draft, main, told, exact=True).head
    if conjunction == "when":
        head.front(words.adverb("when"), "advmod")
    else:
        head.front(words.subordinator(conjunction), "mark")
    return head
