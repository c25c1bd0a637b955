"""Noun phrases: names, relatives, common nouns, prepositional attributes, coordination."""

from collections.abc import Collection

from arcwalk.sample import closed_class as words
from arcwalk.sample.context import Context, Nominal
from arcwalk.sample.determiners import add_adjectives, add_determiner, add_indefinite, possessive
from arcwalk.sample.lexicon import Noun, NounClass, Phrase
from arcwalk.sample.morphology import Word
from arcwalk.sample.nouns import bare_noun, common_noun, proper_noun
from arcwalk.sample.tree import Node

TITLES = {"m": ("Mr", "Dr"), "f": ("Mrs", "Dr")}
PRONOUNS = (
    (5, (3, False, "m")),
    (5, (3, False, "f")),
    (3, (3, True, "n")),
    (2, (1, False, "n")),
    (2, (1, True, "n")),
)
PLURAL_CHANCE = {"never": 0.0, "often": 0.5, "always": 1.0}


def noun_phrase(
    context: Context,
    names: tuple[str, ...],
    *,
    owner: Nominal | None = None,
    subject: bool = False,
    oblique: bool = False,
    simple: bool = False,
    new: bool = False,
    blocked: Collection[str] = (),
) -> Nominal:
    """A noun phrase with a noun of the named classes.

    `owner` is who a possessive pronoun in it refers to; `new` asks for an indefinite phrase; an `oblique`
    one is mostly singular. A simple phrase has no attributes after the noun; otherwise those that name a
    `blocked` class are left out, because the verb would claim them.
    """
    dice = context.dice
    noun_class, noun = context.pick_noun(names)
    if noun in context.lexicon.classes["name"].nouns:
        nominal = _named(context, noun)
    elif noun in context.lexicon.classes["kin"].nouns:
        nominal = _relative(context, noun, owner)
    else:
        nominal = _common(context, noun_class, noun, owner, subject, oblique, new)
    if simple:
        return nominal
    if noun_class.phrases and dice.chance(0.44):
        _add_attribute(context, nominal, blocked)
    is_place_name = noun.kind == "proper" and not noun.person
    if dice.chance(0.13) and not is_place_name and noun_class.article not in ("the", "number", "own"):
        _coordinate(context, nominal, owner)
    return nominal


def prepositional_phrase(
    context: Context, phrase: Phrase, *, owner: Nominal | None = None, simple: bool = False
) -> Nominal:
    """A noun phrase behind a preposition."""
    if phrase.bare:
        nominal = Nominal(Node(bare_noun(phrase.bare)))
        context.used.add(phrase.bare)
    else:
        nominal = noun_phrase(context, phrase.classes, owner=owner, oblique=True, simple=simple)
    nominal.node.front(words.adposition(phrase.preposition), "case")
    return nominal


def anyone(context: Context, *, pronouns: bool = True, speaker: bool = True) -> Nominal:
    """A person as subject: mostly someone of the scene, sometimes a pronoun, also the speaker's."""
    dice = context.dice
    if pronouns and dice.chance(0.18):
        return personal(dice.weighted(PRONOUNS if speaker else PRONOUNS[:3]))
    if pronouns and dice.chance(0.03):
        form = dice.pick(("nobody", "somebody", "everybody"))
        return Nominal(Node(words.INDEFINITE_PRONOUNS[form]), gender="p")
    return noun_phrase(context, context.scene.people, subject=True)


def personal(features: tuple[int, bool, str]) -> Nominal:
    """A personal pronoun as subject, from person, plural and gender."""
    person, plural, gender = features
    node = Node(words.personal_pronoun(person, plural, gender, "Nom"))
    return Nominal(node, person, plural, gender)


def pronoun_for(nominal: Nominal, case: str = "Nom") -> Nominal:
    """A pronoun that refers back."""
    return Nominal(nominal.pronoun(case), nominal.person, nominal.plural, nominal.gender, nominal.noun)


def _gender(context: Context, noun: Noun) -> str:
    return context.dice.pick("mf") if noun.person and noun.gender == "n" else noun.gender


def _named(context: Context, noun: Noun) -> Nominal:
    """First name, first and last name, or title and last name."""
    dice = context.dice
    style = dice.weighted([(75, "first"), (10, "full"), (15, "title")])
    if style == "first":
        return Nominal(Node(proper_noun(noun.lemma)), gender=noun.gender, noun=noun)
    surname = dice.pick(context.lexicon.classes["surname"].nouns).lemma
    if style == "full":
        node = Node(proper_noun(noun.lemma))
        node.right(proper_noun(surname), "flat")
    else:
        node = Node(proper_noun(surname))
        node.left(proper_noun(dice.pick(TITLES[noun.gender])), "nmod:desc")
    return Nominal(node, gender=noun.gender, noun=noun)


