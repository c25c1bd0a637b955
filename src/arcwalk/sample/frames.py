"""Verb frames: choosing one and filling in its objects and phrases."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from arcwalk.sample import closed_class as words
from arcwalk.sample.draft import DeadEnd, Draft, Nominal
from arcwalk.sample.lexicon import Frame, Phrase
from arcwalk.sample.morphology import listed
from arcwalk.sample.noun_phrases import anyone, noun_phrase, prepositional_phrase
from arcwalk.sample.tree import Node


class Complements(NamedTuple):
    """The object of a verb, if it has one here, and the last noun phrase."""

    object: Nominal | None
    last: Nominal | None


NEVER_PASSIVE = listed("leave need forget wear miss climb hurt lose cross taste hear remember take catch board")
SHIFTING = listed("give show send teach tell lend sell serve bring throw promise")


def pick_frame(draft: Draft, fits: Callable[[Frame], bool]) -> Frame:
    """A fitting frame of the scene with an unused verb; a dead end if there is none."""
    frame = find_frame(draft, fits)
    if frame is None:
        raise DeadEnd
    return frame


def find_frame(draft: Draft, fits: Callable[[Frame], bool]) -> Frame | None:
    """A fitting frame of the scene with an unused verb, if there is one."""
    frames = [frame for frame in draft.scene.frames if frame.verb not in draft.used and fits(frame)]
    if not frames:
        return None
    frame = draft.dice.pick(frames)
    draft.used.add(frame.verb)
    return frame


def can_be_passive(frame: Frame) -> bool:
    """Whether people do it, to something that can become the subject."""
    return bool(frame.objects) and has_person_subject(frame) and frame.verb not in NEVER_PASSIVE


def impersonal(draft: Draft, frame: Frame) -> Frame:
    """The frame without company ("with a friend"), which needs an acting subject."""
    kept = (
        phrase
        for phrase in frame.phrases
        if phrase.preposition != "with" or not any(group.nouns[0].person for group in draft.lexicon.of(phrase.classes))
    )
    return replace(frame, phrases=tuple(kept))


def has_person_subject(frame: Frame) -> bool:
    """Whether people do it."""
    return "name" in frame.subjects


def subject_of(draft: Draft, frame: Frame, *, pronouns: bool = True) -> Nominal:
    """A subject that fits the frame."""
    if has_person_subject(frame):
        return anyone(draft, pronouns=pronouns)
    return noun_phrase(draft, frame.subjects, subject=True)


def add_complements(
    draft: Draft,
    head: Node,
    frame: Frame,
    owner: Nominal | None,
    *,
    gap: bool = False,
    lean: bool = False,
    given: Nominal | None = None,
    stranded: Phrase | None = None,
) -> Complements:
    """Attach particle, objects and phrases of the frame to its verb.

    With a gap, the object is elsewhere (relative clauses, questions, passives); `given` is an existing object;
    `stranded` is a phrase whose noun is elsewhere and leaves its preposition behind.
    """
    dice = draft.dice
    phrases = _choose_phrases(draft, frame, lean, without=stranded)
    recipient = next((phrase for phrase in phrases if phrase.recipient), None)
    shifts = recipient is not None and frame.verb in SHIFTING and dice.chance(0.5) and not gap and given is None
    object_, last = given, given
    if frame.particle and given is None:
        head.right(words.particle(frame.particle), "compound:prt")
    if shifts and recipient is not None:
        phrases.remove(recipient)
        head.right(noun_phrase(draft, recipient.classes, owner=owner, simple=True).node, "iobj")
    if given is not None:
        head.right(given.node, "obj")
        if frame.particle:
            head.right(words.particle(frame.particle), "compound:prt")
    elif frame.objects and not gap:
        blocked = {name for phrase in frame.phrases for name in phrase.classes}
        blocked |= {phrase.preposition for phrase in phrases}
        simple = lean or (bool(phrases) and dice.chance(0.45))
        object_ = last = noun_phrase(draft, frame.objects, owner=owner, simple=simple, blocked=blocked)
        head.right(last.node, "obj")
    for phrase in phrases:
        last = prepositional_phrase(draft, phrase, owner=owner, simple=lean or dice.chance(0.6))
        head.right(last.node, "obl")
    return Complements(object_, last)


def _choose_phrases(draft: Draft, frame: Frame, lean: bool, without: Phrase | None) -> list[Phrase]:
    if without is not None:
        return []
    dice = draft.dice
    obligatory = [phrase for phrase in frame.phrases if phrase.obligatory]
    optional = [phrase for phrase in frame.phrases if not phrase.obligatory and not draft.has_said(phrase)]
    chosen = [dice.pick(obligatory)] if obligatory else []
    if optional and dice.chance(0.15 if chosen else 1.0 if not frame.objects else 0.35 if lean else 0.65):
        chosen.append(dice.pick(optional))
    return chosen
