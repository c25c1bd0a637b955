"""Lattices of tags against features computed straight from the text of the templates."""

import zlib
from random import Random

import numpy as np
import pytest
from oracles import scrambled

from arcwalk.arrays import Scores, Weights
from arcwalk.components.tagger.kernels.affixes import ABSENT
from arcwalk.components.tagger.kernels.tag_lattice import FIRST_SALT, SECOND_SALT, tag_lattice
from arcwalk.components.tagger.kernels.viterbi import Lattice
from arcwalk.components.tagger.lexicon import PROPERTIES, EncodedWords, Lexicon, TaggedSentence
from arcwalk.components.tagger.templates import tag_table
from arcwalk.errors import ArcwalkError

TEMPLATES = """
w.form          # comments are left out
w.suffix3 w+1.form initial
w-2.shape w-1.word
tag-1 w.form
tag-1
tag-1 tag-2 w+2.shape
"""
COLUMNS = {name: column for column, name in enumerate(PROPERTIES)}
WORDS = [("The", ""), ("old", ""), ("ran", ""), ("run", ""), (".", "")]
TAGS = ["D", "N", "V", "A", "."]
NO_GOLD = np.full(6, -1, dtype=np.int32)
UNADJUSTED: Scores = np.empty((0, 0))


@pytest.fixture(scope="module")
def weights() -> Weights:
    return np.random.default_rng(3).normal(size=1 << 12).astype(np.float32)


@pytest.fixture(scope="module")
def encoded() -> EncodedWords:
    words = Lexicon.fit([TaggedSentence(WORDS, TAGS)]).encode(WORDS)
    words.candidates[1:6, :5] = [
        [0, 1, -1, -1, -1],
        [1, 2, 3, -1, -1],
        [2, -1, -1, -1, -1],
        [0, 1, 2, 3, 4],
        [4, 1, -1, -1, -1],
    ]
    return words


def code_of(encoded: EncodedWords, m: int, atom: str) -> int:
    if atom == "initial":
        return int(m == 1)
    word, _, name = atom.partition(".")
    position = m + int(word[1:] or 0)
    row = 7 if position < 0 else 6 if position > 5 else position
    return int(encoded.codes[row, COLUMNS[name]])


def score(
    encoded: EncodedWords, weights: Weights, m: int, tags: tuple[int, int, int], groups: tuple[int, ...]
) -> float:
    """The sum of the weights of features on word m that name as many tags before it as `groups` says."""
    second, first, tag = tags
    total = 0.0
    for line in TEMPLATES.strip().splitlines():
        atoms = line.partition("#")[0].split()
        before = [atom for atom in atoms if atom.startswith("tag")]
        words = sorted((atom for atom in atoms if atom not in before), key=lambda atom: atom == "initial")
        codes = [code_of(encoded, m, atom) for atom in words]
        if len(before) not in groups or ABSENT in codes:
            continue
        salt = zlib.crc32(f"tag: {' '.join(atoms)}".encode())
        key = salt + sum(scrambled(code, scrambled(i, salt)) for i, code in enumerate(codes))
        if before:
            key += scrambled(first + 1, FIRST_SALT)
        if len(before) == 2:
            key += scrambled(second + 1, SECOND_SALT)
        total += float(weights[(key % 2**32 >> 20) ^ tag])
    return total


def lattice_of(
    encoded: EncodedWords,
    weights: Weights,
    *,
    adjustments: Scores = UNADJUSTED,
    beam: int = 9,
    score_margin: float = 1e9,
) -> Lattice:
    table = tag_table(TEMPLATES, COLUMNS)
    return tag_lattice(encoded.codes, encoded.candidates, NO_GOLD, adjustments, table, beam, score_margin, weights)


def tags_of(lattice: Lattice, m: int) -> list[int]:
    return [] if m < 0 else lattice.tags[lattice.start[m] : lattice.start[m + 1]].tolist()


def test_scores_are_those_of_the_templates(encoded: EncodedWords, weights: Weights) -> None:
    lattice = lattice_of(encoded, weights)
    assert [tags_of(lattice, m) for m in range(6)] == [[-1], [0, 1], [1, 2, 3], [2], [0, 1, 2, 3, 4], [4, 1]]
    for m in range(1, 6):
        here = tags_of(lattice, m)
        if len(here) > 1:
            expected = [score(encoded, weights, m, (-1, -1, tag), (0,)) for tag in here]
            assert lattice.scores[lattice.start[m] : lattice.start[m + 1]] == pytest.approx(expected)
        triples = [(a, b, c) for a in tags_of(lattice, m - 2) or [-1] for b in tags_of(lattice, m - 1) for c in here]
        expected = [score(encoded, weights, m, triple, (1, 2)) for triple in triples]
        assert lattice.joint[lattice.joint_start[m] : lattice.joint_start[m + 1]] == pytest.approx(expected)


def test_adjusted_tags_are_candidates_and_ruled_out_ones_are_not(encoded: EncodedWords, weights: Weights) -> None:
    adjustments: Scores = np.zeros((5, 5))
    adjustments[2, [0, 3]] = 1.5, -0.5
    adjustments[3, 2] = -np.inf
    lattice = lattice_of(encoded, weights, adjustments=adjustments, beam=1)
    assert set(tags_of(lattice, 3)) >= {0, 3}
    assert 2 not in tags_of(lattice, 4)
    for tag in (0, 3):
        place = lattice.start[3] + tags_of(lattice, 3).index(tag)
        expected = score(encoded, weights, 3, (-1, -1, tag), (0,)) + adjustments[2, tag]
        assert lattice.scores[place] == pytest.approx(expected)


def test_the_beam_and_the_reach_keep_the_best_and_gold(encoded: EncodedWords, weights: Weights) -> None:
    everything = lattice_of(encoded, weights)
    scores = {tag: everything.scores[everything.start[4] + tag] for tag in range(5)}
    ranked = sorted(scores, key=lambda tag: -scores[tag])
    assert tags_of(lattice_of(encoded, weights, beam=2), 4) == sorted(ranked[:2])
    score_margin = float(scores[ranked[0]] - scores[ranked[2]]) + 1e-6
    assert tags_of(lattice_of(encoded, weights, score_margin=score_margin), 4) == sorted(ranked[:3])
    gold = np.array([-1, 0, 1, 4, ranked[-1], 4], dtype=np.int32)
    table = tag_table(TEMPLATES, COLUMNS)
    kept = tag_lattice(encoded.codes, encoded.candidates, gold, UNADJUSTED, table, 1, 1e9, weights)
    assert tags_of(kept, 4) == sorted([ranked[0], ranked[-1]])
    assert 4 in tags_of(kept, 3)


def test_many_candidates_fit(weights: Weights) -> None:
    words = [(f"word{i}", "") for i in range(30)]
    encoded = Lexicon.fit([TaggedSentence(words, [f"T{i % 24:02}" for i in range(30)])]).encode(words)
    gold, table = np.full(31, -1, dtype=np.int32), tag_table("w.form\ntag-1", COLUMNS)
    lattice = tag_lattice(encoded.codes, encoded.candidates, gold, UNADJUSTED, table, 24, 1e9, weights)
    assert len(lattice.tags) == 1 + 30 * 24
    random = Random(1)
    for m in random.sample(range(1, 31), 5):
        assert len(set(tags_of(lattice, m))) == 24


@pytest.mark.parametrize("line", ["w.colour", "v.form", "tag-3", "tag-2", "w+3.form"])
def test_a_template_that_means_nothing_is_refused(line: str) -> None:
    with pytest.raises(ArcwalkError, match="tag-"):
        tag_table(line, COLUMNS)
