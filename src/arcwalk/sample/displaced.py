"""Non-projective sentences, with phrases displaced from the word they depend on."""

from arcwalk.sample import closed_class as words
from arcwalk.sample.adverbials import time_expression
from arcwalk.sample.draft import DeadEnd, Draft, Nominal
from arcwalk.sample.frames import add_complements, has_person_subject, pick_frame
from arcwalk.sample.lexicon import Frame
from arcwalk.sample.morphology import listed
from arcwalk.sample.noun_phrases import anyone, noun_phrase
from arcwalk.sample.nouns import common_noun
from arcwalk.sample.questions import asked_object, asked_person
from arcwalk.sample.relatives import add_relative
from arcwalk.sample.tree import Node
from arcwalk.sample.verb_groups import PAST, PRESENT, Tense, finite_clause

STRANDING = listed("look wait listen speak pay laugh vote wave")
APPEARING = (
    (("letter",), "arrive"),
    (("woman", "child", "official"), "come"),
    (("transit", "boat"), "arrive"),
    (("paperwork", "reading"), "appear"),
    (("wild_animal", "bird"), "appear"),
)


def extraposed_subject(draft: Draft) -> Node:
    """ "A letter arrived yesterday that nobody had expected"."""
    names, verb = draft.dice.pick(APPEARING)
    subject = noun_phrase(draft, names, simple=True, new=True)
    head = finite_clause(draft.dice, verb, subject, PAST)
    _add_time(draft, head)
    return _with_extraposed(draft, head, subject)


def extraposed_object(draft: Draft) -> Node:
    """ "Anna bought a coat yesterday that was too big"."""
    frame = pick_frame(draft, _needs_only_an_object)
    head = finite_clause(draft.dice, frame.verb, anyone(draft), PAST)
    thing = noun_phrase(draft, frame.objects, simple=True, new=True)
    head.right(thing.node, "obj")
    _add_time(draft, head)
    return _with_extraposed(draft, head, thing)


def more_than(draft: Draft) -> Node:
    """ "The baker sold more cakes on Friday than his brother": the standard modifies "more"."""
    frame = pick_frame(draft, _needs_only_an_object)
    noun = draft.pick_noun(frame.objects)[1]
    if noun.kind != "count" or noun.person:
        raise DeadEnd
    subject = anyone(draft, pronouns=False)
    head = finite_clause(draft.dice, frame.verb, subject, PAST)
    thing = head.right(common_noun(noun, plural=True), "obj")
    more = thing.left(words.MORE, "amod")
    _add_time(draft, head)
    standard = noun_phrase(draft, draft.scene.people, owner=subject, simple=True).node
    standard.front(words.adposition("than"), "case")
    head.right(standard, "obl", head=more)
    return head


def long_question(draft: Draft) -> Node:
    """ "Which book did you say she bought?": the object of the inner clause precedes the outer one."""
    dice = draft.dice
    frame = pick_frame(draft, _needs_only_an_object)
    asked = asked_object(draft, frame, dice.pick(("object", "which")))
    verb, tense = dice.pick((("say", PAST), ("think", PRESENT)))
    head = finite_clause(dice, verb, asked_person(draft), tense, question=True)
    subject = anyone(draft)
    inner = finite_clause(dice, frame.verb, subject, PAST)
    add_complements(draft, inner, frame, subject, gap=True, lean=True)
    head.right(inner, "ccomp")
    head.front(asked, "obj", head=inner)
    return head


def stranded_question(draft: Draft) -> Node:
    """ "What are you looking for?": the preposition stays behind."""
    dice = draft.dice
    frame = pick_frame(draft, lambda frame: frame.verb in STRANDING and not frame.objects)
    phrases = [phrase for phrase in frame.phrases if phrase.obligatory]
    if not phrases:
        raise DeadEnd
    phrase = dice.pick(phrases)
    tense = dice.pick((PAST, Tense("past", progressive=True), Tense("present", progressive=True)))
    head = finite_clause(dice, frame.verb, asked_person(draft), tense, question=True)
    person = draft.lexicon.classes[phrase.classes[0]].nouns[0].person
    asked = head.front(words.WHO if person else words.WHAT, "obl")
    head.right(words.adposition(phrase.preposition), "case", head=asked)
    return head


def _with_extraposed(draft: Draft, head: Node, nominal: Nominal) -> Node:
    """The clause with a relative clause at its end that belongs to a noun phrase in it."""
    if not add_relative(draft, nominal, PAST, host=head):
        raise DeadEnd
    return head


def _needs_only_an_object(frame: Frame) -> bool:
    complete = not frame.particle and not any(phrase.obligatory for phrase in frame.phrases)
    return complete and bool(frame.objects) and has_person_subject(frame) and frame.is_deed


def _add_time(draft: Draft, head: Node) -> None:
    time = time_expression(draft.dice, "past")
    assert time is not None
    head.right(*time)
