"""Non-projective sentences: phrases that stand far from the word they depend on."""

from arcwalk.treebank.sample import closed_class as words
from arcwalk.treebank.sample.adverbials import time_expression
from arcwalk.treebank.sample.context import Context
from arcwalk.treebank.sample.frames import add_complements, has_person_subject, pick_frame
from arcwalk.treebank.sample.noun_phrases import anyone, common_noun, noun_phrase
from arcwalk.treebank.sample.questions import asked_object, asked_person
from arcwalk.treebank.sample.relatives import add_relative
from arcwalk.treebank.sample.states import indefinite
from arcwalk.treebank.sample.tree import Node
from arcwalk.treebank.sample.verb_groups import PAST, PRESENT, Tense, attach_verb_group, verb_group

APPEARING = (
    (("letter",), "arrive"),
    (("woman", "child", "official"), "come"),
    (("transit", "boat"), "arrive"),
    (("paperwork", "reading"), "appear"),
    (("wild_animal", "bird"), "appear"),
)


def extraposed_subject(context: Context) -> Node | None:
    """ "A letter arrived yesterday that nobody had expected"."""
    dice = context.dice
    names, verb = dice.pick(APPEARING)
    subject = indefinite(context, names)
    head = Node(verb_group(verb, PAST, subject)[1])
    attach_verb_group(dice, head, [], PAST, subject.node)
    time = time_expression(dice, "past")
    assert time is not None
    head.right(*time)
    return head if add_relative(context, subject, PAST, host=head) else None


def extraposed_object(context: Context) -> Node | None:
    """ "Anna bought a coat yesterday that was too big"."""
    dice = context.dice
    frame = pick_frame(
        context, lambda frame: has_person_subject(frame) and bool(frame.objects) and not frame.state
    )
    if frame is None:
        return None
    subject = anyone(context)
    thing = indefinite(context, frame.objects)
    head = Node(verb_group(frame.verb, PAST, subject)[1])
    attach_verb_group(dice, head, [], PAST, subject.node)
    head.right(thing.node, "obj")
    time = time_expression(dice, "past")
    assert time is not None
    head.right(*time)
    return head if add_relative(context, thing, PAST, host=head) else None


def more_than(context: Context) -> Node | None:
    """ "The baker sold more cakes on Friday than on Sunday": the standard belongs to "more"."""
    dice = context.dice
    frame = pick_frame(
        context, lambda frame: has_person_subject(frame) and bool(frame.objects) and not frame.state
    )
    if frame is None:
        return None
    noun = context.pick_noun(frame.objects)[1]
    if noun.kind != "count" or noun.person:
        return None
    subject = anyone(context, pronouns=False)
    thing = Node(common_noun(noun, plural=True))
    more = thing.left(words.MORE, "amod")
    head = Node(verb_group(frame.verb, PAST, subject)[1])
    attach_verb_group(dice, head, [], PAST, subject.node)
    head.right(thing, "obj")
    time = time_expression(dice, "past")
    assert time is not None
    head.right(*time)
    standard = noun_phrase(context, context.scene.people, owner=subject, simple=True).node
    standard.front(words.adposition("than"), "case")
    head.right(standard, "obl", head=more)
    return head


def long_question(context: Context) -> Node | None:
    """ "Which book did you say she bought?": the object of the inner clause stands before the outer one."""
    dice = context.dice
    frame = pick_frame(
        context, lambda frame: has_person_subject(frame) and bool(frame.objects) and not frame.state
    )
    asked = asked_object(context, frame, dice.pick(("object", "which"))) if frame else None
    if frame is None or asked is None:
        return None
    speaker = asked_person(context)
    tense = dice.pick((PAST, PRESENT))
    group, verb = verb_group("say" if tense is PAST else "think", tense, speaker, question=True)
    head = Node(verb)
    attach_verb_group(dice, head, group, tense, speaker.node, question=True)
    subject = anyone(context)
    inner = Node(verb_group(frame.verb, PAST, subject)[1])
    attach_verb_group(dice, inner, [], PAST, subject.node)
    add_complements(context, inner, frame, subject, gap=True, lean=True)
    head.right(inner, "ccomp")
    head.front(asked, "obj", head=inner)
    return head


def stranded_question(context: Context) -> Node | None:
    """ "What are you looking for?": the preposition stays behind."""
    dice = context.dice
    frame = pick_frame(
        context,
        lambda frame: has_person_subject(frame) and any(phrase.obligatory for phrase in frame.phrases),
    )
    if frame is None or frame.objects:
        return None
    phrase = dice.pick([phrase for phrase in frame.phrases if phrase.obligatory])
    person = context.lexicon.classes[phrase.classes[0]].nouns[0].person
    subject = asked_person(context)
    tense = dice.pick((PAST, Tense("past", progressive=True), Tense("present", progressive=True)))
    group, verb = verb_group(frame.verb, tense, subject, question=True)
    head = Node(verb)
    attach_verb_group(dice, head, group, tense, subject.node, question=True)
    asked = head.front(words.WHO if person else words.WHAT, "obl")
    head.right(words.adposition(phrase.preposition), "case", head=asked)
    return head
