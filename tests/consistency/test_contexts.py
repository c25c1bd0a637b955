from dataclasses import replace

import numpy as np
import pytest

from arcwalk import Sentence
from arcwalk.consistency.context_selection import ContextConstraint, ContextSelection
from arcwalk.consistency.context_statistics import ContextStatistics
from arcwalk.consistency.contexts import LONGEST, TEMPLATES, Context, ContextCoder, TagReader
from arcwalk.consistency.head_classes import SIDE, TAG, HeadClasses


def sentence(tags: str, heads: list[int] | None = None, words: str = "") -> Sentence:
    upos = tags.split()
    return Sentence.from_columns(words.split() or [tag.lower() for tag in upos], upos=upos, heads=heads)


GIRLS = sentence("DT JJ NNS VBD RB", [3, 3, 4, 0, 4])  # the paper's example: The smart girls stood outside


def contexts(tags: str, word: int) -> set[Context]:
    coder = ContextCoder(TagReader("upos"))
    codes = coder.encode([sentence("X Y"), sentence(tags)])[2:]
    return {coder.decode(code) for code in codes[word - 1].tolist() if code >= 0}


def test_the_example_of_the_paper() -> None:
    """The template {-1, 0, 1, 2} on girls/NNS gives JJ NNS VBD RB."""
    found = contexts("DT JJ NNS VBD RB", 3)
    assert Context(1, ("JJ", "NNS", "VBD", "RB")) in found
    assert str(Context(1, ("JJ", "NNS", "VBD", "RB"))) == "JJ [NNS] VBD RB"


def test_all_windows_that_fit_into_the_sentence() -> None:
    assert len(TEMPLATES) == LONGEST * (LONGEST + 1) // 2
    for n in range(1, 8):
        tags = [f"T{m}" for m in range(1, n + 1)]
        for m in range(1, n + 1):
            expected = {
                Context(m - first, tuple(tags[first - 1 : last]))
                for first in range(1, m + 1)
                for last in range(m, n + 1)
                if last - first < LONGEST
            }
            assert contexts(" ".join(tags), m) == expected


def test_forms_of_frequent_words_count() -> None:
    reader = TagReader.fit([sentence("IN DT NN IN", words="of the house of")], "upos", 1)
    assert reader.read(sentence("IN IN", words="Of in")) == ["of/IN", "IN"]
    assert Context(0, ("NN", "of/IN")).has_beside("IN")
    assert not Context(1, ("NN", "of/IN")).has_beside("IN")


def classes_of(detail: str, *sentences: Sentence) -> HeadClasses:
    return HeadClasses.fit(sentences, "upos", detail)


@pytest.mark.parametrize(
    ("detail", "expected"),
    [(TAG, ["NNS", "NNS", "VBD", "ROOT", "VBD"]), (SIDE, ["NNS>", "NNS>", "VBD>", "ROOT", "VBD<"])],
)
def test_head_classes(detail: str, expected: list[str]) -> None:
    classes = classes_of(detail, GIRLS)
    assert [classes.name(each) for each in classes.of_tree(GIRLS).tolist()] == expected


def test_close_tags_share_the_coarse_one() -> None:
    one = Sentence.from_columns(["a", "b", "c"], upos=["N", "N", "V"], xpos=["NN", "NNS", "VB"])
    classes = HeadClasses.fit([one], "xpos", TAG)
    coarse = dict(zip(classes.tags, classes.coarse_tags, strict=True))
    assert coarse["NN"] == coarse["NNS"] != coarse["VB"]


def constraints(
    selection: ContextSelection, test: list[Sentence], train: list[Sentence]
) -> dict[str, ContextConstraint]:
    classes = classes_of(TAG, *train, *test)
    coder = ContextCoder(TagReader("upos"))
    return {str(each.context): each for each in selection.constraints(test, train, coder, classes)}


PUBLISHED = ContextSelection(share=1.0, least=1, doubt=0.0, most=1, unseen=0, recurring=1)


def test_long_contexts_without_exceptions_come_first() -> None:
    train = [sentence("D J N", [3, 3, 0]), sentence("D J V", [3, 0, 2]), sentence("D J N", [3, 3, 0])]
    found = constraints(PUBLISHED, [sentence("D J N")], train)
    # The head of J, a noun, is in J N; but D J N is longer and has it too.
    assert found["D [J] N"].words == [(0, 2)]
    assert sum(found["D [J] N"].observed.values()) == 2
    assert "[D] J" not in found  # has heads with two different tags
    assert [(0, 1)] in [each.words for each in found.values()]


