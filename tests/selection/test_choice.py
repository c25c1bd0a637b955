"""What to annotate next."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from arcwalk import ArcwalkError, BayesPointOptions, Parser, Sentence, sample, select
from arcwalk.selection.choice import choose
from arcwalk.selection.diversity import _descriptions, diverse
from arcwalk.selection.doubt import doubts, expected_errors, mean_doubt
from arcwalk.treebank.annotation.state import in_state
from arcwalk.treebank.confidence import with_confidences

RANDOM = Random(0)
PARSED = [with_confidences(own, [RANDOM.random() for _ in own], [RANDOM.random() for _ in own]) for own in sample(30)]


def test_labels_count_if_they_are_judged():
    (one,) = sample(1)
    assert doubts(with_confidences(one, [0.75] * len(one))) == [0.25] * len(one)
    assert doubts(with_confidences(one, [0.75] * len(one), [0.5] * len(one))) == [0.5] * len(one)
    assert doubts(one) == []
    assert doubts(with_confidences(one, [0.75] * len(one)).with_misc("HeadConfidence", ["x"] * len(one)))[0] == 1.0


@pytest.mark.parametrize(("by", "key"), [("doubt", mean_doubt), ("errors", expected_errors)])
def test_the_most_doubtful_come_first(by, key):
    chosen = [key(PARSED[index]) for index in choose(PARSED, by, 10)]
    assert chosen == sorted(map(key, PARSED), reverse=True)[:10]


def test_a_diverse_batch_is_found_greedily():
    qualities = [mean_doubt(sentence) for sentence in PARSED]
    features = _descriptions(PARSED).toarray() * np.array(qualities)[:, None]
    kernel = features @ features.T
    greedy: list[int] = []
    for _ in range(8):
        rest = [index for index in range(len(PARSED)) if index not in greedy]
        greedy.append(max(rest, key=lambda own: np.linalg.det(kernel[np.ix_([*greedy, own], [*greedy, own])])))
    assert diverse(PARSED, qualities, 8) == greedy
    best = max(np.linalg.det(kernel[np.ix_(own, own)]) for own in combinations(range(10), 2))
    assert np.linalg.det(kernel[np.ix_(greedy[:2], greedy[:2])]) >= 0.5 * best


def test_duplicates_come_last():
    sentences = [PARSED[0], PARSED[1], PARSED[0], PARSED[2], PARSED[1]]
    chosen = diverse(sentences, [1.0, 0.9, 1.0, 0.1, 0.9], 5)
    assert {*chosen[:3]} in ({0, 1, 3}, {2, 1, 3}, {0, 4, 3}, {2, 4, 3})
    assert sorted(chosen) == list(range(5))
    assert diverse(sentences, [1.0, 0.9, 1.0, 0.1, 0.9], 10**15) == chosen  # no more than there are
    assert diverse(sentences, [0.0] * 5, 3) == diverse(sentences, [0.0] * 5, 3)


@pytest.fixture(scope="module")
def parser() -> Parser:
    return Parser.train(sample(60), options=BayesPointOptions(epochs=1, shuffles=1, table_bits=14))


def with_first_arc(sentence: Sentence) -> Sentence:
    others = len(sentence) - 1
    return sentence.with_tree([sentence.heads[0], *[-1] * others], [sentence.deprels[0], *["_"] * others])


def test_what_is_done_is_left_out_and_what_is_confirmed_is_kept(parser: Parser):
    gold = sample(12, seed=2)
    todo = [
        own.with_tree([own.heads[0], *[-1] * (len(own) - 1)], [own.deprels[0], *["_"] * (len(own) - 1)]) for own in gold
    ]
    treebank: list[Sentence] = [*map(lambda own: in_state(own, "done"), gold[:6]), *todo[6:]]  # noqa: C417
    chosen = select(treebank, parser, 4)
    assert len(chosen) == 4
    assert {own.id for own in chosen} < {own.id for own in gold[6:]}
    assert [mean_doubt(own) for own in chosen] == sorted(map(mean_doubt, chosen), reverse=True)
    by_id = {own.id: own for own in gold}
    for own in chosen:
        assert own.heads[0] == by_id[own.id].heads[0]
        assert [token.is_predicted for token in own] == [False, *[True] * (len(own) - 1)]
    assert len(select(treebank, parser, 50, by="diverse")) == 6
    with pytest.raises(ArcwalkError, match="all sentences are done"):
        select(gold, parser)
    with pytest.raises(ArcwalkError, match="choose one of doubt, errors, diverse"):
        select(gold, parser, by="chance")
    with pytest.raises(ArcwalkError, match="at least 1"):
        select(gold, parser, 0)
