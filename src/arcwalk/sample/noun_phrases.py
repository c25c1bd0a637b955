"""Noun phrases: names, relatives, common nouns, prepositional attributes, coordination."""

from collections.abc import Collection

from arcwalk.sample import closed_class as words
from arcwalk.sample.determiners import add_adjectives, add_determiner, add_indefinite, possessive
from arcwalk.sample.draft import Draft, Nominal
from arcwalk.sample.lexicon import Noun, NounClass, Phrase
from arcwalk.sample.morphology import WordForm
from arcwalk.sample.nouns import bare_noun, common_noun, proper_noun
from arcwalk.sample.tree import Node

TITLES = {"m": ("Mr", "Dr"), "f": ("Mrs", "Dr")}
PRONOUNS = ((5, (3, False, "m")), (5, (3, False, "f")), (3, (3, True, "n")), (2, (1, False, "n")), (2, (1, True, "n")))
PLURAL_CHANCE = {"never": 0.0, "often": 0.5, "always": 1.0}


def noun_phrase(
    draft: Draft,
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

    `owner` is the referent of a possessive pronoun in it; a `new` phrase is indefinite; an `oblique` one is mostly
    singular. A simple phrase has nothing after the noun; others have no phrase with a `blocked` class, which would
    rather attach to the verb.
    """
    dice = draft.dice
    noun_class, noun = draft.pick_noun(names)
    if noun in draft.lexicon.classes["name"].nouns:
        nominal = _named(draft, noun)
    elif noun in draft.lexicon.classes["kin"].nouns:
        nominal = _relative(draft, noun, owner)
    else:
        nominal = _common(draft, noun_class, noun, owner, subject, oblique, new)
    if simple:
        return nominal
    if noun_class.phrases and dice.chance(0.44):
        _add_attribute(draft, nominal, blocked)
    is_place_name = noun.kind == "proper" and not noun.person
    if dice.chance(0.13) and not is_place_name and noun_class.article not in ("the", "number", "own"):
        _coordinate(draft, nominal, owner)
    return nominal


def prepositional_phrase(
    draft: Draft, phrase: Phrase, *, owner: Nominal | None = None, simple: bool = False
) -> Nominal:
    """A preposition with its noun phrase."""
    if phrase.bare:
        nominal = Nominal(Node(bare_noun(phrase.bare)))
        draft.used.add(phrase.bare)
    else:
        nominal = noun_phrase(draft, phrase.classes, owner=owner, oblique=True, simple=simple)
    nominal.node.front(words.adposition(phrase.preposition), "case")
    return nominal


def anyone(draft: Draft, *, pronouns: bool = True, speaker: bool = True) -> Nominal:
    """A person as subject: mostly someone of the scene, sometimes a pronoun, including the speaker's."""
    dice = draft.dice
    if pronouns and dice.chance(0.18):
        return personal(dice.weighted(PRONOUNS if speaker else PRONOUNS[:3]))
    if pronouns and dice.chance(0.03):
        form = dice.pick(("nobody", "somebody", "everybody"))
        return Nominal(Node(words.INDEFINITE_PRONOUNS[form]), gender="p")
    return noun_phrase(draft, draft.scene.people, subject=True)


def personal(features: tuple[int, bool, str]) -> Nominal:
    """A personal pronoun as subject, from person, plural and gender."""
    person, plural, gender = features
    node = Node(words.personal_pronoun(person, plural, gender, "Nom"))
    return Nominal(node, person, plural, gender)


def pronoun_for(nominal: Nominal, case: str = "Nom") -> Nominal:
    """A pronoun that refers to the noun phrase."""
    return Nominal(nominal.pronoun(case), nominal.person, nominal.plural, nominal.gender, nominal.noun)


def _gender(draft: Draft, noun: Noun) -> str:
    return draft.dice.pick("mf") if noun.person and noun.gender == "n" else noun.gender


def _named(draft: Draft, noun: Noun) -> Nominal:
    """First name, first and last name, or title and last name."""
    dice = draft.dice
    style = dice.weighted([(75, "first"), (10, "full"), (15, "title")])
    if style == "first":
        return Nominal(Node(proper_noun(noun.lemma)), gender=noun.gender, noun=noun)
    surname = dice.pick(draft.lexicon.classes["surname"].nouns).lemma
    if style == "full":
        node = Node(proper_noun(noun.lemma))
        node.right(proper_noun(surname), "flat")
    else:
        node = Node(proper_noun(surname))
        node.left(proper_noun(dice.pick(TITLES[noun.gender])), "nmod:desc")
    return Nominal(node, gender=noun.gender, noun=noun)


def _relative(draft: Draft, noun: Noun, owner: Nominal | None) -> Nominal:
    """A relative or friend, with a possessor."""
    dice = draft.dice
    node = Node(common_noun(noun, plural=False))
    if dice.chance(0.2):
        name = dice.pick(draft.lexicon.classes["name"].nouns)
        draft.used.add(name.lemma)
        possessor = node.left(proper_noun(name.lemma), "nmod:poss")
        possessor.right(words.POSSESSIVE, "case")
    else:
        node.left(possessive(draft, owner), "nmod:poss")
    if noun.lemma in ("sister", "brother") and dice.chance(0.25):
        node.left(words.adjective(dice.pick(draft.lexicon.classes["kin"].adjectives)), "amod")
    gender = _gender(draft, noun)
    if dice.chance(0.08):
        names = [name for name in draft.lexicon.classes["name"].nouns if name.gender == gender]
        node.right(proper_noun(dice.pick(names).lemma), "appos")
    return Nominal(node, gender=gender, noun=noun, noun_class=draft.lexicon.classes["kin"])


def _common(
    draft: Draft, noun_class: NounClass, noun: Noun, owner: Nominal | None, subject: bool, oblique: bool, new: bool
) -> Nominal:
    dice = draft.dice
    if noun.kind == "proper":
        return Nominal(Node(proper_noun(noun.lemma)), noun=noun, noun_class=noun_class)
    default = 0.0 if noun_class.article == "the" or oblique else 0.2 if subject else 0.28
    plural = noun.kind == "plural" or (
        noun.kind == "count" and dice.chance(PLURAL_CHANCE.get(noun_class.plurals, default))
    )
    node = Node(common_noun(noun, plural))
    nominal = Nominal(node, plural=plural, gender=_gender(draft, noun), noun=noun, noun_class=noun_class)
    if new:
        add_indefinite(draft, nominal)
    else:
        add_determiner(draft, nominal, owner, subject)
    if dice.chance(0.27):
        add_adjectives(draft, nominal)
    if noun.first:
        node.left(WordForm(noun.first, noun.first, "NOUN", "NN", "Number=Sing"), "compound")
    return nominal


def _add_attribute(draft: Draft, nominal: Nominal, blocked: Collection[str]) -> None:
    """A prepositional phrase that modifies the noun ("soup with carrots")."""
    assert nominal.noun_class is not None
    phrases = [
        phrase
        for phrase in nominal.noun_class.phrases
        if not any(name in blocked for name in phrase.classes)
        and phrase.preposition not in blocked
        and (not nominal.plural or _fits_many(draft, nominal, phrase))
    ]
    if not phrases:
        return
    phrase = draft.dice.pick(phrases)
    nominal.inner = prepositional_phrase(draft, phrase, simple=draft.dice.chance(0.55))
    if phrase.preposition == "with" and all(node.relation in ("case", "det") for node in nominal.inner.node.before):
        add_adjectives(draft, nominal.inner)
    nominal.node.right(nominal.inner.node, "nmod")
    nominal.preposition = phrase.preposition


def _fits_many(draft: Draft, nominal: Nominal, phrase: Phrase) -> bool:
    """Whether the phrase can modify a plural: not "the boys with a beard", but "the boys from Ashton"."""
    if phrase.preposition == "with":
        return all(noun_class.plurals == "always" for noun_class in draft.lexicon.of(phrase.classes))
    return phrase.preposition == "from" or not nominal.is_person


def _coordinate(draft: Draft, nominal: Nominal, owner: Nominal | None) -> None:
    """More nouns of the same kind: "bread, cheese and butter", "the letter from her aunt and the parcel"."""
    dice = draft.dice
    conjuncts = []
    shared = not nominal.preposition and dice.chance(0.5)
    for _ in range(2 if dice.chance(0.25) and not nominal.preposition else 1):
        conjunct = _conjunct(draft, nominal, owner, shared)
        if conjunct is None:
            return
        conjuncts.append(conjunct)
    for conjunct in conjuncts[:-1]:
        conjunct.front(words.COMMA, "punct")
    conjuncts[-1].front(words.AND, "cc")
    for conjunct in conjuncts:
        nominal.node.right(conjunct, "conj")
    nominal.plural, nominal.gender = True, "n"


def _conjunct(draft: Draft, nominal: Nominal, owner: Nominal | None, shared: bool) -> Node | None:
    """Another noun of the same class, number and determiner, if one fits; a shared determiner is not repeated."""
    dice, noun_class = draft.dice, nominal.noun_class
    if noun_class is None:
        return _named(draft, draft.pick_noun(("name",))[1]).node
    fresh = [noun for noun in noun_class.nouns if noun.lemma not in draft.used]
    fresh = [noun for noun in fresh if nominal.noun is not None and noun.kind == nominal.noun.kind]
    if not fresh:
        return None
    noun = dice.pick(fresh)
    draft.used.add(noun.lemma)
    if noun_class.name == "kin":
        return _relative(draft, noun, owner).node
    other = Nominal(Node(common_noun(noun, nominal.plural)), noun=noun, noun_class=noun_class)
    determiner = next((node.word for node in nominal.node.before if node.relation in ("det", "nmod:poss")), None)
    if determiner is not None and (determiner is words.A or not shared):
        relation = "det" if determiner.upos == "DET" else "nmod:poss"
        other.node.left(words.THE if determiner is words.ANOTHER else determiner, relation)
        if dice.chance(0.25):
            add_adjectives(draft, other)
    if noun.first:
        other.node.left(WordForm(noun.first, noun.first, "NOUN", "NN", "Number=Sing"), "compound")
    return other.node
