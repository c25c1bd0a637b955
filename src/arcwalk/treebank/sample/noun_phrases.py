"""Noun phrases: determiners, adjectives, compounds, names, possessors, prepositional attributes, coordination."""

from collections.abc import Collection

from arcwalk.treebank.sample import closed_class as words
from arcwalk.treebank.sample.context import Context, Nominal
from arcwalk.treebank.sample.lexicon import Noun, NounClass, Phrase
from arcwalk.treebank.sample.morphology import Word
from arcwalk.treebank.sample.tree import Node

TITLES = {"m": ("Mr", "Dr"), "f": ("Mrs", "Dr")}
PLURAL_CHANCE = {"never": 0.0, "often": 0.5, "always": 1.0}
SINGULAR_DETERMINERS = ((48, words.THE), (40, words.A), (4, words.THIS), (3, words.THAT), (3, words.ANOTHER))
PLURAL_DETERMINERS = (
    (60, words.THE),
    (14, words.SOME),
    (7, words.MANY),
    (5, words.SEVERAL),
    (4, words.THESE),
)


def noun_phrase(
    context: Context,
    names: tuple[str, ...],
    *,
    owner: Nominal | None = None,
    subject: bool = False,
    simple: bool = False,
    blocked: Collection[str] = (),
) -> Nominal:
    """A noun phrase with a noun of the named classes.

    `owner` is who a possessive pronoun in it refers to. A simple phrase has no attributes after the noun;
    otherwise those that name a `blocked` class are left out, because the verb would claim them.
    """
    dice = context.dice
    noun_class, noun = context.pick_noun(names)
    if noun_class.name == "name":
        nominal = _named(context, noun)
    elif noun_class.name == "kin":
        nominal = _relative(context, noun, owner)
    else:
        nominal = _common(context, noun_class, noun, owner, subject)
    if simple:
        return nominal
    if noun_class.phrases and dice.chance(0.26):
        _add_attribute(context, nominal, blocked)
    if dice.chance(0.09) and noun_class.article not in ("the", "number", "own"):
        _coordinate(context, nominal, owner)
    return nominal


def prepositional_phrase(
    context: Context, phrase: Phrase, *, owner: Nominal | None = None, simple: bool = False
) -> Nominal:
    """A noun phrase behind a preposition."""
    if phrase.bare:
        nominal = Nominal(Node(_bare_noun(phrase.bare)))
    else:
        nominal = noun_phrase(context, phrase.classes, owner=owner, simple=simple)
    nominal.node.front(words.adposition(phrase.preposition), "case")
    return nominal


def anyone(context: Context, *, pronouns: bool = True) -> Nominal:
    """A person as subject: mostly someone of the scene, sometimes a pronoun."""
    dice = context.dice
    if pronouns and dice.chance(0.18):
        return personal(
            dice.weighted(
                [
                    (5, (3, False, "m")),
                    (5, (3, False, "f")),
                    (3, (3, True, "n")),
                    (2, (1, False, "n")),
                    (2, (1, True, "n")),
                ]
            )
        )
    if pronouns and dice.chance(0.03):
        return Nominal(
            Node(words.INDEFINITE_PRONOUNS[dice.pick(("nobody", "somebody", "everybody"))]), gender="p"
        )
    return noun_phrase(context, context.scene.people, subject=True)


def personal(features: tuple[int, bool, str]) -> Nominal:
    """A personal pronoun as subject, from person, plural and gender."""
    person, plural, gender = features
    node = Node(words.personal_pronoun(person, plural, gender, "Nom"))
    return Nominal(node, person, plural, gender)


def pronoun_for(nominal: Nominal, case: str = "Nom") -> Nominal:
    """A pronoun that refers back."""
    return Nominal(nominal.pronoun(case), nominal.person, nominal.plural, nominal.gender, nominal.noun)


def common_noun(noun: Noun, plural: bool) -> Word:
    """A form of a common noun."""
    if noun.kind == "plural":
        return Word(noun.plural, noun.lemma, "NOUN", "NNS", "Number=Ptan")
    if plural:
        return Word(noun.plural, noun.lemma, "NOUN", "NNS", "Number=Plur")
    return Word(noun.lemma, noun.lemma, "NOUN", "NN", "Number=Sing")


def proper_noun(form: str) -> Word:
    """A name."""
    return Word(form, form, "PROPN", "NNP", "Number=Sing")


def _bare_noun(form: str) -> Word:
    if form[0].isupper():
        return proper_noun(form)
    plurals = {"pieces": "piece", "gloves": "glove", "repairs": "repair", "hours": "hour", "hands": "hand"}
    plurals |= {
        "shoulders": "shoulder",
        "flowers": "flower",
        "directions": "direction",
        "witnesses": "witness",
    }
    if form in plurals:
        return Word(form, plurals[form], "NOUN", "NNS", "Number=Plur")
    if form in ("clothes", "glasses"):
        return Word(form, form, "NOUN", "NNS", "Number=Ptan")
    return Word(form, form, "NOUN", "NN", "Number=Sing")


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
        node.left(_possessive(context, owner), "nmod:poss")
    if dice.chance(0.12):
        node.left(words.adjective(dice.pick(context.lexicon.classes["kin"].adjectives)), "amod")
    gender = _gender(context, noun)
    if dice.chance(0.08):
        names = [name for name in context.lexicon.classes["name"].nouns if name.gender == gender]
        node.right(proper_noun(dice.pick(names).lemma), "appos")
    return Nominal(node, gender=gender, noun=noun, noun_class=context.lexicon.classes["kin"])


def _possessive(context: Context, owner: Nominal | None) -> Node:
    if owner is not None and owner.gender != "p":
        return owner.pronoun("Gen")
    person, plural, gender = context.dice.pick(
        ((1, False, "n"), (1, True, "n"), (3, False, "f"), (3, False, "m"))
    )
    return Node(words.personal_pronoun(person, plural, gender, "Gen"))