def _relative(context: Context, noun: Noun, owner: Nominal | None) -> Nominal:
    """A relative or friend, with the person it belongs to."""
    dice = context.dice
    node = Node(common_noun(noun, plural=False))
    if dice.chance(0.2):
        name = dice.pick(context.lexicon.classes["name"].nouns)
        context.used.add(name.lemma)
        possessor = node.left(proper_noun(name.lemma), "nmod:poss")
        possessor.right(words.POSSESSIVE, "case")
    else:
        node.left(possessive(context, owner), "nmod:poss")
    if noun.lemma in ("sister", "brother") and dice.chance(0.25):
        node.left(words.adjective(dice.pick(context.lexicon.classes["kin"].adjectives)), "amod")
    gender = _gender(context, noun)
    if dice.chance(0.08):
        names = [name for name in context.lexicon.classes["name"].nouns if name.gender == gender]
        node.right(proper_noun(dice.pick(names).lemma), "appos")
    return Nominal(node, gender=gender, noun=noun, noun_class=context.lexicon.classes["kin"])


def _common(
    context: Context,
    noun_class: NounClass,
    noun: Noun,
    owner: Nominal | None,
    subject: bool,
    oblique: bool,
    new: bool,
) -> Nominal:
    dice = context.dice
    if noun.kind == "proper":
        return Nominal(Node(proper_noun(noun.lemma)), noun=noun, noun_class=noun_class)
    default = 0.0 if noun_class.article == "the" or oblique else 0.2 if subject else 0.28
    plural = noun.kind == "plural" or (
        noun.kind == "count" and dice.chance(PLURAL_CHANCE.get(noun_class.plurals, default))
    )
    node = Node(common_noun(noun, plural))
    nominal = Nominal(node, plural=plural, gender=_gender(context, noun), noun=noun, noun_class=noun_class)
    if new:
        add_indefinite(context, nominal)
    else:
        add_determiner(context, nominal, owner, subject)
    if dice.chance(0.27):
        add_adjectives(context, nominal)
    if noun.first:
        node.left(Word(noun.first, noun.first, "NOUN", "NN", "Number=Sing"), "compound")
    return nominal


def _add_attribute(context: Context, nominal: Nominal, blocked: Collection[str]) -> None:
    """A prepositional phrase that belongs to the noun ("soup with carrots")."""
    assert nominal.noun_class is not None
    phrases = [
        phrase
        for phrase in nominal.noun_class.phrases
        if not any(name in blocked for name in phrase.classes)
        and phrase.preposition not in blocked
        and (not nominal.plural or _fits_many(context, nominal, phrase))
    ]
    if not phrases:
        return
    phrase = context.dice.pick(phrases)
    nominal.inner = prepositional_phrase(context, phrase, simple=context.dice.chance(0.55))
    if phrase.preposition == "with" and all(node.relation in ("case", "det") for node in nominal.inner.node.before):
        add_adjectives(context, nominal.inner)
    nominal.node.right(nominal.inner.node, "nmod")
    nominal.preposition = phrase.preposition


def _fits_many(context: Context, nominal: Nominal, phrase: Phrase) -> bool:
    """Whether the phrase can be said of several: not "the boys with a beard", but "the boys from Ashton"."""
    if phrase.preposition == "with":
        return all(noun_class.plurals == "always" for noun_class in context.lexicon.of(phrase.classes))
    return phrase.preposition == "from" or not nominal.is_person


def _coordinate(context: Context, nominal: Nominal, owner: Nominal | None) -> None:
    """More nouns of the same kind: "bread, cheese and butter", "the letter from her aunt and the parcel"."""
    dice = context.dice
    conjuncts = []
    shared = not nominal.preposition and dice.chance(0.5)
    for _ in range(2 if dice.chance(0.25) and not nominal.preposition else 1):
        conjunct = _conjunct(context, nominal, owner, shared)
        if conjunct is None:
            return
        conjuncts.append(conjunct)
    for conjunct in conjuncts[:-1]:
        conjunct.front(words.COMMA, "punct")
    conjuncts[-1].front(words.AND, "cc")
    for conjunct in conjuncts:
        nominal.node.right(conjunct, "conj")
    nominal.plural, nominal.gender = True, "n"


def _conjunct(context: Context, nominal: Nominal, owner: Nominal | None, shared: bool) -> Node | None:
    """Another noun like the first in class, number and determiner, or nothing if there is no fitting one.

    A shared determiner is not said again.
    """
    dice, noun_class = context.dice, nominal.noun_class
    if noun_class is None:
        return _named(context, context.pick_noun(("name",))[1]).node
    fresh = [noun for noun in noun_class.nouns if noun.lemma not in context.used]
    fresh = [noun for noun in fresh if nominal.noun is not None and noun.kind == nominal.noun.kind]
    if not fresh:
        return None
    noun = dice.pick(fresh)
    context.used.add(noun.lemma)
    if noun_class.name == "kin":
        return _relative(context, noun, owner).node
    other = Nominal(Node(common_noun(noun, nominal.plural)), noun=noun, noun_class=noun_class)
    determiner = next((node.word for node in nominal.node.before if node.relation in ("det", "nmod:poss")), None)
    if determiner is not None and (determiner is words.A or not shared):
        relation = "det" if determiner.upos == "DET" else "nmod:poss"
        other.node.left(words.THE if determiner is words.ANOTHER else determiner, relation)
        if dice.chance(0.25):
            add_adjectives(context, other)
    if noun.first:
        other.node.left(Word(noun.first, noun.first, "NOUN", "NN", "Number=Sing"), "compound")
    return other.node
