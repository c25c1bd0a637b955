"""A sentence of a project as others see it: its number, its text, its state, and how doubtful its guess is."""

import io
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from arcwalk.annotate.sections import Section
from arcwalk.drawing import svg_tree
from arcwalk.drawing.display_text import is_right_to_left
from arcwalk.selection.doubt import doubts
from arcwalk.service.parsing import word_of
from arcwalk.treebank.annotation.state import State, state_of
from arcwalk.treebank.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Guess:
    """What a model makes of a sentence, and which one: 0 is none, 1 the first that was trained."""

    sentence: Sentence
    generation: int
    doubt: list[float]  # of its predicted arcs

    @classmethod
    def of(cls, sentence: Sentence, generation: int) -> "Guess":
        """A parsed sentence with confidences."""
        return cls(sentence, generation, doubts(sentence))


@dataclass(frozen=True)
class Item:
    """A sentence of a project, with a number of its own. Immutable."""

    id: int
    file: int
    section: Section
    who: str | None = None  # saved it last
    time: str | None = None  # when
    guess: Guess | None = None

    @cached_property
    def sentence(self) -> Sentence:
        """The sentence as it is in the file."""
        return Sentence(list(io.StringIO(self.section.text, newline="\n")), "data")  # cut as files are

    @cached_property
    def version(self) -> str:
        """What changes whenever the sentence in the file does."""
        return self.section.version

    @cached_property
    def state(self) -> State:
        """Untouched, begun or done."""
        return state_of(self.sentence)

    def guessed(self, guess: Guess) -> "Item":
        """The same with a newer guess."""
        item = replace(self, guess=guess)
        for name in ("sentence", "version", "state"):  # which are still the same
            item.__dict__[name] = getattr(self, name)
        return item

    @property
    def doubt(self) -> list[float] | None:
        """How probable it is that each arc that nobody has confirmed is wrong; None as long as there is no guess."""
        if self.state == "untouched":
            return None if self.guess is None else self.guess.doubt
        return [] if self.state == "done" else doubts(self.sentence)

    def entry(self) -> dict[str, Any]:
        """What a list shows of it."""
        sentence, doubt = self.sentence, self.doubt
        return {
            "id": self.id,
            "file": self.file,
            "sent_id": sentence.id,
            "text": sentence.text,
            "direction": "rtl" if is_right_to_left(sentence.forms) else "ltr",
            "words": len(sentence),
            "state": self.state,
            "version": self.version,
            "doubt": None if doubt is None else round(sum(doubt) / len(sentence), 4),
            "errors": None if doubt is None else round(sum(doubt), 2),
            "who": self.who,
            "time": self.time,
        }

    def shown(self) -> tuple[Sentence, int | None]:
        """What to show of it, and the generation of the guess in it; None if it is what the file says."""
        if self.state == "untouched" and self.guess is not None:
            return self.guess.sentence, self.guess.generation
        return self.sentence, None


def parsed(sentence: Sentence, *, svg: bool = True) -> dict[str, Any]:
    """A sentence as a page needs it, like an item of the reply to `POST /parse`."""
    reply = {
        "id": sentence.id,
        "text": sentence.text,
        "direction": "rtl" if is_right_to_left(sentence.forms) else "ltr",
        "conllu": str(sentence),
        "words": [word_of(token) for token in sentence],
    }
    return {**reply, "svg": svg_tree(sentence)} if svg else reply