def test_contexts_with_the_head_inside_come_before_longer_ones() -> None:
    train = [sentence("D N P D", [2, 0, 2, 2])]
    # Of all contexts of the first D, N is in all but [D]; those with it come first, the longest of them first of all.
    assert constraints(PUBLISHED, [sentence("D N P D")], train)["[D] N P D"].words == [(0, 1)]
    # A root's head is in no context: the longest wins.
    assert constraints(PUBLISHED, [sentence("D N P D")], train)["D [N] P D"].words == [(0, 2)]
    inside = constraints(
        PUBLISHED, [sentence("X Y D N")], [sentence("D N", [2, 0]), sentence("X Y D Q Q N", [0, 1, 6, 3, 3, 1])]
    )
    assert "[D] N" in inside


def test_the_threshold_admits_exceptions() -> None:
    train = [sentence("D N", [2, 0])] * 3 + [sentence("D N", [0, 1])]
    assert not constraints(PUBLISHED, [sentence("D N")], train)
    lenient = replace(PUBLISHED, share=0.75)
    assert set(constraints(lenient, [sentence("D N")], train)) == {"[D] N", "D [N]"}


def test_contexts_that_are_rare_in_training_can_be_left_out() -> None:
    train = [sentence("D N", [2, 0])] * 2 + [sentence("J N", [2, 0])]
    test = [sentence("D N"), sentence("J N")]
    assert "[J] N" in constraints(PUBLISHED, test, train)
    found = constraints(replace(PUBLISHED, least=2), test, train)
    assert set(found) == {"[D] N", "D [N]", "[N]"}


def test_rewards_are_lower_the_fewer_words_a_context_is_known_from() -> None:
    train = [sentence("D N", [2, 0])] * 3 + [sentence("D N", [0, 1])]
    every = replace(PUBLISHED, share=0.75, most=10, unseen=2)
    test = [sentence("D N"), sentence("N D")]
    weights = {name: each.weight for name, each in constraints(replace(every, doubt=1.0), test, train).items()}
    assert weights == {
        "[D]": pytest.approx(3 / 5),
        "[N]": pytest.approx(3 / 5),
        "[D] N": pytest.approx(3 / 5),
        "D [N]": pytest.approx(3 / 5),
        "[N] D": 1.0,
        "N [D]": 1.0,
    }
    assert constraints(every, test, train)["[D] N"].weight == pytest.approx(3 / 4)


def test_every_reader_adds_contexts_of_its_own() -> None:
    text = sentence("IN DT NN", words="of the house")
    readers = TagReader("upos"), TagReader("upos", frozenset({"of"}))
    coder = ContextCoder(*readers)
    codes = coder.encode([text])
    assert codes.shape == (3, 2 * len(TEMPLATES))
    for m in range(3):
        names = [str(coder.decode(code)) for code in codes[m].tolist() if code >= 0]
        assert len(set(names)) == len(names)
        assert set(names) == {
            str(own.decode(code))
            for own in map(ContextCoder, readers)
            for code in own.encode([text])[m].tolist()
            if code >= 0
        }


def test_all_contexts_of_a_word_and_those_that_the_treebank_does_not_have() -> None:
    train = [sentence("D N", [2, 0])]
    every = constraints(replace(PUBLISHED, most=10), [sentence("D N")], train)
    assert set(every) == {"[D]", "[N]", "[D] N", "D [N]"}
    test = [sentence("D N"), sentence("X D"), sentence("X D")]
    unseen = constraints(replace(PUBLISHED, most=10, unseen=2, recurring=2), test, train)
    assert unseen["X [D]"].words == [(1, 2), (2, 2)]
    assert unseen["X [D]"].observed == {}
    assert "[X]" not in unseen  # too short
    assert unseen["[D]"].words == [(0, 1), (1, 2), (2, 2)]


def test_statistics_count_heads() -> None:
    train = [sentence("D N", [2, 0]), sentence("D V", [2, 0]), sentence("D V", [2, 0])]
    classes, coder = classes_of(TAG, *train), ContextCoder(TagReader("upos"))
    statistics = ContextStatistics.of_treebank(train, coder, classes)
    [index] = [i for i, code in enumerate(statistics.code.tolist()) if str(coder.decode(code)) == "[D]"]
    assert {classes.name(each): count for each, count in statistics.class_counts(index).items()} == {"N": 1, "V": 2}
    assert statistics.majority_share[index] == pytest.approx(2 / 3)
    assert classes.name(int(statistics.majority[index])) == "V"
    assert statistics.find(np.array([-5])).tolist() == [-1]
