"""The language of sentences in drawings: guessed from the script, or given."""

import re
from collections.abc import Callable

import pytest
from scripts import SENTENCES

import arcwalk
from arcwalk import ArcwalkError, Sentence
from arcwalk.drawing import html_page, svg_tree, svg_trees
from arcwalk.drawing.language import language_of

EXPECTED = {
    "Latin": "",
    "Cyrillic": "",
    "Greek": "el",
    "Arabic": "ar",
    "Hebrew": "he",
    "Devanagari": "hi",
    "Bengali": "bn",
    "Tamil": "ta",
    "Malayalam": "ml",
    "Telugu": "te",
    "Kannada": "kn",
    "Sinhala": "si",
    "Thai": "th",
    "Burmese": "my",
    "Khmer": "km",
    "Georgian": "ka",
    "Armenian": "hy",
    "Amharic": "am",
    "Chinese": "zh",
    "Japanese": "ja",
    "Korean": "ko",
    "Emoji": "",
}
KANJI = Sentence.from_columns(["東京", "大学"])
KANA = Sentence.from_columns(["そして", "、", "読んで", "いる"])
HELLO = Sentence.from_columns(["Hej", "verden"])


def languages(drawing: str) -> list[str]:
    return re.findall(r' lang="([^"]*)"', drawing)


def test_the_script_suggests_a_language() -> None:
    assert {script: language_of(text.split()) for script, text in SENTENCES.items()} == EXPECTED
    assert language_of([]) == language_of(["1998", "?"]) == ""
    assert language_of(["日本語", "を", "勉強", "する"]) == "ja"
    assert language_of(["卡拉OK", "の", "歌声飘荡在城市的夜空中"]) == "zh"


def test_images() -> None:
    tamil = Sentence.from_columns(SENTENCES["Tamil"].split())
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="arcwalk" lang="ta" xml:lang="ta" ' in svg_tree(tamil)
    assert languages(svg_tree(HELLO)) == []
    assert languages(svg_tree(HELLO, language="da")) == languages(arcwalk.draw(HELLO, language="da")) == ["da"]
    assert languages(arcwalk.draw(tamil, language="mr-Taml")) == ["mr-Taml"]
    assert languages(svg_trees([KANJI, KANA], "two")) == ["ja"]


def test_a_page_is_in_english_and_its_sentences_in_their_language() -> None:
    assert languages(html_page([HELLO], "greeting")) == ["en", "", ""]
    assert languages(html_page([HELLO], "greeting", language="da")) == ["en", *["da"] * 3]
    assert languages(html_page([KANJI, KANA], "all Japanese")) == ["en", *["ja"] * 6]
    mixed = [HELLO, Sentence.from_columns(["שלום"])]
    assert languages(html_page(mixed, "mostly Latin")) == ["en", "", "", *["he"] * 3]


@pytest.mark.parametrize("code", ['"><script>', "d", "Danish language", "da_DK", "-", "æø"])
@pytest.mark.parametrize(
    "draw", [svg_tree, arcwalk.draw, lambda tree, language: html_page([tree], "", language=language)]
)
def test_what_is_no_code_is_refused(draw: Callable[..., str], code: str) -> None:
    with pytest.raises(ArcwalkError, match="is not a code; give one such as da"):
        draw(HELLO, language=code)
