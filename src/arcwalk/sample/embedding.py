"""Sentences inside sentences: control verbs, reported speech and thought, quotations."""

from dataclasses import replace

from arcwalk.sample import closed_class as words
from arcwalk.sample.clauses import Clause, infinitive
from arcwalk.sample.draft import Draft
from arcwalk.sample.morphology import listed
from arcwalk.sample.noun_phrases import anyone, noun_phrase
from arcwalk.sample.questions import imperative, yes_no_question
from arcwalk.sample.statements import other_event, simple
from arcwalk.sample.states import adjectives, existence
from arcwalk.sample.tree import Node
from arcwalk.sample.verb_groups import FUTURE, PAST, PLUPERFECT, PRESENT, Tense, finite_clause, verb_group

TO_CONTROL = listed("want try decide plan begin forget promise hope need refuse learn offer")
ING_CONTROL = ("start", "stop", "enjoy", "finish", "keep")
OBJECT_CONTROL = ("ask", "tell", "help", "persuade", "allow")
REPORTING = ("say", "think", "know", "believe", "hope", "notice", "remember", "hear", "explain", "claim")
WOULD = Tense("past", modal="would")


def _matrix(draft: Draft, verb: str, tense: Tense) -> Clause:
    """A subject and a verb that takes another clause."""
    subject = anyone(draft)
    draft.used.add(verb)
    if subject.gender == "p":
        tense = replace(tense, negative=False)
    return Clause(finite_clause(draft.dice, verb, subject, tense), subject, tense)


def control(draft: Draft) -> Node:
    """ "Anna wanted to bake a cake", "they enjoyed swimming", "he asked Tom to close the window"."""
    dice = draft.dice
    kind = dice.weighted([(60, "to"), (15, "ing"), (30, "object")])
    verb = dice.pick({"to": TO_CONTROL, "ing": ING_CONTROL, "object": OBJECT_CONTROL}[kind])
    tense = replace(dice.pick((PAST, PAST, PAST, PRESENT)), negative=dice.chance(0.1))
    if tense.time == "present" and verb not in ("want", "plan", "hope", "need", "enjoy"):
        tense = PAST
    clause = _matrix(draft, verb, tense)
    agent = clause.subject
    if kind == "object":
        agent = noun_phrase(draft, draft.scene.people, owner=clause.subject, simple=True)
        clause.head.right(agent.node, "obj")
    inner = infinitive(draft, agent, tag="VBG" if kind == "ing" else "VB")
    if kind != "ing":
        inner.front(words.TO, "mark")
    clause.head.right(inner, "xcomp")
    return clause.head


def reported(draft: Draft) -> Node:
    """ "The teacher said that the bus was late"."""
    dice = draft.dice
    verb = dice.pick(REPORTING)
    now = verb in ("say", "think", "know", "believe", "hope") and dice.chance(0.3)
    clause = _matrix(draft, verb, PRESENT if now else PAST)
    if now:
        told = dice.pick((PAST, FUTURE, FUTURE)) if verb == "hope" else dice.pick((PAST, PAST, FUTURE))
    else:
        told = WOULD if verb == "hope" else dice.pick((PAST, PLUPERFECT, PLUPERFECT, WOULD))
    inner = other_event(draft, clause, told, lean=dice.chance(0.6), exact=True)
    if verb == "explain" or inner.head.before[0].relation != "nsubj" or dice.chance(0.6):
        inner.head.front(words.subordinator("that"), "mark")
    clause.head.right(inner.head, "ccomp")
    return clause.head


def quotation(draft: Draft) -> Node:
    """Direct speech before or after its speaker."""
    dice = draft.dice
    production = dice.weighted([(4, simple), (2, adjectives), (2, yes_no_question), (3, imperative), (1, existence)])
    speech = production(draft)
    question = production is yes_no_question
    speaker = noun_phrase(draft, draft.scene.people, subject=True, simple=True)
    head = Node(verb_group("ask" if question else "say", PAST, speaker)[1])
    speech.front(words.OPENING_QUOTE, "punct")
    if dice.chance(0.65):
        speech.right(words.QUESTION_MARK if question else words.COMMA, "punct")
        speech.right(words.CLOSING_QUOTE, "punct")
        head.left(speech, "ccomp")
        head.right(speaker.node, "nsubj")
        head.right(words.PERIOD, "punct")
    else:
        head.left(speaker.node, "nsubj")
        head.right(words.COMMA, "punct")
        speech.right(words.QUESTION_MARK if question else words.PERIOD, "punct")
        speech.right(words.CLOSING_QUOTE, "punct")
        head.right(speech, "ccomp")
    return head
