"""Sentences are put side by side, and every way in which they can differ is named."""

import pytest

from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.evaluation.alignment import align, is_punctuation, universal_label
from arcwalk.treebank.sentence import Sentence


def sentence(text: str, heads: list[int], *, line: int = 1, source: str = "system.conllu") -> Sentence:
    made = Sentence.from_columns(text.split(), heads=heads, deprels=["dep"] * len(heads), id="s1")
    return Sentence(made.lines, source, line)


GOLD = sentence("Cats sleep .", [2, 0, 2], line=5, source="gold.conllu")


@pytest.mark.parametrize("form", [".", "...", "«", "。", "_", "-", "%", "؟", "!?"])
def test_punctuation(form: str) -> None:
    assert is_punctuation(form)


@pytest.mark.parametrize("form", ["a", "$", "+", "1.", "", ":)x", "€", "“a"])
def test_not_punctuation(form: str) -> None:
    assert not is_punctuation(form)


def test_universal_label_ends_at_the_first_colon() -> None:
    labels = map(universal_label, ["nsubj", "nsubj:pass", "obl:a:b", "_"])
    assert list(labels) == ["nsubj", "nsubj", "obl", "_"]


def test_arrays() -> None:
    gold = [
        Sentence.from_columns(["a", "b"], upos=["X", "_"], xpos=["p", "q"], heads=[0, 1], deprels=["root", "l:m"]),
        Sentence.from_columns(["."], upos=["PUNCT"], heads=[0], deprels=["root"]),
    ]
    system = [gold[0].with_tree([2, 0], ["l", "root"]), gold[1]]
    aligned = align(gold, system)
    assert aligned.sentence.tolist() == [0, 0, 1]
    assert aligned.position.tolist() == [1, 2, 1]
    assert aligned.gold_head.tolist() == [0, 1, 0]
    assert aligned.system_head.tolist() == [2, 0, 0]
    assert [aligned.labels[code] for code in aligned.gold_label] == ["root", "l:m", "root"]
    assert [aligned.labels[code] for code in aligned.system_label] == ["l", "root", "root"]
    assert [aligned.tags[code] for code in aligned.tag] == ["X", "q", "PUNCT"]
    assert aligned.punctuation.tolist() == [False, False, True]
    assert aligned.lengths.tolist() == [2, 1]


@pytest.mark.parametrize(
    ("system", "test", "place", "parts"),
    [
        ([], "missing-sentence", "gold.conllu:5 (sentence s1)", ["system file ends"]),
        (
            [sentence("Cats sleep .", [2, 0, 2]), sentence("More .", [0, 1], line=6)],
            "extra-sentence",
            "system.conllu:6 (sentence s1)",
            ["gold file ends"],
        ),
        # The comment with the id is line 1, so the second word stands on line 3.
        (
            [sentence("Cats slept .", [2, 0, 2])],
            "different-word",
            "system.conllu:3 (sentence s1)",
            ["word 2", "'slept'", "'sleep'", "gold.conllu:5"],
        ),
        (
            [sentence("Cats sleep . .", [2, 0, 2, 2])],
            "different-length",
            "system.conllu:1 (sentence s1)",
            ["4 words", "but 3 in", "gold.conllu:5"],
        ),
        ([sentence("Cats sleep", [2, 0])], "different-length", "system.conllu:1", ["2 words", "but 3 in"]),
        ([sentence("Cats sleep .", [2, 0, -1])], "missing-head", "system.conllu:4", ["word 3 has no valid head"]),
    ],
)
def test_differences_are_named(system: list[Sentence], test: str, place: str, parts: list[str]) -> None:
    with pytest.raises(TreebankError) as raised:
        align([GOLD], system)
    assert raised.value.finding.test == test
    message = str(raised.value)
    assert message.startswith(place)
    assert "\n" not in message
    for part in parts:
        assert part in message


def test_missing_gold_head() -> None:
    gold = sentence("Cats sleep .", [-1, 0, 2], source="gold.conllu")
    with pytest.raises(TreebankError, match=r"gold.conllu:2 .*word 1 has no valid head"):
        align([gold], [GOLD])


def test_sentences_in_memory_are_named_by_number() -> None:
    first, second = (Sentence.from_columns([form], heads=[0], deprels=["root"]) for form in "ab")
    with pytest.raises(TreebankError, match=r"^<system>:1 \(sentence 2\): word 1 is 'a'"):
        align([first, second], [first, first])


def test_nothing_to_evaluate() -> None:
    with pytest.raises(ArcwalkError, match="no sentences"):
        align([], [])
