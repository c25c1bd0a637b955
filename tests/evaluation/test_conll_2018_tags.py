"""Tags and lemmas are scored as by the script of the CoNLL 2018 shared task, on cases with its answers.

Words differ in these cases; those that are aligned make up the sentences that are scored.
"""

import json

import numpy as np
import pytest
from pages import ROOT

from arcwalk import Sentence, read
from arcwalk.arrays import Integers
from arcwalk.evaluation.aligned.text_words import TextWords
from arcwalk.evaluation.aligned.word_alignment import align_words
from arcwalk.evaluation.tagging import score_tags, universal_features

CASES = ROOT.parent / "shared/eval_cases"
COLUMNS = {"upos": "UPOS", "xpos": "XPOS", "feats": "UFeats", "lemma": "Lemmas"}
EXPECTED = json.loads((CASES / "expected.json").read_text()) if CASES.exists() else {}


def sentence_of(words: TextWords, kept: Integers) -> Sentence:
    columns = {name: np.array(words.column(name))[kept].tolist() for name in ("upos", "xpos", "feats", "lemmas")}
    return Sentence.from_columns(["w"] * len(kept), **columns)


@pytest.mark.skipif(not EXPECTED, reason="cases with known answers are not at hand")
@pytest.mark.parametrize("name", EXPECTED)
def test_the_same_accuracy_as_the_script(name: str) -> None:
    expected = EXPECTED[name]
    alignment = align_words(*(list(read(CASES / f"{name}.{side}.conllu")) for side in ("gold", "system")))
    gold = sentence_of(alignment.first, alignment.first_words)
    rows = score_tags([gold], [sentence_of(alignment.second, alignment.second_words)])
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
