"""Clauses that modify a noun: relative clauses of all kinds, and participles."""

from arcwalk.treebank.sample import closed_class as words
from arcwalk.treebank.sample.context import Context, Nominal
from arcwalk.treebank.sample.frames import add_complements, has_person_subject, pick_frame
from arcwalk.treebank.sample.lexicon import Frame, Noun, Phrase
from arcwalk.treebank.sample.morphology import Word, nonfinite
from arcwalk.treebank.sample.noun_phrases import anyone, common_noun
from arcwalk.treebank.sample.tree import Node
from arcwalk.treebank.sample.verb_groups import (
    PAST,
    PERFECT,
    PLUPERFECT,
    PRESENT,
    Tense,
    attach_verb_group,
    verb_group,
)

ATTRIBUTIVE_ONLY = frozenset(
    [
        "former",
        "local",
        "front",
        "back",
        "early",
        "late",
        "left",
        "right",
        "best",
        "youngest",
        "favourite",
        "annual",
        "wooden",
        "wild",
        "first",
        "main",
        "gold",
        "silver",
    ]
)
REPORTING = (("say", PAST), ("think", PAST), ("say", PRESENT), ("believe", PRESENT))


def add_relative(context: Context, nominal: Nominal, base: Tense, *, host: Node | None = None) -> bool:
    """Give the noun phrase a relative clause, standing at its end or extraposed to the end of `host`."""
    if nominal.noun is None or nominal.noun.kind == "proper" or nominal.noun_class is None:
        return False
    kinds = [(6, _subject_relative), (8, _object_relative), (2, _copular_relative)]
    if nominal.is_person:
        kinds.append((2, _possessive_relative))
    if host is None:
        kinds += [(1, _stranding_relative), (1, _long_relative)]
    clause = context.dice.weighted(kinds)(context, nominal, base)
    if clause is None:
        return False
    (host or nominal.node).right(clause, "acl:relcl", head=nominal.node)
    nominal.closed = True
    return True


def add_participle(context: Context, nominal: Nominal) -> bool:
    """Give the noun phrase a participle: "the boy sitting on the wall", "the bread baked by the cook"."""
    noun = nominal.noun
    if noun is None or noun.kind == "proper":
        return False
    if noun.person or noun.animal:
        frame = pick_frame(
            context,
            lambda frame: not frame.state and not frame.objects and _subject_fits(context, frame, noun),
        )
        tag = "VBG"
    else:
        frame = pick_frame(
            context,
            lambda frame: (
                has_person_subject(frame) and not frame.state and _object_fits(context, frame, noun)
            ),
        )
        tag = "VBN!"
    if frame is None:
        return False
    head = Node(nonfinite(frame.verb, tag))
    add_complements(context, head, frame, nominal, gap=True, lean=True)
    if tag == "VBN!" and (not head.after or context.dice.chance(0.3)):
        agent = anyone(context, pronouns=False).node
        agent.front(words.adposition("by"), "case")
        head.right(agent, "obl:agent")
    nominal.node.right(head, "acl")
    nominal.closed = True
    return True


def _subject_fits(context: Context, frame: Frame, noun: Noun) -> bool:
    return context.lexicon.has(frame.subjects, noun)


def _object_fits(context: Context, frame: Frame, noun: Noun) -> bool:
    return context.lexicon.has(frame.objects, noun)


def _relative_pronoun(context: Context, nominal: Nominal, *, subject: bool) -> Word | None:
    """Who for people, that or which for the rest, nothing for some objects."""
    dice = context.dice
    if not subject and dice.chance(0.35):
        return None
    if nominal.is_person:
        return words.REL_WHO if dice.chance(0.75 if subject else 0.3) else words.REL_THAT
    return words.REL_THAT if dice.chance(0.6) else words.REL_WHICH


def _subject_relative(context: Context, nominal: Nominal, base: Tense) -> Node | None:
    noun = nominal.noun
    assert noun is not None
    frame = pick_frame(context, lambda frame: _subject_fits(context, frame, noun))
    if frame is None:
        return _copular_relative(context, nominal, base)
    tense = base if base.time == "past" else context.dice.pick((PRESENT, PERFECT, PAST))
    group, verb = verb_group(frame.verb, tense, nominal)
    head = Node(verb)
    pronoun = _relative_pronoun(context, nominal, subject=True)
    assert pronoun is not None
    attach_verb_group(context.dice, head, group, tense, Node(pronoun))
    add_complements(context, head, frame, nominal, lean=True)
    return head


