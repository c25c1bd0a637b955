"""Clauses that modify a noun: relative clauses of all kinds, and participles."""

from collections.abc import Callable
from dataclasses import replace

from arcwalk.sample import closed_class as words
from arcwalk.sample.determiners import COLORS, RIVALS
from arcwalk.sample.draft import Draft, Nominal
from arcwalk.sample.frames import add_complements, can_be_passive, find_frame, has_person_subject, impersonal
from arcwalk.sample.lexicon import Frame, Noun, Phrase
from arcwalk.sample.morphology import WordForm, listed, nonfinite
from arcwalk.sample.noun_phrases import anyone, noun_phrase
from arcwalk.sample.tree import Node
from arcwalk.sample.verb_groups import (
    PAST,
    PERFECT,
    PLUPERFECT,
    PRESENT,
    Tense,
    attach_verb_group,
    finite_clause,
    verb_group,
)

ATTRIBUTIVE_ONLY = listed(
    "annual back early elderly favourite former front gold late left light local new right silver wild wooden"
)
PROFESSIONS = listed("townsfolk official musician craftsman sailor farmer")
NEVER_YET = Tense("past", perfect=True, negative=True)
KNOWN_PEOPLE = (("know", replace(PAST, negative=True), ""), ("know", PAST, "well"), ("meet", NEVER_YET, "before"))
KNOWN_THINGS = (("see", NEVER_YET, "before"), ("like", PAST, ""), ("like", PAST, ""))
LIKABLE = listed(
    "cake soup wearable reading picture film_kind song toy furniture building flower pet horse_kind boat show"
)
Relative = Callable[[Draft, Nominal, Noun, Tense], Node | None]


def add_relative(draft: Draft, nominal: Nominal, base: Tense, *, host: Node | None = None) -> bool:
    """Add a relative clause to the noun phrase, at its end or extraposed to the end of `host`, if one fits."""
    noun = nominal.noun
    if noun is None or not _can_be_restricted(nominal):
        return False
    kinds: list[tuple[int, Relative]] = [(6, _subject_relative), (9, _object_relative), (3, _general_relative)]
    if noun.person:
        kinds.append((3, _possessive_relative))
    if host is None:
        kinds += [(2, _copular_relative), (1, _stranding_relative), (1, _long_relative)]
    clause = draft.dice.weighted(kinds)(draft, nominal, noun, base)
    if clause is None:
        return False
    if host is not None and "PronType=Rel" not in clause.in_order()[0].word.feats:
        clause.front(words.REL_THAT, "obj")
    (host or nominal.node).right(clause, "acl:relcl", head=nominal.node)
    return True


def add_participle(draft: Draft, nominal: Nominal) -> bool:
    """Add a participle to the noun phrase: "the boy sitting on the wall", "the bread baked by the cook"."""
    noun = nominal.noun
    if noun is None or not _can_be_restricted(nominal):
        return False
    active = noun.person or noun.animal
    if active:
        frame = find_frame(
            draft, lambda frame: frame.is_deed and not frame.objects and draft.lexicon.has(frame.subjects, noun)
        )
    else:
        frame = find_frame(draft, lambda frame: can_be_passive(frame) and draft.lexicon.has(frame.objects, noun))
    if frame is None or frame.state:
        return False
    frame = frame if active else impersonal(draft, frame)
    head = Node(nonfinite(frame.verb, "VBG" if active else "VBN!"))
    add_complements(draft, head, frame, nominal, gap=True, lean=True)
    if active and not head.after:
        return False
    if not active and (not head.after or draft.dice.chance(0.3)):
        agent = anyone(draft, pronouns=False).node
        agent.front(words.adposition("by"), "case")
        head.right(agent, "obl:agent")
    nominal.node.right(head, "acl")
    return True


