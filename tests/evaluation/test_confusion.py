"""Which labels are taken for which, against a count by hand."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcwalk.evaluation import AttachmentScores, evaluate
from arcwalk.evaluation.alignment import universal_label
from arcwalk.evaluation.confusion import OTHERS, LabelConfusion, label_confusion
from arcwalk.treebank.sentence import Sentence

LABELS = ["nsubj", "nsubj:pass", "obj", "obl", "obl:arg", "advmod", "x"]


@st.composite
def scored(draw: st.DrawFn) -> tuple[Sentence, Sentence, AttachmentScores]:
    n = draw(st.integers(1, 30))
    forms, labels = st.sampled_from(["word", "."]), st.sampled_from(LABELS)
    gold, system = (
        Sentence.from_columns(["first", *forms_], heads=[0, *[1] * n], deprels=["root", *labels_])
        for forms_ in [draw(st.lists(forms, min_size=n, max_size=n))]
        for labels_ in draw(st.tuples(*[st.lists(labels, min_size=n, max_size=n)] * 2))
    )
    return gold, system, evaluate([gold], [system])


def counted(confusion: LabelConfusion) -> Counter[tuple[str, str]]:
    """The cells that are not empty."""
    cells = zip(*np.nonzero(confusion.counts), strict=True)
    return Counter(
        {(confusion.labels[row], confusion.labels[column]): int(confusion.counts[row, column]) for row, column in cells}
    )


def by_hand(gold: Sentence, system: Sentence, scores: AttachmentScores) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for form, *labels in zip(gold.forms, gold.deprels, system.deprels, strict=True):
        if form != "." or scores.convention.punctuation:
            one, other = labels if scores.convention.subtypes else map(universal_label, labels)
            found[one, other] += 1
    return found


@given(scored())
def test_every_word_is_counted(case: tuple[Sentence, Sentence, AttachmentScores]) -> None:
    gold, system, scores = case
    for under in (scores, scores.with_punctuation.with_exact_labels):
        assert counted(label_confusion(under, 100)) == by_hand(gold, system, under)


@given(scored(), st.integers(1, 6))
def test_rare_labels_are_taken_together(case: tuple[Sentence, Sentence, AttachmentScores], most: int) -> None:
    gold, system, scores = case
    everything = label_confusion(scores, 100)
    confusion = label_confusion(scores, most)
    frequency = Counter(one for (one, _), count in by_hand(gold, system, scores).items() for _ in range(count))
    assert [frequency[label] for label in everything.labels] == sorted(frequency[label] for label in everything.labels)[
        ::-1
    ]
    if len(everything.labels) <= most + 1:
        assert confusion.labels == everything.labels
        return
    assert confusion.labels == (*everything.labels[:most], OTHERS)
    assert confusion.single == everything.labels[:most]
    pooled: Counter[tuple[str, str]] = Counter()
    for pair, count in by_hand(gold, system, scores).items():
        one, other = (label if label in confusion.single else OTHERS for label in pair)
        pooled[one, other] += count
    assert counted(confusion) == pooled


def test_the_diagonal_is_label_accuracy() -> None:
    gold = Sentence.from_columns(list("abcd"), heads=[0, 1, 1, 1], deprels=["root", "x", "x", "y"])
    system = gold.with_tree([0, 1, 2, 3], ["root", "x", "y", "y"])
    scores = evaluate([gold], [system])
    confusion = label_confusion(scores, 10)
    assert confusion.labels == ("x", "y", "root")
    assert confusion.counts.tolist() == [[1, 1, 0], [0, 1, 0], [0, 0, 1]]
    assert 100 * confusion.counts.trace() / confusion.counts.sum() == pytest.approx(scores.label_accuracy)
