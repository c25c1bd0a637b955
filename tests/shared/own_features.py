"""Features of the tests' own, written in Python, and sentences and searches to try them on."""

import zlib
from random import Random
from typing import Any

import numpy as np
import oracles

from arcwalk import code, emit, feature
from arcwalk.features.arc_templates import arc_table, arc_templates
from arcwalk.features.kernels.arc_features import arc_parts
from arcwalk.features.kernels.python_calls import CODES, CODES_PER_WORD, COUNT, hashed_strings
from arcwalk.features.kernels.structure_features import label_contributions, word_contributions
from arcwalk.features.python_features import FeatureSet, hash_labels
from arcwalk.features.structure_templates import structure_table, structure_templates
from arcwalk.scoring.choices import Choices
from arcwalk.scoring.linked_tree import link, unlinked
from arcwalk.scoring.part_kinds import Convention
from arcwalk.scoring.python_parts import emit_all
from arcwalk.scoring.scorer import Model, Scorer, make_scorer, score_choices
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.candidates import all_heads

LABELS = ["nsubj", "obj", "root", "case"]
NSUBJ = code("nsubj")
ARC = "[arc]\nh.pos m.pos\nm.form dir"
STRUCTURE = """
[labeled-arc]
m.pos
[sibling]
m.pos s.pos dist?
[frame]
h.pos
[span]
m.pos
"""


@feature
def subjects(sentence: Any, tree: Any, features: Any) -> None:
    for h in range(1, len(sentence.form)):
        found = 0
        m = tree.child[h]
        while m >= 0:
            found += tree.label[m] == NSUBJ
            m = tree.next[m]
        if found > 1:
            emit(features, sentence.upos[h], found, tree.head[h] > h)


@feature
def neighbours(sentence: Any, tree: Any, features: Any) -> None:
    for m in range(1, len(sentence.form)):
        if tree.label[m] != code("root"):
            emit(features, -m, tree.label[m], sentence.lemma[m - 1], tree.last[m] - tree.first[m])
    if tree.size[0] > 3:
        emit(features)


def random_sentence(random: Random, n: int) -> Sentence:
    heads = [0]
    for m in range(2, n + 1):
        heads.append(random.randrange(1, m))
    return Sentence.from_columns(
        [random.choice(["cats", "Dog", "saw", "猫", "of"]) for _ in range(n)],
        lemmas=[random.choice(["cat", "see", "_"]) for _ in range(n)],
        upos=[random.choice(["NOUN", "VERB", "ADP", "PUNCT"]) for _ in range(n)],
        heads=heads,
        deprels=["root", *(random.choice(["nsubj", "nsubj", "obj", "case"]) for _ in range(n - 1))],
    )


def emitted_codes(features: FeatureSet, sentence: Sentence) -> list[int]:
    """What the kernel gets from the features for a sentence's own tree."""
    tree = unlinked(len(sentence))
    labels = [-1, *(LABELS.index(label) for label in sentence.deprels)]
    link(tree, np.array([-1, *sentence.heads], dtype=np.int32), np.array(labels, dtype=np.int32))
    emitted = np.zeros(CODES + CODES_PER_WORD * len(tree), dtype=np.int64)
    strings = hashed_strings(Encoder.fit([sentence], [], hashed=True).encode(sentence))
    emit_all(features.calls, strings, hash_labels(LABELS), emitted, tree)
    return [int(number) for number in emitted[CODES : CODES + emitted[COUNT]]]


def crc(text: str) -> int:
    return zlib.crc32(text.encode()) & 0x7FFFFFFF


def folded(name: str, *values: int) -> int:
    key = crc(name)
    for value in values:
        key = oracles.scrambled(value, key)
    return key


class Searched:
    """A sentence in a model with random weights, with or without features written in Python."""

    def __init__(self, seed: int, features: FeatureSet) -> None:
        random = Random(seed)
        n = random.randint(3, 7)
        sentence = random_sentence(random, n)
        arcs, structure = arc_templates(ARC, "test"), structure_templates(STRUCTURE, "test")
        encoder = Encoder.fit([sentence], ["form", "pos"], hashed=True)
        arc, parts = arc_table(arcs, encoder.columns), structure_table(structure, encoder.columns)
        weights = np.random.default_rng(seed).normal(size=1 << 12).astype(np.float32)
        contributions = label_contributions(len(LABELS), parts)
        convention = Convention(False, False, -1)
        self.model = Model(arc, parts, contributions, convention, weights, features.calls, hash_labels(LABELS))
        codes = encoder.encode(sentence)
        start, head = all_heads(n)
        per_arc = 2
        choices = Choices(
            start * per_arc,
            np.repeat(head, per_arc),
            np.array([random.randrange(len(LABELS)) for _ in range(per_arc * len(head))], dtype=np.int32),
            np.repeat(np.arange(len(head), dtype=np.int32), per_arc),
        )
        words = word_contributions(codes, parts)
        self.arcs = arc_parts(codes, arc)
        self.scorer: Scorer = make_scorer(codes, self.model, words, choices)
        score_choices(self.arcs, self.model, words, start, head, choices, self.scorer.choice_score)
        self.n, self.random, self.choices = n, random, choices

    def tree(self) -> Any:
        """Choices that make a tree."""
        chosen = np.full(self.n + 1, -1, dtype=np.int64)
        order = self.random.sample(range(1, self.n + 1), self.n)
        for place, m in enumerate(order):
            above = [0, *order[:place]]
            own = range(self.choices.start[m], self.choices.start[m + 1])
            chosen[m] = self.random.choice([choice for choice in own if self.choices.head[choice] in above])
        return chosen
