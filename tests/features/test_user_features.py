"""Features written in Python: kernels get what the functions say, and score by it."""

from random import Random
from typing import Any

import numpy as np
import pytest
from own_features import Searched, crc, emitted_codes, folded, neighbours, random_sentence, subjects

from arcwalk import code, feature
from arcwalk.features.kernels.python_calls import hashed_strings
from arcwalk.features.python_features import hash_labels, require
from arcwalk.learning.kernels.feature_difference import feature_difference
from arcwalk.learning.kernels.updates import lead
from arcwalk.scoring.moves import score_moves, start_from, try_move
from arcwalk.scoring.scorer import all_parts
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence


def expected_codes(sentence: Sentence) -> list[int]:
    """What `subjects` and `neighbours` say, worked out from the sentence itself."""
    n, heads, labels = len(sentence), [-1, *sentence.heads], ["", *sentence.deprels]

    def below(word: int) -> set[int]:
        return {word}.union(*(below(m) for m in range(1, n + 1) if heads[m] == word))

    codes = []
    for h in range(1, n + 1):
        found = sum(heads[m] == h and labels[m] == "nsubj" for m in range(1, n + 1))
        if found > 1:
            codes.append(folded("own_features:subjects", crc(sentence.upos[h - 1]), found, heads[h] > h))
    for m in range(1, n + 1):
        if labels[m] != "root":
            before = crc(sentence.lemmas[m - 2]) if m > 1 else 0
            length = max(below(m)) - min(below(m))
            codes.append(folded("own_features:neighbours", -m, crc(labels[m]), before, length))
    return [*codes, folded("own_features:neighbours")] if n > 2 else codes


def test_code_is_the_same_everywhere() -> None:
    assert code("nsubj") == 826022555 == crc("nsubj")
    assert all(0 < code(text) < 2**31 for text in ("", "_", "猫", "\udcff"))


@pytest.mark.parametrize("seed", range(10))
def test_kernels_get_what_the_functions_say(seed: int) -> None:
    random = Random(seed)
    sentence = random_sentence(random, random.randint(1, 12))
    features = require(["own_features:subjects", "own_features:neighbours"])
    expected = expected_codes(sentence)
    assert emitted_codes(features, sentence) == expected
    assert subjects.codes(sentence) + neighbours.codes(sentence) == expected


def test_children_come_in_the_order_of_the_sentence() -> None:
    seen: list[list[int]] = []

    @feature
    def watch(sentence: Any, tree: Any, features: Any) -> None:  # noqa: ARG001
        for h in range(len(sentence.form)):
            children = []
            m = tree.child[h]
            while m >= 0:
                children.append(int(m))
                m = tree.next[m]
            seen.append(children)

    sentence = Sentence.from_columns(list("abcde"), heads=[3, 3, 0, 3, 4], deprels=["case"] * 5)
    watch.codes(sentence)
    assert seen == [[3], [], [], [1, 2, 4], [5], []]


@pytest.mark.parametrize("seed", range(6))
def test_scores_differ_by_what_the_weights_say(seed: int) -> None:
    """Searching and learning agree on the features of a tree."""
    searched = Searched(seed, require(["own_features:subjects", "own_features:neighbours"]))
    scorer, model = searched.scorer, searched.model
    trees = searched.tree(), searched.tree()
    scores, parts = [], []
    for tree in trees:
        scores.append(start_from(scorer, tree))
        parts.append(all_parts(scorer))
    difference = feature_difference(scorer, model, searched.arcs, parts[0], trees[0], parts[1], trees[1])
    assert lead(difference, model.weights) == pytest.approx(scores[0] - scores[1], abs=1e-4)


@pytest.mark.parametrize("seed", range(6))
def test_moves_gain_what_scoring_anew_says(seed: int) -> None:
    """A move that changes nothing but a label counts too."""
    searched = Searched(seed, require(["own_features:subjects", "own_features:neighbours"]))
    scorer = searched.scorer
    score = start_from(scorer, searched.tree())
    moves, gains = np.empty((99, 2), dtype=np.int64), np.empty(99)
    for _ in range(6):
        m = searched.random.randint(1, searched.n)
        count = score_moves(scorer, m, False, False, moves, gains)
        pick = searched.random.randrange(count)
        if moves[pick, 0] != scorer.chosen[m]:
            assert try_move(scorer, m, moves[pick, 0], 0, -1, False, True) == pytest.approx(gains[pick])
        score += gains[pick]
        assert start_from(scorer, scorer.chosen.copy()) == pytest.approx(score, abs=1e-6)


def test_features_change_the_score_and_no_features_do_not() -> None:
    with_features, without = (Searched(1, require(names)) for names in (["own_features:neighbours"], []))
    tree = with_features.tree()
    assert start_from(with_features.scorer, tree) != start_from(without.scorer, tree)
    count = len(all_parts(with_features.scorer)) - len(all_parts(without.scorer))
    assert 0 < count <= with_features.n + 1


def test_hashed_strings() -> None:
    sentence = Sentence.from_columns(["Cat"], lemmas=["cat"], upos=["NOUN"], xpos=["NN"], feats=["A=b"])
    columns = ["Cat", "cat", "NOUN", "NN", "A=b"]
    plain, hashed = (Encoder.fit([sentence], ["form"], hashed=choice) for choice in (False, True))
    codes = hashed.encode(sentence)
    assert codes[:, :-5].tolist() == plain.encode(sentence).tolist()
    assert hashed_strings(codes)[:5].tolist() == [[0, crc(text)] for text in columns]
    assert hash_labels(["obj"]).tolist() == [crc("obj"), 0]
