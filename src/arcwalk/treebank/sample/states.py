"""States: adjectives, comparison, nouns and places as predicates, existence, weather, feelings."""

from arcwalk.treebank.sample import closed_class as words
from arcwalk.treebank.sample.adverbials import time_expression
from arcwalk.treebank.sample.clauses import add_clause_to_noun
from arcwalk.treebank.sample.context import Context, Nominal
from arcwalk.treebank.sample.dice import Dice
from arcwalk.treebank.sample.lexicon import parse_phrases
from arcwalk.treebank.sample.morphology import Word, comparative
from arcwalk.treebank.sample.noun_phrases import noun_phrase, personal, prepositional_phrase, pronoun_for
from arcwalk.treebank.sample.relatives import ATTRIBUTIVE_ONLY
from arcwalk.treebank.sample.tree import Node
from arcwalk.treebank.sample.verb_groups import PAST, PRESENT, Tense, attach_verb_group, verb_group

FEELINGS = (
    "tired",
    "hungry",
    "late",
    "busy",
    "bored",
    "happy",
    "ill",
    "afraid",
    "nervous",
    "thirsty",
    "cold",
)
WEATHER = ("cold", "dark", "windy", "foggy", "hot", "wet")
COMPARED = ("tall", "old", "young", "strong", "rich", "fast", "clever", "kind")
DESCRIBED = tuple(
    [
        "child",
        "townsfolk",
        "pet",
        "soup",
        "cake",
        "vessel",
        "building",
        "wearable",
        "reading",
        "vehicle",
        "machine",
        "furniture",
        "picture",
        "boat",
        "flower",
        "horse_kind",
        "toy",
        "instrument",
        "film_kind",
        "room",
        "tool",
    ]
)
PROFESSIONS = ("townsfolk", "official", "musician", "craftsman", "sailor", "farmer", "pupil")
WHEREABOUTS = tuple(
    (tuple(things.split()), parse_phrases(places))
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
    _attach_copula(context.dice, head, group, copula, tense, subject)
    return head


def _attach_copula(
    dice: Dice, head: Node, group: list[tuple[Word, str]], copula: Word, tense: Tense, subject: Nominal
) -> None:
    attach_verb_group(dice, head, [*group, (copula, "cop")], tense, subject.node)


def _told(context: Context) -> Tense:
    base = context.dice.pick((PAST, PAST, PRESENT))
    return Tense(base.time, negative=context.dice.chance(0.1))


def adjectives(context: Context) -> Node | None:
    """ "The soup was hot", "the coat was old but warm", "the cake is too big to carry"."""
    dice = context.dice
    tense = _told(context)
    subject = noun_phrase(context, DESCRIBED, subject=True)
    assert subject.noun_class is not None
    present = {node.word.form for node in subject.node.before}
    options = [
        form for form in subject.noun_class.adjectives if form not in ATTRIBUTIVE_ONLY and form not in present
    ]
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
    if dice.chance(0.12) and not subject.closed:
        add_clause_to_noun(context, subject, tense)
    predicate(context, head, subject, tense)
    if tense.time == "past" and dice.chance(0.15):
        time = time_expression(dice, "past")
        assert time is not None
        head.right(*time)
    return head


def comparison(context: Context) -> Node:
    """ "Tom is taller than his brother", "Tom is as tall as his brother"."""
    dice = context.dice
    subject = noun_phrase(context, context.scene.people, subject=True, simple=True)
    standard = noun_phrase(context, context.scene.people, owner=subject, simple=True)
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
    dice = context.dice
    subject = noun_phrase(context, ("name", "kin"), subject=True, simple=True)
    noun_class, noun = context.pick_noun(PROFESSIONS)
    head = noun_phrase(context, (noun.lemma,), simple=True)
    for node in [node for node in head.node.before if node.relation in ("det", "nmod:poss", "nummod")]:
        head.node.before.remove(node)
    return predicate(context, head.node, subject, _told(context))


def whereabouts(context: Context) -> Node:
    """ "The keys are on the table in the kitchen"."""
    things, places = context.dice.pick(WHEREABOUTS)
    subject = noun_phrase(context, things, subject=True)
    place = prepositional_phrase(context, context.dice.pick(places))
    return predicate(context, place.node, subject, _told(context))


def existence(context: Context) -> Node:
    """ "There was an old map in the drawer"."""
    dice = context.dice
    things, places = dice.pick(WHEREABOUTS)
    tense = Tense(dice.pick(("past", "past", "present")))
    thing = indefinite(context, things)
    head = Node(verb_group("be", tense, thing)[1])
    head.left(words.THERE, "expl")
    head.right(thing.node, "nsubj")
    head.right(prepositional_phrase(context, dice.pick(places)).node, "obl")
    return head


def indefinite(context: Context, names: tuple[str, ...]) -> Nominal:
    """A noun phrase that introduces something new."""
    while True:
        nominal = noun_phrase(context, names, simple=True)
        determiners = [node.word for node in nominal.node.before if node.relation in ("det", "nmod:poss")]
        if all(word in (words.A, words.SOME, words.ANOTHER) for word in determiners):
            return nominal


def feeling(context: Context, of: Nominal, tense: Tense) -> Node:
    """ "She was very tired", about someone already named."""
    dice = context.dice
    subject = pronoun_for(of) if of.gender != "p" else personal((3, True, "n"))
    head = Node(words.adjective(dice.pick(FEELINGS)))
    if dice.chance(0.35):
        head.left(words.adverb(dice.pick(("very", "so", "too"))), "advmod")
    return predicate(context, head, subject, tense)


def weather(context: Context, tense: Tense) -> Node:
    """ "It was raining", "it was cold"."""
    dice = context.dice
    it = personal((3, False, "n"))
    if dice.chance(0.5):
        head = predicate(context, Node(words.adjective(dice.pick(WEATHER))), it, tense)
    else:
        tense = Tense(tense.time, progressive=True)
        group, verb = verb_group(dice.pick(("rain", "snow")), tense, it)
        head = Node(verb)
        attach_verb_group(dice, head, group, tense, it.node)
    it.node.relation = "expl"
    return head
