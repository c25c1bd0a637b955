"""States: adjectives, comparison, nouns and places as predicates, existence, weather, feelings."""

from arcwalk.sample import closed_class as words
from arcwalk.sample.context import Context, Nominal
from arcwalk.sample.lexicon import parse_phrases
from arcwalk.sample.morphology import Word, comparative, listed
from arcwalk.sample.noun_phrases import noun_phrase, personal, prepositional_phrase, pronoun_for
from arcwalk.sample.relatives import PROFESSIONS, add_participle, predicable
from arcwalk.sample.tree import Node
from arcwalk.sample.verb_groups import (
    PAST,
    PRESENT,
    Tense,
    attach_verb_group,
    finite_clause,
    verb_group,
)

REASONS = listed("bored happy curious early proud lonely")
EXCUSES = listed("tired ill busy late afraid nervous")
OBSTACLES = listed("tired hungry late busy ill afraid nervous thirsty cold")
WEATHER = ("cold", "dark", "windy", "foggy", "hot", "wet")
COMPARED = ("tall", "old", "young", "strong", "rich", "fast", "clever", "kind")
DESCRIBED = listed(
    "child townsfolk pet soup cake vessel building wearable reading vehicle machine furniture picture boat "
    "flower horse_kind toy instrument film_kind room tool"
)
WHEREABOUTS = tuple(
    (listed(things), parse_phrases(places))
    for things, places in (
        ("money reading letter", "on table, in drawer, under bed, on desk, behind sofa"),
        ("pet child", "in garden, under tree, on sofa, behind shed, in kitchen"),
        ("vehicle", "in garage, in street, behind barn, in yard"),
        ("vessel cutlery fruit cake", "on table, in cupboard, in kitchen, on shelf"),
        ("shop_kind public_building", "in square, near bridge, behind church, near station"),
        ("wild_animal farm_animal", "in forest, in field, near river, behind barn"),
        ("picture", "on wall, above fireplace, in museum"),
        ("boat", "in harbour, near island, on beach"),
        ("tool container", "in shed, in workshop, behind door, in cellar"),
    )
)


def predicate(context: Context, head: Node, subject: Nominal, tense: Tense) -> Node:
    """Make the head the predicate of a copula."""
    group, copula = verb_group("be", tense, subject, copula=True)
    attach_verb_group(context.dice, head, [*group, (copula, "cop")], tense, subject.node)
    return head


def _told(context: Context) -> Tense:
    base = context.dice.pick((PAST, PAST, PRESENT))
    return Tense(base.time, negative=context.dice.chance(0.1))


def definite(context: Context, names: tuple[str, ...]) -> Nominal:
    """A noun phrase for something known already."""
    nominal = noun_phrase(context, names, subject=True)
    if nominal.node.before and nominal.node.before[0].relation == "nmod:poss":
        return nominal
    quantifiers = ("det", "nummod")
    described = [
        node for node in nominal.node.before if node.relation not in quantifiers and node.word not in words.QUANTIFIERS
    ]
    nominal.node.before = described
    nominal.node.front(words.THE, "det")
    return nominal


def adjectives(context: Context) -> Node | None:
    """ "The soup was hot", "the coat was old but warm", "the cake is too big to carry"."""
    dice = context.dice
    tense = _told(context)
    subject = definite(context, DESCRIBED)
    assert subject.noun_class is not None
    options = predicable(subject)
    if len(options) < 2:
        return None
    first, second = dice.pick(options), dice.pick(options)
    head = Node(words.adjective(first))
    if dice.chance(0.35):
        head.left(words.adverb(dice.pick(("very", "too", "quite", "really"))), "advmod")
    elif second != first and dice.chance(0.3):
        other = Node(words.adjective(second))
        other.left(words.AND, "cc")
        head.right(other, "conj")
    if dice.chance(0.15):
        add_participle(context, subject)
    predicate(context, head, subject, tense)
    return head


def comparison(context: Context) -> Node:
    """ "Tom is taller than his brother", "Tom is as tall as his brother"."""
    dice = context.dice
    subject = noun_phrase(context, ("name", "kin"), subject=True, simple=True)
    standard = noun_phrase(context, ("name", "kin"), owner=subject, simple=True)
    form = dice.pick(COMPARED)
    if dice.chance(0.7):
        head = Node(Word(comparative(form), form, "ADJ", "JJR", "Degree=Cmp"))
        if dice.chance(0.25):
            head.left(words.adverb("much"), "advmod")
        standard.node.front(words.adposition("than"), "case")
    else:
        head = Node(words.adjective(form))
        head.left(words.adverb("as"), "advmod")
        standard.node.front(words.adposition("as"), "case")
    head.right(standard.node, "obl")
    return predicate(context, head, subject, _told(context))


def professions(context: Context) -> Node:
    """ "Her uncle is a carpenter from Ashton"."""
    subject = noun_phrase(context, ("name", "kin"), subject=True, simple=True)
    profession = noun_phrase(context, PROFESSIONS, new=True)
    while profession.plural:
        profession = noun_phrase(context, PROFESSIONS, new=True)
    return predicate(context, profession.node, subject, _told(context))


def whereabouts(context: Context) -> Node:
    """ "The keys are on the table in the kitchen"."""
    things, places = context.dice.pick(WHEREABOUTS)
    subject = definite(context, things)
    place = prepositional_phrase(context, context.dice.pick(places))
    return predicate(context, place.node, subject, _told(context))


def existence(context: Context) -> Node:
    """ "There was an old map in the drawer"."""
    dice = context.dice
    things, places = dice.pick(WHEREABOUTS)
    tense = Tense(dice.pick(("past", "past", "present")))
    thing = noun_phrase(context, things, simple=True, new=True)
    head = Node(verb_group("be", tense, thing)[1])
    head.left(words.THERE, "expl")
    head.right(thing.node, "nsubj")
    head.right(prepositional_phrase(context, dice.pick(places)).node, "obl")
    return head


def feeling(context: Context, of: Nominal, tense: Tense, feelings: tuple[str, ...]) -> Node:
    """ "She was very tired", about someone already named."""
    dice = context.dice
    subject = pronoun_for(of) if of.gender != "p" else personal((3, True, "n"))
    head = Node(words.adjective(dice.pick(feelings)))
    if dice.chance(0.35):
        head.left(words.adverb(dice.pick(("very", "too", "quite"))), "advmod")
    return predicate(context, head, subject, tense)


def weather(context: Context, tense: Tense, *, progressive: bool = True) -> Node:
    """ "It was raining", "it was cold"."""
    dice = context.dice
    it = personal((3, False, "n"))
    if dice.chance(0.5):
        head = predicate(context, Node(words.adjective(dice.pick(WEATHER))), it, tense)
    else:
        tense = Tense(tense.time, progressive=progressive)
        head = finite_clause(dice, dice.pick(("rain", "snow")), it, tense)
    it.node.relation = "expl"
    return head