def add_aside(draft: Draft, nominal: Nominal, base: Tense) -> bool:
    """Add an apposition or clause between commas: "Mrs Hill, the new teacher,", "Tom, who had lost his key,"."""
    if not nominal.is_person or nominal.plural or nominal.node.word.upos == "PRON" or nominal.node.after:
        return False
    if nominal.noun is not None and nominal.noun.kind == "proper" and draft.dice.chance(0.5):
        aside = noun_phrase(draft, PROFESSIONS, oblique=True).node
        aside.before[0].word = words.THE
        relation = "appos"
    else:
        frame = find_frame(draft, has_person_subject)
        if frame is None:
            return False
        who = replace(nominal, node=Node(words.REL_WHO))
        aside = finite_clause(draft.dice, frame.verb, who, PLUPERFECT if base.time == "past" else PERFECT)
        add_complements(draft, aside, frame, nominal, lean=True)
        relation = "acl:relcl"
    aside.front(words.COMMA, "punct")
    aside.right(words.COMMA, "punct")
    nominal.node.right(aside, relation)
    return True


def predicable(nominal: Nominal) -> list[str]:
    """The adjectives that can be predicated of the noun and do not clash with those before it."""
    said = {node.word.form for node in nominal.node.before}
    clashing = {form for group in RIVALS for form in group if not said.isdisjoint(group)}
    adjectives = nominal.noun_class.adjectives if nominal.noun_class else ()
    return [form for form in adjectives if form not in (*ATTRIBUTIVE_ONLY, *COLORS, *said, *clashing)]


def _can_be_restricted(nominal: Nominal) -> bool:
    """Whether a restrictive clause can modify it: not names, relatives, possessions and conjuncts."""
    return (
        nominal.noun is not None
        and nominal.noun.kind != "proper"
        and nominal.noun_class is not None
        and nominal.noun_class.article != "own"
        and all(node.relation != "nmod:poss" for node in nominal.node.before)
        and all(node.relation != "conj" for node in nominal.node.after)
    )


def _frame_with_object(draft: Draft, noun: Noun) -> Frame | None:
    return find_frame(draft, lambda frame: has_person_subject(frame) and draft.lexicon.has(frame.objects, noun))


def _pronoun(draft: Draft, nominal: Nominal, *, subject: bool) -> WordForm:
    """Who for people, that or which for others."""
    if nominal.is_person:
        return words.REL_WHO if draft.dice.chance(0.8 if subject else 0.4) else words.REL_THAT
    return words.REL_THAT if draft.dice.chance(0.6) else words.REL_WHICH


def _front_object(draft: Draft, nominal: Nominal, clause: Node) -> Node:
    """Begin the clause with a pronoun for its object, which may be omitted."""
    if draft.dice.chance(0.65):
        clause.front(_pronoun(draft, nominal, subject=False), "obj")
    return clause


def _subject_relative(draft: Draft, nominal: Nominal, noun: Noun, base: Tense) -> Node | None:
    """ "The boy who broke the window"."""
    frame = find_frame(draft, lambda frame: draft.lexicon.has(frame.subjects, noun))
    if frame is None:
        return _copular_relative(draft, nominal, noun, base)
    tense = base if base.time == "past" else draft.dice.pick((PRESENT, PERFECT, PAST))
    pronoun = replace(nominal, node=Node(_pronoun(draft, nominal, subject=True)))
    head = finite_clause(draft.dice, frame.verb, pronoun, tense)
    add_complements(draft, head, frame, nominal, lean=True)
    return head


def _object_relative(draft: Draft, nominal: Nominal, noun: Noun, base: Tense) -> Node | None:
    """ "The bread that the cook had baked"."""
    frame = _frame_with_object(draft, noun)
    if frame is None:
        return _general_relative(draft, nominal, noun, base)
    tense = draft.dice.pick((PAST, PLUPERFECT) if base.time == "past" else (PAST, PERFECT, PAST))
    subject = anyone(draft)
    head = finite_clause(draft.dice, frame.verb, subject, tense)
    add_complements(draft, head, frame, subject, gap=True, lean=True)
    return _front_object(draft, nominal, head)


