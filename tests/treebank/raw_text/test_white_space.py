"""Where words are in raw text, and the text back from sentences."""

from functools import cache
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from segmenters import RandomSegmenter, learned

from arcwalk import Sentence, read, sample, write
from arcwalk.treebank.raw_text import Segmentation, Segmenter, SpacyRules, sentences_of_paragraphs
from arcwalk.treebank.raw_text.paragraphs import paragraphs
from arcwalk.treebank.raw_text.segmenter import tokens_of
from arcwalk.treebank.raw_text.white_space import normalized_text, original_text
from arcwalk.treebank.written_tokens import written_tokens

TEXT = "  Hello,  world! Stay\n(really)\tgood.\r\n\n \n  Zo\u0308e \U0001f600|b\u00a0c.\n"
NASTY = [
    *("ab.!1-'", "\u00e9", "e\u0301", "\U0001f600", "\U0001f468\u200d\U0001f469", "|", "\\", "\\s", "=", "_", "#", "-"),
    *(
        " ",
        "  ",
        "\t",
        "\n",
        "\r\n",
        "\r",
        "\r\r\n",
        "\n\n",
        "\n \t\n",
        "\u00a0",
        "\u2028",
        "\x0b",
        "\x1c",
        "\x85",
        "\u3000",
    ),
    *("\u200b", "\ufeff", "\u200f", "\u0643", "\u732b", "\u0e01", "don't", "http://a.b/c", "x@y.de", "1 000", "du"),
]
TEXTS = st.lists(st.sampled_from(NASTY) | st.characters(exclude_categories=["Cs"], exclude_characters="\0")).map(
    "".join
)


def sentences(text: str, segmenter: Segmenter | None = None, *, are_lines_sentences: bool = False) -> list[Sentence]:
    form = Segmentation(segmenter or SpacyRules(), are_lines_sentences=are_lines_sentences, ranges=True)
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


@cache
def learned_segmenter() -> Segmenter:
    """With multiword tokens, and words with spaces."""
    rows = ["1-2\tdu\t", "1\tde\t", "2\tle\t", "3\t1 000\t", "4\tpains\t", "5\t.\t"]
    lines = [row + "_\t" * 7 + ("SpaceAfter=No" if "pains" in row else "_") + "\n" for row in rows]
    small = Sentence.from_conllu("# text = du 1 000 pains.\n" + "".join(lines) + "\n")
    return learned([*sample(40), *[small] * 10])


@pytest.mark.parametrize("are_lines_sentences", [False, True])
@pytest.mark.parametrize("kind", ["random", "learned", "rules"])
@given(text=TEXTS, seed=st.integers(0, 100))
def test_the_text_comes_back_character_for_character(
    kind: str, are_lines_sentences: bool, text: str, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    segmenter = {"random": RandomSegmenter(seed), "learned": learned_segmenter(), "rules": SpacyRules()}[kind]
    expected = text.removeprefix("\ufeff")
    found = sentences(text, segmenter, are_lines_sentences=are_lines_sentences)
    assert "".join(map(original_text, found)) == (expected if expected.strip() else "")
    for sentence in found:
        for token in written_tokens(sentence):
            start, end = map(int, sentence.misc_at(token.place)["TokenRange"].split(":"))
            assert " ".join(text[start:end].split()) == token.form
    if found:  # files keep all of it
        path = tmp_path_factory.mktemp("text") / "file.conllu"
        write(path, found)
        assert list(map(original_text, read(path))) == list(map(original_text, found))


def test_a_byte_order_mark_is_counted_but_not_part_of_the_text() -> None:
    (sentence,) = sentences("\ufeff One.")
    assert sentence.misc("TokenRange") == ["2:5", "5:6"]
    assert original_text(sentence) == " One."


def test_words_can_have_other_white_space_within_them() -> None:
    places = [(token.start, token.end) for token in tokens_of(["10 000", "km"], "x 10\n000km", 1)]
    assert places == [(2, 8), (8, 10)]


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
