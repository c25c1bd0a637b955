"""Attachment scores against numbers worked out by hand, and properties that hold for any trees."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcwalk.evaluation import CONVENTIONS, AttachmentScores, evaluate
from arcwalk.evaluation.attachment import PrecisionRecall
from arcwalk.treebank.sentence import Sentence

# Three sentences, nine words, three of them punctuation. A star marks what the system gets wrong.
#
#   word   gold head, label   system head, label
#   We     2 nsubj            2 nsubj
#   were   0 root             0 root
#   seen   2 aux:pass         2 aux          right up to the colon
#   .      2 punct            3* punct
#
#   Go     0 root             0 root
#   home   1 obj              1 obl*
#   !      1 punct            1 punct
#
#   Yes    0 root             2* discourse*
#   ?      1 punct            0* root*
GOLD = [
    Sentence.from_columns(
        ["We", "were", "seen", "."], heads=[2, 0, 2, 2], deprels=["nsubj", "root", "aux:pass", "punct"]
    ),
    Sentence.from_columns(["Go", "home", "!"], heads=[0, 1, 1], deprels=["root", "obj", "punct"]),
    Sentence.from_columns(["Yes", "?"], heads=[0, 1], deprels=["root", "punct"]),
]
SYSTEM = [
    GOLD[0].with_tree([2, 0, 2, 3], ["nsubj", "root", "aux", "punct"]),
    GOLD[1].with_tree([0, 1, 1], ["root", "obl", "punct"]),
    GOLD[2].with_tree([2, 0], ["discourse", "root"]),
]


@pytest.fixture
def scores() -> AttachmentScores:
    return evaluate(GOLD, SYSTEM)


def test_without_punctuation(scores: AttachmentScores) -> None:
    assert scores.words == 6
    assert scores.sentences == 3
    assert scores.uas == pytest.approx(100 * 5 / 6)
    assert scores.las == pytest.approx(100 * 4 / 6)
    assert scores.label_accuracy == pytest.approx(100 * 4 / 6)
    # The root "?" of the third sentence is punctuation and left out: 3 gold roots, 2 found, both right.
    assert scores.root == PrecisionRecall("root", gold=3, system=2, correct=2)
    assert scores.root_accuracy == pytest.approx(80.0)
    assert scores.complete_match == pytest.approx(100 * 2 / 3)
    assert scores.labeled_complete_match == pytest.approx(100 / 3)


def test_with_punctuation(scores: AttachmentScores) -> None:
    everything = scores.with_punctuation
    assert everything.words == 9
    assert everything.uas == pytest.approx(100 * 6 / 9)
    assert everything.las == pytest.approx(100 * 5 / 9)
    assert everything.label_accuracy == pytest.approx(100 * 6 / 9)
    assert everything.root == PrecisionRecall("root", gold=3, system=3, correct=2)
    assert everything.root_accuracy == pytest.approx(100 * 2 / 3)
    assert everything.complete_match == pytest.approx(100 / 3)
    assert everything.labeled_complete_match == 0.0


def test_exact_labels(scores: AttachmentScores) -> None:
    exact = scores.with_exact_labels
    assert exact.uas == scores.uas
    assert exact.las == pytest.approx(100 * 3 / 6)
    assert exact.label_accuracy == pytest.approx(100 * 3 / 6)
    assert exact.labeled_complete_match == 0.0
    assert exact.with_punctuation.las == pytest.approx(100 * 4 / 9)


def test_conll_x_convention(scores: AttachmentScores) -> None:
    """CoNLL-X: words of nothing but Unicode punctuation do not count; HEAD and the whole DEPREL must agree.

    Of six words, "seen" is labeled aux for aux:pass and "home" obl for obj, and "Yes" is wrong altogether.
    """
    conll_x = scores.under(CONVENTIONS["conll-x"])
    assert conll_x.las == pytest.approx(100 * 3 / 6)
    assert conll_x.uas == pytest.approx(100 * 5 / 6)
    assert conll_x.label_accuracy == pytest.approx(100 * 3 / 6)


def test_conll_2018_convention(scores: AttachmentScores) -> None:
    """CoNLL-2018: every word counts; labels are cut at the colon; with gold words F1 is correct / words.

    Of nine words, "." and "Yes" and "?" have wrong heads, and "home" a wrong label.
    """
    conll_2018 = scores.under(CONVENTIONS["conll-2018"])
    assert conll_2018.uas == pytest.approx(100 * 6 / 9)
    assert conll_2018.las == pytest.approx(100 * 5 / 9)


def test_several_roots() -> None:
    gold = Sentence.from_columns(list("abc"), heads=[0, 0, 2], deprels=["root", "root", "dep"])
    scores = evaluate([gold], [gold.with_tree([2, 0, 0], ["dep", "root", "root"])])
    assert (scores.root.precision, scores.root.recall, scores.root_accuracy) == (50.0, 50.0, 50.0)


def test_sentence_of_punctuation_is_neither_right_nor_wrong() -> None:
    dots = Sentence.from_columns(["..."], heads=[0], deprels=["root"])
    scores = evaluate([*GOLD, dots], [*SYSTEM, dots])
    assert scores.sentences == 3
    assert scores.complete_match == pytest.approx(100 * 2 / 3)
    assert scores.with_punctuation.complete_match == pytest.approx(100 * 2 / 4)
    assert math.isnan(evaluate([dots], [dots]).uas)


def test_sentences_may_be_streams() -> None:
    assert evaluate(iter(GOLD), (sentence for sentence in SYSTEM)).uas == pytest.approx(100 * 5 / 6)


FORMS = st.sampled_from(["a", "b", ".", "!", "c"])
LABELS = st.sampled_from(["x", "x:y", "x:z", "w"])


@st.composite
def treebanks(draw: st.DrawFn) -> tuple[list[Sentence], list[Sentence]]:
    """Gold and system sentences with heads at random: scoring asks for heads, not for trees."""
    gold, system = [], []
    for forms in draw(st.lists(st.lists(FORMS, min_size=1, max_size=6), min_size=1, max_size=6)):
        n = len(forms)
        heads, labels = (
            st.lists(st.integers(0, n), min_size=n, max_size=n),
            st.lists(LABELS, min_size=n, max_size=n),
        )
        gold.append(Sentence.from_columns(["w", *forms], heads=[0, *draw(heads)], deprels=["x", *draw(labels)]))
        system.append(gold[-1].with_tree([draw(st.integers(0, n)), *draw(heads)], ["x", *draw(labels)]))
    return gold, system


def all_scores(scores: AttachmentScores) -> list[float]:
    return [
        score
        for convention in CONVENTIONS.values()
        for under in [scores.under(convention)]
        for score in (
            under.uas,
            under.las,
            under.label_accuracy,
            under.root_accuracy,
            under.complete_match,
            under.labeled_complete_match,
        )
    ]


@settings(max_examples=50, deadline=None)
@given(treebanks())
def test_a_treebank_agrees_with_itself(treebank: tuple[list[Sentence], list[Sentence]]) -> None:
    assert all_scores(evaluate(treebank[0], treebank[0])) == [100.0] * 24


@settings(max_examples=50, deadline=None)
@given(treebanks(), st.randoms(use_true_random=False))
def test_order_of_sentences_does_not_matter(
    treebank: tuple[list[Sentence], list[Sentence]], random: random.Random
) -> None:
    pairs = list(zip(*treebank, strict=True))
    shuffled = random.sample(pairs, len(pairs))
    scores = evaluate(*treebank)
    assert all_scores(scores) == all_scores(evaluate(*zip(*shuffled, strict=True)))


@settings(max_examples=100, deadline=None)
@given(treebanks())
def test_scores_equal_counting_word_by_word(treebank: tuple[list[Sentence], list[Sentence]]) -> None:
    words = [
        (form, gold_head == head, gold_label, label)
        for gold, system in zip(*treebank, strict=True)
        for form, gold_head, head, gold_label, label in zip(
            gold.forms, gold.heads, system.heads, gold.deprels, system.deprels, strict=True
        )
        if form not in ".!"
    ]
    scores = evaluate(*treebank)
    n = len(words)
    assert scores.words == n
    assert scores.uas == pytest.approx(100 * sum(head for _, head, _, _ in words) / n)
    assert scores.las == pytest.approx(100 * sum(head and g[0] == s[0] for _, head, g, s in words) / n)
    assert scores.with_exact_labels.las == pytest.approx(100 * sum(head and g == s for _, head, g, s in words) / n)
    assert scores.label_accuracy == pytest.approx(100 * sum(g[0] == s[0] for _, _, g, s in words) / n)
