"""Templates over parts, read by the kernels as the text says."""

import numpy as np
import pytest
from part_oracles import ListedPart, labeled_arc_features, part_features

from arcwalk.errors import ArcwalkError
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.structure_features import (
    NO_WORD,
    arc_label_indices,
    label_contributions,
    pack_rest,
    pack_words,
    part_indices,
    score_arc_labels,
    word_contributions,
)
from arcwalk.features.parts import PARTS
from arcwalk.features.structure_templates import TURBO, structure_table, structure_templates
from arcwalk.features.templates import properties_of, shipped
from arcwalk.sample import sample
from arcwalk.treebank.encoding import Encoder

LABELS = 7
TEXT = shipped("structure")
TEMPLATES = structure_templates(TEXT, "structure.templates")
SENTENCES = sample(20, seed=5)
PROPERTIES = sorted(properties_of([template for group in TEMPLATES.values() for template in group]))
ENCODER = Encoder.fit(SENTENCES[:15], PROPERTIES)  # the others have unknown words
OWN = """
[sibling]            # every kind of conjunction with structural numbers, and labels alone
m.pos
s+1.form m-2.pos dir
h.pos dist
m.label s.label h.label
dir dist
m.label dir?
h.lemma dist?
h.lemma h.lemma dir dist?
[valency]
h.label g.label left right
g-1.form right
[nonprojective]
h.label
"""


def indices_of(text: str, sentence: int, bits: int) -> object:
    """A function from a part and its labels to what the kernels make of it."""
    table = structure_table(structure_templates(text, "own"), ENCODER.columns)
    codes = ENCODER.encode(SENTENCES[sentence])
    words, labels = word_contributions(codes, table), label_contributions(LABELS, table)
    room = np.zeros(len(table.templates.row_salts), np.uint32)

    def read(part: ListedPart, roles: list[int], labeled: bool) -> list[int]:
        packed = pack_words(*(list(part.words) + [-1] * 4)[:4])
        if part.pattern >= 0:
            packed = part.words[0] | NO_WORD << 16 | part.pattern << 32
        group = 2 * list(PARTS).index(part.name) + labeled
        own = (roles + [-1] * 3)[:3] if labeled else [-1] * 3
        rest = pack_rest(group, *part.numbers, *own)
        count = part_indices(packed, rest, table.groups, words, labels, index_shift(1 << bits), room)
        return sorted(room[:count].tolist())

    return read


@pytest.mark.parametrize("text", [TEXT, OWN], ids=["shipped", "own"])
def test_parts_have_the_features_that_their_templates_say(text: str) -> None:
    random = np.random.default_rng(0)
    compared = 0
    for number, sentence in enumerate(SENTENCES):
        bits = int(random.integers(10, 23))
        read = indices_of(text, number, bits)
        codes = ENCODER.encode(sentence)
        for name, (letters, _) in PARTS.items():
            if name == "labeled-arc":
                continue
            words = [int(word) for word in random.integers(-1, len(sentence) + 1, size=len(letters))]
            words[0] = max(words[0], 0)
            pattern = int(random.integers(1 << 31)) if name in ("modifiers", "frame") else -1
            numbers = (0, 0) if pattern >= 0 else (int(random.integers(8)), int(random.integers(8)))
            part = ListedPart(name, tuple(words), numbers, pattern)
            roles = [int(label) for label in random.integers(-1, LABELS, size=len(letters))]
            for labeled in (False, True):
                meant = [LABELS if label < 0 else label for label in roles]
                wanted = part_features(text, codes, ENCODER.columns, part, meant, bits, labeled=labeled)
                assert read(part, roles, labeled) == sorted(wanted), part
                compared += len(wanted)
    assert compared > 100


def test_arcs_with_labels() -> None:
    random = np.random.default_rng(1)
    table = structure_table(TEMPLATES, ENCODER.columns)
    room = np.zeros(len(table.templates.row_salts), np.uint32)
    for bits in (10, 16, 22):
        weights = random.normal(size=1 << bits).astype(np.float32)
        for sentence in SENTENCES[::4]:
            codes = ENCODER.encode(sentence)
            words = word_contributions(codes, table)
            for m in range(1, len(sentence) + 1):
                h = int(random.choice([h for h in range(len(sentence) + 1) if h != m]))
                count = arc_label_indices(table.groups, words, h, m, index_shift(1 << bits), room)
                wanted = [
                    labeled_arc_features(TEXT, codes, ENCODER.columns, h, m, label, bits) for label in range(LABELS)
                ]
                assert sorted(room[:count].tolist()) == sorted(wanted[0])
                scores = np.empty(LABELS)
                score_arc_labels(table.groups, words, h, m, np.arange(LABELS, dtype=np.int32), weights, room, scores)
                np.testing.assert_allclose(scores, [weights[indices].sum(dtype=np.float64) for indices in wanted])


def test_missing_words_are_not_the_root() -> None:
    read = indices_of("[sibling]\ns.pos h.pos", 0, 22)
    found = {word: read(ListedPart("sibling", (1, word, 2)), [], False)[0] for word in (-1, 0, 1)}  # type: ignore[operator]
    assert len(set(found.values())) == 3


def test_the_same_line_in_two_parts_is_two_features() -> None:
    line = "m.pos s.pos"
    read = indices_of(f"[sibling]\n{line}\n[any-sibling]\n{line}", 0, 22)
    one, other = (read(ListedPart(name, (2, 1, 3)), [], False) for name in ("sibling", "any-sibling"))  # type: ignore[operator]
    assert one != other


def test_a_line_written_twice_counts_once() -> None:
    templates = structure_templates("[sibling]\nm.pos\nm.pos\n[pp]\np.pos\n[sibling]\nm.pos", "own")
    assert {name: len(lines) for name, lines in templates.items()} == {"sibling": 1, "pp": 1}


def test_shipped_templates_know_all_parts() -> None:
    joint = structure_templates(shipped("joint", "arcwalk.systems.joint_tags"), "joint.templates")
    assert set(TEMPLATES) | set(joint) == set(PARTS)
    assert set(TURBO) <= {"arc", *PARTS}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[sibling]\nm.pos\nx.pos", "own:3: unknown atom 'x.pos'"),
        ("[cousin]\nm.pos", r"own:1: unknown group \[cousin\]; the groups are arc, labeled-arc, sibling"),
        ("m.pos", "own:1: template before the first"),
        ("[grandparent]\ns.pos", "own:2: unknown atom 's.pos'"),
        ("[sibling]\nm.colour", "own:2: .*'colour'"),
    ],
)
def test_mistakes_are_named_with_their_line(text: str, named: str) -> None:
    with pytest.raises(ArcwalkError, match=named):
        structure_table(structure_templates(text, "own"), ENCODER.columns)
