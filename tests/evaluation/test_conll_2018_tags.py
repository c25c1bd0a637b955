"""Tags and lemmas are scored as by the script of the CoNLL 2018 shared task, on cases with its answers.

Words differ in these cases. Those that the script aligns are found here by their characters, and within multiword
tokens as a longest common subsequence; they make up the sentences that are scored.
"""

import json
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

import pytest
from pages import ROOT

from arcwalk import Sentence, read
from arcwalk.evaluation.tagging import score_tags, universal_features

CASES = ROOT.parent / "shared/eval_cases"
COLUMNS = {"upos": "UPOS", "xpos": "XPOS", "feats": "UFeats", "lemma": "Lemmas"}
EXPECTED = json.loads((CASES / "expected.json").read_text()) if CASES.exists() else {}


class Word(NamedTuple):
    """A word, and the characters of its token, without spaces."""

    start: int
    end: int
    in_range: bool
    form: str
    values: tuple[str, ...]  # UPOS, XPOS, FEATS, LEMMA


def words(path: Path) -> list[Word]:
    return list(_words(path))


def _words(path: Path) -> Iterator[Word]:
    start = end = 0
    for sentence in read(path):
        last_in_range = number = 0
        for line in sentence.lines:
            name, form, *_ = [*line.split("\t"), ""]
            form = "".join(form.split())
            if "-" in name and form:
                start, end, last_in_range = end, end + len(form), int(name.partition("-")[2])
            elif name.isdecimal():
                if (in_range := number < last_in_range) is False:
                    start, end = end, end + len(form)
                columns = (sentence.upos, sentence.xpos, sentence.feats, sentence.lemmas)
                yield Word(start, end, in_range, form.lower(), tuple(column[number] for column in columns))
                number += 1


def aligned(gold: list[Word], system: list[Word]) -> list[tuple[Word, Word]]:
    ranges: list[tuple[int, int]] = []
    for start, end in sorted({word[:2] for word in gold + system if word.in_range}):
        if ranges and start < ranges[-1][1]:
            start, end = ranges[-1][0], max(end, ranges.pop()[1])
        ranges.append((start, end))

    def within(words: list[Word], start: int, end: int) -> list[Word]:
        return [word for word in words if start < word.end and word.start < end]

    def outside(words: list[Word]) -> dict[tuple[int, int], Word]:
        return {word[:2]: word for word in words if not any(a < word.end and word.start < b for a, b in ranges)}

    ours, theirs = outside(gold), outside(system)
    pairs = [(ours[span], theirs[span]) for span in ours.keys() & theirs.keys()]
    for span in ranges:
        first, second = within(gold, *span), within(system, *span)
        same = SequenceMatcher(None, [word.form for word in first], [word.form for word in second], autojunk=False)
        for a, b, size in same.get_matching_blocks():
            pairs += zip(first[a : a + size], second[b : b + size], strict=True)
    return pairs


def sentence_of(found: list[Word]) -> Sentence:
    upos, xpos, feats, lemmas = map(list, zip(*(word.values for word in found), strict=True))
    return Sentence.from_columns(["w"] * len(found), upos=upos, xpos=xpos, feats=feats, lemmas=lemmas)


@pytest.mark.skipif(not EXPECTED, reason="cases with known answers are not at hand")
@pytest.mark.parametrize("name", EXPECTED)
def test_the_same_accuracy_as_the_script(name: str) -> None:
    expected = EXPECTED[name]
    gold, system = (words(CASES / f"{name}.{side}.conllu") for side in ("gold", "system"))
    pairs = aligned(gold, system)
    assert round(100 * len(pairs) / len(system), 2) == expected["Words"]["precision"]
    rows = score_tags(*([sentence_of(list(side))] for side in zip(*pairs, strict=True)))
    assert {row.column: round(row.accuracy, 2) for row in rows} == {
        row.column: expected[COLUMNS[row.column]]["aligned_accuracy"] for row in rows
    }
    assert {"upos", "lemma"} <= {row.column for row in rows}


@pytest.mark.parametrize(
    ("feats", "universal"),
    [
        ("_", "_"),
        ("Number=Sing|Case=Nom", "Case=Nom|Number=Sing"),
        ("Clusivity=In|Number=Plur|Typo=Yes", "Number=Plur"),
        ("Number[psor]=Sing", "_"),
    ],
)
def test_features_are_compared_in_any_order_and_if_universal(feats: str, universal: str) -> None:
    assert universal_features(feats) == universal


def test_any_lemma_is_right_where_gold_has_none() -> None:
    gold = [Sentence.from_columns(["dogs", "xyz"], lemmas=["dog", "_"])]
    (lemma,) = score_tags(gold, [gold[0].with_tags(lemmas=["Dog", "xyz"])])
    assert (lemma.words, lemma.right) == (2, 1)
