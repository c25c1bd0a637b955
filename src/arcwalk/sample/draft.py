"""A sentence in the making: what productions share."""

from dataclasses import dataclass, field

from arcwalk.sample.closed_class import personal_pronoun
from arcwalk.sample.dice import Dice
from arcwalk.sample.lexicon import Lexicon, Noun, NounClass, Phrase, Scene
from arcwalk.sample.tree import Node


class DeadEnd(Exception):
    """The draft cannot be finished, because no verb or noun that fits is left; start another one."""


@dataclass(slots=True)
class Nominal:
    """A noun phrase with its agreement features.

    `gender` is m, f, n, or p for "nobody" and the like, to which no pronoun refers. `preposition` and `inner` are those
    of a prepositional phrase attached to the noun.
    """

    node: Node
    person: int = 3
    plural: bool = False
    gender: str = "n"
    noun: Noun | None = None
    noun_class: NounClass | None = None
    inner: "Nominal | None" = None
    preposition: str = ""

    @property
    def is_person(self) -> bool:
        """Whether it refers to people ("who")."""
        return self.noun.person if self.noun else self.gender != "n" or self.person != 3 or self.plural

    def pronoun(self, case: str) -> Node:
        """The personal pronoun for the phrase."""
        return Node(personal_pronoun(self.person, self.plural, self.gender, case))


@dataclass(slots=True)
class Draft:
    """The dice, the lexicon, the scene, and the lemmas used so far."""

    dice: Dice
    lexicon: Lexicon
    scene: Scene
    used: set[str] = field(default_factory=set)

    def pick_noun(self, names: tuple[str, ...]) -> tuple[NounClass, Noun]:
        """A class and one of its nouns, unused if possible."""
        for _ in range(12):
            noun_class = self.lexicon.classes[self.dice.pick(names)]
            noun = self.dice.pick(noun_class.nouns)
            if noun.lemma not in self.used:
                break
        self.used.add(noun.lemma)
        return noun_class, noun

    def has_said(self, phrase: Phrase) -> bool:
        """Whether all nouns that the phrase can have are used."""
        if phrase.bare:
            return phrase.bare in self.used
        return all(noun.lemma in self.used for name in phrase.classes for noun in self.lexicon.classes[name].nouns)
