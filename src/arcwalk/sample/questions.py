"""Questions and imperatives."""

from dataclasses import replace

from arcwalk.sample import closed_class as words
from arcwalk.sample.adverbials import time_expression
from arcwalk.sample.draft import DeadEnd, Draft, Nominal
from arcwalk.sample.frames import add_complements, has_person_subject, pick_frame
from arcwalk.sample.lexicon import Frame
from arcwalk.sample.morphology import nonfinite
from arcwalk.sample.noun_phrases import anyone, personal
from arcwalk.sample.nouns import common_noun, proper_noun
from arcwalk.sample.tree import Node
from arcwalk.sample.verb_groups import FUTURE, PAST, PERFECT, Tense, finite_clause

TENSES = (PAST, PAST, PAST, PERFECT, FUTURE, Tense("present", progressive=True))


def asked_person(draft: Draft) -> Nominal:
    """Who a question is about: often the listener."""
    if draft.dice.chance(0.3):
        return personal((2, False, "n"))
    return anyone(draft, pronouns=draft.dice.chance(0.5), speaker=False)


def question_clause(draft: Draft, frame: Frame, subject: Nominal, tense: Tense, *, gap: bool = False) -> Node:
    """A clause with its first auxiliary before the subject."""
    head = finite_clause(draft.dice, frame.verb, subject, tense, question=True)
    add_complements(draft, head, frame, subject, gap=gap, lean=draft.dice.chance(0.6))
    return head


def yes_no_question(draft: Draft) -> Node:
    """ "Did the girl find her key?" """
    frame = pick_frame(draft, lambda frame: has_person_subject(frame) and frame.is_deed)
    tense = replace(draft.dice.pick(TENSES), negative=draft.dice.chance(0.1))
    head = question_clause(draft, frame, asked_person(draft), tense)
    time = time_expression(draft.dice, tense.adverbials) if draft.dice.chance(0.25) else None
    if time is not None:
        head.right(*time)
    return head


def wh_question(draft: Draft) -> Node:
    """ "What did Tom buy?", "Which cup did she break?", "Who fed the horses?", "Why did they leave?" """
    dice = draft.dice
    kind = dice.weighted([(3, "subject"), (4, "object"), (2, "which"), (1, "many"), (5, "adverb")])
    needs_object = kind in ("object", "which", "many")
    frame = pick_frame(
        draft, lambda frame: has_person_subject(frame) and frame.is_deed and bool(frame.objects or not needs_object)
    )
    tense = dice.pick(TENSES)
    if kind == "subject":
        head = finite_clause(dice, frame.verb, Nominal(Node(words.WHO)), tense)
        add_complements(draft, head, frame, None)
        return head
    if kind == "adverb":
        head = question_clause(draft, frame, asked_person(draft), tense)
        placed = any(node.relation == "obl" for node in head.after)
        wanted = ("why", "how") if placed else ("where", "when", "why", "how")
        head.front(words.adverb(dice.pick(wanted)), "advmod")
        return head
    asked = asked_object(draft, frame, kind)
    head = question_clause(draft, frame, asked_person(draft), tense, gap=True)
    head.front(asked, "obj")
    return head


def asked_object(draft: Draft, frame: Frame, kind: str) -> Node:
    """What, who, which thing, or how many things."""
    noun = draft.pick_noun(frame.objects)[1]
    if kind == "object":
        return Node(words.WHO if noun.person else words.WHAT)
    if noun.kind != "count" or noun.first:
        raise DeadEnd
    node = Node(common_noun(noun, plural=kind == "many"))
    if kind == "which":
        node.left(words.WHICH, "det")
    else:
        many = node.left(words.MANY, "amod")
        many.left(words.adverb("how"), "advmod")
    return node


def imperative(draft: Draft) -> Node:
    """ "Please wash the cups", "Do not open the door, Tom"."""
    dice = draft.dice
    frame = pick_frame(draft, lambda frame: has_person_subject(frame) and frame.is_deed)
    head = Node(nonfinite(frame.verb, "VB!"))
    you = personal((2, False, "n"))
    if dice.chance(0.25):
        head = Node(nonfinite(frame.verb, "VB"))
        head.left(nonfinite("do", "VB!", "AUX"), "aux")
        head.left(words.N_T if dice.chance(0.5) else words.NOT, "advmod")
    add_complements(draft, head, frame, you)
    if dice.chance(0.3):
        head.front(words.PLEASE, "discourse")
    elif dice.chance(0.25):
        head.right(words.COMMA, "punct")
        head.right(proper_noun(draft.pick_noun(("name",))[1].lemma), "vocative")
    return head
