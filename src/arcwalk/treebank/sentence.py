"""`Sentence` and `Token`: the public view of a sentence of a treebank."""

import copy
import io
from collections.abc import Iterator, Sequence
from typing import Self, overload

from arcwalk.errors import Finding, TreebankError
from arcwalk.messages import quoted
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE
from arcwalk.treebank.check import HeadPolicy, check
from arcwalk.treebank.confidence import confidence_of, is_predicted
from arcwalk.treebank.key_values import KeyValues
from arcwalk.treebank.sentence_lines import sentence_lines
from arcwalk.treebank.sentence_text import SentenceText
from arcwalk.treebank.values import numerals, require_text, require_values

WEIGHTS = range(1, 101)


class Token:
    """A word of a sentence, with its annotation and its place in the tree.

    A light view: `sentence[2]` makes one, and nothing is stored twice. A column without a value is `_`, as in the
    file. Two tokens are equal if they are the same word of equal sentences; `str(token)` is its form.
    """

    __slots__ = ("index", "sentence")

    def __init__(self, sentence: "Sentence", index: int) -> None:
        self.sentence = sentence
        self.index = index  # sentence[index] is this token

    @property
    def id(self) -> int:
        """The number of the word, from 1, as in the ID column."""
        return self.index + 1

    @property
    def form(self) -> str:
        """FORM: the word itself."""
        return self.sentence.forms[self.index]

    @property
    def lemma(self) -> str:
        """LEMMA."""
        return self.sentence.lemmas[self.index]

    @property
    def upos(self) -> str:
        """UPOS: the universal, coarse tag."""
        return self.sentence.upos[self.index]

    @property
    def xpos(self) -> str:
        """XPOS: the treebank's own, fine tag."""
        return self.sentence.xpos[self.index]

    @property
    def feats(self) -> KeyValues:
        """FEATS as a mapping: `token.feats.get("Case")`; `str(token.feats)` is the column."""
        return KeyValues(self.sentence.feats[self.index])

    @property
    def misc(self) -> KeyValues:
        """MISC as a mapping: `token.misc.get("SpaceAfter")`; `str(token.misc)` is the column."""
        return self.sentence.misc_at(self.sentence.places[self.index])

    @property
    def head_id(self) -> int:
        """The number of the head: 0 for a root, -1 for a word that is not attached."""
        return self.sentence.heads[self.index]

    @property
    def head(self) -> "Token | None":
        """The head; None for a root or a word that is not attached."""
        return Token(self.sentence, self.head_id - 1) if self.head_id > 0 else None

    @property
    def deprel(self) -> str:
        """DEPREL: the label of the arc from the head."""
        return self.sentence.deprels[self.index]

    @property
    def is_root(self) -> bool:
        """Whether the word is attached to the root."""
        return self.head_id == 0

    @property
    def children(self) -> list["Token"]:
        """The modifiers of the word, from left to right."""
        heads = self.sentence.heads
        return [Token(self.sentence, index) for index, head in enumerate(heads) if head == self.id]

    @property
    def subtree(self) -> list["Token"]:
        """The word and everything below it, from left to right."""
        modifiers: dict[int, list[int]] = {}
        for word, head in enumerate(self.sentence.heads, 1):
            modifiers.setdefault(head, []).append(word)
        below, todo = set[int](), {self.id}
        while todo:  # also ends where the heads of a malformed sentence form a cycle
            below |= todo
            todo = {modifier for word in todo for modifier in modifiers.get(word, ())} - below
        return [Token(self.sentence, word - 1) for word in sorted(below)]

    @property
    def confidence(self) -> float | None:
        """The probability that the head is right, if a parser chose it and was asked for confidences.

        Parsers do so with `confidence=True`. Where HEAD or DEPREL has been changed since then, there is none.
        """
        return confidence_of(self.sentence, self.index, HEAD_CONFIDENCE)

    @property
    def is_predicted(self) -> bool:
        """Whether a parser chose the arc, and nobody has confirmed it since.

        Parsers that write confidences record the arc with them, as `PredictedArc` in MISC. To change HEAD or DEPREL is
        to confirm the arc that is then there, and so is to remove the confidences. Confirmed arcs are those that
        parsing with `keep=True` keeps, and that training learns from.
        """
        return is_predicted(self.sentence, self.index)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Token):
            return NotImplemented
        return self.index == other.index and self.sentence == other.sentence

    def __hash__(self) -> int:
        return hash((self.index, self.form))

    def __str__(self) -> str:
        return self.form

    def __repr__(self) -> str:
        tag = f" {self.upos}" if self.upos != "_" else ""
        arc = f", {self.deprel}" if self.deprel != "_" else ""
        return f"<Token {self.id} {self.form!r}{tag}{arc}{f' of {self.head.form!r}' if self.head else ''}>"


