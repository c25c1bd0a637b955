"""What verbs take: choosing a frame and filling in its objects and phrases."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from arcwalk.sample import closed_class as words
from arcwalk.sample.context import Context, Nominal
from arcwalk.sample.lexicon import Frame, Phrase
from arcwalk.sample.morphology import listed
from arcwalk.sample.noun_phrases import anyone, noun_phrase, prepositional_phrase
from arcwalk.sample.tree import Node


class Complements(NamedTuple):
    """What a verb was given: its object, if it has one here, and the noun phrase that stands last."""

    object: Nominal | None
    last: Nominal | None


NEVER_PASSIVE = listed("leave need forget wear miss climb hurt lose cross taste hear remember take catch board")
SHIFTING = listed("give show send teach tell lend sell serve bring throw promise")


def pick_frame(context: Context, fits: Callable[[Frame], bool]) -> Frame | None:
    """A frame of the scene that fits, with a verb new to the sentence."""
    frames = [frame for frame in context.scene.frames if frame.verb not in context.used and fits(frame)]
    if not frames:
        return None
    frame = context.dice.pick(frames)
    context.used.add(frame.verb)
    return frame


def can_be_passive(frame: Frame) -> bool:
    """Whether people do it to something that can become the subject."""
    return bool(frame.objects) and has_person_subject(frame) and frame.verb not in NEVER_PASSIVE


def impersonal(context: Context, frame: Frame) -> Frame:
    """The frame without its company ("with a friend"), which needs a subject that acts."""
    kept = (
        phrase
        for phrase in frame.phrases
        if phrase.preposition != "with"
        or not any(group.nouns[0].person for group in context.lexicon.of(phrase.classes))
    )
    return replace(frame, phrases=tuple(kept))


def has_person_subject(frame: Frame) -> bool:
    """Whether people do it."""
    return "name" in frame.subjects


def subject_of(context: Context, frame: Frame, *, pronouns: bool = True) -> Nominal:
    """A subject that fits the frame."""
    if has_person_subject(frame):
        return anyone(context, pronouns=pronouns)
    return noun_phrase(context, frame.subjects, subject=True)


def add_complements(
    context: Context,
    head: Node,
    frame: Frame,
    owner: Nominal | None,
    *,
    gap: bool = False,
    lean: bool = False,
    given: Nominal | None = None,
    stranded: Phrase | None = None,
) -> Complements:
    """Hang particle, objects and phrases of the frame on its verb.

    With a gap the object stands elsewhere (relative clauses, questions, passives); `given` is an object
    that exists already; `stranded` is a phrase whose noun stands elsewhere and leaves its preposition.
    """
    dice = context.dice
    phrases = _choose_phrases(context, frame, lean, without=stranded)
    recipient = next((phrase for phrase in phrases if phrase.recipient), None)
    shifts = recipient is not None and frame.verb in SHIFTING and dice.chance(0.5) and not gap and given is None
    object_, last = given, given
    if frame.particle and given is None:
        head.right(words.particle(frame.particle), "compound:prt")
    if shifts and recipient is not None:
        phrases.remove(recipient)
        head.right(noun_phrase(context, recipient.classes, owner=owner, simple=True).node, "iobj")
    if given is not None:
        head.right(given.node, "obj")
        if frame.particle:
            head.right(words.particle(frame.particle), "compound:prt")
    elif frame.objects and not gap:
        blocked = {name for phrase in frame.phrases for name in phrase.classes}
        blocked |= {phrase.preposition for phrase in phrases}
        simple = lean or (bool(phrases) and dice.chance(0.45))
        object_ = last = noun_phrase(context, frame.objects, owner=owner, simple=simple, blocked=blocked)
        head.right(last.node, "obj")
    for phrase in phrases:
        last = prepositional_phrase(context, phrase, owner=owner, simple=lean or dice.chance(0.6))
        head.right(last.node, "obl")
    return Complements(object_, last)


def _choose_phrases(context: Context, frame: Frame, lean: bool, without: Phrase | None) -> list[Phrase]:
    if without is not None:
        return []
    dice = context.dice
    obligatory = [phrase for phrase in frame.phrases if phrase.obligatory]
    optional = [phrase for phrase in frame.phrases if not phrase.obligatory and not context.has_said(phrase)]
    chosen = [dice.pick(obligatory)] if obligatory else []
    if optional and dice.chance(0.15 if chosen else 1.0 if not frame.objects else 0.35 if lean else 0.65):
        chosen.append(dice.pick(optional))
    return chosen