def _common(
    context: Context, noun_class: NounClass, noun: Noun, owner: Nominal | None, subject: bool
) -> Nominal:
    dice = context.dice
    if noun.kind == "proper":
        return Nominal(Node(proper_noun(noun.lemma)), noun=noun)
    default = 0.06 if noun_class.article == "the" else 0.2 if subject else 0.3
    plural = noun.kind == "plural" or (
        noun.kind == "count" and dice.chance(PLURAL_CHANCE.get(noun_class.plurals, default))
    )
    node = Node(common_noun(noun, plural))
    nominal = Nominal(node, plural=plural, gender=_gender(context, noun), noun=noun, noun_class=noun_class)
    _add_determiner(context, nominal, owner, subject)
    if dice.chance(0.33):
        _add_adjectives(context, nominal)
    if noun.first:
        node.left(Word(noun.first, noun.first, "NOUN", "NN", "Number=Sing"), "compound")
    return nominal


def _add_determiner(context: Context, nominal: Nominal, owner: Nominal | None, subject: bool) -> None:
    dice, node = context.dice, nominal.node
    noun, noun_class = nominal.noun, nominal.noun_class
    assert noun is not None
    assert noun_class is not None
    if noun_class.article == "number":
        node.left(dice.pick(words.NUMERALS[:4]), "nummod")
    elif noun_class.article == "own" or (owner is not None and not noun.person and dice.chance(0.08)):
        node.left(_possessive(context, owner), "nmod:poss")
    elif noun_class.article == "the":
        node.left(words.THE, "det")
    elif noun_class.article == "none" or (noun_class.plurals == "always" and dice.chance(0.8)):
        return
    elif noun.kind == "mass":
        if subject or dice.chance(0.5):
            node.left(words.THE, "det")
        elif dice.chance(0.5):
            node.left(words.SOME, "det")
    elif noun.person and not subject and dice.chance(0.06):
        node.left(_possessive(context, owner), "nmod:poss")
    elif nominal.plural and dice.chance(0.25):
        if dice.chance(0.3):
            node.left(words.THE, "det")
        node.left(dice.pick(words.NUMERALS), "nummod")
    elif nominal.plural and (subject or dice.chance(0.7)):
        determiner = dice.weighted(PLURAL_DETERMINERS)
        node.left(determiner, "det" if determiner.upos == "DET" else "amod")
    elif not nominal.plural:
        node.left(dice.weighted(SINGULAR_DETERMINERS), "det")


def _add_adjectives(context: Context, nominal: Nominal) -> None:
    dice = context.dice
    assert nominal.noun_class is not None
    adjectives = nominal.noun_class.adjectives
    if not adjectives:
        return
    chosen = {dice.pick(adjectives)}
    if len(adjectives) > 3 and dice.chance(0.12):
        chosen.add(dice.pick(adjectives))
    for form in adjectives:
        if form in chosen:
            nominal.node.left(words.adjective(form), "amod")


def _add_attribute(context: Context, nominal: Nominal, blocked: Collection[str]) -> None:
    """A prepositional phrase that belongs to the noun ("soup with carrots")."""
    assert nominal.noun_class is not None
    phrases = [
        phrase
        for phrase in nominal.noun_class.phrases
        if not any(name in blocked for name in phrase.classes) and phrase.preposition not in blocked
    ]
    if not phrases:
        return
    phrase = context.dice.pick(phrases)
    nominal.inner = prepositional_phrase(context, phrase, simple=context.dice.chance(0.7))
    nominal.node.right(nominal.inner.node, "nmod")
    nominal.preposition = phrase.preposition


def _coordinate(context: Context, nominal: Nominal, owner: Nominal | None) -> None:
    """More nouns of the same kind: "bread, cheese and butter", "the letter from her aunt and the parcel"."""
    dice = context.dice
    conjuncts = []
    for _ in range(2 if dice.chance(0.25) and not nominal.preposition else 1):
        conjunct = _conjunct(context, nominal, owner)
        if conjunct is None:
            return
        conjuncts.append(conjunct)
    for conjunct in conjuncts[:-1]:
        conjunct.front(words.COMMA, "punct")
    conjuncts[-1].front(words.AND, "cc")
    for conjunct in conjuncts:
        nominal.node.right(conjunct, "conj")
    nominal.plural, nominal.gender = True, "n"


def _conjunct(context: Context, nominal: Nominal, owner: Nominal | None) -> Node | None:
    """Another noun like the first in class, number and determiner, or nothing if there is no fitting one."""
    dice, noun_class = context.dice, nominal.noun_class
    if noun_class is None:
        return _named(context, context.pick_noun(("name",))[1]).node
    noun = context.pick_noun((noun_class.name,))[1]
    if noun_class.name == "kin":
        return _relative(context, noun, owner).node
    if nominal.noun is None or noun.lemma == nominal.noun.lemma or noun.kind != nominal.noun.kind:
        return None
    other = Nominal(Node(common_noun(noun, nominal.plural)), noun=noun, noun_class=noun_class)
    determiner = next(
        (node.word for node in nominal.node.before if node.relation in ("det", "nmod:poss")), None
    )
    shared = not nominal.preposition and determiner is not words.A and dice.chance(0.5)
    if determiner is not None and not shared:
        relation = "det" if determiner.upos == "DET" else "nmod:poss"
        other.node.left(words.THE if determiner is words.ANOTHER else determiner, relation)
        if dice.chance(0.25):
            _add_adjectives(context, other)
    if noun.first:
        other.node.left(Word(noun.first, noun.first, "NOUN", "NN", "Number=Sing"), "compound")
    return other.node
