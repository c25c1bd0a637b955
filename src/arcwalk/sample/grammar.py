"""The start symbol: productions of sentences and their weights."""

from collections.abc import Callable

from arcwalk.sample import closed_class as words
from arcwalk.sample.dice import Dice
from arcwalk.sample.displaced import extraposed_object, extraposed_subject, long_question, more_than, stranded_question
from arcwalk.sample.draft import DeadEnd, Draft
from arcwalk.sample.embedding import control, quotation, reported
from arcwalk.sample.lexicon import lexicon
from arcwalk.sample.questions import imperative, wh_question, yes_no_question
from arcwalk.sample.statements import coordinated_clauses, coordinated_verbs, purpose, simple, subordinated
from arcwalk.sample.states import adjectives, comparison, existence, professions, whereabouts
from arcwalk.sample.tree import Node

Production = Callable[[Draft], Node]

PRODUCTIONS: tuple[tuple[float, Production], ...] = (
    (36, simple),
    (9, subordinated),
    (8, coordinated_clauses),
    (9, coordinated_verbs),
    (3, purpose),
    (8, control),
    (7, reported),
    (6, quotation),
    (4, adjectives),
    (1, comparison),
    (1, professions),
    (2, whereabouts),
    (2.5, existence),
    (2, yes_no_question),
    (2.5, wh_question),
    (1.5, imperative),
    (1.2, extraposed_subject),
    (1.4, extraposed_object),
    (0.4, more_than),
    (0.5, long_question),
    (0.8, stranded_question),
)
QUESTIONS = (yes_no_question, wh_question, long_question, stranded_question)
LONGEST = 30


def sentence(dice: Dice) -> Node:
    """A random sentence, as a tree with final punctuation."""
    while True:
        production = dice.weighted(PRODUCTIONS)
        draft = Draft(dice, lexicon(), dice.pick(lexicon().scenes))
        try:
            root = production(draft)
        except DeadEnd:
            continue
        if production in QUESTIONS:
            root.right(words.QUESTION_MARK, "punct")
        elif production is imperative:
            root.right(words.EXCLAMATION_MARK if dice.chance(0.3) else words.PERIOD, "punct")
        elif production is not quotation:
            root.right(words.PERIOD, "punct")
        if 3 <= len(root.in_order()) <= LONGEST:
            return root
