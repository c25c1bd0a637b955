"""Guesses without a model, and around what is confirmed."""

import itertools

import numpy as np
import pytest

from annotate.conftest import GOLD, without_tree
from arcwalk import ArcwalkError, Sentence, evaluate
from arcwalk.annotate.plain_guess import PlainGuess, _scores, plain_parser
from arcwalk.annotate.plain_guesser import PlainGuesser
from arcwalk.systems.guesser import Guesser
from arcwalk.treebank.check import check, cycles
from arcwalk.treebank.confidence import is_predicted, with_confidences, without_confidences

GUESSER = Guesser(plain_parser())


def test_a_plain_guess_is_better_than_none():
    scores = evaluate(GOLD, [GUESSER.guess(without_tree(sentence)) for sentence in GOLD])
    assert scores.uas > 70
    assert scores.las > 55


def test_without_tags_each_word_goes_to_the_one_before():
    guess = GUESSER.guess(Sentence.from_columns(["a", "b", "c"]))
    assert guess.heads == (0, 1, 2)
    assert guess.deprels == ("root", "dep", "dep")


def test_the_best_projective_tree_is_found():
    for sentence in (own for own in GOLD if len(own) <= 6):
        n = len(sentence)
        scores = _scores(PlainGuess().encode(sentence))

        def total(heads: tuple[int, ...], scores: np.ndarray = scores) -> float:
            return sum(scores[head, word] for word, head in enumerate(heads, 1))

        trees = [
            heads
            for heads in itertools.product(range(n + 1), repeat=n)
            if heads.count(0) == 1 and not cycles(heads) and all(head != word for word, head in enumerate(heads, 1))
        ]
        projective = [heads for heads in trees if not crosses(heads)]
        tree, _ = PlainGuess().parse(PlainGuess().encode(sentence))
        assert total(tuple(tree[1:].tolist())) == pytest.approx(max(map(total, projective)))


def crosses(heads: tuple[int, ...]) -> bool:
    arcs = [(min(head, word), max(head, word)) for word, head in enumerate(heads, 1)]
    return any(a < c < b < d for a, b in arcs for c, d in arcs)


def test_confirmed_arcs_stay_whatever_they_are():
    for sentence in GOLD:
        word = len(sentence) // 2
        heads, labels = [-1] * len(sentence), ["_"] * len(sentence)
        heads[word], labels[word] = (1 if word else 0), "odd"
        guess = GUESSER.guess(sentence.with_tree(heads, labels))
        assert (guess.heads[word], guess.deprels[word]) == (heads[word], "odd")
        assert not check(guess, "gold")
        assert [token.is_predicted for token in guess] == [head < 0 for head in heads]


def test_arcs_that_no_tree_has():
    sentence = Sentence.from_columns(["a", "b"], heads=[2, 1])
    with pytest.raises(ArcwalkError, match="do not fit into any tree"):
        GUESSER.guess(sentence)


def test_what_a_parser_predicted_stays() -> None:
    gold = GOLD[0]
    n = len(gold)
    parsed = with_confidences(gold, [0.9] * n, [0.8] * n)
    guesser = PlainGuesser()
    assert guesser.guess(parsed).lines == parsed.lines
    assert next(guesser.guesses([parsed])).lines == parsed.lines
    root = gold.heads.index(0)
    other = next(index for index in range(n) if gold.heads[index] == root + 1)
    heads = [0 if index == other else head for index, head in enumerate(gold.heads)]
    labels = ["root" if index == other else label for index, label in enumerate(gold.deprels)]
    found = guesser.guess(parsed.with_tree(heads, labels))
    assert [index for index, head in enumerate(found.heads) if head == 0] == [other]
    assert not is_predicted(found, other)
    assert is_predicted(found, root)
    changed = [index for index in range(n) if found.heads[index] != gold.heads[index]]
    assert set(changed) == {root, other}
    plain = guesser.guess(without_confidences(gold).with_tree([-1] * n, ["_"] * n))
    assert guesser.guess(plain).heads == plain.heads


def test_a_plain_guess_is_no_model():
    with pytest.raises(ArcwalkError, match="not a model"):
        GUESSER.parser.save("nowhere")
