"""Sentences as nested phrases with explicit heads, and their conversion to CoNLL-U."""

from dataclasses import dataclass, field
from itertools import pairwise

from arcwalk.sample.closed_class import A
from arcwalk.sample.morphology import VOWELS, WordForm
from arcwalk.treebank.sentence import Sentence

CLOSING_TAGS = frozenset([",", ".", "''", "POS"])


@dataclass(slots=True, eq=False)
class Node:
    """A word with the phrases before and after it.

    The head of a phrase is the word it is placed with, unless given explicitly: a displaced phrase (an extraposed
    relative clause, a fronted question word) is placed with one word and depends on another. This is the only source
    of non-projective trees.
    """

    word: WordForm
    relation: str = "root"
    head: "Node | None" = None
    before: list["Node"] = field(default_factory=list)
    after: list["Node"] = field(default_factory=list)

    def left(self, child: "Node | WordForm", relation: str, head: "Node | None" = None) -> "Node":
        """Add a modifier before this word, to the right of those already there."""
        self.before.append(self._adopt(child, relation, head))
        return self.before[-1]

    def front(self, child: "Node | WordForm", relation: str, head: "Node | None" = None) -> "Node":
        """Add a modifier before everything that precedes this word."""
        self.before.insert(0, self._adopt(child, relation, head))
        return self.before[0]

    def right(self, child: "Node | WordForm", relation: str, head: "Node | None" = None) -> "Node":
        """Add a modifier after everything that follows this word."""
        self.after.append(self._adopt(child, relation, head))
        return self.after[-1]

    def _adopt(self, child: "Node | WordForm", relation: str, head: "Node | None") -> "Node":
        node = Node(child) if isinstance(child, WordForm) else child
        node.relation = relation
        node.head = head or self
        return node

    def in_order(self) -> list["Node"]:
        """This word and all phrases placed with it, from left to right."""
        nodes = [node for child in self.before for node in child.in_order()]
        nodes.append(self)
        return nodes + [node for child in self.after for node in child.in_order()]


def spell(words: list[WordForm]) -> list[str]:
    """The forms in context: "a" or "an" depending on the next word, capitals where a sentence or speech begins."""
    forms = [word.form for word in words]
    for i, word in enumerate(words):
        if word is A and forms[i + 1][0].lower() in VOWELS and not forms[i + 1].startswith(("us", "uni", "one")):
            forms[i] = "an"
    starts = [0] + [i + 1 for i, word in enumerate(words) if word.xpos == "``"]
    for start in starts:
        forms[start] = forms[start][0].upper() + forms[start][1:]
    return forms


def spaces(words: list[WordForm]) -> list[bool]:
    """Whether a space follows each word of the text."""
    return [
        word.xpos != "``" and after.xpos not in CLOSING_TAGS and after.form != "n't" for word, after in pairwise(words)
    ] + [True]


def as_sentence(root: Node, identifier: str) -> Sentence:
    """The tree under `root` as a sentence of a treebank."""
    nodes = root.in_order()
    number = {id(node): i for i, node in enumerate(nodes, start=1)}
    words = [node.word for node in nodes]
    forms = spell(words)
    space_after = spaces(words)
    text = "".join(form + " " * space for form, space in zip(forms, space_after, strict=True)).strip()
    lines = [f"# sent_id = {identifier}\n", f"# text = {text}\n"]
    for i, (node, form, space) in enumerate(zip(nodes, forms, space_after, strict=True), start=1):
        word = node.word
        head = number[id(node.head)] if node.head else 0
        misc = "_" if space else "SpaceAfter=No"
        columns = (i, form, word.lemma, word.upos, word.xpos, word.feats, head, node.relation, "_", misc)
        lines.append("\t".join(map(str, columns)) + "\n")
    return Sentence([*lines, "\n"], source="sample")