def _object_relative(context: Context, nominal: Nominal, base: Tense) -> Node | None:
    noun = nominal.noun
    assert noun is not None
    frame = pick_frame(
        context, lambda frame: has_person_subject(frame) and _object_fits(context, frame, noun)
    )
    if frame is None:
        return _copular_relative(context, nominal, base)
    tense = context.dice.pick((PAST, PLUPERFECT) if base.time == "past" else (PAST, PERFECT, PAST))
    subject = anyone(context)
    head = _finite(context, frame, subject, tense)
    add_complements(context, head, frame, subject, gap=True, lean=True)
    _front_pronoun(context, nominal, head, "obj", head)
    return head


def _copular_relative(context: Context, nominal: Nominal, base: Tense) -> Node | None:
    """ "A coat that was too big": an adjective of the noun's own."""
    assert nominal.noun_class is not None
    present = {node.word.form for node in nominal.node.before}
    adjectives = [
        form for form in nominal.noun_class.adjectives if form not in ATTRIBUTIVE_ONLY and form not in present
    ]
    if not adjectives:
        return None
    head = Node(words.adjective(context.dice.pick(adjectives)))
    if context.dice.chance(0.5):
        head.left(words.adverb(context.dice.pick(("very", "too", "quite"))), "advmod")
    group, copula = verb_group("be", base, nominal, copula=True)
    pronoun = _relative_pronoun(context, nominal, subject=True)
    assert pronoun is not None
    attach_verb_group(context.dice, head, [*group, (copula, "cop")], base, Node(pronoun))
    return head


def _possessive_relative(context: Context, nominal: Nominal, base: Tense) -> Node | None:
    """ "A girl whose brother plays the piano"."""
    frame = pick_frame(context, has_person_subject)
    if frame is None:
        return None
    kin = context.pick_noun(("kin",))[1]
    subject = Nominal(
        Node(common_noun(kin, plural=False)),
        noun=kin,
        gender=context.dice.pick("mf") if kin.gender == "n" else kin.gender,
    )
    subject.node.left(words.REL_WHOSE, "nmod:poss")
    head = _finite(context, frame, subject, base if base.time == "past" else PRESENT)
    add_complements(context, head, frame, subject, lean=True)
    return head


def _stranding_relative(context: Context, nominal: Nominal, base: Tense) -> Node | None:
    """ "The bus that she was waiting for": the pronoun and its preposition stand apart."""
    noun = nominal.noun
    assert noun is not None

    def phrase_with_noun(frame: Frame) -> Phrase | None:
        return next((p for p in frame.phrases if p.obligatory and context.lexicon.has(p.classes, noun)), None)

    frame = pick_frame(
        context, lambda frame: has_person_subject(frame) and phrase_with_noun(frame) is not None
    )
    phrase = phrase_with_noun(frame) if frame else None
    if frame is None or phrase is None:
        return _object_relative(context, nominal, base)
    subject = anyone(context)
    head = _finite(context, frame, subject, base if base.time == "past" else PRESENT)
    pronoun = Node(words.REL_THAT)
    add_complements(context, head, frame, subject, lean=True, stranded=phrase)
    head.front(pronoun, "obl")
    head.after.insert(1 if frame.objects else 0, Node(words.adposition(phrase.preposition), "case", pronoun))
    return head


def _long_relative(context: Context, nominal: Nominal, base: Tense) -> Node | None:
    """ "The cake that Anna said Tom had baked": the pronoun belongs to the inner clause."""
    noun = nominal.noun
    assert noun is not None
    frame = pick_frame(
        context, lambda frame: has_person_subject(frame) and _object_fits(context, frame, noun)
    )
    if frame is None:
        return None
    speaker = anyone(context)
    verb, tense = context.dice.pick(REPORTING if base.time != "past" else REPORTING[:2])
    group, form = verb_group(verb, tense, speaker)
    head = Node(form)
    attach_verb_group(context.dice, head, group, tense, speaker.node)
    subject = anyone(context)
    inner = _finite(context, frame, subject, PLUPERFECT if tense.time == "past" else PAST)
    add_complements(context, inner, frame, subject, gap=True, lean=True)
    head.right(inner, "ccomp")
    head.front(words.REL_THAT, "obj", head=inner)
    return head


def _finite(context: Context, frame: Frame, subject: Nominal, tense: Tense) -> Node:
    group, verb = verb_group(frame.verb, tense, subject)
    head = Node(verb)
    attach_verb_group(context.dice, head, group, tense, subject.node)
    return head


def _front_pronoun(context: Context, nominal: Nominal, host: Node, relation: str, head: Node) -> None:
    pronoun = _relative_pronoun(context, nominal, subject=False)
    if pronoun is not None:
        host.front(pronoun, relation, head=head)
