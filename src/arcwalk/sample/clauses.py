"""Clauses about events: active, passive, infinitive, coordinated, with their adverbials."""

from dataclasses import dataclass

from arcwalk.sample import closed_class as words
from arcwalk.sample.adverbials import (
    MANNER,
    place_expression,
    sentence_adverb,
    time_expression,
    year,
)
from arcwalk.sample.context import Context, Nominal
from arcwalk.sample.frames import (
    add_complements,
    can_be_passive,
    has_person_subject,
    impersonal,
    pick_frame,
    subject_of,
)
from arcwalk.sample.lexicon import Frame
from arcwalk.sample.morphology import nonfinite
from arcwalk.sample.noun_phrases import anyone, noun_phrase, pronoun_for
from arcwalk.sample.relatives import add_aside, add_participle, add_relative
from arcwalk.sample.tree import Node
from arcwalk.sample.verb_groups import (
    PAST,
    PERFECT,
    PRESENT,
    Tense,
    attach_verb_group,
    choose_tense,
    verb_group,
)

LASTING = ("build", "paint", "write", "sign", "open", "record")


@dataclass(slots=True)
class Clause:
    """A clause with what later productions refer back to; nothing should be added after a closed one."""

    head: Node
    subject: Nominal
    tense: Tense
    frame: Frame | None = None
    object: Nominal | None = None
    closed: bool = False


def event(
    context: Context,
    base: Tense = PAST,
    *,
    subject: Nominal | None = None,
    frame: Frame | None = None,
    lean: bool = False,
    negation: float = 0.07,
    exact: bool = False,
    pronouns: bool = True,
) -> Clause | None:
    """Someone does something; nothing if the scene has no verb left that fits the subject.

    A lean clause is short, an exact one has the tense `base` and no other. Without `pronouns` the subject
    is named.
    """
    if frame is None:
        frame = pick_frame(
            context,
            lambda frame: (
                (subject is None or can_do(context, subject, frame))
                and not (exact and (frame.state or (frame.mishap and base.time == "present")))
            ),
        )
    if frame is None:
        return None
    subject = subject or subject_of(context, frame, pronouns=pronouns)
    if subject.gender == "p":
        negation = 0
    if frame.mishap and base.time == "present":
        base = PERFECT
    tense = base if exact else choose_tense(context.dice, base, state=not frame.is_deed, negation=negation)
    group, verb = verb_group(frame.verb, tense, subject)
    clause = Clause(Node(verb), subject, tense, frame)
    clause.object, last = add_complements(context, clause.head, frame, subject, lean=lean)
    if not lean:
        _expand(context, clause, last)
    attach_verb_group(context.dice, clause.head, group, tense, subject.node)
    if not lean:
        decorate(context, clause)
    elif tense.adverbials == "habit" and not exact and not tense.negative:
        clause.head.left(sentence_adverb(context.dice, "habit"), "advmod")
    return clause


def can_do(context: Context, subject: Nominal, frame: Frame) -> bool:
    """Whether the subject can be that of the frame; pronouns and names stand for people of the scene."""
    if subject.noun is None or subject.noun.kind == "proper":
        return has_person_subject(frame)
    if subject.noun.person and has_person_subject(frame):
        return True
    return context.lexicon.has(frame.subjects, subject.noun)


def passive(context: Context, base: Tense = PAST) -> Clause | None:
    """Something is done, perhaps by someone."""
    dice = context.dice
    frame = pick_frame(context, can_be_passive)
    if frame is None:
        return None
    frame = impersonal(context, frame)
    subject = noun_phrase(context, frame.objects, subject=True)
    tense = choose_tense(dice, base, state=dice.chance(0.6))
    group, verb = verb_group(frame.verb, tense, subject, passive=True)
    clause = Clause(Node(verb), subject, tense, frame)
    last = add_complements(context, clause.head, frame, None, gap=True).last
    if last is None or dice.chance(0.25):
        last = anyone(context, pronouns=False)
        last.node.front(words.adposition("by"), "case")
        clause.head.right(last.node, "obl:agent")
    _expand(context, clause, last)
    attach_verb_group(dice, clause.head, group, tense, subject.node, "nsubj:pass")
    if frame.verb in LASTING and tense == PAST and not clause.closed and dice.chance(0.4):
        clause.head.right(*year(dice))
    else:
        decorate(context, clause)
    return clause


