"""The lexicon of the sample treebank, with selectional preferences, read from `nouns.txt` and `scenes.txt`."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from arcwalk.errors import ArcwalkError
from arcwalk.sample.morphology import with_s


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun of kind count, mass, plural (no singular) or proper, and gender m, f or n; `first` starts a compound."""

    lemma: str
    plural: str
    kind: str
    gender: str
    first: str
    person: bool
    animal: bool


@dataclass(frozen=True, slots=True)
class NounClass:
    """Interchangeable nouns, their adjectives, and the prepositional phrases that can modify them."""

    name: str
    nouns: tuple[Noun, ...]
    adjectives: tuple[str, ...] = ()
    article: str = ""
    plurals: str = ""
    phrases: tuple["Phrase", ...] = ()


@dataclass(frozen=True, slots=True)
class Phrase:
    """A preposition with the names of classes for its noun, or with a bare word without an article."""

    preposition: str
    classes: tuple[str, ...]
    bare: str = ""
    obligatory: bool = False
    recipient: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A verb with classes for its subject and object, and its prepositional phrases."""

    verb: str
    particle: str
    subjects: tuple[str, ...]
    objects: tuple[str, ...]
    phrases: tuple[Phrase, ...]
    state: bool
    mishap: bool
    purpose: bool

    @property
    def is_deed(self) -> bool:
        """Whether it is an intentional action."""
        return not self.state and not self.mishap


@dataclass(frozen=True, slots=True)
class Scene:
    """A domain: its people, its places, and what happens there."""

    name: str
    people: tuple[str, ...]
    places: tuple[Phrase, ...]
    frames: tuple[Frame, ...]


class Lexicon:
    """All noun classes by name, and all scenes."""

    def __init__(self, nouns_text: str, scenes_text: str) -> None:
        self.classes: dict[str, NounClass] = {}
        for name, entries in _stanzas(nouns_text):
            self._add_class(name, dict(entry.split(": ", 1) for entry in entries))
        self.scenes = tuple(self._scene(name, entries) for name, entries in _stanzas(scenes_text))
        self._check()

    def of(self, names: tuple[str, ...]) -> tuple[NounClass, ...]:
        """The classes with these names."""
        return tuple(self.classes[name] for name in names)

    def has(self, names: tuple[str, ...], noun: Noun) -> bool:
        """Whether one of the classes contains the noun."""
        return any(noun in self.classes[name].nouns for name in names)

    def _add_class(self, name: str, entries: dict[str, str]) -> None:
        kind = entries.get("kind", "")
        nouns = [
            _noun(token, kind, proper=kind == "names" or name == "name") for token in entries.get("nouns", "").split()
        ]
        nouns += [noun for part in entries.get("includes", "").split() for noun in self.classes[part].nouns]
        article, plurals = entries.get("article", ""), entries.get("plurals", "")
        adjectives = tuple(entries.get("adjectives", "").split())
        settings = ("nouns", "adjectives", "includes", "article", "plurals", "kind")
        phrases = tuple(
            phrase
            for preposition, tokens in entries.items()
            if preposition not in settings
            for phrase in _phrases(preposition, tokens.split())
        )
        self.classes[name] = NounClass(name, tuple(nouns), adjectives, article, plurals, phrases)
        for noun in nouns:
            alone = "_".join(filter(None, (noun.first, noun.lemma)))
            if alone not in self.classes:
                self.classes[alone] = NounClass(alone, (noun,), adjectives, article, plurals, phrases)

    def _scene(self, name: str, entries: list[str]) -> Scene:
        people, places = entries[0].removeprefix("who: "), entries[1].removeprefix("places: ")
        who = ("name", "name", "kin", *people.split())
        frames = tuple(_frame(entry, who) for entry in entries[2:])
        return Scene(name, who, parse_phrases(places), frames)

    def _check(self) -> None:
        names = {name for scene in self.scenes for frame in scene.frames for name in (*frame.subjects, *frame.objects)}
        phrases = [phrase for scene in self.scenes for frame in scene.frames for phrase in frame.phrases]
        phrases += [phrase for scene in self.scenes for phrase in scene.places]
        phrases += [phrase for noun_class in self.classes.values() for phrase in noun_class.phrases]
        names |= {name for phrase in phrases for name in phrase.classes}
        if unknown := sorted(names - self.classes.keys()):
            raise ArcwalkError(f"the sample lexicon names unknown nouns: {', '.join(unknown)}")


def _stanzas(text: str) -> Iterator[tuple[str, list[str]]]:
    for block in text.split("\n["):
        title, *lines = [line.strip() for line in block.split("\n") if line.strip() and not line.startswith("#")] or [
            ""
        ]
        if title:
            yield title.strip("[]"), lines


def _noun(token: str, class_kind: str, *, proper: bool) -> Noun:
    token, _, gender = token.partition(":")
    first, _, token = token.rpartition("_")
    lemma, _, plural = token.rstrip("!+").partition("/")
    kind = "proper" if proper else "mass" if token.endswith("!") else "plural" if token.endswith("+") else "count"
    plural = lemma if kind == "plural" else plural or with_s(lemma)
    return Noun(lemma, plural, kind, gender or "n", first, class_kind == "people", class_kind == "animals")


def _phrases(
    preposition: str, tokens: list[str], obligatory: bool = False, recipient: bool = False
) -> Iterator[Phrase]:
    for token in tokens:
        if token.startswith("="):
            yield Phrase(preposition, (), token[1:], obligatory, recipient)
        else:
            yield Phrase(preposition, (token,), "", obligatory, recipient)


def parse_phrases(text: str) -> tuple[Phrase, ...]:
    """Phrases as the text files write them, separated by commas."""
    phrases: list[Phrase] = []
    for part in filter(None, map(str.strip, text.split(","))):
        preposition, *tokens = part.lstrip("!>").split()
        phrases += _phrases(preposition, tokens, part.startswith("!"), part.startswith(">"))
    return tuple(phrases)


def _frame(entry: str, who: tuple[str, ...]) -> Frame:
    verb, subjects, objects, phrases = (part.strip() for part in entry.split(":"))
    lemma, _, particle = verb.strip("~^>").partition("_")
    return Frame(
        lemma,
        particle,
        tuple(name for token in subjects.split() for name in (who if token == "who" else (token,))),
        tuple(name for token in objects.split() for name in (who if token == "who" else (token,))),
        parse_phrases(phrases),
        state=verb.startswith("~"),
        mishap=verb.startswith("^"),
        purpose=verb.endswith(">"),
    )


@cache
def lexicon() -> Lexicon:
    """The lexicon that ships with arcwalk."""
    folder = resources.files("arcwalk.sample")
    texts = [(folder / name).read_text(encoding="utf-8") for name in ("nouns.txt", "scenes.txt")]
    return Lexicon(*texts)
