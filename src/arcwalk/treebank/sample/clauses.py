"""Clauses: events, passives, states, existence, infinitives, and the clauses that hang on them."""

from dataclasses import dataclass

from arcwalk.treebank.sample import closed_class as words
from arcwalk.treebank.sample.adverbials import MANNER, place_expression, sentence_adverb, time_expression
from arcwalk.treebank.sample.context import Context, Nominal
from arcwalk.treebank.sample.frames import add_complements, has_person_subject, pick_frame, subject_of
from arcwalk.treebank.sample.lexicon import Frame
from arcwalk.treebank.sample.morphology import nonfinite
from arcwalk.treebank.sample.noun_phrases import anyone, noun_phrase, pronoun_for
from arcwalk.treebank.sample.relatives import add_participle, add_relative
from arcwalk.treebank.sample.tree import Node
from arcwalk.treebank.sample.verb_groups import (
    PAST,
    PRESENT,
    Tense,
    attach_verb_group,
    choose_tense,
    verb_group,
)

NEVER_PASSIVE = frozenset(
    ["leave", "need", "forget", "wear", "miss", "climb", "hurt", "lose", "cross", "taste", "hear", "remember"]
)


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
) -> Clause | None:
    """Someone does something; nothing if the scene has no verb left that fits the subject.

    A lean clause is short, an exact one has the tense `base` and no other.
    """
    if frame is None:
        frame = pick_frame(context, lambda frame: subject is None or can_do(context, subject, frame))
    if frame is None:
        return None
    subject = subject or subject_of(context, frame)
    if subject.node.word.lemma == "nobody":
        negation = 0
    tense = base if exact else choose_tense(context.dice, base, state=frame.state, negation=negation)
    group, verb = verb_group(frame.verb, tense, subject)
    clause = Clause(Node(verb), subject, tense, frame)
    clause.object, last = add_complements(context, clause.head, frame, subject, lean=lean)
    if not lean:
        _expand(context, clause, last)
    attach_verb_group(context.dice, clause.head, group, tense, subject.node)
    if not lean:
        decorate(context, clause)
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
    frame = pick_frame(
        context,
        lambda frame: bool(frame.objects) and has_person_subject(frame) and frame.verb not in NEVER_PASSIVE,
    )
    if frame is None:
        return None
    subject = noun_phrase(context, frame.objects, subject=True)
    tense = choose_tense(dice, base, state=dice.chance(0.6))
    group, verb = verb_group(frame.verb, tense, subject, passive=True)
    clause = Clause(Node(verb), subject, tense, frame)
    agent = anyone(context, pronouns=False) if dice.chance(0.45) else None
    if agent is not None and dice.chance(0.5):
        _add_agent(clause, agent)
    last = add_complements(context, clause.head, frame, None, gap=True).last
    if agent is not None and not any(node.relation == "obl:agent" for node in clause.head.after):
        _add_agent(clause, agent)
        last = agent
    _expand(context, clause, last)
    attach_verb_group(dice, clause.head, group, tense, subject.node, "nsubj:pass")
    decorate(context, clause)
    return clause


def _add_agent(clause: Clause, agent: Nominal) -> None:
    agent.node.front(words.adposition("by"), "case")
    clause.head.right(agent.node, "obl:agent")


def _expand(context: Context, clause: Clause, last: Nominal | None) -> None:
    """Perhaps a clause on the subject, on the last noun phrase, or on the noun inside it."""
    dice = context.dice
    if dice.chance(0.05):
        add_clause_to_noun(context, clause.subject, clause.tense)
    if last is not None and dice.chance(0.16):
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
    must_have_time = kind == "habit" and head.word.upos == "VERB"
    adverb = not clause.tense.negative and dice.chance(0.55 if must_have_time else 0.09)
    if adverb:
        head.left(sentence_adverb(dice, kind), "advmod")
    eventful = clause.frame is not None and not clause.frame.state
    if not clause.closed and eventful and clause.subject.is_person and dice.chance(0.05):
        head.right(words.adverb(dice.pick(MANNER)), "advmod")
    has_phrase = any(node.relation == "obl" for node in head.after)
    if eventful and not has_phrase and not clause.closed and dice.chance(0.07):
        head.right(*place_expression(context))
    if (must_have_time and not adverb) or dice.chance(0.2):
        time = time_expression(dice, kind)
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


def infinitive(context: Context, subject: Nominal, *, tag: str = "VB", lean: bool = False) -> Node | None:
    """To do something (VB), doing something (VBG), or just do it, with the subject of another clause."""
    frame = pick_frame(context, lambda frame: not frame.state and can_do(context, subject, frame))
    if frame is None:
        return None
    head = Node(nonfinite(frame.verb, tag))
    last = add_complements(context, head, frame, subject, lean=lean).last
    if last is not None and not lean and context.dice.chance(0.12):
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
    frame = frame or pick_frame(context, lambda frame: not frame.state and can_do(context, subject, frame))
    if frame is None:
        return None
    head = Node(verb_group(frame.verb, clause.tense, subject)[1])
    object_ = add_complements(context, head, frame, subject, given=again).object
    return Clause(head, subject, clause.tense, frame, object_)
