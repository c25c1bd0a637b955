"""Raw text becomes sentences."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from arcwalk.errors import ArcwalkError, TreebankError
from arcwalk.treebank.input_format import InputFormat
from arcwalk.treebank.raw_text import (
    Segmentation,
    SpacyRules,
    read_raw,
    sentences_in,
    sentences_of_paragraphs,
    spacy_rules,
    text_lines,
)
from arcwalk.treebank.raw_text.paragraphs import paragraphs

TEXT = "Hello,  world! It's\n(really)\tgood.\n\n\nA heading\n\nBye.\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text(TEXT)
    return tmp_path / "file"


def test_without_spacy_the_remedy_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    spacy_rules._pipeline.cache_clear()
    with pytest.raises(ArcwalkError, match=r'not installed; run: pip install "arcwalk\[text\]"'):
        read_raw(file, "xx")


def test_lines_can_be_paragraphs_of_their_own(file: Path) -> None:
    paragraphs = [(line, number) for (line,), _, number, *_ in text_lines(file)]
    assert paragraphs == [("Hello,  world! It's", 1), ("(really)\tgood.", 2), ("A heading", 5), ("Bye.", 7)]
    file.write_text("\n \n")
    with pytest.raises(TreebankError, match="no sentences"):
        list(text_lines(file))


def test_sentences_keep_their_text_and_spaces(file: Path) -> None:
    first, second, heading, last = read_raw(file, "xx")
    assert [each.text for each in (first, second, heading, last)] == [
        "Hello, world!",
        "It's (really) good.",
        "A heading",
        "Bye.",
    ]
    assert first.forms == ("Hello", ",", "world", "!")
    assert first.misc("SpaceAfter") == ["No", "", "No", ""]
    assert second.misc("SpaceAfter")[-2:] == ["No", ""]
    assert (heading.line, heading.ordinal, last.line) == (5, 0, 7)
    assert [each.id for each in (first, second, heading, last)] == ["1-1", "1-2", "2-1", "3-1"]
    for sentence in (first, second, heading, last):
        spaces = ["" if value else " " for value in sentence.misc("SpaceAfter")]
        pairs = zip(sentence.forms, spaces, strict=True)
        assert "".join(form + space for form, space in pairs).strip() == sentence.text


def test_text_in_memory_is_read_like_a_file(file: Path) -> None:
    assert sentences_in(TEXT, SpacyRules()) == list(read_raw(file, "xx"))
    assert sentences_in(" \n", SpacyRules()) == []


def test_sentences_that_touch_say_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("猫坐。狗叫。\n")
    first, second = read_raw(tmp_path / "file", "zh")
    assert first.misc("SpaceAfter") == ["No"] * len(first)
    assert second.misc("SpaceAfter")[-1] == ""


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "I don't know.", [["I", "do", "n't", "know", "."]]),
        ("xx", "I don't know.", [["I", "don't", "know", "."]]),
        ("fr", "L'homme qu'il voit", [["L'", "homme", "qu'", "il", "voit"]]),
        ("de", "Am 3. Mai kam Dr. Müller z.B.", [["Am", "3.", "Mai", "kam", "Dr.", "Müller", "z.B."]]),
        ("en", "It's 5 p.m. in the U.S. now.", [["It", "'s", "5", "p.m.", "in", "the", "U.S.", "now", "."]]),
        ("en", "Great 😀😀! Bye :-)", [["Great", "😀", "😀", "!"], ["Bye", ":-)"]]),
        ("en", "a  b\t c\u00a0d\u2003e\nf", [["a", "b", "c", "d", "e", "f"]]),
        ("en", "One\n line.  Two\n\n\nThree", [["One", "line", "."], ["Two"], ["Three"]]),
        ("en", "Wait... what?! Oh.", [["Wait", "...", "what", "?", "!"], ["Oh", "."]]),
        ("hi", "वह गया। वह आया।", [["वह", "गया", "।"], ["वह", "आया", "।"]]),
        ("en", ".", [["."]]),
    ],
)
def test_words_and_sentences_are_those_of_the_language(language: str, text: str, expected: list[list[str]]) -> None:
    sentences = sentences_in(text, SpacyRules(language))
    assert [list(sentence.forms) for sentence in sentences] == expected
    for sentence in sentences:
        spaces = ["" if value else " " for value in sentence.misc("SpaceAfter")]
        joined = "".join(form + space for form, space in zip(sentence.forms, spaces, strict=True))
        assert joined.strip() == sentence.text
    assert " ".join(sentence.text for sentence in sentences) == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He said "No!" (Why?) OK.', ['He said "No!"', "(Why?)", "OK."]),
        ("It ends. ('Yes.') It starts.", ["It ends.", "('Yes.')", "It starts."]),
        ("“Go.” ¿Qué? [1] End.", ["“Go.”", "¿Qué?", "[1] End."]),
        ("(Go.)", ["(Go.)"]),
    ],
)
def test_opening_brackets_and_quotes_belong_to_what_they_open(text: str, expected: list[str]) -> None:
    assert [sentence.text for sentence in sentences_in(text, SpacyRules("en"))] == expected


def test_languages_and_files_that_cannot_be_read_are_refused(file: Path, tmp_path: Path) -> None:
    with pytest.raises(ArcwalkError, match=r"language qqq: spaCy does not support it.*or use xx for any"):
        read_raw(file, "qqq")
    for language in ("../da", "..", "punctuation", "lex_attrs", "da.examples", "ä"):
        with pytest.raises(
            ArcwalkError, match=rf"language '{language}' is not a code; give two or three letters, .* xx"
        ):
            read_raw(file, language)
    if find_spec("pythainlp") is None:
        with pytest.raises(ArcwalkError, match=r"language th: spaCy needs another package for it \(.*\); install that"):
            read_raw(file, "th")
    (tmp_path / "empty").write_text("\n \n")
    with pytest.raises(TreebankError, match="there are no sentences"):
        list(read_raw(tmp_path / "empty", "xx"))
    (tmp_path / "latin").write_bytes(b"caf\xe9\n")
    with pytest.raises(TreebankError, match="latin:1: the line is not UTF-8"):
        list(read_raw(tmp_path / "latin", "xx"))


def test_what_finds_words_must_be_said_once(file: Path) -> None:
    missing = r"^nothing can find words .*; give the segmenter of a model that has one, or language='CODE' for spaCy's"
    with pytest.raises(ArcwalkError, match=missing):
        read_raw(file)
    with pytest.raises(ArcwalkError, match=r"^language='en': a segmenter is given, too; omit language or segmenter$"):
        read_raw(file, "en", segmenter=SpacyRules())
    assert list(read_raw(file, segmenter=SpacyRules("en"))) == list(read_raw(file, "en"))


def test_memory_does_not_grow_with_the_words_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("spacy")
    known = len(spacy_rules._pipeline("xx").vocab.strings)
    monkeypatch.setattr(spacy_rules, "_MOST_STRINGS", known + 100)
    for start in range(0, 1000, 50):
        (sentence,) = sentences_in(" ".join(f"word{number}" for number in range(start, start + 50)), SpacyRules())
        assert len(sentence) == 50
    assert len(spacy_rules._pipeline("xx").vocab.strings) <= known + 200


def test_lines_can_be_sentences(file: Path) -> None:
    form = Segmentation(SpacyRules(most_characters=8), are_lines_sentences=True)
    sentences = list(sentences_of_paragraphs(InputFormat("text").cut(file), form))
    assert [each.text for each in sentences] == ["Hello, world! It's", "(really) good.", "A heading", "Bye."]
    assert sentences[0].forms == ("Hello", ",", "world", "!", "It", "'s")
    assert [(each.id, each.line) for each in sentences] == [("1-1", 1), ("1-2", 2), ("2-1", 5), ("3-1", 7)]


def test_the_text_and_its_paragraphs_begin_with_a_comment(file: Path) -> None:
    first, second, heading, last = read_raw(file, "xx")
    assert first.lines[:3] == ("# newdoc\n", "# newpar\n", "# sent_id = 1-1\n")
    assert second.lines[0] == "# sent_id = 1-2\n"
    assert [each.lines[:2] for each in (heading, last)] == [
        ("# newpar\n", "# sent_id = 2-1\n"),
        ("# newpar\n", "# sent_id = 3-1\n"),
    ]
    assert [each[0].form for each in (first, heading, last)] == ["Hello", "A", "Bye"]


def test_long_paragraphs_are_given_to_spacy_in_pieces() -> None:
    text = "One two. Three four five! Six seven eight nine"
    (paragraph,) = paragraphs([text], "<text>")
    sentences = list(sentences_of_paragraphs([paragraph], Segmentation(SpacyRules(most_characters=12))))
    assert [each.text for each in sentences] == ["One two.", "Three four", "five!", "Six seven", "eight nine"]
    assert [each.id for each in sentences] == ["1-1", "1-2", "1-3", "1-4", "1-5"]
    assert "".join(each.lines[0] for each in sentences).count("# new") == 1


@pytest.mark.parametrize(
    "text", ["(" * 30_000, ")" * 3000, "x" * 3000 + ".", "a-b" * 1000 + "! Yes.", "(a (" + "b(" * 1500 + " c). No."]
)
def test_texts_without_spaces(text: str) -> None:
    sentences = sentences_in(text, SpacyRules())
    spaces = [space for sentence in sentences for space in sentence.misc("SpaceAfter")]
    forms = [form for sentence in sentences for form in sentence.forms]
    joined = "".join(form + ("" if value else " ") for form, value in zip(forms, spaces, strict=True))
    assert joined.strip() == text


def test_a_long_text_without_spaces_has_the_words_of_a_short_one() -> None:
    def forms(text: str) -> list[str]:
        return [form for sentence in sentences_in(text, SpacyRules("zh")) for form in sentence.forms]

    assert forms("你好，世界。" * 500) == forms("你好，世界。") * 500
    (word,) = sentences_in("y" * 5000, SpacyRules())
    assert word.forms == ("y" * 5000,)
