"""Where words are in raw text, and the text back from sentences."""

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcwalk import Sentence
from arcwalk.treebank.raw_text import Segmentation, sentences_of_paragraphs
from arcwalk.treebank.raw_text.paragraphs import paragraphs
from arcwalk.treebank.raw_text.white_space import normalized_text, original_text, places_of

TEXT = "  Hello,  world! Stay\n(really)\tgood.\r\n\n \n  Zo\u0308e \U0001f600|b\u00a0c.\n"


def sentences(text: str, *, are_lines_sentences: bool = False) -> list[Sentence]:
    form = Segmentation(are_lines_sentences=are_lines_sentences, ranges=True, white_space=True)
    return list(sentences_of_paragraphs(paragraphs(StringIO(text, newline="\n"), "<text>"), form))


def test_white_space_is_written_as_udpipe_does() -> None:
    """The values are those of UDPipe 1.4 for this text, whose words are these, too."""
    hello, good, smile = sentences(TEXT)
    assert [str(token.misc) for token in (*hello, *good)] == [
        r"SpacesBefore=\s\s|SpaceAfter=No|TokenRange=2:7",
        r"SpacesAfter=\s\s|TokenRange=7:8",
        "SpaceAfter=No|TokenRange=10:15",
        "TokenRange=15:16",
        r"SpacesAfter=\n|TokenRange=17:21",
        "SpaceAfter=No|TokenRange=22:23",
        "SpaceAfter=No|TokenRange=23:29",
        r"SpacesAfter=\t|TokenRange=29:30",
        "SpaceAfter=No|TokenRange=31:35",
        r"SpacesAfter=\r\n\n\s\n\s\s|TokenRange=35:36",
    ]
    assert (smile[0].form, smile[0].misc["TokenRange"]) == ("Zo\u0308e", "43:47")
    assert smile.misc("SpacesAfter")[-2:] == ["\u00a0", "\\n"]


@pytest.mark.parametrize("are_lines_sentences", [False, True])
@given(text=st.text(st.sampled_from("ab.!\u00e9\U0001f600|\\ \t\n\u00a0\u2028"), max_size=40))
def test_the_text_comes_back_character_for_character(text: str, are_lines_sentences: bool) -> None:
    found = sentences(text, are_lines_sentences=are_lines_sentences)
    assert "".join(map(original_text, found)) == (text if text.strip() else "")
    for sentence in found:
        for token in sentence:
            start, end = map(int, token.misc["TokenRange"].split(":"))
            assert text[start:end] == token.form


def test_a_byte_order_mark_is_counted_but_not_part_of_the_text() -> None:
    (sentence,) = sentences("\ufeff One.")
    assert sentence.misc("TokenRange") == ["2:5", "5:6"]
    assert original_text(sentence) == " One."


def test_words_can_have_other_white_space_within_them() -> None:
    assert list(places_of(["10 000", "km"], "x 10\n000km", 1)) == [(2, 8), (8, 10)]


def test_multiword_tokens_are_written_once() -> None:
    rows = ["1-2\tdon't", "1\tdo", "2\tn't", "3\t10 000", "3.1\tgone", "4\tkm"]
    misc = ["_", "SpaceAfter=No", "_", r"SpacesInToken=10\n000|SpaceAfter=No", "_", r"SpacesAfter=\n\p"]
    lines = [row + "\t_" * 7 + f"\t{value}\n" for row, value in zip(rows, misc, strict=True)]
    sentence = Sentence.from_conllu("# text = x\n" + "".join(lines) + "\n")
    assert original_text(sentence) == "don't 10\n000km\n|"
    assert normalized_text(sentence) == "don't 10 000km"


def test_without_misc_there_is_a_space_after_each_word() -> None:
    (sentence,) = [Sentence.from_conllu("# global.columns = ID FORM\n1\tHi\n2\t!\n\n")]
    assert (original_text(sentence), normalized_text(sentence)) == ("Hi ! ", "Hi !")
