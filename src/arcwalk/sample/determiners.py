"""What precedes a noun: determiners, possessive pronouns, numerals, adjectives."""

from arcwalk.sample import closed_class as words
from arcwalk.sample.draft import Draft, Nominal
from arcwalk.sample.morphology import listed
from arcwalk.sample.tree import Node

SINGULAR_DETERMINERS = ((52, words.THE), (42, words.A), (2, words.THIS), (2, words.THAT), (1, words.ANOTHER))
PLURAL_DETERMINERS = ((70, words.THE), (14, words.SOME), (4, words.MANY), (5, words.SEVERAL), (2, words.THESE))
COLORS = listed("black blue brown green grey red white yellow")
RIVALS = (
    listed("young old elderly new"),
    listed("big small little tall"),
    listed("clean dirty"),
    listed("hot cold"),
    listed("left right"),
    COLORS,
)
OWNABLE = listed("wearable toy vehicle money reading letter instrument pet suitcase bag tool present boat")


def add_determiner(draft: Draft, nominal: Nominal, owner: Nominal | None, subject: bool) -> None:
    """Add a determiner that fits the class and number of the noun."""
    dice, node = draft.dice, nominal.node
    noun, noun_class = nominal.noun, nominal.noun_class
    assert noun is not None
    assert noun_class is not None
    if noun_class.article == "number":
        node.left(dice.pick(words.NUMERALS[:4]), "nummod")
    elif noun_class.article == "own" or (owner is not None and noun_class.name in OWNABLE and dice.chance(0.2)):
        node.left(possessive(draft, owner), "nmod:poss")
    elif noun_class.article in ("the", "a"):
        node.left(words.THE if noun_class.article == "the" else words.A, "det")
    elif noun_class.article == "none" or (noun_class.plurals == "always" and dice.chance(0.8)):
        return
    elif noun.kind == "mass":
        if subject or dice.chance(0.5):
            node.left(words.THE, "det")
        elif dice.chance(0.5):
            node.left(words.SOME, "det")
    elif nominal.plural and dice.chance(0.22):
        if dice.chance(0.15):
            node.left(words.THE, "det")
        node.left(dice.pick(words.NUMERALS[: 4 if noun.person or dice.chance(0.8) else 10]), "nummod")
    elif nominal.plural and (subject or dice.chance(0.7)):
        determiner = dice.weighted(PLURAL_DETERMINERS)
        node.left(determiner, "det" if determiner.upos == "DET" else "amod")
    elif not nominal.plural:
        node.left(dice.weighted(SINGULAR_DETERMINERS), "det")


def add_indefinite(draft: Draft, nominal: Nominal) -> None:
    """Add an indefinite determiner."""
    dice, node = draft.dice, nominal.node
    if nominal.plural:
        number = dice.pick(words.NUMERALS[:3])
        node.left(*dice.pick(((words.SOME, "det"), (words.SEVERAL, "amod"), (number, "nummod"))))
    elif nominal.noun is not None and nominal.noun.kind == "mass":
        node.left(words.SOME, "det")
    else:
        node.left(words.A, "det")


def possessive(draft: Draft, owner: Nominal | None) -> Node:
    """The possessive pronoun for the owner, or for a random person."""
    if owner is not None and owner.gender != "p":
        return owner.pronoun("Gen")
    person, plural, gender = draft.dice.pick(((1, False, "n"), (1, True, "n"), (3, False, "f"), (3, False, "m")))
    return Node(words.personal_pronoun(person, plural, gender, "Gen"))


def add_adjectives(draft: Draft, nominal: Nominal) -> None:
    """Add one or two adjectives."""
    dice = draft.dice
    adjectives = nominal.noun_class.adjectives if nominal.noun_class else ()
    if not adjectives:
        return
    chosen = {dice.pick(adjectives)}
    second = dice.pick(adjectives)
    if dice.chance(0.15) and not any(second in group and not chosen.isdisjoint(group) for group in RIVALS):
        chosen.add(second)
    for form in adjectives:
        if form in chosen:
            nominal.node.left(words.adjective(form), "amod")
