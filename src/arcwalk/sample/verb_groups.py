"""Verb groups: auxiliaries, do-support, negation and agreement."""

from dataclasses import dataclass, replace

from arcwalk.sample import closed_class as words
from arcwalk.sample.dice import Dice
from arcwalk.sample.draft import Nominal
from arcwalk.sample.morphology import WordForm, finite, nonfinite
from arcwalk.sample.tree import Node


@dataclass(frozen=True, slots=True)
class Tense:
    """Tense, mood and aspect of a clause; `time` is past or present, a modal overrides it."""

    time: str = "past"
    modal: str = ""
    perfect: bool = False
    progressive: bool = False
    negative: bool = False

    @property
    def adverbials(self) -> str:
        """Which expressions of time fit: past, habit, now, future, or none."""
        if self.modal:
            return "future" if self.modal in ("will", "must", "should") else "none"
        if self.time == "past":
            return "none" if self.perfect or self.progressive else "past"
        return "now" if self.progressive else "none" if self.perfect else "habit"


PAST, PRESENT, FUTURE = Tense("past"), Tense("present"), Tense("present", modal="will")
PLUPERFECT, PERFECT = Tense("past", perfect=True), Tense("present", perfect=True)


def choose_tense(dice: Dice, base: Tense = PAST, *, state: bool = False, negation: float = 0.07) -> Tense:
    """A tense for a clause of a narrative in the past, the present or the future."""
    if base.modal or base.perfect or (state and base.time == "present"):
        tense = base
    elif state:
        tense = PAST if dice.chance(0.95) else PLUPERFECT
    elif base.time == "past":
        tense = dice.weighted(
            [(80, PAST), (7, Tense("past", progressive=True)), (3, PLUPERFECT), (3, Tense("past", modal="could"))]
        )
    else:
        tense = dice.weighted(
            [
                (38, PRESENT),
                (22, Tense("present", progressive=True)),
                (20, PERFECT),
                (7, Tense("present", modal="can")),
                (5, Tense("present", modal="must")),
                (5, Tense("present", modal="should")),
                (4, Tense("present", modal="might")),
            ]
        )
    return replace(tense, negative=dice.chance(negation))


def verb_group(
    lemma: str, tense: Tense, subject: Nominal, *, passive: bool = False, copula: bool = False, question: bool = False
) -> tuple[list[tuple[WordForm, str]], WordForm]:
    """The auxiliaries with their relations, in order, and the main verb, which may be the copula."""
    chain: list[tuple[str, str, str]] = []  # lemma, relation, form of what follows
    if tense.modal:
        chain.append((tense.modal, "aux", "VB"))
    if tense.perfect:
        chain.append(("have", "aux", "VBN"))
    if tense.progressive and not copula:
        chain.append(("be", "aux", "VBG"))
    if passive:
        chain.append(("be", "aux:pass", "VBN!"))
    if not chain and (tense.negative or question) and not copula and lemma != "be":
        chain.append(("do", "aux", "VB"))
    chain.append((lemma, "cop" if copula else "", ""))
    forms: list[tuple[WordForm, str]] = []
    wanted = ""
    for item, relation, following in chain:
        upos = "AUX" if relation else "VERB"
        if item in words.MODALS:
            word = words.MODALS[item]
        elif wanted:
            word = nonfinite(item, wanted, upos)
        else:
            word = finite(item, tense.time, subject.person, subject.plural, upos)
        forms.append((word, relation))
        wanted = following
    return forms[:-1], forms[-1][0]


def negation(dice: Dice, auxiliary: WordForm) -> WordForm:
    """Not, or n't if the auxiliary has a regular contraction."""
    short = ("did", "does", "do", "was", "were", "is", "are", "has", "have", "had", "could", "should")
    contracted = auxiliary is words.CA or (auxiliary.form in short and dice.chance(0.45))
    return words.N_T if contracted else words.NOT


def attach_verb_group(
    dice: Dice,
    head: Node,
    group: list[tuple[WordForm, str]],
    tense: Tense,
    subject: Node | None,
    relation: str = "nsubj",
    *,
    question: bool = False,
) -> None:
    """Add subject, auxiliaries and negation before everything that precedes the head."""
    pieces: list[tuple[Node, str]] = []
    auxiliaries = [(Node(word), label) for word, label in group]
    if tense.negative and auxiliaries and auxiliaries[0][0].word.form == "can":
        auxiliaries[0][0].word = words.CA
    if question and auxiliaries:
        pieces.append(auxiliaries.pop(0))
        short = negation(dice, pieces[0][0].word) if tense.negative else None
        if short is words.N_T:
            pieces.append((Node(short), "advmod"))
        if subject is not None:
            pieces.append((subject, relation))
        if short is words.NOT:
            pieces.append((Node(short), "advmod"))
        pieces += auxiliaries
    else:
        if subject is not None:
            pieces.append((subject, relation))
        for i, auxiliary in enumerate(auxiliaries):
            pieces.append(auxiliary)
            if i == 0 and tense.negative:
                pieces.append((Node(negation(dice, auxiliary[0].word)), "advmod"))
    for node, label in reversed(pieces):
        head.front(node, label)


def finite_clause(dice: Dice, lemma: str, subject: Nominal, tense: Tense, *, question: bool = False) -> Node:
    """A verb with its subject and auxiliaries only."""
    group, verb = verb_group(lemma, tense, subject, question=question)
    head = Node(verb)
    attach_verb_group(dice, head, group, tense, subject.node, question=question)
    return head
