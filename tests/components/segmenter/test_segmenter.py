"""The segmenter of a model: what it learns from small treebanks, and the same from a model file."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from parses import Diary
from segmenters import learned, tokens_in

from arcwalk import ArcwalkError, Sentence
from arcwalk.arrays import Codes
from arcwalk.components.segmenter import training
from arcwalk.components.segmenter.addresses import inside_addresses
from arcwalk.components.segmenter.characters import COLUMNS, character_rows
from arcwalk.components.segmenter.encoded_paragraphs import EncodedParagraph, EncodedParagraphs
from arcwalk.components.segmenter.kernels import classes
from arcwalk.components.segmenter.known_words import WordCodes
from arcwalk.components.segmenter.segmenter import LearnedSegmenter
from arcwalk.components.segmenter.training_text import known_paragraphs
from arcwalk.models.model_file import ModelFile, model_bytes, model_from
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.source import MEMORY

NAMES = ["Anna", "Ben", "Dr. Kim", "Mr. Low", "Eve", "Zoe", "Tom", "Ida"]
ENDS = ["cost $5.25", "cost 1,000", "can't go", "met at 5 p.m. there", "saw it", "ran", "wrote to a@b.org", "is in"]


def sentence(text: str, tokens: str) -> Sentence:
    """A sentence with these tokens, where `_` is a space within one."""
    forms = [form.replace("_", " ") for form in tokens.split()]
    return Sentence.from_columns(forms, text=text)


def english(mark: str = ".") -> list[Sentence]:
    """Names, abbreviations, amounts, clitics, times and addresses in sentences."""
    texts = [f"{name} {end}{mark}" for name in NAMES for end in ENDS]
    return [
        sentence(text, text.removesuffix(mark).replace("$", "$ ").replace("can't", "ca n't") + f" {mark}")
        for text in texts
    ]


@pytest.fixture(scope="module")
def segmenter() -> LearnedSegmenter:
    return learned(english())


def test_it_finds_the_tokens_and_sentences_of_its_treebank(segmenter: LearnedSegmenter) -> None:
    treebank = english()
    found = tokens_in(segmenter, " ".join(one.text for one in treebank))
    assert found == [list(one.forms) for one in treebank]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sam cost $7.50.", "Sam cost $ 7.50 ."),
        ("Sam can't go.", "Sam ca n't go ."),
        ("Dr. Sam ran.", "Dr. Sam ran ."),
        ("Sam met at 7 p.m. there.", "Sam met at 7 p.m. there ."),
        ("Sam wrote to sam.smith+x@mail.example.org.", "Sam wrote to sam.smith+x@mail.example.org ."),
        ("Sam saw https://a.example/b?c=d,e.html.", "Sam saw https://a.example/b?c=d,e.html ."),
        ("Sam is in (www.example.org/x_(y)).", None),
    ],
)
def test_numbers_abbreviations_and_addresses(segmenter: LearnedSegmenter, text: str, expected: str | None) -> None:
    (tokens,) = tokens_in(segmenter, text)
    if expected is not None:
        assert " ".join(tokens) == expected
    else:
        assert any("www.example.org/x_(y)" in token for token in tokens)


@pytest.mark.parametrize("text", ["", " ", "\n\t\u3000", "a", ".", "\u200b", "\U0001f600", "\ufeff", "\ud800", "\0"])
def test_hardly_any_text(segmenter: LearnedSegmenter, text: str) -> None:
    assert [token for tokens in tokens_in(segmenter, text) for token in tokens] == [text][: bool(text.strip())]
    assert len(segmenter.tokens(text)) == bool(text.strip())


def test_a_long_paragraph_is_segmented_like_a_short_one(
    segmenter: LearnedSegmenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = " ".join(one.text for one in english() * 5)
    expected = list(segmenter.sentences(text))
    for most in (1, 1500, 4000):
        monkeypatch.setattr("arcwalk.components.segmenter.segmenter._MOST_CHARACTERS", most)
        assert list(segmenter.sentences(text)) == expected


def test_endless_sentences_are_cut_between_words(segmenter: LearnedSegmenter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcwalk.components.segmenter.segmenter._MOST_CHARACTERS", 50)
    monkeypatch.setattr("arcwalk.components.segmenter.segmenter._LONGEST_SENTENCE", 400)
    found = tokens_in(segmenter, "Anna " * 1000)
    assert {len(tokens) for tokens in found[:-1]} <= {79, 80}  # 400 characters, without a word that may go on
    assert [token for tokens in found for token in tokens] == ["Anna"] * 1000
    assert "".join(token for tokens in tokens_in(segmenter, "x" * 5000) for token in tokens) == "x" * 5000
    blank = " " * 3000
    assert tokens_in(segmenter, f"{blank}Anna ran.{blank}Ben ran.{blank}") == [
        ["Anna", "ran", "."],
        ["Ben", "ran", "."],
    ]


def test_words_with_spaces() -> None:
    """Known ones are found where white space differs."""
    texts = [(f"{name} sinh viên{end}.", f"{name} sinh_viên{end} .") for name in NAMES[:2] for end in (" ăn", " đi")]
    segmenter = learned([sentence(*pair) for pair in texts] * 10)
    (found,) = segmenter.sentences("Anna sinh\n viên đi.")
    assert [token.words for token in found] == [("Anna",), ("sinh viên",), ("đi",), (".",)]
    assert (found[1].start, found[1].end) == (5, 15)


def test_a_treebank_that_does_not_tell_which_words_touch() -> None:
    """It is said, and punctuation is taken to touch."""
    diary = Diary()
    plain = [Sentence.from_columns([*name.split(), "saw", "it", "."]) for name in NAMES] * 5
    segmenter = learned(plain, diary)
    assert any("does not tell which words touch" in line for line in diary.lines)
    assert tokens_in(segmenter, "Anna saw it. Ben saw it.") == [["Anna", "saw", "it", "."], ["Ben", "saw", "it", "."]]


def test_white_space_in_the_place_of_a_word_teaches_nothing() -> None:
    treebank = english()
    odd = [Sentence.from_columns(["\u3000", "Sam", " ran", "\u00a0"]), Sentence.from_columns(["\u2003"])]
    assert tokens_in(learned([*treebank, *odd]), "Sam ran.") == [["Sam", "ran", "."]]
    with pytest.raises(ArcwalkError, match="no word to learn a segmenter from"):
        learned(odd[1:])


@pytest.mark.parametrize("kernel", ["learn_token_ends", "learn_sentence_ends"])
def test_sentences_teach_as_often_as_they_count(kernel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    learn, steps = getattr(training, kernel), Counter[int]()

    def counting(codes: Codes, *rest: Any) -> int:
        steps[len(codes)] += 1
        step: int = learn(codes, *rest)
        return step

    monkeypatch.setattr(training, kernel, counting)
    short, long = sentence("Sam ran.", "Sam ran ."), sentence("Sam ran and ran.", "Sam ran and ran .")
    learned([short.with_weight(3), long.with_weight(2)])
    few, many = sorted(steps)
    assert 2 * steps[few] == 3 * steps[many] > 0


def test_sentences_of_another_weight_begin_a_paragraph() -> None:
    sentences = [own.with_weight(weight) for own, weight in zip(english()[:5], (1, 1, 3, 3, 1), strict=True)]
    paragraphs, _ = known_paragraphs(sentences, Random(0))
    assert [paragraph.weight for paragraph in paragraphs] == [1, 3, 1]
    treebank = EncodedParagraphs(list(map(EncodedParagraph.of, paragraphs)))
    assert treebank.order == [0, 1, 1, 1, 2]


def test_any_white_space_is_a_space(segmenter: LearnedSegmenter) -> None:
    text = " ".join(one.text for one in english())
    for space in ("\n", "\t", "\u00a0", " \r\n"):
        assert tokens_in(segmenter, text.replace(" ", space))[:50] == [
            [token.replace(" ", space) for token in tokens] for tokens in tokens_in(segmenter, text)[:50]
        ]


def test_no_token_ends_before_a_mark(segmenter: LearnedSegmenter) -> None:
    for mark in ("\u0308", "\u00ad", "\u200d", "\u2060"):
        (tokens,) = tokens_in(segmenter, f"Sam u{mark}ber{mark}ran.")
        assert tokens == ["Sam", f"u{mark}ber{mark}ran", "."]


def test_contact_is_told_by_misc_where_there_is_no_text() -> None:
    untold = [Sentence.from_columns(one.forms) for one in english()]
    miscs = [["SpaceAfter=No" if after == "." else "_" for after in (*one.forms[1:], "")] for one in untold]
    diary = Diary()
    told = [
        Sentence.from_conllu("".join(f"{line[:-2]}{misc}\n" for line, misc in zip(one.lines, own, strict=False)) + "\n")
        for one, own in zip(untold, miscs, strict=True)
    ]
    segmenter = learned(told, diary)
    assert not diary.lines
    assert tokens_in(segmenter, "Anna ran. Ben ran.") == [["Anna", "ran", "."], ["Ben", "ran", "."]]


def test_sentences_that_are_all_documents_of_their_own_teach_where_they_end() -> None:
    alone = [Sentence.from_conllu(f"# newdoc\n{one}") for one in english()]
    text = " ".join(one.text for one in english())
    assert tokens_in(learned(alone), text) == [list(one.forms) for one in english()]


def test_far_from_its_edges_a_chunk_is_like_any_other() -> None:
    first, second = (character_rows(f"{start * 50}吃{end * 50}").codes for start, end in ("猫走", "大米"))
    for name in ("start", "end"):
        assert first[51, COLUMNS[name]] == second[51, COLUMNS[name]]
    assert first[30, COLUMNS["start"]] != second[30, COLUMNS["start"]]
    assert first[-30, COLUMNS["end"]] != second[-30, COLUMNS["end"]]


def restored(model: ModelFile) -> LearnedSegmenter:
    return LearnedSegmenter.restore(model_from(model_bytes(model), MEMORY).laid_out())


def test_a_model_file_has_all_of_it(segmenter: LearnedSegmenter) -> None:
    again = restored(segmenter.model())
    text = "Dr. Sam can't go, e.g. to (x@y.org). Ben ran!"
    assert list(again.sentences(text)) == list(segmenter.sentences(text))
    assert model_bytes(again.model()) == model_bytes(segmenter.model())


def test_multiword_tokens_without_doubt_can_be_saved() -> None:
    rows = ["1-2\tdu", "1\tde", "2\tle", "3\tpain"]
    (one,) = [Sentence.from_conllu("".join(row + "\t_" * 8 + "\n" for row in rows) + "\n")]
    (found,) = restored(learned([one] * 20).model()).sentences("du pain")
    assert [token.words for token in found] == [("de", "le"), ("pain",)]


def wrong(arrays: dict[str, Any], name: str, change: Any) -> dict[str, Any]:
    return {**arrays, name: change(arrays[name])}


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("known.codes", lambda codes: codes[::-1]),
        ("known.codes", lambda codes: codes.astype(np.int64)),
        ("known.codes", lambda codes: codes[:-1]),
        ("known.values", lambda values: values - 5000),
        ("known.values", lambda values: values + (1 << 20)),
        ("rates.values", lambda values: values + (1 << 30)),
        ("rates.codes", lambda codes: np.zeros_like(codes)),
    ],
)
def test_wrong_arrays_are_refused(segmenter: LearnedSegmenter, name: str, change: Any) -> None:
    model = segmenter.model()
    with pytest.raises(ArcwalkError, match="<memory>"):
        restored(model._replace(arrays=wrong(model.arrays, name, change)))
    left = {key: array for key, array in model.arrays.items() if key != name}
    with pytest.raises(ArcwalkError, match="<memory>"):
        restored(model._replace(arrays=left))


def test_words_are_in_order() -> None:
    codes = WordCodes(np.array([3, 9], dtype=np.int32), np.array([1, 2], dtype=np.int32))
    assert WordCodes.restore(StoredArrays(codes.arrays("x"), MEMORY), "x", 2).values.tolist() == [1, 2]
    with pytest.raises(ArcwalkError):
        WordCodes.restore(StoredArrays(codes.arrays("x"), MEMORY), "x", 1)


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("see http://a.b/c. Then", ["http://a.b/c"]),
        ("(www.x.org/y_(z))", ["www.x.org/y_(z)"]),
        ("me@x.org, you.2@y.co.uk!", ["me@x.org", "you.2@y.co.uk"]),
        ("HTTPS://X.ORG/?a=b;c", ["HTTPS://X.ORG/?a=b;c"]),
        ("a@b 5:30 and/or e.g. :// www", []),
        ("网址（http://www.example.com/a）。然后", ["http://www.example.com/a"]),
        ("网址是http://a.example/b。", ["http://a.example/b"]),
    ],
)
def test_addresses(text: str, addresses: list[str]) -> None:
    assert [text[start:end] for start, end in inside_addresses(text)] == addresses


def test_characters_are_described_without_the_white_space_around_them() -> None:
    rows = character_rows(" \tA\u00a0\n é9、。ก猫'")
    assert rows.positions.tolist() == [-1, 2, 3, 6, 7, 8, 9, 10, 11, 12]
    assert rows.codes[1:-2, COLUMNS["class"]].tolist() == [
        classes.UPPER,
        classes.SPACE,
        classes.LOWER,
        classes.DIGIT,
        classes.COMMA,
        classes.FINAL,
        classes.SYLLABLE,
        classes.IDEOGRAPH,
        classes.APOSTROPHE,
    ]
    assert rows.lower[1] == ord("a")
    assert rows.codes[1, COLUMNS["char"]] == ord("A")
    assert character_rows("ﬁＡ").codes[1:-2, COLUMNS["char"]].tolist() == [ord("ﬁ"), ord("A")]
