"""States: adjectives, comparison, nouns and places as predicates, existence, weather, feelings."""

from arcwalk.sample import closed_class as words
from arcwalk.sample.draft import DeadEnd, Draft, Nominal
from arcwalk.sample.lexicon import parse_phrases
from arcwalk.sample.morphology import WordForm, comparative, listed
from arcwalk.sample.noun_phrases import noun_phrase, personal, prepositional_phrase, pronoun_for
from arcwalk.sample.relatives import PROFESSIONS, add_participle, predicable
from arcwalk.sample.tree import Node
from arcwalk.sample.verb_groups import PAST, PRESENT, Tense, attach_verb_group, finite_clause, verb_group

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


def predicate(draft: Draft, head: Node, subject: Nominal, tense: Tense) -> Node:
    """Turn the head into a predicate with a copula."""
    group, copula = verb_group("be", tense, subject, copula=True)
    attach_verb_group(draft.dice, head, [*group, (copula, "cop")], tense, subject.node)
    return head


def _any_tense(draft: Draft) -> Tense:
    base = draft.dice.pick((PAST, PAST, PRESENT))
    return Tense(base.time, negative=draft.dice.chance(0.1))


def definite(draft: Draft, names: tuple[str, ...]) -> Nominal:
    """A definite noun phrase."""
    nominal = noun_phrase(draft, names, subject=True)
    if nominal.node.before and nominal.node.before[0].relation == "nmod:poss":
        return nominal
    quantifiers = ("det", "nummod")
    described = [
        node for node in nominal.node.before if node.relation not in quantifiers and node.word not in words.QUANTIFIERS
    ]
    nominal.node.before = described
    nominal.node.front(words.THE, "det")
    return nominal


def adjectives(draft: Draft) -> Node:
    """ "The soup was hot", "the coat was old but warm", "the cake is too big to carry"."""
    dice = draft.dice
    tense = _any_tense(draft)
    subject = definite(draft, DESCRIBED)
    assert subject.noun_class is not None
    options = predicable(subject)
    if len(options) < 2:
        raise DeadEnd
    first, second = dice.pick(options), dice.pick(options)
    head = Node(words.adjective(first))
    if dice.chance(0.35):
        head.left(words.adverb(dice.pick(("very", "too", "quite", "really"))), "advmod")
    elif second != first and dice.chance(0.3):
        other = Node(words.adjective(second))
        other.left(words.AND, "cc")
        head.right(other, "conj")
    if dice.chance(0.15):
        add_participle(draft, subject)
    predicate(draft, head, subject, tense)
    return head


def comparison(draft: Draft) -> Node:
    """ "Tom is taller than his brother", "Tom is as tall as his brother"."""
    dice = draft.dice
    subject = noun_phrase(draft, ("name", "kin"), subject=True, simple=True)
    standard = noun_phrase(draft, ("name", "kin"), owner=subject, simple=True)
    form = dice.pick(COMPARED)
    if dice.chance(0.7):
        head = Node(WordForm(comparative(form), form, "ADJ", "JJR", "Degree=Cmp"))
        if dice.chance(0.25):
            head.left(words.adverb("much"), "advmod")
        standard.node.front(words.adposition("than"), "case")
    else:
        head = Node(words.adjective(form))
        head.left(words.adverb("as"), "advmod")
        standard.node.front(words.adposition("as"), "case")
    head.right(standard.node, "obl")
    return predicate(draft, head, subject, _any_tense(draft))


def professions(draft: Draft) -> Node:
    """ "Her uncle is a carpenter from Ashton"."""
    subject = noun_phrase(draft, ("name", "kin"), subject=True, simple=True)
    profession = noun_phrase(draft, PROFESSIONS, new=True)
    while profession.plural:
        profession = noun_phrase(draft, PROFESSIONS, new=True)
    return predicate(draft, profession.node, subject, _any_tense(draft))


def whereabouts(draft: Draft) -> Node:
    """ "The keys are on the table in the kitchen"."""
    things, places = draft.dice.pick(WHEREABOUTS)
    subject = definite(draft, things)
    place = prepositional_phrase(draft, draft.dice.pick(places))
    return predicate(draft, place.node, subject, _any_tense(draft))


def existence(draft: Draft) -> Node:
    """ "There was an old map in the drawer"."""
    dice = draft.dice
    things, places = dice.pick(WHEREABOUTS)
    tense = Tense(dice.pick(("past", "past", "present")))
    thing = noun_phrase(draft, things, simple=True, new=True)
    head = Node(verb_group("be", tense, thing)[1])
    head.left(words.THERE, "expl")
    head.right(thing.node, "nsubj")
    head.right(prepositional_phrase(draft, dice.pick(places)).node, "obl")
    return head


def feeling(draft: Draft, of: Nominal, tense: Tense, feelings: tuple[str, ...]) -> Node:
    """ "She was very tired", about someone already named."""
    dice = draft.dice
    subject = pronoun_for(of) if of.gender != "p" else personal((3, True, "n"))
    head = Node(words.adjective(dice.pick(feelings)))
    if dice.chance(0.35):
        head.left(words.adverb(dice.pick(("very", "too", "quite"))), "advmod")
    return predicate(draft, head, subject, tense)


def weather(draft: Draft, tense: Tense, *, progressive: bool = True) -> Node:
    """ "It was raining", "it was cold"."""
    dice = draft.dice
    it = personal((3, False, "n"))
    if dice.chance(0.5):
        head = predicate(draft, Node(words.adjective(dice.pick(WEATHER))), it, tense)
    else:
        tense = Tense(tense.time, progressive=progressive)
        head = finite_clause(dice, dice.pick(("rain", "snow")), it, tense)
    it.node.relation = "expl"
    return head