def _general_relative(draft: Draft, nominal: Nominal, noun: Noun, base: Tense) -> Node | None:
    """ "That nobody had seen before": fits any person or likable thing."""
    if not noun.person and not draft.lexicon.has(LIKABLE, noun):
        return None
    verb, tense, adverb = draft.dice.pick(KNOWN_PEOPLE if noun.person else KNOWN_THINGS)
    subject = anyone(draft)
    negative = tense.negative and subject.node.word.lemma != "nobody"
    head = finite_clause(draft.dice, verb, subject, replace(tense, time=base.time, negative=negative))
    if adverb:
        head.right(words.adverb(adverb), "advmod")
    return _front_object(draft, nominal, head)


def _copular_relative(draft: Draft, nominal: Nominal, noun: Noun, base: Tense) -> Node | None:
    """ "A coat that was too big"."""
    adjectives = predicable(nominal)
    if not adjectives:
        return _general_relative(draft, nominal, noun, base)
    head = Node(words.adjective(draft.dice.pick(adjectives)))
    head.left(words.adverb(draft.dice.pick(("very", "too", "quite"))), "advmod")
    group, copula = verb_group("be", base, nominal, copula=True)
    pronoun = Node(_pronoun(draft, nominal, subject=True))
    attach_verb_group(draft.dice, head, [*group, (copula, "cop")], base, pronoun)
    return head


def _possessive_relative(draft: Draft, nominal: Nominal, noun: Noun, base: Tense) -> Node | None:
    """ "A girl whose brother plays the piano"."""
    frame = find_frame(draft, has_person_subject)
    if frame is None:
        return _general_relative(draft, nominal, noun, base)
    subject = noun_phrase(draft, ("kin",), subject=True, simple=True)
    subject.node.before.clear()
    subject.node.after.clear()
    subject.node.left(words.REL_WHOSE, "nmod:poss")
    head = finite_clause(draft.dice, frame.verb, subject, base if base.time == "past" else PERFECT)
    add_complements(draft, head, frame, subject, lean=True)
    return head


def _stranding_relative(draft: Draft, nominal: Nominal, noun: Noun, base: Tense) -> Node | None:
    """ "The bus that she was waiting for": the pronoun is separated from its preposition."""

    def phrase_with_noun(frame: Frame) -> Phrase | None:
        return next((p for p in frame.phrases if p.obligatory and draft.lexicon.has(p.classes, noun)), None)

    frame = find_frame(draft, lambda frame: has_person_subject(frame) and phrase_with_noun(frame) is not None)
    phrase = phrase_with_noun(frame) if frame else None
    if frame is None or phrase is None:
        return _object_relative(draft, nominal, noun, base)
    subject = anyone(draft)
    head = finite_clause(draft.dice, frame.verb, subject, replace(base, progressive=frame.is_deed))
    add_complements(draft, head, frame, subject, stranded=phrase)
    pronoun = head.front(words.REL_THAT, "obl")
    head.right(words.adposition(phrase.preposition), "case", head=pronoun)
    return head


def _long_relative(draft: Draft, nominal: Nominal, noun: Noun, base: Tense) -> Node | None:
    """ "The cake that Anna said Tom had baked": the pronoun belongs to the inner clause."""
    frame = _frame_with_object(draft, noun)
    if frame is None:
        return _general_relative(draft, nominal, noun, base)
    head = finite_clause(draft.dice, draft.dice.pick(("say", "think")), anyone(draft), base)
    subject = anyone(draft)
    inner = finite_clause(draft.dice, frame.verb, subject, PLUPERFECT if base.time == "past" else PAST)
    add_complements(draft, inner, frame, subject, gap=True, lean=True)
    head.right(inner, "ccomp")
    head.front(_pronoun(draft, nominal, subject=False), "obj", head=inner)
    return head
