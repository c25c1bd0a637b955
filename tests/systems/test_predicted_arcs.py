"""Arcs that a human set, and those that a parser chose: parsing keeps the former and replaces the latter."""

from collections.abc import Callable

import pytest
from quick_training import QUICK as OPTIONS

from arcwalk import Parser, Sentence
from arcwalk.consistency.parsing import parse_consistently
from arcwalk.sample import sample
from arcwalk.treebank.arcs.prediction import RECORD
from arcwalk.treebank.confidence import predicted_words, with_confidences, without_confidences

TRAIN, TEST = list(sample(80)), list(sample(8, seed=5))
QUICK = {"system": "mst", **OPTIONS["mst"]}
LABEL = "of-mine"  # no parser knows it


@pytest.fixture(scope="module")
def drafts(parser: Parser) -> list[Sentence]:
    return list(parser.parse(TEST, confidence=True))


def in_an_editor(draft: Sentence) -> Sentence:
    """The draft after somebody has written another label to the last word but one."""
    place = draft.places[-2]
    row = draft.lines[place].split("\t")
    row[7] = LABEL
    return Sentence.from_conllu("".join([*draft.lines[:place], "\t".join(row), *draft.lines[place + 1 :]]))


def test_a_parser_says_which_arcs_it_chose(drafts: list[Sentence]) -> None:
    for draft in drafts:
        assert draft.misc("PredictedArc") == [f"{token.head_id}:{token.deprel}" for token in draft]
        assert all(token.is_predicted for token in draft)


@pytest.mark.parametrize("longest", [0, 6])
def test_confirmed_arcs_are_kept_and_predicted_ones_are_parsed_again(
    parser: Parser, drafts: list[Sentence], longest: int
) -> None:
    one = parser.with_options(longest=longest)
    for draft, gold in zip(drafts, TEST, strict=True):
        edited = in_an_editor(draft)
        blank = gold.with_tree([-1] * len(gold), ["_"] * len(gold))
        heads, labels = list(blank.heads), list(blank.deprels)
        heads[-2], labels[-2] = draft.heads[-2], LABEL
        expected = one.parse(blank.with_tree(heads, labels), keep=True)
        assert one.parse(edited, keep=True) == expected
        (best, _), *_ = one.alternatives(edited, 2, keep=True)
        assert (best.heads[-2], best.deprels[-2]) == (draft.heads[-2], LABEL)


def test_a_second_round_keeps_what_the_first_one_kept(parser: Parser, drafts: list[Sentence]) -> None:
    for draft in drafts:
        first = parser.parse(in_an_editor(draft), keep=True, confidence=True)
        assert predicted_words(first) == [index for index in range(len(first)) if index != len(first) - 2]
        assert [first[-2].misc.get(key) for key in RECORD] == [None] * 3
        assert parser.parse(first, keep=True, confidence=True) == first


def test_what_is_given_without_a_record_is_kept(parser: Parser) -> None:
    assert list(parser.parse(TEST, keep=True)) == TEST


FORGETTING: dict[str, Callable[[Parser, Sentence], Sentence]] = {
    "parse": lambda parser, draft: parser.parse(draft),
    "keep": lambda parser, draft: parser.parse(draft, keep=True),
    "alternatives": lambda parser, draft: parser.alternatives(draft, 1)[0][0],
    "consistency": lambda parser, draft: parse_consistently(parser, [draft], TRAIN).independent[0],
}


@pytest.mark.parametrize("way", FORGETTING)
def test_no_confidence_outlives_another_parse(parser: Parser, drafts: list[Sentence], way: str) -> None:
    for draft in drafts:
        for given in (draft, in_an_editor(draft)):
            parsed = FORGETTING[way](parser, given)
            assert without_confidences(parsed) is parsed
            assert not any(key in line for line in parsed.lines for key in RECORD)


def with_graph(sentence: Sentence) -> Sentence:
    rows = [line.split("\t") for line in sentence.lines]
    for place, head, label in zip(sentence.places, sentence.heads, sentence.deprels, strict=True):
        rows[place][8] = f"{head}:{label}:enhanced"
    return Sentence.from_conllu("".join("\t".join(row) for row in rows))


@pytest.mark.parametrize(("predicted", "keep"), [(False, False), (False, True), (True, True)])
def test_an_enhanced_graph_follows_the_arcs_that_change(parser: Parser, predicted: bool, keep: bool) -> None:
    changes = 0
    for gold in TEST:
        given = with_graph(gold)
        parsed = parser.parse(with_confidences(given, [0.5] * len(given)) if predicted else given, keep=keep)
        for before, after, place in zip(gold, parsed, gold.places, strict=True):
            is_same = (before.head_id, before.deprel) == (after.head_id, after.deprel)
            changes += not is_same
            entry = f"{after.head_id}:{after.deprel}"
            assert parsed.lines[place].split("\t")[8] == (f"{entry}:enhanced" if is_same else entry)
    assert (changes > 0) == (predicted or not keep)