def _expand(context: Context, clause: Clause, last: Nominal | None) -> None:
    """Perhaps a clause on the subject, on the last noun phrase, or on the noun inside it."""
    dice = context.dice
    if dice.chance(0.11) and not add_clause_to_noun(context, clause.subject, clause.tense):
        add_aside(context, clause.subject, clause.tense)
    if last is not None and dice.chance(0.42):
        target = last.inner if last.inner is not None and dice.chance(0.5) else last
        clause.closed = add_clause_to_noun(context, target, clause.tense)


def add_clause_to_noun(context: Context, nominal: Nominal, tense: Tense) -> bool:
    """A relative clause or a participle on a noun, where one fits."""
    if context.dice.chance(0.7):
        return add_relative(context, nominal, PAST if tense.time == "past" else PRESENT)
    return add_participle(context, nominal)


def decorate(context: Context, clause: Clause) -> None:
    """Add adverbs and expressions of time and place that go with the tense."""
    dice, head, kind = context.dice, clause.head, clause.tense.adverbials
    has_phrase = any(node.relation in ("obl", "obl:agent") for node in head.after)
    deed = clause.frame is not None and clause.frame.is_deed
    free = not clause.tense.negative and clause.subject.gender != "p"
    adverb = free and dice.chance(0.55 if kind == "habit" else 0.08)
    if adverb:
        head.left(sentence_adverb(dice, kind), "advmod")
    light = all(not node.after for node in head.after) and not clause.closed and not has_phrase
    if light and head.word.lemma in MANNER and dice.chance(0.2):
        head.right(words.adverb(dice.pick(MANNER[head.word.lemma])), "advmod")
    elif light and deed and clause.subject.is_person and dice.chance(0.08):
        head.right(*place_expression(context))
    time = time_expression(dice, kind) if dice.chance(1 if kind == "habit" and not adverb else 0.2) else None
    if time is None:
        return
    if clause.closed or dice.chance(0.3):
        _open_with(context, head, *time)
    else:
        head.right(*time)


def _open_with(context: Context, head: Node, opening: Node, relation: str) -> None:
    if context.dice.chance(0.5):
        head.front(words.COMMA, "punct")
    head.front(opening, relation)


def infinitive(context: Context, subject: Nominal, *, tag: str = "VB", transitive: bool = False) -> Node | None:
    """Do something (VB) or doing something (VBG), with the subject of another clause."""
    frame = pick_frame(
        context,
        lambda frame: frame.is_deed and bool(frame.objects or not transitive) and can_do(context, subject, frame),
    )
    if frame is None:
        return None
    head = Node(nonfinite(frame.verb, tag))
    last = add_complements(context, head, frame, subject).last
    if last is not None and context.dice.chance(0.12):
        add_relative(context, last, PAST)
    return head


def second_verb(context: Context, clause: Clause) -> Clause | None:
    """Another verb with the subject of the clause, whose object may be a pronoun for the first object."""
    dice, subject, first = context.dice, clause.subject, clause.object
    noun = first.noun if first is not None else None
    if noun is not None and noun.kind != "proper" and dice.chance(0.5):
        frame = pick_frame(
            context,
            lambda frame: can_do(context, subject, frame) and context.lexicon.has(frame.objects, noun),
        )
    else:
        first, frame = None, None
    again = pronoun_for(first, "Acc") if first is not None and frame is not None else None
    frame = frame or pick_frame(context, lambda frame: frame.is_deed and can_do(context, subject, frame))
    if frame is None:
        return None
    head = Node(verb_group(frame.verb, clause.tense, subject)[1])
    object_ = add_complements(context, head, frame, subject, given=again).object
    return Clause(head, subject, clause.tense, frame, object_)
