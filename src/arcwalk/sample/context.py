"""What the productions share while one sentence is made."""

from dataclasses import dataclass, field

from arcwalk.sample.closed_class import personal_pronoun
from arcwalk.sample.dice import Dice
from arcwalk.sample.lexicon import Lexicon, Noun, NounClass, Phrase, Scene
from arcwalk.sample.tree import Node


@dataclass(slots=True)
class Nominal:
    """A noun phrase with what its verb and its pronouns must agree with.

    `gender` is m, f, n, or p for "nobody" and its kin, to which no pronoun refers. `preposition` is that of
    a phrase which belongs to the noun, and `inner` the noun phrase in it.
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
        """Whether it names people, so that "who" fits."""
        return self.noun.person if self.noun else self.gender != "n" or self.person != 3 or self.plural

    def pronoun(self, case: str) -> Node:
        """The personal pronoun that stands for the phrase."""
        return Node(personal_pronoun(self.person, self.plural, self.gender, case))


@dataclass(slots=True)
class Context:
    """The dice, the words, the scene, and the lemmas that this sentence has used already."""

    dice: Dice
    lexicon: Lexicon
    scene: Scene
    used: set[str] = field(default_factory=set)

    def pick_noun(self, names: tuple[str, ...]) -> tuple[NounClass, Noun]:
        """A class and one of its nouns, new to the sentence if there is one."""
        for _ in range(12):
            noun_class = self.lexicon.classes[self.dice.pick(names)]
            noun = self.dice.pick(noun_class.nouns)
            if noun.lemma not in self.used:
                break
        self.used.add(noun.lemma)
        return noun_class, noun

    def has_said(self, phrase: Phrase) -> bool:
        """Whether the sentence has used the only noun that the phrase can have."""
        if phrase.bare:
            return phrase.bare in self.used
        return all(noun.lemma in self.used for name in phrase.classes for noun in self.lexicon.classes[name].nouns)
