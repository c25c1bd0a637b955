"""The page on annotations with other words: their tables, and the sentences that differ, side by side."""

import re

from annotations import annotated

from arcwalk.drawing.report.aligned_page import MOST_SHOWN, aligned_page
from arcwalk.evaluation.aligned.aligned_tables import aligned_scores_table
from arcwalk.evaluation.aligned.conll_2018 import aligned_scores
from arcwalk.evaluation.aligned.word_alignment import align_words
from arcwalk.treebank.sentence import Sentence

GOLD = annotated("1-2 zum\nzu\ndem\n<b>", source="a&b.conllu", line=7)
SYSTEM = annotated("zum\n<b\n>", source="system.conllu")


def page(gold: list[Sentence], system: list[Sentence], language: str = "") -> str:
    alignment = align_words(gold, system)
    return aligned_page(alignment, [aligned_scores_table(aligned_scores(alignment))], language=language)


def test_differences_are_side_by_side() -> None:
    text = page([GOLD], [SYSTEM], "de")
    assert "Words differ, so words are aligned by characters: 0 in both files, 3 only in a&amp;b.conllu" in text
    assert "<h1>Scores of system.conllu</h1>" in text
    assert '<span class="line">line 7</span>' in text
    words = re.findall(r'<p lang="de" dir="ltr">(.*)</p>', text)
    assert words == [
        "<mark>zum <small>(zu dem)</small></mark> <mark>&lt;b&gt;</mark>",
        "<mark>zum</mark> <mark>&lt;b</mark> <mark>&gt;</mark>",
    ]


def test_nothing_differs() -> None:
    text = page([GOLD], [GOLD])
    assert "Words and sentences are the same: 3 words." in text
    assert "Where words or sentences differ" not in text


def test_a_page_does_not_grow_without_end() -> None:
    text = page([GOLD] * (MOST_SHOWN + 5), [SYSTEM] * (MOST_SHOWN + 5))
    assert text.count('<span class="line">') == 2 * MOST_SHOWN
    assert f"The first {MOST_SHOWN} of {MOST_SHOWN + 5}." in text
