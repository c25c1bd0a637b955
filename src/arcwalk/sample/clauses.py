"""Clauses about events: active, passive, infinitive, coordinated, with their adverbials."""

from dataclasses import dataclass

from arcwalk.sample import closed_class as words
from arcwalk.sample.adverbials import MANNER, place_expression, sentence_adverb, time_expression, year
from arcwalk.sample.draft import Draft, Nominal
from arcwalk.sample.frames import (
    add_complements,
    can_be_passive,
    find_frame,
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
from arcwalk.sample.verb_groups import PAST, PERFECT, PRESENT, Tense, attach_verb_group, choose_tense, verb_group

LASTING = ("build", "paint", "write", "sign", "open", "record")


@dataclass(slots=True)
class Clause:
    """A clause with what later productions refer to; nothing may be added after a closed one."""

    head: Node
    subject: Nominal
    tense: Tense
    frame: Frame | None = None
    object: Nominal | None = None
    closed: bool = False


def event(
    draft: Draft,
    base: Tense = PAST,
    *,
    subject: Nominal | None = None,
    frame: Frame | None = None,
    lean: bool = False,
    negation: float = 0.07,
    exact: bool = False,
    pronouns: bool = True,
) -> Clause:
    """Someone does something.

    A lean clause is short; an exact one has the tense `base`; without `pronouns`, the subject is named.
    """
    if frame is None:
        frame = pick_frame(
            draft,
            lambda frame: (
                (subject is None or can_do(draft, subject, frame))
                and not (exact and (frame.state or (frame.mishap and base.time == "present")))
            ),
        )
    subject = subject or subject_of(draft, frame, pronouns=pronouns)
    if subject.gender == "p":
        negation = 0
    if frame.mishap and base.time == "present":
        base = PERFECT
    tense = base if exact else choose_tense(draft.dice, base, state=not frame.is_deed, negation=negation)
    group, verb = verb_group(frame.verb, tense, subject)
    clause = Clause(Node(verb), subject, tense, frame)
    clause.object, last = add_complements(draft, clause.head, frame, subject, lean=lean)
    if not lean:
        _expand(draft, clause, last)
    attach_verb_group(draft.dice, clause.head, group, tense, subject.node)
    if not lean:
        decorate(draft, clause)
    elif tense.adverbials == "habit" and not exact and not tense.negative:
        clause.head.left(sentence_adverb(draft.dice, "habit"), "advmod")
    return clause


def can_do(draft: Draft, subject: Nominal, frame: Frame) -> bool:
    """Whether the subject fits the frame; pronouns and names refer to people of the scene."""
    if subject.noun is None or subject.noun.kind == "proper":
        return has_person_subject(frame)
    if subject.noun.person and has_person_subject(frame):
        return True
    return draft.lexicon.has(frame.subjects, subject.noun)


def passive(draft: Draft, base: Tense = PAST) -> Clause:
    """Something is done, perhaps by someone."""
    dice = draft.dice
    frame = impersonal(draft, pick_frame(draft, can_be_passive))
    subject = noun_phrase(draft, frame.objects, subject=True)
    tense = choose_tense(dice, base, state=dice.chance(0.6))
    group, verb = verb_group(frame.verb, tense, subject, passive=True)
    clause = Clause(Node(verb), subject, tense, frame)
    last = add_complements(draft, clause.head, frame, None, gap=True).last
    if last is None or dice.chance(0.25):
        last = anyone(draft, pronouns=False)
        last.node.front(words.adposition("by"), "case")
        clause.head.right(last.node, "obl:agent")
    _expand(draft, clause, last)
    attach_verb_group(dice, clause.head, group, tense, subject.node, "nsubj:pass")
    if frame.verb in LASTING and tense == PAST and not clause.closed and dice.chance(0.4):
        clause.head.right(*year(dice))
    else:
        decorate(draft, clause)
    return clause


def _expand(draft: Draft, clause: Clause, last: Nominal | None) -> None:
    """Perhaps attach a clause to the subject, to the last noun phrase, or to the noun inside it."""
    dice = draft.dice
    if dice.chance(0.11) and not add_clause_to_noun(draft, clause.subject, clause.tense):
        add_aside(draft, clause.subject, clause.tense)
    if last is not None and dice.chance(0.42):
        target = last.inner if last.inner is not None and dice.chance(0.5) else last
        clause.closed = add_clause_to_noun(draft, target, clause.tense)


def add_clause_to_noun(draft: Draft, nominal: Nominal, tense: Tense) -> bool:
    """Attach a relative clause or a participle to a noun, if one fits."""
    if draft.dice.chance(0.7):
        return add_relative(draft, nominal, PAST if tense.time == "past" else PRESENT)
    return add_participle(draft, nominal)


def decorate(draft: Draft, clause: Clause) -> None:
    """Add adverbs and expressions of time and place that fit the tense."""
    dice, head, kind = draft.dice, clause.head, clause.tense.adverbials
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
        head.right(*place_expression(draft))
    time = time_expression(dice, kind) if dice.chance(1 if kind == "habit" and not adverb else 0.2) else None
    if time is None:
        return
    if clause.closed or dice.chance(0.3):
        _open_with(draft, head, *time)
    else:
        head.right(*time)


def _open_with(draft: Draft, head: Node, opening: Node, relation: str) -> None:
    if draft.dice.chance(0.5):
        head.front(words.COMMA, "punct")
    head.front(opening, relation)


def infinitive(draft: Draft, subject: Nominal, *, tag: str = "VB", transitive: bool = False) -> Node:
    """Do something (VB) or doing something (VBG), with the subject of another clause."""
    frame = pick_frame(
        draft, lambda frame: frame.is_deed and bool(frame.objects or not transitive) and can_do(draft, subject, frame)
    )
    head = Node(nonfinite(frame.verb, tag))
    last = add_complements(draft, head, frame, subject).last
    if last is not None and draft.dice.chance(0.12):
        add_relative(draft, last, PAST)
    return head


def second_verb(draft: Draft, clause: Clause) -> Clause:
    """Another verb with the subject of the clause, whose object may be a pronoun for the first object."""
    dice, subject, first = draft.dice, clause.subject, clause.object
    noun = first.noun if first is not None else None
    if noun is not None and noun.kind != "proper" and dice.chance(0.5):
        frame = find_frame(
            draft, lambda frame: can_do(draft, subject, frame) and draft.lexicon.has(frame.objects, noun)
        )
    else:
        first, frame = None, None
    again = pronoun_for(first, "Acc") if first is not None and frame is not None else None
    frame = frame or pick_frame(draft, lambda frame: frame.is_deed and can_do(draft, subject, frame))
    head = Node(verb_group(frame.verb, clause.tense, subject)[1])
    object_ = add_complements(draft, head, frame, subject, given=again).object
    return Clause(head, subject, clause.tense, frame, object_)
