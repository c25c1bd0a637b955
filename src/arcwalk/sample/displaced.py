"""Non-projective sentences: phrases that stand far from the word they depend on."""

from arcwalk.sample import closed_class as words
from arcwalk.sample.adverbials import time_expression
from arcwalk.sample.context import Context
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


def extraposed_subject(context: Context) -> Node | None:
    """ "A letter arrived yesterday that nobody had expected"."""
    names, verb = context.dice.pick(APPEARING)
    subject = noun_phrase(context, names, simple=True, new=True)
    head = finite_clause(context.dice, verb, subject, PAST)
    _add_time(context, head)
    return head if add_relative(context, subject, PAST, host=head) else None


def extraposed_object(context: Context) -> Node | None:
    """ "Anna bought a coat yesterday that was too big"."""
    frame = pick_frame(context, _needs_only_an_object)
    if frame is None:
        return None
    head = finite_clause(context.dice, frame.verb, anyone(context), PAST)
    thing = noun_phrase(context, frame.objects, simple=True, new=True)
    head.right(thing.node, "obj")
    _add_time(context, head)
    return head if add_relative(context, thing, PAST, host=head) else None


def more_than(context: Context) -> Node | None:
    """ "The baker sold more cakes on Friday than his brother": the standard belongs to "more"."""
    frame = pick_frame(context, _needs_only_an_object)
    noun = context.pick_noun(frame.objects)[1] if frame else None
    if frame is None or noun is None or noun.kind != "count" or noun.person:
        return None
    subject = anyone(context, pronouns=False)
    head = finite_clause(context.dice, frame.verb, subject, PAST)
    thing = head.right(common_noun(noun, plural=True), "obj")
    more = thing.left(words.MORE, "amod")
    _add_time(context, head)
    standard = noun_phrase(context, context.scene.people, owner=subject, simple=True).node
    standard.front(words.adposition("than"), "case")
    head.right(standard, "obl", head=more)
    return head


def long_question(context: Context) -> Node | None:
    """ "Which book did you say she bought?": the object of the inner clause stands before the outer one."""
    dice = context.dice
    frame = pick_frame(context, _needs_only_an_object)
    asked = asked_object(context, frame, dice.pick(("object", "which"))) if frame else None
    if frame is None or asked is None:
        return None
    verb, tense = dice.pick((("say", PAST), ("think", PRESENT)))
    head = finite_clause(dice, verb, asked_person(context), tense, question=True)
    subject = anyone(context)
    inner = finite_clause(dice, frame.verb, subject, PAST)
    add_complements(context, inner, frame, subject, gap=True, lean=True)
    head.right(inner, "ccomp")
    head.front(asked, "obj", head=inner)
    return head


def stranded_question(context: Context) -> Node | None:
    """ "What are you looking for?": the preposition stays behind."""
    dice = context.dice
    frame = pick_frame(context, lambda frame: frame.verb in STRANDING and not frame.objects)
    phrases = [phrase for phrase in frame.phrases if phrase.obligatory] if frame else []
    if frame is None or not phrases:
        return None
    phrase = dice.pick(phrases)
    tense = dice.pick((PAST, Tense("past", progressive=True), Tense("present", progressive=True)))
    head = finite_clause(dice, frame.verb, asked_person(context), tense, question=True)
    person = context.lexicon.classes[phrase.classes[0]].nouns[0].person
    asked = head.front(words.WHO if person else words.WHAT, "obl")
    head.right(words.adposition(phrase.preposition), "case", head=asked)
    return head


def _needs_only_an_object(frame: Frame) -> bool:
    complete = not frame.particle and not any(phrase.obligatory for phrase in frame.phrases)
    return complete and bool(frame.objects) and has_person_subject(frame) and frame.is_deed


def _add_time(context: Context, head: Node) -> None:
    time = time_expression(context.dice, "past")
    assert time is not None
    head.right(*time)