class Sentence(SentenceText, Sequence[Token]):
    """One sentence: a sequence of tokens, and every byte of its text kept.

    `sentence[0]` is the first word, a slice gives a list of tokens, and `str(sentence)` is the sentence in CoNLL-U (or
    the format it was read from), as `arcwalk.write` writes it. All values of a column are in `forms`, `lemmas`, `upos`,
    `xpos`, `feats`, `heads` and `deprels`; multiword tokens and empty nodes are in `lines` only. Sentences are equal if
    their text is. They cannot be changed; `with_tree`, `with_tags`, `with_misc` and `with_comment` make changed copies,
    and `with_weight` one that counts more in training.
    """

    __slots__ = ()

    @classmethod
    def from_conllu(cls, text: str, *, heads: HeadPolicy = "given") -> Self:
        """The one sentence in a text in CoNLL-U, CoNLL-X, CoNLL-2009 or, with its header, CoNLL-U Plus.

        `heads` says what HEAD and DEPREL must be, see `arcwalk.read`: by default, valid where given. Anything
        else, no sentence or several raise `TreebankError`.
        """
        unread = list(sentence_lines(io.StringIO(text, newline="\n"), "<text>"))
        if len(unread) != 1:
            message = f"the text has {len(unread)} sentences instead of one" if unread else "the text has no words"
            remedy = "give the lines of one sentence, or read a file with arcwalk.read"
            raise TreebankError(Finding("<text>", unread[1].line if unread else 0, "", "one-sentence", message, remedy))
        (only,) = unread
        sentence = cls(only.lines, only.source, only.line, only.ordinal, only.format)
        for finding in check(sentence, heads):
            raise TreebankError(finding)
        return sentence

    @classmethod
    def from_columns(
        cls,
        forms: Sequence[str],
        *,
        lemmas: Sequence[str] | None = None,
        upos: Sequence[str] | None = None,
        xpos: Sequence[str] | None = None,
        feats: Sequence[str] | None = None,
        heads: Sequence[int] | None = None,
        deprels: Sequence[str] | None = None,
        id: str = "",
        text: str = "",
    ) -> Self:
        """Make a CoNLL-U sentence from columns; a missing column, or a head of -1, is written as `_`."""
        if not forms:
            raise ValueError("a sentence needs at least one word")
        n = len(forms)
        blank = ["_"] * n
        columns = [
            numerals(n),
            forms,
            lemmas if lemmas is not None else blank,
            upos if upos is not None else blank,
            xpos if xpos is not None else blank,
            feats if feats is not None else blank,
            [str(head) if head >= 0 else "_" for head in heads] if heads is not None else blank,
            deprels if deprels is not None else blank,
            blank,
            blank,
        ]
        require_text((id, text))
        require_values(value for column in columns for value in column)
        lines = [f"# {key} = {value}\n" for key, value in (("sent_id", id), ("text", text)) if value]
        lines += ["\t".join(row) + "\n" for row in zip(*columns, strict=True)]
        return cls([*lines, "\n"])

    @property
    def root(self) -> Token | None:
        """The word attached to the root, the first if there are several."""
        return Token(self, self.heads.index(0)) if 0 in self.heads else None

    def with_weight(self, weight: int) -> Self:
        """Copy the sentence, to count so many times in training: a whole number from 1 to 100. Its text stays the same.

        It is as if training had so many copies of the sentence, but for what counts words and sentences: how rare a
        word is, for example, and which sentences are held out.
        """
        if weight not in WEIGHTS:
            raise ValueError(f"weight {weight} is not a whole number from {WEIGHTS[0]} to {WEIGHTS[-1]}")
        weighted = copy.copy(self)
        weighted.weight = int(weight)
        return weighted

    @overload
    def __getitem__(self, index: int) -> Token: ...

    @overload
    def __getitem__(self, index: slice) -> list[Token]: ...

    def __getitem__(self, index: int | slice) -> Token | list[Token]:
        words = range(len(self))
        if isinstance(index, slice):
            return [Token(self, word) for word in words[index]]
        try:
            return Token(self, words[index])
        except IndexError:
            raise IndexError(f"there is no word at index {index}: the sentence has {len(self)}") from None

    def __iter__(self) -> Iterator[Token]:
        return (Token(self, word) for word in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self is other or str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        text = "".join(self.lines)
        return text if self.has_header else self.format.header + text

    def __repr__(self) -> str:
        text = self.text if len(self.text) <= 60 else f"{self.text[:57]}..."
        return f"<Sentence{f' {self.id!r}' if self.id else ''} {text!r} {len(self)} word{'s' * (len(self) != 1)}>"

    def _repr_html_(self) -> str:
        from arcwalk import draw  # as users call it

        return draw(self)


def require_sentence(given: object) -> Sentence:
    """What was given as a sentence; for anything else, such as a list of words, an error that says how to make one."""
    if isinstance(given, Sentence):
        return given
    make = "make one of its words with arcwalk.Sentence.from_columns, or read a file with arcwalk.read"
    raise TypeError(f"{quoted(repr(given))} is not a sentence: {make}")
